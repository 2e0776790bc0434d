//! A sentence of plain text, such as `no such order`.

use super::BodyFacts;
use crate::http::content::Content;
use ::http::StatusCode;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<BodyFacts> {
    match content {
        Content::ShortText(text) if !text.is_empty() => {
            Some(BodyFacts { message: Some(text.clone()), ..BodyFacts::default() })
        }
        Content::ShortText(_) | Content::Json { .. } | Content::Other => None,
    }
}
