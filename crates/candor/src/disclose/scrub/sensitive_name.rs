//! Names whose values are secrets, wherever they stand: query strings, assignments, JSON keys.

/// Words that make the name they end a secret's name; separators and case do not count.
const ENDINGS: [&str; 17] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "encryptionkey",
    "signingkey",
    "credential",
    "credentials",
    "authorization",
    "cookie",
    "jwt",
];

/// Names that are a secret's only when nothing stands before them.
const WHOLE: [&str; 5] = ["key", "auth", "pass", "signature", "sig"];

/// Whether the value under this name must not be seen.
pub(crate) fn is_sensitive_name(name: &str) -> bool {
    WHOLE.iter().any(|whole| name.eq_ignore_ascii_case(whole)) || names_a_secret(name)
}

/// Whether the value under this name is a secret beyond doubt, so that it must not be seen anywhere else either.
pub(crate) fn names_a_secret(name: &str) -> bool {
    // Most names end in a letter that none of the words ends in.
    let may_end = name.bytes().last().is_some_and(|last| b"delnsty".contains(&last.to_ascii_lowercase()));
    may_end && ENDINGS.iter().any(|ending| ends_with(name, ending))
}

/// Whether the name ends with the word, and the word begins where a word of the name does: `DB_PASSWORD`,
/// `x-api-key`, `accessToken`, but not `mytoken` in the middle of a word.
fn ends_with(name: &str, word: &str) -> bool {
    let mut rest = name.as_bytes();
    let mut first = b' ';
    for expected in word.bytes().rev() {
        while let [head @ .., last] = rest
            && is_separator(*last)
        {
            rest = head;
        }
        match rest {
            [head @ .., last] if last.to_ascii_lowercase() == expected => (first, rest) = (*last, head),
            _ => return false,
        }
    }
    rest.last().is_none_or(|before| !before.is_ascii_lowercase() || first.is_ascii_uppercase())
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_by_itself() {
        for word in ENDINGS.iter().chain(&WHOLE) {
            assert!(is_sensitive_name(word), "{word}");
        }
    }

    #[test]
    fn a_secret_is_known_by_the_last_word_of_its_name() {
        for name in ["password", "DB_PASSWORD", "accessToken", "x-api-key", "api_key", "apiKey", "client_secret", "key"]
        {
            assert!(is_sensitive_name(name), "{name}");
        }
        for name in ["", "tokens", "max_tokens", "secretary", "keyboard", "primary_key", "passport", "author"] {
            assert!(!is_sensitive_name(name), "{name}");
        }
    }
}
