//! A labelled set of messages: what libraries, databases, clouds and applications say, in our own words and values.
//! `accept` lists what a careful engineer would accept, best first; a trap speaks of a thing without being it.

use candor::Code;
use candor::classify::{Classifier, Evidence, Verdict};
use serde::Deserialize;

const MESSAGES: &str = include_str!("messages.jsonl");

#[derive(Deserialize)]
struct Message {
    text: String,
    name: Option<String>,
    status: Option<u16>,
    accept: Vec<Code>,
    #[serde(default)]
    trap: bool,
}

impl Message {
    fn verdict(&self) -> Verdict {
        let mut evidence = Evidence::text(&self.text);
        if let Some(name) = &self.name {
            evidence = evidence.with_name(name);
        }
        if let Some(status) = self.status {
            evidence = evidence.with_http_status(status);
        }
        Classifier::standard().classify_evidence(&evidence)
    }

    fn is_right(&self) -> bool {
        let code = self.verdict().code();
        self.accept.iter().any(|accepted| coarse(*accepted) == coarse(code))
    }
}

/// A finer code counts as its coarser one.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other codes are coarse")]
fn coarse(code: Code) -> Code {
    match code {
        Code::MissingRequired => Code::InvalidParams,
        Code::InvalidFormat | Code::OutOfRange => Code::Validation,
        Code::InvalidCredentials | Code::TokenExpired => Code::Unauthorized,
        Code::AlreadyExists => Code::Conflict,
        Code::InitializationFailed | Code::Cache | Code::Unknown => Code::Internal,
        other => other,
    }
}

fn messages() -> Vec<Message> {
    MESSAGES.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Percent of the messages that are judged rightly; the others are named.
#[expect(clippy::print_stderr, reason = "seen only if the test fails")]
fn accuracy(messages: &[Message]) -> f64 {
    let wrong: Vec<&Message> = messages.iter().filter(|message| !message.is_right()).collect();
    for message in &wrong {
        let verdict = message.verdict();
        eprintln!("{:?} is {} by {}, not {:?}", message.text, verdict.code(), verdict.rule(), message.accept);
    }
    100.0 - 100.0 * wrong.len() as f64 / messages.len() as f64
}

#[test]
fn nine_of_ten_messages_are_judged_as_a_careful_engineer_would() {
    let messages = messages();
    assert!(messages.len() >= 500);
    let accuracy = accuracy(&messages);
    assert!(accuracy >= 93.0, "{accuracy:.1} %");
}

#[test]
fn a_mention_of_a_failure_is_rarely_taken_for_one() {
    let traps: Vec<Message> = messages().into_iter().filter(|message| message.trap).collect();
    assert!(traps.len() >= 200);
    let accuracy = accuracy(&traps);
    assert!(accuracy >= 91.0, "{accuracy:.1} %");
}
