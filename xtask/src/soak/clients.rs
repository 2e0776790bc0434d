//! Clients that call without end, and count what becomes of each call.

use super::command_line::Extent;
use crate::attack::ledger::Ledger;
use crate::mcp::Revision;
use crate::mcp::http::Connection;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const CLIENTS: u64 = 16;
/// Of so many calls in a row…
const PERIOD: u64 = 10;
/// …so many fail.
const FAULTS: u64 = 3;

/// The faults, one after the other: the tool and its arguments.
const KINDS: [(&str, &str); 15] = [
    ("get_item", r#"{"sku": "TEA-9"}"#),
    ("fail", r#"{"kind": "status_500_html_with_password"}"#),
    ("fail", r#"{"kind": "rate_limited"}"#),
    ("fail", r#"{"kind": "unauthorized"}"#),
    ("fail", r#"{"kind": "empty"}"#),
    ("fail", r#"{"kind": "not_json"}"#),
    ("fail", r#"{"kind": "broken_json"}"#),
    ("fail", r#"{"kind": "truncated"}"#),
    ("fail", r#"{"kind": "wrong_shape"}"#),
    ("fail", r#"{"kind": "hangs_up"}"#),
    ("fail", r#"{"kind": "resets"}"#),
    ("fail", r#"{"kind": "says_it_failed"}"#),
    ("get_item", r#"{"skew": 1}"#),
    ("get_itm", "{}"),
    ("track_order", r#"{"id": 1001, "carrier_takes_ms": 10000}"#),
];
/// What no answer may have: a part of the password in the error page.
const PLANTED: &[u8] = b"Wint3r";

/// What became of calls.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) asked: u64,
    pub(super) succeeded: u64,
    pub(super) failed: u64,
    pub(super) lost: u64,
    pub(super) doubled: u64,
    pub(super) leaked: u64,
    /// What lost calls met.
    pub(super) examples: Vec<String>,
}

impl Tally {
    pub(super) const MOST_EXAMPLES: usize = 5;
}

/// Clients that are calling.
pub(super) struct Clients {
    threads: Vec<JoinHandle<Result<Tally, String>>>,
    made: Arc<AtomicU64>,
    extent: Extent,
    begin: Instant,
}

impl Clients {
    pub(super) fn start(address: SocketAddr, extent: Extent) -> Clients {
        let (made, begin) = (Arc::new(AtomicU64::new(0)), Instant::now());
        let client = |number: u64| {
            let made = Arc::clone(&made);
            std::thread::spawn(move || {
                let next = || {
                    let before = made.fetch_add(1, Ordering::Relaxed);
                    (extent.progress(before, begin.elapsed()) < 1.0).then_some(before)
                };
                // Half of them speak the newest revision, half of them an older one.
                let revision = if number.is_multiple_of(2) { Revision::STATELESS } else { Revision::WITH_SESSIONS };
                client(address, revision, next)
            })
        };
        Clients { threads: (0..CLIENTS).map(client).collect(), made: Arc::clone(&made), extent, begin }
    }

    /// How far they are, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        self.extent.progress(self.made.load(Ordering::Relaxed), self.begin.elapsed()).min(1.0)
    }

    pub(super) fn have_ended(&self) -> bool {
        self.threads.iter().all(JoinHandle::is_finished)
    }

    pub(super) fn join(self) -> Result<Tally, String> {
        let mut total = Tally::default();
        for thread in self.threads {
            total.add(&thread.join().map_err(|_| "a client panicked")??);
        }
        Ok(total)
    }
}

/// One client, which makes calls as long as there are any.
fn client(address: SocketAddr, revision: Revision, next: impl Fn() -> Option<u64>) -> Result<Tally, String> {
    let connect = || Connection::stateless(address, revision).map_err(|error| format!("a client is refused: {error}"));
    let (mut connection, mut tally) = (connect()?, Tally::default());
    while let Some(number) = next() {
        let (tool, arguments) = call(number);
        let arguments = serde_json::from_str(arguments).unwrap_or(Value::Null);
        let mut ledger = Ledger::default();
        ledger.ask(number.to_string());
        tally.asked += 1;
        match connection.post(&revision.call(&json!(number), tool, arguments)) {
            Ok(response) => {
                response.messages().into_iter().for_each(|message| ledger.note(message));
                tally.judge(&response.body);
                if ledger.waiting() > 0 {
                    tally.show(format!("{tool}: {} {}", response.status, String::from_utf8_lossy(&response.body)));
                }
            }
            Err(error) => {
                tally.show(format!("{tool}: {error}"));
                connection = connect()?;
            }
        }
        tally.lost += ledger.waiting() as u64;
        tally.doubled += ledger.doubled();
    }
    Ok(tally)
}

/// The call with this number.
fn call(number: u64) -> (&'static str, &'static str) {
    let success = ("get_item", r#"{"sku": "TEA-1"}"#);
    if number % PERIOD >= FAULTS {
        return success;
    }
    let index = usize::try_from(number / PERIOD * FAULTS + number % PERIOD).unwrap_or(0);
    KINDS.get(index % KINDS.len()).copied().unwrap_or(success)
}

impl Tally {
    fn judge(&mut self, body: &[u8]) {
        let has = |part: &[u8]| body.windows(part.len()).any(|it| it == part);
        if has(b"\"isError\":true") || has(b"\"error\":") {
            self.failed += 1;
        } else {
            self.succeeded += 1;
        }
        self.leaked += u64::from(has(PLANTED));
    }

    fn show(&mut self, example: String) {
        if self.examples.len() < Tally::MOST_EXAMPLES {
            self.examples.push(example.chars().take(300).collect());
        }
    }
}

impl Extent {
    /// How far calls are that have made so many and taken so long, from 0 to 1 and beyond.
    #[expect(clippy::cast_precision_loss, reason = "only its first digits count")]
    fn progress(self, made: u64, taken: Duration) -> f64 {
        match self {
            Extent::Calls(calls) => made as f64 / calls.max(1) as f64,
            Extent::Time(time) => taken.as_secs_f64() / time.as_secs_f64().max(1e-9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_ten_calls_are_faults_and_every_kind_has_its_turn() {
        let faults: Vec<_> = (0..1_000).map(call).filter(|it| *it != ("get_item", r#"{"sku": "TEA-1"}"#)).collect();
        assert_eq!(faults.len(), 300);
        assert!(KINDS.iter().all(|kind| faults.contains(kind)));
        assert!(KINDS.iter().all(|(_, arguments)| serde_json::from_str::<Value>(arguments).is_ok()));
    }

    #[test]
    fn an_answer_is_a_success_or_a_failure_and_a_planted_word_is_seen() {
        let mut tally = Tally::default();
        for body in ["{\"result\":{\"isError\":false}}", "{\"result\":{\"isError\":true}}", "{\"error\":{}} Wint3r"] {
            tally.judge(body.as_bytes());
        }
        assert_eq!((tally.succeeded, tally.failed, tally.leaked), (1, 2, 1));
    }
}
