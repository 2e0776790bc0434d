//! Marks what clients keep that is no secret: it stays readable, is always the same, and only a gateway with the keys can have made it.

use super::{Purpose, Seal};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hkdf::Prk;
use ring::hmac::{self, HMAC_SHA256};

/// How keys for marks are told from those that seal.
const DERIVATION: &[u8] = b"mark";

impl Seal {
    /// The mark of these parts, in their order.
    pub(crate) fn mark(&self, purpose: Purpose, parts: &[&str]) -> String {
        let key = self.0.first().and_then(key_of);
        key.map(|key| URL_SAFE_NO_PAD.encode(hmac::sign(&key, &message(purpose, parts)))).unwrap_or_default()
    }

    /// Whether this is their mark.
    pub(crate) fn is_marked(&self, purpose: Purpose, parts: &[&str], mark: &str) -> bool {
        let Ok(mark) = URL_SAFE_NO_PAD.decode(mark) else { return false };
        let message = message(purpose, parts);
        self.0.iter().filter_map(key_of).any(|key| hmac::verify(&key, &message, &mark).is_ok())
    }
}

fn key_of(prk: &Prk) -> Option<hmac::Key> {
    prk.expand(&[DERIVATION], HMAC_SHA256).ok().map(hmac::Key::from)
}

/// The parts in a form that no other parts have.
fn message(purpose: Purpose, parts: &[&str]) -> Vec<u8> {
    let mut message = vec![purpose.number()];
    for part in parts {
        message.extend_from_slice(&part.len().to_be_bytes());
        message.extend_from_slice(part.as_bytes());
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::Secret;

    #[test]
    fn a_mark_is_always_the_same_and_belongs_to_what_it_marks() {
        let key = |letter: char| Secret::new(letter.to_string().repeat(32));
        let old = Seal::new(&[key('a')]).unwrap();
        let new = Seal::new(&[key('b'), key('a')]).unwrap();
        let mark = old.mark(Purpose::Task, &["desk", "7"]);
        assert_eq!(mark, old.mark(Purpose::Task, &["desk", "7"]));
        assert!(
            new.is_marked(Purpose::Task, &["desk", "7"], &mark) && !old.is_marked(Purpose::Task, &["desk", "7"], "")
        );
        assert!(!old.is_marked(Purpose::Task, &["desk", "7"], &new.mark(Purpose::Task, &["desk", "7"])));
        for (purpose, parts) in
            [(Purpose::Cursor, ["desk", "7"]), (Purpose::Task, ["des", "k7"]), (Purpose::Task, ["7", "desk"])]
        {
            assert!(!old.is_marked(purpose, &parts, &mark), "{parts:?}");
        }
    }
}
