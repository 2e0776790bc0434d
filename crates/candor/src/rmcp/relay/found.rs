//! Where the answer is in a frame.

use crate::rmcp::outbound::json::parts;
use crate::rmcp::shape;
use std::ops::Range;

/// What a frame answers with.
pub(super) enum Found {
    Result(Range<usize>),
    /// One that is there beside a result counts: it is the failure.
    Error(Range<usize>),
    /// The last of several results: some read the first, and others the last.
    Repeated(Range<usize>),
    /// Several messages in one.
    Batch,
    /// Neither a result nor an error.
    Nothing,
}

impl Found {
    pub(super) fn in_frame(frame: &[u8]) -> Found {
        let text = shape::without_mark(frame);
        if text.starts_with(b"[") {
            return Found::Batch;
        }
        let start = frame.trim_ascii_end().len().saturating_sub(text.len());
        let (mut results, mut result, mut error) = (0, None, None);
        for part in parts(frame, start..frame.len()) {
            if part.is_named(frame, "result") {
                results += 1;
                result = Some(part.value);
            } else if part.is_named(frame, "error") && frame.get(part.value.clone()) != Some(b"null") {
                error = Some(part.value);
            }
        }
        match (error, result) {
            (Some(error), _) => Found::Error(error),
            (None, Some(result)) if results > 1 => Found::Repeated(result),
            (None, Some(result)) => Found::Result(result),
            (None, None) => Found::Nothing,
        }
    }
}
