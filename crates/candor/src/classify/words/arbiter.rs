//! Weighs what the phrases say against what the model says.

use super::model::{self, CODES};
use super::{Statement, Strength};
use crate::Code;
use crate::classify::judgement::{INTERNAL, Judgement};

/// The model is only heard where it knows so many features of the text.
const LEAST_KNOWN: u16 = 4;
/// And where its best code is so far before the next.
const LEAST_MARGIN: f32 = 0.1;

/// What the text says, all in all.
pub(super) fn judge(text: &str, said: Option<(Statement, bool)>) -> Option<Statement> {
    let said = match said {
        Some((said, is_by_order)) if is_by_order || said.is_marker || said.strength == Strength::Certain => return Some(said),
        said => said.map(|(said, _)| said),
    };
    let reading = model::read(text);
    let mut scores = reading.scores;
    for (score, code) in scores.iter_mut().zip(CODES) {
        *score += leaning(code);
    }
    let by_phrases = said.as_ref().map(|said| (place(said.judgement.code), weight(said.strength)));
    if let Some((place, weight)) = by_phrases
        && let Some(score) = scores.get_mut(place)
    {
        *score += weight;
    }
    let (best, _) = scores.iter().enumerate().max_by(|one, two| one.1.total_cmp(two.1))?;
    if by_phrases.is_some_and(|(place, _)| place == best) {
        return said;
    }
    let rest = scores.iter().enumerate().filter(|(place, _)| *place != best).map(|(_, score)| *score);
    let margin = scores.get(best)? - rest.fold(f32::MIN, f32::max);
    let code = *CODES.get(best)?;
    if reading.known < LEAST_KNOWN || margin < LEAST_MARGIN {
        return said;
    }
    if code == Code::Internal && said.is_none() {
        return None;
    }
    let judgement = if code == Code::Internal { INTERNAL.retryable_if_idempotent() } else { Judgement::of(code) };
    let span = model::strongest_for(best, text);
    Some(Statement { rule: "model", judgement, strength: Strength::Plain, is_marker: false, span })
}

/// How much a phrase weighs beside the model.
fn weight(strength: Strength) -> f32 {
    match strength {
        Strength::Weak => 1.0,
        Strength::Plain => 2.0,
        Strength::Strong => 4.0,
        Strength::Certain => 6.0,
    }
}

/// What is done without knowing anything else: to call a failure internal does no harm, to call it one that passes may.
fn leaning(code: Code) -> f32 {
    match code {
        Code::Internal => 0.7,
        Code::RateLimited | Code::Timeout | Code::Unavailable | Code::DependencyFailed => -1.2,
        _ => 0.0,
    }
}

/// The place of the code, or of the one that it is a finer form of, among those of the model.
fn place(code: Code) -> usize {
    let coarse = match code {
        Code::MissingRequired => Code::InvalidParams,
        Code::InvalidFormat | Code::OutOfRange => Code::Validation,
        Code::InvalidCredentials | Code::TokenExpired => Code::Unauthorized,
        Code::AlreadyExists => Code::Conflict,
        Code::InitializationFailed | Code::Cache | Code::Unknown => Code::Internal,
        own => own,
    };
    CODES.iter().position(|code| *code == coarse).unwrap_or(CODES.len() - 1)
}
