//! An answer that is a success by its status: what it holds, and whether that is what the document promises.

use super::malformed_body::{Malformed, malformed};
use super::{Case, charset, empty_response, says_it_failed, schema_mismatch, unexpected_content_type};
use crate::call::{Content, Warning};
use crate::media_type;
use crate::send::Received;
use crate::tool::{Answer, AnswerKind};
use candor::Failure;
use http::header::CONTENT_TYPE;
use http::{Method, StatusCode};
use serde_json::Value;

type Judged = Result<(Content, Vec<Warning>), Failure>;

/// What an answer that nobody has named is called.
const UNNAMED: &str = "application/octet-stream";

/// What the caller gets of a success.
pub(super) fn judge(case: Case<'_>, mut received: Received) -> Judged {
    let status = received.status;
    if received.method == Method::HEAD || matches!(status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT) {
        return Ok((Content::Empty, Vec::new()));
    }
    let promised = Promised::of(case, status);
    if received.body.is_empty() {
        return match promised.may_be_empty {
            true => Ok((Content::Empty, Vec::new())),
            false => empty_response::empty(case, status),
        };
    }
    let written = received.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).map(str::to_owned);
    let came = written.as_deref().map(media_type::name).unwrap_or_default();
    let Some(kind) = promised.kind_of(&came) else {
        return Err(unexpected_content_type::unexpected(case, &received, &promised.name, &came));
    };
    if kind != AnswerKind::Json
        && media_type::is_json(&came)
        && let Some(failure) = told_in_json(case, &received)
    {
        return Err(failure);
    }
    let name = match came.as_str() {
        "" if promised.name.contains('*') || promised.name.is_empty() => UNNAMED.to_owned(),
        "" => promised.name,
        _ => came,
    };
    let content = match kind {
        AnswerKind::Json => return json(case, received, promised.kind),
        AnswerKind::Text | AnswerKind::Any | AnswerKind::Empty => {
            let body = std::mem::take(&mut received.body);
            match charset::decoded(&received.headers, body.clone()) {
                Ok(text) => {
                    drop(body);
                    Content::Text(text.into_string())
                }
                Err(why) => return Err(malformed(case, &Received { body, ..received }, why)),
            }
        }
        AnswerKind::Image => Content::Image { bytes: received.body, media_type: name },
        AnswerKind::Audio => Content::Audio { bytes: received.body, media_type: name },
        AnswerKind::File => Content::File { bytes: received.body, media_type: name },
    };
    Ok((content, Vec::new()))
}

/// The failure that an answer says it is, which is JSON although something else was promised. It is not read for anything else.
fn told_in_json(case: Case<'_>, received: &Received) -> Option<Failure> {
    if case.policies.failed_when.is_empty() {
        return None;
    }
    let text = charset::decoded(&received.headers, received.body.clone()).ok()?;
    let value = serde_json::from_str(text.as_str()).ok()?;
    says_it_failed::told(case, received, &value)
}

/// JSON is read once; its text is kept beside the value.
fn json(case: Case<'_>, received: Received, promised: AnswerKind) -> Judged {
    let text = match charset::decoded(&received.headers, received.body.clone()) {
        Ok(text) => text,
        Err(why) => return Err(malformed(case, &received, why)),
    };
    let mut value: Value = match serde_json::from_str(text.as_str()) {
        Ok(value) => value,
        Err(error) => return Err(malformed(case, &received, Malformed::NotJson(error))),
    };
    if let Some(failure) = says_it_failed::told(case, &received, &value) {
        return Err(failure);
    }
    if promised != AnswerKind::Json && case.output.is_some() {
        // The schema describes other answers than this, so it cannot be structured content.
        return Ok((Content::Text(text.into_string()), Vec::new()));
    }
    let warnings = schema_mismatch::checked(case, &received, &mut value)?;
    Ok((Content::Json(value, text.into_bytes()), warnings))
}

/// What the document says of an answer with a status.
struct Promised {
    kind: AnswerKind,
    /// The media type, or what stands for it where none is named.
    name: String,
    may_be_empty: bool,
}

