//! Any other JSON, by the members in which APIs say what went wrong.
//!
//! There is no list of vendors here. Their bodies are made of the same few parts: words under one of a few names, an
//! identifier, an inner `error`, a list of errors; which names they have is all that differs.

use super::listed_error::{ListedError, field_of};
use super::{BodyFacts, google, identifier};
use crate::code::same_words;
use crate::failure::details::{Details, key};
use crate::http::content::{Content, is_markup};
use crate::http::delay::RetryTime;
use ::http::StatusCode;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// The members that hold messages, the most specific first. Names are compared by their words: `errorMessage` is `error_message`.
const MESSAGES: [&str; 11] = [
    "message",
    "error_description",
    "error_message",
    "error_messages",
    "detail",
    "description",
    "msg",
    "errmsg",
    "fault_string",
    "reason",
    "title",
];
/// The members that wrap the failure itself.
const INNER: [&str; 3] = ["error", "fault", "detail"];
/// The members that hold lists of errors.
const LISTS: [&str; 8] =
    ["errors", "error", "details", "detail", "violations", "field_errors", "invalid_params", "validation_errors"];
/// Which of them may be an object with one member per field. Elsewhere, an object can hold anything.
const BY_FIELD: [&str; 3] = ["errors", "field_errors", "validation_errors"];
/// The members that hold links to documentation.
const LINKS: [&str; 5] = ["documentation_url", "doc_url", "more_info", "error_uri", "help_url"];

/// How many wrappings are opened.
const DEPTH: usize = 4;
/// How many listed errors are passed on.
const MAX_LISTED: usize = 20;
/// How many listed errors a message is made of, if there is no other message.
const IN_A_MESSAGE: usize = 3;

pub(super) fn read(status: StatusCode, content: &Content) -> Option<BodyFacts> {
    let Content::Json { value, .. } = content else { return None };
    Some(Members::of(value, DEPTH).into_facts(status))
}

/// What a value says.
#[derive(Default)]
pub(super) struct Members {
    message: Option<String>,
    identifier: Option<String>,
    state: Option<String>,
    pub(super) finer_identifier: Option<String>,
    number: Option<i64>,
    field: Option<String>,
    pub(super) docs: Option<String>,
    pub(super) retry_time: Option<RetryTime>,
    pub(super) listed: Vec<ListedError>,
}

impl Members {
    fn of(value: &Value, depth: usize) -> Members {
        match value {
            Value::String(text) if identifier::is_one(text) => {
                Members { identifier: Some(text.clone()), ..Members::default() }
            }
            Value::String(_) => Members { message: text_of(value), ..Members::default() },
            Value::Array(items) => {
                Members { listed: items.iter().filter_map(ListedError::of).collect(), ..Members::default() }
            }
            Value::Object(object) if depth > 0 => Members::of_object(object, depth - 1),
            Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Members::default(),
        }
    }

    fn of_object(object: &Object, depth: usize) -> Members {
        let mut members = Members {
            message: message_of(object),
            identifier: identifier::of(object).map(str::to_owned),
            state: identifier::state_of(object).map(str::to_owned),
            number: ["code", "error_code", "errno"].iter().find_map(|name| member(object, name)?.as_i64()),
            field: field_of(object),
            docs: LINKS.iter().find_map(|name| member(object, name)?.as_str()).map(str::to_owned),
            retry_time: retry_time_of(object),
            ..Members::default()
        };
        for items in LISTS.iter().filter_map(|name| member(object, name)?.as_array()) {
            members.add_list(items);
        }
        for fields in BY_FIELD.iter().filter_map(|name| member(object, name)?.as_object()) {
            members.listed.extend(by_field(fields));
        }
        if let Some(inner) = INNER.iter().find_map(|name| member(object, name).filter(|it| it.is_object())) {
            members.take_over(Members::of(inner, depth));
        } else if members.message.is_none() {
            let is_prose = |text: &String| !identifier::is_one(text);
            members.message = member(object, "error").and_then(text_of).filter(is_prose);
        }
        if members.says_nothing() && object.values().all(is_list_of_texts) {
            // Django names the fields at the top, with nothing around them.
            members.listed = by_field(object);
        }
        members
    }

    fn add_list(&mut self, items: &[Value]) {
        if google::is_list_of_messages(items) {
            google::read(items, self);
        } else {
            self.listed.extend(items.iter().filter_map(ListedError::of));
        }
    }

