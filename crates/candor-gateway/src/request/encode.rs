//! Which characters are written as they are.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All but RFC 3986's unreserved characters.
const NOT_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What `allowReserved` leaves as it is: reserved characters that neither end the query nor begin another parameter.
const NOT_ALLOWED_IN_QUERY: &AsciiSet = &NOT_UNRESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';');

/// What a path's own text cannot hold; what is encoded already stays.
const NOT_IN_PATH: &AsciiSet = &percent_encoding::CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^')
    .add(b'|');

/// Every character but the unreserved ones.
pub(super) fn strict(text: &str) -> String {
    utf8_percent_encode(text, NOT_UNRESERVED).to_string()
}

/// For parameters that say `allowReserved`.
pub(super) fn allowing_reserved(text: &str) -> String {
    utf8_percent_encode(text, NOT_ALLOWED_IN_QUERY).to_string()
}

/// For the text of a path itself.
pub(super) fn path_text(text: &str) -> String {
    utf8_percent_encode(text, NOT_IN_PATH).to_string()
}

/// For headers, which are checked as a whole.
pub(super) fn as_it_is(text: &str) -> String {
    text.to_owned()
}
