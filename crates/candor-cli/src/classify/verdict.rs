//! How a verdict is shown.

use crate::layout::{BOLD, DIM, shown, wrapped};
use candor::classify::Verdict;
use candor::disclose::Scrubber;
use serde_json::{Value, json};

/// The verdict for people.
pub(super) fn text(verdict: &Verdict) -> String {
    let code = verdict.code();
    let because = shown(&decided_by(verdict));
    let because = if because.is_empty() { String::new() } else { format!(", by \"{because}\"") };
    let (rule, step, certainty) = (verdict.rule(), verdict.step(), verdict.certainty());
    let because = format!("because {rule} ({step} step, {certainty}){because}");
    format!(
        "{BOLD}{code}{BOLD:#}  {}\n  origin  {}\n  retry   {}\n  {DIM}{}{DIM:#}\n",
        wrapped(code.row().meaning, code.name().len() + 2),
        verdict.origin(),
        wrapped(&verdict.retry().to_string(), 10),
        wrapped(&because, 10),
    )
}

/// The verdict for programs.
pub(super) fn json(verdict: &Verdict) -> Vec<u8> {
    members(verdict).to_string().into_bytes()
}

/// The part of the input that decided, scrubbed.
fn decided_by(verdict: &Verdict) -> String {
    Scrubber::standard().scrub(&verdict.decided_by()).into_owned()
}

pub(super) fn members(verdict: &Verdict) -> Value {
    json!({
        "code": verdict.code(),
        "origin": verdict.origin(),
        "retry": verdict.retry(),
        "step": verdict.step(),
        "rule": verdict.rule(),
        "decided_by": decided_by(verdict),
        "certainty": verdict.certainty(),
    })
}
