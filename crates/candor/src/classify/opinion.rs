//! What each piece of evidence says, and which of them counts.

use super::judgement::Judgement;
use super::typed::{class_name, errno, exit_code, grpc_status, http_status, sqlstate};
use super::words::{self, Strength};
use super::{Evidence, Step, Verdict};
use crate::Code;
use crate::failure::{Certainty, DecidedBy};
use std::ops::Range;

/// Of a longer text, so many bytes from its beginning and so many from its end are read.
const LONGEST_PART: usize = 8 << 10;

/// The strongest opinion, and the first among equals in the order of the steps.
pub(super) fn strongest(evidence: &Evidence<'_>) -> Option<Opinion> {
    if let Some(opinion) = of_numbers(evidence) {
        return Some(opinion);
    }
    if let Some(opinion) = of_stated_code(evidence) {
        return Some(opinion);
    }
    stronger(stronger(stronger(of_name(evidence), evidence, of_status), evidence, of_name_in_text), evidence, of_words)
}

/// The best opinion so far, or a later one that is stronger. Nothing is asked for after one that is certain.
#[inline]
fn stronger(
    best: Option<Opinion>,
    evidence: &Evidence<'_>,
    later: impl FnOnce(&Evidence<'_>) -> Option<Opinion>,
) -> Option<Opinion> {
    match best {
        Some(best) if best.is_certain() => Some(best),
        Some(best) => Some(later(evidence).filter(|opinion| opinion.strength > best.strength).unwrap_or(best)),
        None => later(evidence),
    }
}

/// What one piece of evidence says.
pub(super) struct Opinion {
    judgement: Judgement,
    strength: Strength,
    step: Step,
    rule: &'static str,
    decided_by: Source,
    certainty: Certainty,
}

/// Where an opinion comes from.
enum Source {
    Number(u16),
    Known(&'static str),
    /// A part of the text.
    Text(Range<usize>),
    /// A part of the name.
    Name(Range<usize>),
}

impl Opinion {
    fn typed(judgement: Judgement, rule: &'static str, name: &'static str) -> Opinion {
        let decided_by = Source::Known(name);
        Opinion {
            judgement,
            strength: Strength::Certain,
            step: Step::Typed,
            rule,
            decided_by,
            certainty: Certainty::Sure,
        }
    }

    fn with_strength(self, strength: Strength) -> Opinion {
        Opinion { strength, certainty: certainty_of(strength), ..self }
    }

    pub(super) fn into_verdict(self, evidence: &Evidence<'_>) -> Verdict {
        let part = |text: &str, span: Range<usize>| DecidedBy::text(text.get(span).unwrap_or_default());
        let decided_by = match self.decided_by {
            Source::Number(number) => DecidedBy::Number(number),
            Source::Known(name) => DecidedBy::Known(name),
            Source::Text(span) => part(evidence.words(), span),
            Source::Name(span) => part(evidence.name.unwrap_or_default(), span),
        };
        // That something was cancelled is 004's last word before the fallback, where nothing surer is known.
        let is_cancelled = self.judgement.code == Code::Cancelled && self.strength == Strength::Weak;
        let step = if is_cancelled { Step::Cancellation } else { self.step };
        let mut verdict = self.judgement.decided_by(step, self.rule.into(), decided_by);
        let certainty = if is_cancelled { Certainty::Unsure } else { self.certainty };
        verdict.set_certainty(certainty);
        // Words that may mean something else do not say that repeating the call does no harm.
        if certainty == Certainty::Unsure && (self.strength == Strength::Weak || self.rule == words::BY_MODEL) {
            verdict.set_retry(verdict.retry().if_idempotent());
        }
        verdict
    }

    /// Whether nothing that comes later can be surer.
    pub(super) fn is_certain(&self) -> bool {
        self.strength == Strength::Certain
    }
}

/// How sure an opinion of this strength is, where the evidence was typed.
const fn certainty_of(strength: Strength) -> Certainty {
    match strength {
        Strength::Certain => Certainty::Sure,
        Strength::Weak | Strength::Plain | Strength::Strong => Certainty::Likely,
    }
}

/// What the given numbers say.
fn of_numbers(evidence: &Evidence<'_>) -> Option<Opinion> {
    let by_errno = || {
        // Node and libuv give them below zero.
        let errno = errno::by_number(evidence.errno?.checked_abs()?)?;
        Some(Opinion::typed(errno.judgement, errno.rule, errno.name()))
    };
    let by_sqlstate = || {
        let (rule, judgement) = sqlstate::judgement(evidence.sqlstate?)?;
        Some(Opinion::typed(judgement, rule, rule))
    };
    let by_grpc = || {
        let status = grpc_status::by_number(evidence.grpc_status?)?;
        Some(Opinion::typed(status.judgement, status.rule, status.name()))
    };
    let by_exit_code = || {
        let (rule, judgement) = exit_code::judgement(evidence.exit_code?)?;
        Some(Opinion::typed(judgement, rule, rule))
    };
    by_errno().or_else(by_sqlstate).or_else(by_grpc).or_else(by_exit_code)
}

/// What a body in a known dialect says, where it says the same as the status or the same more finely.
fn of_stated_code(evidence: &Evidence<'_>) -> Option<Opinion> {
    let (code, retry) = evidence.stated?;
    let judgement = match evidence.http_status {
        Some(status) => http_status::stated(status, code, retry)?,
        None => Judgement::of(code).with_retry(retry),
    };
    Some(Opinion::typed(judgement, "dialect", code.name()))
}

/// What the name of the error's class says.
fn of_name(evidence: &Evidence<'_>) -> Option<Opinion> {
    let name = evidence.name?;
    let short = class_name::without_package(name);
    if let Some(class) = class_name::find_short(short) {
        return Some(Opinion::typed(class.judgement, class.rule, class.name()).with_strength(class.strength));
    }
    if let Some(errno) = errno::by_name(short).filter(|errno| counts_as_name(evidence, short, errno.judgement)) {
        return Some(Opinion::typed(errno.judgement, errno.rule, errno.name()));
    }
    if let Some(status) = grpc_status::by_name(short).filter(|it| counts_as_name(evidence, short, it.judgement)) {
        return Some(Opinion::typed(status.judgement, status.rule, status.name()));
    }
    let state = name.trim().strip_prefix("SQLSTATE").map(|state| state.trim_matches([' ', ':', '[', ']']));
    if let Some((rule, judgement)) = state.and_then(sqlstate::judgement) {
        return Some(Opinion::typed(judgement, rule, rule));
    }
    let said = words::read(short)?;
    let judgement = evidence.http_status.map_or(said.judgement, |status| http_status::refined(status, said.judgement));
    if !is_allowed(evidence, judgement) {
        return None;
    }
    let skipped = name.find(short).unwrap_or_default();
    let decided_by = Source::Name(said.span.start + skipped..said.span.end + skipped);
    let certainty = certainty_of(said.strength);
    Some(Opinion { judgement, strength: said.strength, step: Step::Typed, rule: said.rule, decided_by, certainty })
}

/// Whether a word is the name that a protocol has for a failure. Beside an HTTP status it must be spelt as one and agree
/// with the status: an order that is `cancelled` is not a call that was cancelled.
fn counts_as_name(evidence: &Evidence<'_>, word: &str, judgement: Judgement) -> bool {
    evidence.http_status.is_none_or(|status| {
        // gRPC writes `NOT_FOUND`, Connect `not_found`; one small word can be anything.
        let is_spelt_as_name = word.contains('_') || !word.contains(|it: char| it.is_ascii_lowercase());
        let is_of_status = Code::from_http_status(status) == Some(judgement.code);
        is_spelt_as_name && (is_of_status || http_status::allows(status, judgement.code))
    })
}

/// What the HTTP status says.
fn of_status(evidence: &Evidence<'_>) -> Option<Opinion> {
    let status = evidence.http_status?;
    let judgement = http_status::judgement(status)?;
    let strength = if http_status::is_coarse(status) { Strength::Weak } else { Strength::Certain };
    let decided_by = Source::Number(status);
    let certainty = certainty_of(strength);
    Some(Opinion { judgement, strength, step: Step::Typed, rule: http_status::RULE, decided_by, certainty })
}

/// What the name of a class in the text says: before its first colon, or in its first brackets.
fn of_name_in_text(evidence: &Evidence<'_>) -> Option<Opinion> {
    let text = evidence.words();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$\\".contains(&byte);
    let name_of = |rest: &str| rest.bytes().position(|byte| !is_part(byte)).unwrap_or(rest.len());
    let bracket = memchr::memchr(b'(', text.as_bytes());
    let bracketed = bracket.and_then(|at| text.get(at + 1..)).unwrap_or_default();
    let (first, second) = (text.get(..name_of(text))?, bracketed.get(..name_of(bracketed))?);
    let is_first = text.get(first.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '(']));
    let is_second = bracketed.get(second.len()..).is_some_and(|rest| rest.starts_with(')'));
    let names = [(first, is_first), (second, is_second)];
    let mut names = names.into_iter().filter(|(name, is_name)| *is_name && name.len() > 3);
    let class = names.find_map(|(name, _)| class_name::find(name))?;
    is_allowed(evidence, class.judgement).then(|| {
        let typed = Opinion::typed(class.judgement, class.rule, class.name());
        Opinion { step: Step::Provider, ..typed.with_strength(class.strength) }
    })
}

