//! Exact secrets that the server was configured with.

use memchr::memmem;
use std::ops::Range;

pub(super) const ID: &str = "configured-secret";

pub(super) fn find(secrets: &[Box<str>], text: &str, found: &mut dyn FnMut(Range<usize>)) {
    for secret in secrets {
        for start in memmem::find_iter(text.as_bytes(), secret.as_bytes()) {
            found(start..start + secret.len());
        }
    }
}