impl Promised {
    fn of(case: Case<'_>, status: StatusCode) -> Promised {
        let answers = case.tool.answers();
        let of = |answer: &Answer| Promised {
            kind: answer.kind(),
            name: answer.media_type().unwrap_or_default().to_ascii_lowercase(),
            may_be_empty: answer.kind() == AnswerKind::Empty,
        };
        case.tool.answer(status.as_u16()).map(of).unwrap_or_else(|| {
            // A success that the document does not describe: it may be any of those that it does, but not less.
            let may_be_empty = answers.iter().all(|answer| answer.kind() == AnswerKind::Empty);
            let is_json = !answers.is_empty() && answers.iter().all(|answer| answer.kind() == AnswerKind::Json);
            let kind = if is_json { AnswerKind::Json } else { AnswerKind::Empty };
            let name = if is_json { "application/json".to_owned() } else { String::new() };
            Promised { kind, name, may_be_empty }
        })
    }

    /// What an answer of this media type is to the caller; none, if it is not what was promised. An answer without a media
    /// type is taken for what was promised.
    fn kind_of(&self, came: &str) -> Option<AnswerKind> {
        let own = own_kind(came);
        let is_html = came == "text/html" || came == "application/xhtml+xml";
        // A page where none was promised is one for people: of a proxy, of a log-in.
        if is_html && !matches!(self.name.as_str(), "text/html" | "application/xhtml+xml" | "text/*" | "*/*") {
            return None;
        }
        match (self.kind, own) {
            (kind, None) => {
                Some(if matches!(kind, AnswerKind::Any | AnswerKind::Empty) { AnswerKind::File } else { kind })
            }
            (AnswerKind::Any | AnswerKind::Empty, Some(own)) => Some(own),
            (AnswerKind::Text, Some(AnswerKind::Text | AnswerKind::Json)) => Some(AnswerKind::Text),
            (AnswerKind::File, Some(own)) => {
                let is_other = own != AnswerKind::File && own_kind(&self.name) == Some(AnswerKind::File);
                let is_open = self.name == UNNAMED;
                (!is_other || is_open).then_some(AnswerKind::File)
            }
            (promised, Some(own)) => (promised == own).then_some(own),
        }
    }
}

/// What an answer is by its media type alone.
fn own_kind(name: &str) -> Option<AnswerKind> {
    match name {
        "" => None,
        _ if media_type::is_json(name) => Some(AnswerKind::Json),
        _ if media_type::is_text(name) => Some(AnswerKind::Text),
        _ if name.starts_with("image/") => Some(AnswerKind::Image),
        _ if name.starts_with("audio/") => Some(AnswerKind::Audio),
        _ => Some(AnswerKind::File),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promised(kind: AnswerKind, name: &str) -> Promised {
        Promised { kind, name: name.to_owned(), may_be_empty: false }
    }

    #[test]
    fn an_answer_is_what_was_promised_or_nothing() {
        use AnswerKind::{Any, Empty, File, Image, Json, Text};
        let rows = [
            (promised(Json, "application/json"), "application/json", Some(Json)),
            (promised(Json, "application/json"), "application/hal+json", Some(Json)),
            (promised(Json, "application/json"), "text/plain", None),
            (promised(Json, "application/json"), "text/html", None),
            (promised(Json, "application/json"), "", Some(Json)),
            (promised(Text, "text/csv"), "text/plain", Some(Text)),
            (promised(Text, "text/csv"), "text/html", None),
            (promised(Text, "text/html"), "text/html", Some(Text)),
            (promised(Text, "text/plain"), "application/json", Some(Text)),
            (promised(Text, "text/plain"), "image/png", None),
            (promised(Image, "image/png"), "image/jpeg", Some(Image)),
            (promised(Image, "image/png"), "application/json", None),
            (promised(File, "application/pdf"), "application/octet-stream", Some(File)),
            (promised(File, "application/pdf"), "application/json", None),
            (promised(File, "application/octet-stream"), "text/csv", Some(File)),
            (promised(Any, "*/*"), "text/html", Some(Text)),
            (promised(Any, "*/*"), "image/gif", Some(Image)),
            (promised(Any, "*/*"), "", Some(File)),
            (promised(Empty, ""), "application/json", Some(Json)),
            (promised(Empty, ""), "text/html", None),
        ];
        for (promised, came, kind) in rows {
            assert_eq!(promised.kind_of(came), kind, "{:?} {}, {came}", promised.kind, promised.name);
        }
    }
}