/// What the words say.
fn of_words(evidence: &Evidence<'_>) -> Option<Opinion> {
    let text = evidence.words();
    let said = if text.len() <= 2 * LONGEST_PART {
        // A status says what the words can mean; alone they are read with more care.
        if evidence.http_status.is_none() { words::judge(text)? } else { words::read(text)? }
    } else {
        let tail = text.ceil_char_boundary(text.len() - LONGEST_PART);
        let first = words::read(text.get(..text.floor_char_boundary(LONGEST_PART))?);
        let last = words::read(text.get(tail..)?).map(|last| last.moved(tail));
        [first, last].into_iter().flatten().reduce(|one, two| if two.strength > one.strength { two } else { one })?
    };
    let judgement = evidence.http_status.map_or(said.judgement, |status| http_status::refined(status, said.judgement));
    let step = if said.is_marker { Step::Provider } else { Step::Common };
    let decided_by = Source::Text(said.span);
    let (strength, rule, certainty) = (said.strength, said.rule, said.certainty);
    let opinion = Opinion { judgement, strength, step, rule, decided_by, certainty };
    is_allowed(evidence, judgement).then_some(opinion)
}

/// Whether a response with the status that is known can mean this.
fn is_allowed(evidence: &Evidence<'_>, judgement: Judgement) -> bool {
    evidence.http_status.is_none_or(|status| http_status::allows(status, judgement.code))
}
