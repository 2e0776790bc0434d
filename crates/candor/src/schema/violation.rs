//! One thing that is wrong with arguments or a result.

use super::given::joined;
use super::place::Place;
use crate::disclose::REDACTED;
use crate::failure::bounded::bounded;
use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::Value;

/// What is checked, and so what the whole of it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Arguments,
    Output,
}

impl Subject {
    /// What the whole value is called.
    pub(super) fn whole(self) -> &'static str {
        match self {
            Subject::Arguments => "the argument object",
            Subject::Output => "the result",
        }
    }

    /// What a member at this place is called.
    pub(super) fn member(self, place: &Place<'_>) -> &'static str {
        if self == Subject::Arguments && place.depth() == 1 { "argument" } else { "member" }
    }
}

/// The kinds of mistakes that have a code of their own, and all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breach {
    Missing,
    Range,
    Format,
    Other,
}

/// One thing that is wrong, and what to do about it.
#[derive(Debug)]
pub(super) struct Violation {
    /// The place, as a JSON pointer.
    pub(super) field: String,
    /// The keyword of the schema that is broken.
    pub(super) constraint: String,
    pub(super) breach: Breach,
    /// What is wrong, to follow the name of the place: "must be an integer".
    pub(super) problem: String,
    pub(super) expected: Option<String>,
    /// What was given, and the word that joins it to the problem: "is", "0".
    pub(super) given: Option<(&'static str, String)>,
    /// The value at fault, bounded.
    pub(super) value: Option<Value>,
    /// What to do, as an order without the first capital: "set /quantity to an integer".
    pub(super) fix: String,
    /// What may have been meant, as it has to be written.
    pub(super) did_you_mean: Vec<String>,
}

impl Violation {
    /// A violation of this constraint at this place, with nothing said yet.
    pub(super) fn new(place: &Place<'_>, constraint: &str, breach: Breach) -> Violation {
        Violation {
            field: place.pointer(),
            constraint: constraint.to_owned(),
            breach,
            problem: String::new(),
            expected: None,
            given: None,
            value: None,
            fix: String::new(),
            did_you_mean: Vec::new(),
        }
    }

    /// The same with the value at fault: one that must not be shown is not kept, and of lists and objects no more than
    /// 002 allows a caller to see.
    pub(super) fn with_value(self, value: &Value, place: &Place<'_>) -> Violation {
        let value = match value {
            _ if place.is_concealed() => REDACTED.into(),
            Value::Array(items) => format!("[Array of {} items]", items.len()).into(),
            Value::Object(_) => "[Object]".into(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => bounded(value).value,
        };
        Violation { value: Some(value), ..self }
    }

    /// How the place is called in a sentence.
    pub(super) fn place(&self, subject: Subject) -> &str {
        if self.field.is_empty() { subject.whole() } else { &self.field }
    }

    /// All of it in one clause: "/quantity must be an integer, but is the text "three"".
    pub(super) fn clause(&self, subject: Subject) -> String {
        let mut clause = format!("{} {}", self.place(subject), self.problem);
        if let Some((verb, given)) = &self.given {
            clause.push_str(&format!(", but {verb} {given}"));
        }
        if !self.did_you_mean.is_empty() {
            let it = if self.breach == Breach::Missing { "it by " } else { "" };
            // A text is quoted, a name is not.
            let quoted = |meant: &String| if self.value.is_some() { format!("\"{meant}\"") } else { meant.clone() };
            let meant: Vec<_> = self.did_you_mean.iter().map(quoted).collect();
            clause.push_str(&format!(" (did you mean {it}{}?)", joined(&meant, "or")));
        }
        clause
    }
}

/// As the caller gets it.
impl Serialize for Violation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("field", &self.field)?;
        map.serialize_entry("problem", &self.problem)?;
        if let Some(expected) = &self.expected {
            map.serialize_entry("expected", expected)?;
        }
        if let Some((_, given)) = &self.given {
            map.serialize_entry("given", given)?;
        }
        map.serialize_entry("fix", &self.fix)?;
        if !self.did_you_mean.is_empty() {
            map.serialize_entry("did_you_mean", &self.did_you_mean)?;
        }
        map.end()
    }
}
