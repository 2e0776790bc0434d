//! A chain of causes, and its text.

use crate::Failure;
use crate::failure::MAX_CAUSES;
use crate::failure::error_text::{error_text, source_of};
use std::error::Error;
use std::io;

/// The longest text of a chain, and of one error in it: a long text must not hide the causes below it.
const LONGEST_TEXT: usize = 64 << 10;
const LONGEST_CAUSE: usize = 8 << 10;

/// The error and the causes below it, nearest first.
pub(super) fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut last = None;
    // A cause is only asked for if the error before it did not decide.
    (0..MAX_CAUSES).map_while(move |place| {
        last = if place == 0 { Some(error) } else { cause_of(last?) };
        last
    })
}

/// The next cause. An [`io::Error`] that wraps another one does not give it as its source, but that one's.
fn cause_of<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(wrapped) => Some(wrapped),
        None => source_of(error),
    }
}

/// The failure that the error is, or the nearest one below it.
pub(crate) fn failure_within<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Failure> {
    causes(error).find_map(|cause| cause.downcast_ref::<Failure>())
}

/// The texts of the chain, each once.
pub(super) fn text(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for cause in causes(error) {
        let words = error_text(cause, LONGEST_CAUSE).into_text();
        if text.contains(&*words) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&words);
        if text.len() > LONGEST_TEXT {
            text.truncate(text.floor_char_boundary(LONGEST_TEXT));
            break;
        }
    }
    text
}
