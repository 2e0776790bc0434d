//! What failures of one service have in common.

use super::failure;
use candor::{Discretion, Failure};

fn fingerprint(failure: Failure) -> String {
    failure.disclose(&Discretion::new()).1.fingerprint().to_string()
}

#[test]
fn every_status_is_a_fault_of_its_own() {
    let statuses = [204, 302, 400, 405, 406, 408, 409, 410, 413, 415, 423, 424, 425, 500, 502, 503, 504, 520];
    let mut fingerprints: Vec<_> = statuses.map(|status| fingerprint(failure(status, &[], ""))).into();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), statuses.len());
}

#[test]
fn what_the_service_said_counts_and_the_values_in_it_do_not() {
    let said = |text: &str| fingerprint(failure(409, &[], &format!(r#"{{"message":"{text}"}}"#)));
    assert_eq!(said("Order 17 is locked"), said("Order 4711 is locked"));
    assert_ne!(said("Order 17 is locked"), said("Order 17 is gone"));
}
