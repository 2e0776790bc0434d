//! Weighs what the phrases say against what the model says.

use super::model::{self, CODES, Scores};
use super::{Statement, Strength};
use crate::Code;
use crate::classify::judgement::{INTERNAL, Judgement};
use crate::failure::Certainty;

/// The model is only heard where it knows so many features of the text.
const LEAST_KNOWN: u16 = 4;
/// And where its best code is so far before the next: a little beside phrases, more where they are silent.
const LEAST_MARGIN: f32 = 0.1;
const LEAST_MARGIN_ALONE: f32 = 0.15;

/// The name of the rule where the model decided.
pub(crate) const BY_MODEL: &str = "model";

/// What the text says, all in all.
pub(super) fn judge(text: &str, said: Option<(Statement, bool)>) -> Option<Statement> {
    let said = match said {
        Some((said, is_by_order)) if is_by_order || said.is_marker || said.strength == Strength::Certain => {
            return Some(said);
        }
        said => said.map(|(said, _)| said),
    };
    let reading = model::read(text);
    let by_phrases = said.as_ref().map(|said| place(said.judgement.code));
    let (mut best, mut most, mut next) = (0, f32::MIN, f32::MIN);
    for (at, (score, leaning)) in reading.scores.iter().zip(&LEANINGS).enumerate() {
        let mut score = score + leaning;
        if by_phrases == Some(at) {
            score += said.as_ref().map_or(0.0, |said| weight(said.strength));
        }
        if score > most {
            (best, most, next) = (at, score, most);
        } else if score > next {
            next = score;
        }
    }
    let margin = most - next;
    if by_phrases == Some(best) {
        return said.map(|said| Statement { certainty: certainty(margin), ..said });
    }
    let least = if said.is_none() { LEAST_MARGIN_ALONE } else { LEAST_MARGIN };
    if reading.known < LEAST_KNOWN || margin < least {
        return said.map(|said| Statement { certainty: Certainty::Unsure, ..said });
    }
    let code = *CODES.get(best)?;
    if code == Code::Internal && said.is_none() {
        return None;
    }
    let judgement = if code == Code::Internal { INTERNAL.retryable_if_idempotent() } else { Judgement::of(code) };
    let span = model::strongest_for(best, text);
    Some(Statement {
        rule: BY_MODEL,
        judgement,
        strength: Strength::Plain,
        is_marker: false,
        span,
        certainty: certainty(margin),
    })
}

/// How sure the best code is, by how far it is before the next; `docs/classification.md` has what was measured.
fn certainty(margin: f32) -> Certainty {
    if margin >= SURE {
        Certainty::Sure
    } else if margin >= LIKELY {
        Certainty::Likely
    } else {
        Certainty::Unsure
    }
}

const SURE: f32 = 7.5;
const LIKELY: f32 = 2.0;

/// How much a phrase weighs beside the model.
fn weight(strength: Strength) -> f32 {
    match strength {
        Strength::Weak => 1.0,
        Strength::Plain => 2.5,
        Strength::Strong => 5.0,
        // The model is not asked.
        Strength::Certain => 6.0,
    }
}

/// What is done without knowing anything else: to call a failure internal does no harm, to call it one that passes may.
static LEANINGS: Scores = {
    let mut leanings = [0.0; CODES.len()];
    let mut at = 0;
    while at < CODES.len() {
        #[expect(clippy::indexing_slicing, reason = "bounded by the loop's condition")]
        {
            leanings[at] = if matches!(
                CODES[at],
                Code::RateLimited | Code::Timeout | Code::Unavailable | Code::DependencyFailed
            ) {
                -1.2
            } else if matches!(CODES[at], Code::Internal) {
                0.7
            } else {
                0.0
            };
        }
        at += 1;
    }
    leanings
};

/// The place of the code, or of the one that it is a finer form of, among those of the model.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are codes of the model, or count as internal")]
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
