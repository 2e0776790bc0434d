//! How many messages are judged right, held by floors so that it cannot get worse unnoticed.

use super::messages::{self, Message, Part};
use candor::Code;
use candor::classify::{Certainty, Classifier, Verdict};

/// What a caller does on a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Advice {
    MendTheRequest,
    LookElsewhere,
    SeeTheState,
    GetAccess,
    WaitAndRetry,
    TellTheOperator,
    CalledOff,
}

/// The code that a finer one is a case of.
fn coarse(code: Code) -> Code {
    match code {
        Code::MissingRequired => Code::InvalidParams,
        Code::InvalidFormat | Code::OutOfRange => Code::Validation,
        Code::InvalidCredentials | Code::TokenExpired => Code::Unauthorized,
        Code::AlreadyExists => Code::Conflict,
        Code::InitializationFailed | Code::Cache | Code::Unknown => Code::Internal,
        own => own,
    }
}

fn advice(code: Code) -> Advice {
    match coarse(code) {
        Code::ParseError | Code::InvalidRequest | Code::MethodNotFound | Code::InvalidParams | Code::Validation => {
            Advice::MendTheRequest
        }
        Code::NotFound => Advice::LookElsewhere,
        Code::Conflict => Advice::SeeTheState,
        Code::Unauthorized | Code::Forbidden | Code::QuotaExceeded => Advice::GetAccess,
        Code::RateLimited | Code::Timeout | Code::Unavailable | Code::DependencyFailed => Advice::WaitAndRetry,
        Code::Cancelled => Advice::CalledOff,
        _ => Advice::TellTheOperator,
    }
}

/// Percentages.
#[derive(Debug)]
struct Score {
    code: f64,
    advice: f64,
    traps: f64,
    /// A retry is advised where it does not help.
    vain_retry: f64,
    /// Of those that are called sure.
    sure: f64,
}

fn score(part: Part) -> Score {
    let classifier = Classifier::standard();
    let judged: Vec<(Message, Verdict)> = messages::of(part)
        .into_iter()
        .map(|message| {
            let verdict = classifier.classify_text(&message.text);
            (message, verdict)
        })
        .collect();
    let share = |of: &dyn Fn(&Message, &Verdict) -> bool, right: &dyn Fn(&Message, &Verdict) -> bool| {
        let of: Vec<_> = judged.iter().filter(|(message, verdict)| of(message, verdict)).collect();
        let right = of.iter().filter(|(message, verdict)| right(message, verdict)).count();
        100.0 * right as f64 / of.len().max(1) as f64
    };
    let is_right =
        |message: &Message, verdict: &Verdict| message.codes.iter().any(|code| coarse(*code) == coarse(verdict.code()));
    let accepts = |message: &Message, wanted: Advice| message.codes.iter().any(|code| advice(*code) == wanted);
    let all = |_: &Message, _: &Verdict| true;
    let score = Score {
        code: share(&all, &is_right),
        advice: share(&all, &|message, verdict| accepts(message, advice(verdict.code()))),
        traps: share(&|message, _| message.is_trap, &is_right),
        vain_retry: share(&all, &|message, verdict| {
            advice(verdict.code()) == Advice::WaitAndRetry && !accepts(message, Advice::WaitAndRetry)
        }),
        sure: share(&|_, verdict| verdict.certainty() == Certainty::Sure, &is_right),
    };
    println!("{part:?}: {score:.1?}");
    score
}

#[test]
fn messages_that_nothing_was_built_with_are_judged_no_worse_than_before() {
    let apart = score(Part::Apart);
    assert!(apart.code >= 63.0 && apart.advice >= 67.0 && apart.traps >= 61.5, "{apart:?}");
    assert!(apart.vain_retry <= 2.0 && apart.sure >= 96.0, "{apart:?}");
}

#[test]
fn messages_that_the_model_was_trained_with_are_judged_no_worse_than_before() {
    let built = score(Part::Built);
    assert!(built.code >= 80.0 && built.advice >= 82.0 && built.traps >= 80.0, "{built:?}");
    assert!(built.vain_retry <= 2.0 && built.sure >= 97.0, "{built:?}");
}
