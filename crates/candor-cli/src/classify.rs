//! `candor classify`: what an error means, and why.

mod lines;
mod verdict;

use crate::arguments::Classify;
use crate::incoming::Incoming;
use crate::input::Input;
use crate::json_lines;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor::classify::{Classifier, Evidence, Rules};
use std::path::Path;
use std::process::ExitCode;

/// Classifies one message, or one object per line of standard input.
pub(crate) fn run(arguments: &Classify, output: &mut Output) -> Result<ExitCode, Trouble> {
    let classifier = match &arguments.rules {
        Some(path) => Classifier::new().with_rules(rules(path)?),
        None => Classifier::new(),
    };
    if arguments.jsonl {
        let incoming = Incoming::of(std::io::stdin())?;
        json_lines::run(&incoming, output, |line| lines::answer(&classifier, line))?;
    } else {
        one(&classifier, arguments, output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One message, from the arguments or standard input, with the evidence in the arguments.
fn one(classifier: &Classifier, arguments: &Classify, output: &mut Output) -> Result<(), Trouble> {
    let evidence = evidence(arguments);
    let text = message(arguments, evidence != Evidence::default())?;
    let text = text.trim();
    if text.is_empty() && evidence == Evidence::default() {
        return Err(Trouble::NothingToClassify);
    }
    let verdict = classifier.classify_evidence(&evidence.with_text(text));
    if arguments.json { output.json(verdict::json(&verdict)) } else { output.text(&verdict::text(&verdict)) }
}

/// The words of the arguments, else all of standard input.
fn message(arguments: &Classify, has_evidence: bool) -> Result<String, Trouble> {
    let is_stdin = arguments.text.iter().all(|word| word == "-");
    if !is_stdin {
        return Ok(arguments.text.join(" "));
    }
    let mut input = Input::open(None)?;
    if input.is_typed() {
        // With other evidence, a message is optional.
        if has_evidence && arguments.text.is_empty() {
            return Ok(String::new());
        }
        say("type or paste the message, then press Ctrl-D");
    }
    Ok(String::from_utf8_lossy(&input.whole()?).into_owned())
}

/// An SQLSTATE as the standard has it.
pub(crate) fn sqlstate(text: &str) -> Result<String, &'static str> {
    let is_sign = |sign: char| sign.is_ascii_digit() || sign.is_ascii_uppercase();
    if text.len() == 5 && text.chars().all(is_sign) {
        Ok(text.to_owned())
    } else {
        Err("expected five digits or capital letters, such as 23505")
    }
}

fn evidence(arguments: &Classify) -> Evidence<'_> {
    let evidence = arguments.name.as_deref().into_iter().fold(Evidence::default(), Evidence::with_name);
    let evidence = arguments.status.into_iter().fold(evidence, Evidence::with_http_status);
    let evidence = arguments.errno.into_iter().fold(evidence, Evidence::with_errno);
    let evidence = arguments.sqlstate.as_deref().into_iter().fold(evidence, Evidence::with_sqlstate);
    let evidence = arguments.grpc_status.into_iter().fold(evidence, Evidence::with_grpc_status);
    arguments.exit_code.into_iter().fold(evidence, Evidence::with_exit_code)
}

/// The rules of a file; where two of them can match one error, it is said which decides.
fn rules(path: &Path) -> Result<Rules, Trouble> {
    let mut input = Input::open(Some(path))?;
    let text = String::from_utf8_lossy(&input.whole()?).into_owned();
    let name = input.name().to_owned();
    let rules = Rules::from_json(&text).map_err(|invalid| Trouble::Rules { name: name.clone(), invalid })?;
    for overlap in rules.overlaps() {
        say(&format!("{name}: {overlap}"));
    }
    Ok(rules)
}
