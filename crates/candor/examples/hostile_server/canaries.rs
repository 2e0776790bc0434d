//! The made-up secrets, places and internals that the server lets slip.

use candor::FailurePolicy;
use candor_scrub::Scrubber;
use candor_scrub::testing::{Canary, canary, seen_in};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;

/// The same canaries in every process that asks for as many.
#[derive(Clone)]
pub(crate) struct Canaries(Arc<Vec<Canary>>);

impl Canaries {
    pub(crate) fn made(count: usize) -> Result<Canaries, String> {
        let (mut runner, canary) = (TestRunner::deterministic(), canary());
        let made: Result<Vec<_>, _> =
            (0..count).map(|_| canary.new_tree(&mut runner).map(|tree| tree.current())).collect();
        Ok(Canaries(Arc::new(made.map_err(|reason| reason.to_string())?)))
    }

    /// The canary with this number, in its context.
    pub(crate) fn planted(&self, number: usize) -> String {
        self.0.get(number).map(Canary::planted).unwrap_or_default()
    }

    /// A policy that knows every secret that is one only because it is configured.
    pub(crate) fn policy(&self) -> FailurePolicy {
        FailurePolicy::new().with_secrets(self.0.iter().filter_map(|canary| canary.configured.clone()))
    }

    /// Writes what is to be hidden, and whether the scrubber leaves anything of it.
    pub(crate) fn write_verdicts(&self, scrubber: &Scrubber, to: &mut impl Write) -> io::Result<()> {
        for canary in self.0.iter() {
            let planted = canary.planted();
            let stays = seen_in(canary, &scrubber.scrub(&planted)).is_some();
            writeln!(
                to,
                "{}",
                json!({"hidden": canary.hidden, "configured": canary.configured.is_some(), "stays": stays})
            )?;
        }
        to.flush()
    }
}
