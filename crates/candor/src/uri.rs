//! What may be in a URI as it is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// All but the characters that RFC 3986 calls unreserved.
pub(crate) const NOT_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
