//! Exact secrets that the server was configured with.

use memchr::memmem::Finder;
use std::ops::Range;

pub(super) const ID: &str = "configured-secret";

/// Finds every occurrence, also those that overlap: of a secret that repeats itself, nothing stays.
pub(super) fn find(secrets: &[Box<str>], text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for secret in secrets {
        let finder = Finder::new(secret.as_bytes());
        let mut from = 0;
        while let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            found(from + at..from + at + secret.len());
            from += at + 1;
        }
    }
}
