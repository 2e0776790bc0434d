//! What an API answers a success with.

use crate::media_type;
use crate::operation::{Media, Operation, Status};

/// An answer that the document describes for a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub(super) status: Status,
    pub(super) kind: AnswerKind,
    pub(super) media_type: Option<String>,
}

/// What an answer is to a caller. The set is closed: it is what MCP has results for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerKind {
    /// JSON, to be checked against the output schema.
    Json,
    /// Text: plain, CSV, XML, JSON lines, HTML and others.
    Text,
    /// An image.
    Image,
    /// Sound.
    Audio,
    /// Any other file.
    File,
    /// Whatever its content type says: the document leaves it open.
    Any,
    /// Nothing.
    Empty,
}

type Row = (AnswerKind, fn(&str) -> bool);

/// In the order in which they are preferred.
const KINDS: &[Row] = &[
    (AnswerKind::Json, media_type::is_json),
    (AnswerKind::Text, media_type::is_text),
    (AnswerKind::Any, |name| name.contains('*')),
    (AnswerKind::Image, |name| name.starts_with("image/")),
    (AnswerKind::Audio, |name| name.starts_with("audio/")),
    (AnswerKind::File, |_| true),
];

impl Answer {
    /// The status that it comes with.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// What it is to a caller.
    #[must_use]
    pub fn kind(&self) -> AnswerKind {
        self.kind
    }

    /// Its media type; none if it is empty.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.media_type.as_deref()
    }
}

/// The media type of a response that is preferred, and what it is.
pub(super) fn preferred(media: &[Media]) -> Option<(AnswerKind, &Media)> {
    KINDS.iter().find_map(|(kind, is_of)| media.iter().find(|media| is_of(&media.name)).map(|media| (*kind, media)))
}

/// The answers to a success; without any, what is described for every status counts.
pub(super) fn answers(operation: &Operation) -> Vec<Answer> {
    let mut answers: Vec<Answer> = successes(operation)
        .map(|(status, media)| match preferred(media) {
            Some((kind, media)) => Answer { status, kind, media_type: Some(media.name.clone()) },
            None => Answer { status, kind: AnswerKind::Empty, media_type: None },
        })
        .collect();
    answers.sort_by_key(|answer| answer.status);
    answers
}

/// What is described for a success.
pub(super) fn successes(operation: &Operation) -> impl Iterator<Item = (Status, &[Media])> {
    let has_success = operation.responses.iter().any(|response| response.status.is_success());
    let counts = move |status: Status| status.is_success() || !has_success && status == Status::Default;
    let responses = operation.responses.iter().filter(move |response| counts(response.status));
    responses.map(|response| (response.status, response.media.as_slice()))
}

/// The value of `Accept`: the preferred media types, then anything else, because failures come in other forms.
pub(super) fn accept(answers: &[Answer]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in answers.iter().filter_map(Answer::media_type) {
        if !names.contains(&name) && name != "*/*" {
            names.push(name);
        }
    }
    match names.is_empty() {
        true => "*/*".to_owned(),
        false => format!("{}, */*;q=0.1", names.join(", ")),
    }
}
