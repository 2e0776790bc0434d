//! What becomes of a panic.

use super::told;
use candor::capture::{catch_panic, catch_panic_async};
use candor::{Code, Discretion, Failure, OrFail, Origin, Retry};
use serde_json::json;
use std::panic::panic_any;
use std::pin::Pin;
use std::task::{Context, Poll};

const SAID: &str = "basket-4711 is empty";

fn checked(failure: Failure, cause: &str) {
    assert_eq!((failure.code(), failure.origin(), failure.retry()), (Code::Internal, Origin::Internal, Retry::Never));
    assert_eq!(failure.reason().as_str(), "panic");
    let printed = format!("{failure} {failure:?} {:?} {}", failure.causes().next().unwrap(), failure.message());
    assert!(!printed.contains(SAID), "{printed}");

    let (disclosure, incident) = failure.disclose(&Discretion::new());
    assert!(!told(&disclosure).contains("basket"), "{}", told(&disclosure));
    assert!(!format!("{incident:?}").contains(SAID));
    assert_eq!(serde_json::to_value(incident).unwrap()["causes"], json!([cause]));
}

#[test]
fn the_words_of_a_panic_reach_the_incident_and_nothing_else() {
    checked(catch_panic(|| panic!("{SAID}")).unwrap_err(), "panicked: basket-4711 is empty");
    checked(catch_panic(|| panic_any("basket-4711 is empty")).unwrap_err(), "panicked: basket-4711 is empty");
    checked(catch_panic(|| panic_any(SAID.to_owned())).unwrap_err(), "panicked: basket-4711 is empty");
    checked(catch_panic(|| panic_any(4711)).unwrap_err(), "panicked with a value that is not text");
}

#[tokio::test]
async fn the_words_of_a_panic_in_a_future_reach_the_incident_and_nothing_else() {
    async fn tool() -> u32 {
        tokio::task::yield_now().await;
        panic!("{SAID}")
    }
    checked(catch_panic_async(tool()).await.unwrap_err(), "panicked: basket-4711 is empty");
}

#[tokio::test]
async fn what_does_not_panic_passes_untouched() {
    assert_eq!(catch_panic(|| 17).unwrap(), 17);
    let later = async {
        tokio::task::yield_now().await;
        17
    };
    assert_eq!(catch_panic_async(later).await.unwrap(), 17);
    let failed = catch_panic(|| Err::<(), _>(Failure::not_found("No such order"))).flatten();
    assert_eq!(failed.unwrap_err().code(), Code::NotFound);
}

#[test]
fn a_panic_is_a_failure_that_or_fail_leaves_alone() {
    let result: Result<(), Failure> = catch_panic(|| panic!("{SAID}"));
    let failure = result.or_fail("packing the basket").unwrap_err();
    assert_eq!(failure.private().get("operations"), Some(&json!(["packing the basket"])));
    checked(failure, "panicked: basket-4711 is empty");
}

/// Panics when it is dropped.
struct Grudge;

impl Drop for Grudge {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

#[test]
fn a_panic_with_a_value_that_panics_again_is_caught() {
    checked(catch_panic(|| panic_any(Grudge)).unwrap_err(), "panicked with a value that is not text");
}

/// Panics when it is polled, and again when it is dropped.
struct Stubborn;

impl Future for Stubborn {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        panic!("{SAID}")
    }
}

impl Drop for Stubborn {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

#[tokio::test]
async fn a_future_that_panics_again_when_it_is_dropped_is_caught() {
    checked(catch_panic_async(Stubborn).await.unwrap_err(), "panicked: basket-4711 is empty");
}

#[test]
fn a_caught_future_can_be_sent_to_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&catch_panic_async(async { 17 }));
}
