//! Checks beyond the format: whether a value is a secret, or a filler in an example.

use crate::randomness::could_be_key;
use crate::secrets::auth_scheme::decoded_text;

/// Whether it is an example from documentation: `xxxx`, `YOUR_TOKEN_HERE`.
pub(super) fn is_placeholder(value: &str) -> bool {
    value.bytes().all(|byte| b"xX0*#._-".contains(&byte))
        || ["xxxxxx", "your_", "your-", "_here", "-here"].iter().any(|sign| contains(value, sign))
}

fn contains(value: &str, word: &str) -> bool {
    value.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// For anchors that also begin ordinary words: the value has a digit.
pub(super) fn has_digit(value: &str) -> bool {
    has(value, u8::is_ascii_digit)
}

/// There is no early exit, so that the compiler vectorizes the loop.
fn has(value: &str, sort: fn(&u8) -> bool) -> bool {
    value.bytes().fold(false, |has, byte| has | sort(&byte))
}

/// For anchors that also begin names and versions: the value can only be a key.
pub(super) fn is_key(value: &str) -> bool {
    could_be_key(value)
}

/// For values that differ from names by having both cases and digits.
pub(super) fn is_mixed(value: &str) -> bool {
    has(value, u8::is_ascii_lowercase) && has(value, u8::is_ascii_uppercase) && has(value, u8::is_ascii_digit)
}

/// For values that are all zeros in examples.
pub(super) fn is_nonzero(value: &str) -> bool {
    value.bytes().any(|byte| byte != b'0' && byte != b'-')
}

/// Sessions of Salesforce begin with the id of an organisation.
pub(super) fn is_salesforce(value: &str) -> bool {
    value.starts_with("00D")
}

/// The infix of OpenAI's keys.
pub(super) fn has_mark_of_openai(value: &str) -> bool {
    value.contains("T3BlbkFJ")
}

/// Whether it begins with the number of an account in base64, up to a dot.
pub(super) fn begins_with_account(value: &str) -> bool {
    let account = value.split('.').next().and_then(decoded_text);
    account.is_some_and(|account| account.len() >= 16 && account.iter().all(u8::is_ascii_digit))
}
