//! Values that have a place in a message, and cannot be read.

use crate::rmcp::refusal;
use crate::schema::{name_in_pointer, pointer_of};
use crate::{Code, Failure, reason};

/// The first value of a message that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) flaw: Flaw,
    /// The steps to it: names of members and numbers of items.
    pub(super) path: Vec<String>,
    /// Whether it is the name of a member; the path is then that of the object.
    pub(super) is_name: bool,
}

/// Why a value cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A `\ud83d` without its other half: JSON's grammar allows it, and it is not text.
    HalfSurrogate,
    /// Such as `1e400`.
    OutOfRange,
    /// Neither a number nor one of JSON's three words, such as `NaN`.
    UnknownWord,
    /// A character that has to be escaped in a string, such as a line break.
    ControlCharacter,
    /// Such as `\x41`.
    UnknownEscape,
    /// Bytes that are not UTF-8.
    NotUtf8,
}

impl Flaw {
    /// Whether the grammar of JSON allows it.
    fn is_json(self) -> bool {
        match self {
            Flaw::HalfSurrogate | Flaw::OutOfRange => true,
            Flaw::UnknownWord | Flaw::ControlCharacter | Flaw::UnknownEscape | Flaw::NotUtf8 => false,
        }
    }

    fn verdict(self) -> &'static str {
        match self {
            Flaw::HalfSurrogate => "has half of a surrogate pair, which is not text",
            Flaw::OutOfRange => "is a number outside of the range of 64-bit floating point",
            Flaw::UnknownWord => "is not a JSON value; JSON does not have NaN, Infinity or words of other languages",
            Flaw::ControlCharacter => "has a control character that is not escaped",
            Flaw::UnknownEscape => "has an escape that JSON does not have",
            Flaw::NotUtf8 => "is not UTF-8",
        }
    }

    fn recovery(self) -> &'static str {
        match self {
            Flaw::HalfSurrogate => "Send whole characters: do not cut a text between the halves of a surrogate pair.",
            Flaw::OutOfRange => "Send a number between -1.7e308 and 1.7e308, or the number as a string.",
            Flaw::UnknownWord => "Send null or a string in place of a number that JSON does not have.",
            Flaw::ControlCharacter => "Escape control characters in strings, such as \\n for a line break.",
            Flaw::UnknownEscape => {
                "Use only the escapes of JSON: \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits."
            }
            Flaw::NotUtf8 => "Encode the message in UTF-8.",
        }
    }
}

impl Unreadable {
    /// Why the message is refused: the params are at fault, or the message, or it is not JSON.
    pub(super) fn into_failure(self) -> Failure {
        let Unreadable { flaw, path, is_name } = self;
        let is_in_params = path.first().is_some_and(|first| first == "params");
        let code = match flaw.is_json() {
            false => Code::ParseError,
            true if is_in_params => Code::InvalidParams,
            true => Code::InvalidRequest,
        };
        let reason = if flaw.is_json() { reason!("unreadable_value") } else { reason!("unparsable_message") };
        let failure = Failure::new(code, format!("{} {}.", subject(&path, is_name), flaw.verdict()))
            .with_reason(reason)
            .with_recovery(flaw.recovery());
        match path.as_slice() {
            [] => failure,
            [member] if refusal::MEMBERS.contains(&member.as_str()) => failure.with_field(member),
            _ => failure.with_field(pointer_of(&path.iter().map(|step| name_in_pointer(step)).collect::<Vec<_>>())),
        }
    }
}

/// What the sentence is about. Names that could be taken for something else are only in the pointer.
fn subject(path: &[String], is_name: bool) -> String {
    let is_plain = |step: &String| {
        (1..=40).contains(&step.len()) && step.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let is_shown = !path.is_empty() && path.len() <= 8 && path.iter().all(is_plain);
    match (is_shown, is_name) {
        (true, true) => format!("The name of a member in {}", path.join(".")),
        (true, false) => path.join("."),
        (false, true) => "The name of a member".to_owned(),
        (false, false) => "A value of the message".to_owned(),
    }
}