    /// The innermost values are nearest to the failure, so they take precedence over those around them.
    fn take_over(&mut self, inner: Members) {
        self.message = inner.message.or(self.message.take());
        self.identifier = inner.identifier.or(self.identifier.take());
        self.state = inner.state.or(self.state.take());
        self.finer_identifier = inner.finer_identifier.or(self.finer_identifier.take());
        self.number = inner.number.or(self.number);
        self.field = inner.field.or(self.field.take());
        self.docs = inner.docs.or(self.docs.take());
        self.retry_time = inner.retry_time.or(self.retry_time);
        self.listed.extend(inner.listed);
    }

    fn says_nothing(&self) -> bool {
        self.message.is_none() && self.identifier.is_none() && self.state.is_none() && self.listed.is_empty()
    }

    fn into_facts(mut self, status: StatusCode) -> BodyFacts {
        let only = if let [only] = self.listed.as_slice() { Some(only) } else { None };
        let first = self.listed.first();
        let identifier = self.finer_identifier.filter(|it| identifier::is_one(it)).or(self.identifier.take());
        let identifier = identifier.or_else(|| Some(first?.identifier()?.to_owned()));
        let field = self.field.take().or_else(|| Some(only?.field()?.to_owned()));
        let message = self.message.take().or_else(|| phrases(&self.listed));
        let number = self.number.filter(|number| *number != i64::from(status.as_u16()));
        let mut details = Details::default();
        if let Some(number) = number {
            details.set("upstream_code", &number);
        }
        if let Some(field) = field {
            details.set(key::FIELD, &field);
        }
        if !self.listed.is_empty() {
            let first: Vec<Value> = self.listed.iter().take(MAX_LISTED).map(ListedError::to_value).collect();
            details.set_list("errors", &first, self.listed.len().saturating_sub(MAX_LISTED));
        }
        BodyFacts {
            message,
            identifier,
            state: self.state,
            docs: self.docs,
            retry_time: self.retry_time,
            details,
            ..BodyFacts::default()
        }
    }
}

/// The member of that name, however its words are joined.
pub(super) fn member<'o>(object: &'o Object, wanted: &str) -> Option<&'o Value> {
    object.get(wanted).or_else(|| object.iter().find(|(name, _)| same_words(name, wanted)).map(|(_, value)| value))
}

/// The words of an object. An identifier is not a message, unless it is where messages are.
pub(super) fn message_of(object: &Object) -> Option<String> {
    MESSAGES.iter().find_map(|name| {
        let text = text_of(member(object, name)?)?;
        (*name != "reason" || text.contains(' ')).then_some(text)
    })
}

/// The words of a value: text, several texts, or text with its language beside it. A page of HTML is not a message.
pub(super) fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Array(items) => {
            let texts: Vec<_> = items.iter().filter_map(Value::as_str).map(str::trim).collect();
            if texts.len() < items.len() {
                return None;
            }
            texts.join("; ")
        }
        Value::Object(object) => object.get("value")?.as_str()?.trim().to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) => return None,
    };
    Some(text).filter(|text| !text.is_empty() && !is_markup(text))
}

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_string))
}

/// One error per member, unless the object is an error itself.
fn by_field(fields: &Object) -> Vec<ListedError> {
    if fields.get("message").is_some_and(Value::is_string) {
        return ListedError::of_object(fields).into_iter().collect();
    }
    fields.iter().filter_map(|(field, value)| ListedError::about(field, value)).collect()
}

/// `retry_after` of Discord and Telegram, in seconds, and the same in milliseconds.
fn retry_time_of(object: &Object) -> Option<RetryTime> {
    let number = |object: &Object, name: &str| member(object, name)?.as_f64();
    let parameters = object.get("parameters").and_then(Value::as_object);
    let seconds = number(object, "retry_after_ms")
        .map(|milliseconds| milliseconds / 1_000.0)
        .or_else(|| number(object, "retry_after"))
        .or_else(|| number(parameters?, "retry_after"));
    RetryTime::from_seconds(seconds?)
}

/// The first listed errors, where there is no other message.
fn phrases(listed: &[ListedError]) -> Option<String> {
    let first: Vec<_> = listed.iter().filter_map(ListedError::phrase).take(IN_A_MESSAGE).collect();
    let more = listed.len().saturating_sub(first.len());
    match (first.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(first.join("; ")),
        (false, more) => Some(format!("{}; and {more} more", first.join("; "))),
    }
}
