//! A sentence of plain text, such as `no such order`.

use super::Told;
use crate::http::content::Content;
use ::http::StatusCode;

pub(super) fn read(_: StatusCode, content: &Content) -> Option<Told> {
    match content {
        Content::ShortText(text) if !text.is_empty() => Some(Told { message: Some(text.clone()), ..Told::default() }),
        Content::ShortText(_) | Content::Json { .. } | Content::Other => None,
    }
}
