//! A carrier that fails as upstream services do, by destination.

use serde_json::{Value, json};
use std::time::Duration;

/// Where it delivers.
pub(crate) const SERVED: [(&str, u32); 2] = [("Berlin", 590), ("Lisbon", 890)];
/// The account that the desk has with it.
pub(crate) const ACCOUNT: &str = "desk-eu-1";

/// Why there is no rate.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CarrierError {
    /// It does not deliver there.
    #[error("no service to this destination")]
    NotServed,
    /// It was asked too often.
    #[error("429 too many requests, retry after {} s", wait.as_secs())]
    Busy { wait: Duration },
    /// Its own database failed, and it says so in more words than it should.
    #[error("{0}")]
    Broken(&'static str),
    /// It refuses, in words that were meant for its own staff.
    #[error("{0}")]
    Refused(&'static str),
}

/// The carrier's rate for a parcel, as it sends it.
pub(crate) fn rate(destination: &str, kilograms: u32) -> Result<Value, CarrierError> {
    match destination {
        // Its ships are counted, there are none, and the price is shared among them: a defect that panics.
        "Atlantis" => Ok(quote(destination, 90_000 * kilograms / ships_to(destination), 1)),
        // A new version of its service, which was not announced.
        "Bermuda" => Ok(json!({"destination": destination, "price": "12.50 or so", "days": null})),
        "Cairo" => Err(CarrierError::Broken(
            "could not connect to postgres://rates:Wint3r-Rates-81@db.carrier.internal:5432/rates \
             (settings from /etc/carrier/rates.toml) for SELECT price_cents FROM rates WHERE city = 'Cairo'",
        )),
        "Denver" => Err(CarrierError::Busy { wait: Duration::from_secs(30) }),
        "Edinburgh" => Err(CarrierError::Refused(
            "connection refused: postgres://rates:Wint3r-Rates-81@db.carrier.internal:5432/rates \
             (settings from /etc/carrier/rates.toml)",
        )),
        _ => match SERVED.iter().find(|(served, _)| *served == destination) {
            Some((_, cents)) => Ok(quote(destination, cents * kilograms, 3)),
            None => Err(CarrierError::NotServed),
        },
    }
}

fn quote(destination: &str, price_cents: u32, days: u32) -> Value {
    json!({"destination": destination, "price_cents": price_cents, "days": days})
}

fn ships_to(destination: &str) -> u32 {
    SERVED.iter().filter(|(served, _)| *served == destination).map(|_| 2).sum()
}
