//! Scrubs generated texts and prints what survived and what was changed without need: `cargo xtask planted`.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "it is run by hand, and what goes wrong ends it"
)]

#[path = "../tests/planted/causes.rs"]
mod causes;
#[path = "../tests/planted/generator.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod generator;
#[path = "../tests/planted/tally.rs"]
mod tally;

use causes::Causes;
use generator::Half;
use std::process::ExitCode;
use tally::{Outcome, Tally};

const USAGE: &str =
    "planted [TEXTS] [--causes] [--update] | [TEXTS] [--causes] --building [--show COUNT] [--only ID]...";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("planted: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let (mut texts, mut half, mut is_update, mut shown, mut only) = (100_000, Half::Checking, false, 0, Vec::new());
    let mut causes = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value; usage: {USAGE}"));
        let number =
            |text: &str| text.parse::<usize>().map_err(|_| format!("{text:?} is not a number; usage: {USAGE}"));
        match &*argument {
            "--causes" => causes = Some(Causes::default()),
            "--update" => is_update = true,
            "--building" => half = Half::Building,
            "--show" => shown = number(&value()?)?,
            "--only" => only.push(value()?),
            count => texts = number(count)?,
        }
    }
    if half == Half::Checking && (shown > 0 || !only.is_empty()) {
        return Err(
            "texts are shown with --building alone: whoever reads those of the other half builds for them".to_owned()
        );
    }
    if half == Half::Building && is_update {
        return Err("the baseline is that of the checking half".to_owned());
    }
    let tally = Tally::of(half, texts, |outcome| {
        if let Some(causes) = &mut causes {
            causes.add(outcome);
        }
        if shown > 0 && outcome.survival.is_some() && is_wanted(outcome, &only) {
            shown -= 1;
            show(outcome);
        }
    });
    print!("{}", tally.table());
    print!("{}", causes.map_or_else(String::new, |causes| causes.table()));
    if half == Half::Building {
        return Ok(());
    }
    if is_update {
        return tally.write_baseline(texts).map_err(|error| format!("the baseline cannot be written: {error}"));
    }
    match tally.differences(texts) {
        None => println!("there is no baseline for {texts} texts; --update writes one"),
        Some(differences) if differences.is_empty() => println!("as the baseline says"),
        Some(differences) => {
            return Err(format!("not as the baseline says; if it is right, --update:\n{}", differences.join("\n")));
        }
    }
    Ok(())
}

/// Whether the text has all these parts.
fn is_wanted(outcome: &Outcome, only: &[String]) -> bool {
    let parts = outcome.text.parts;
    let side = if outcome.text.is_secret { "survives" } else { "changes" };
    let ids = [side, parts.carrier, parts.name, parts.word, parts.format, parts.encoding, parts.neighbour];
    only.iter().all(|wanted| ids.contains(&&**wanted))
}

fn show(outcome: &Outcome) {
    println!("{:?}\n  text     {:?}", outcome.text.parts, outcome.text.text());
    println!(
        "  scrubbed {:?}\n  {} {:?}",
        outcome.scrubbed,
        if outcome.text.is_secret { "secret  " } else { "harmless" },
        outcome.text.hidden()
    );
}
