//! The keys of an authorization server (RFC 7517).

use super::compact::Compact;
use super::key::{JsonWebKey, Key};
use serde::Deserialize;
use serde_json::Value;

/// The most keys of a set, and the most that a token without a key's name is tried with.
const MOST_KEYS: usize = 100;
const MOST_TRIED: usize = 8;

/// Keys that signatures can be verified with.
#[derive(Debug)]
pub(super) struct KeySet(Vec<Key>);

impl KeySet {
    /// Reads a set. Keys of unknown kinds and for other purposes are left out, as RFC 7517 has it.
    pub(super) fn parse(text: &[u8]) -> Result<KeySet, String> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }
        let set: Set = serde_json::from_slice(text).map_err(|error| format!("not a set of JSON Web Keys: {error}"))?;
        if set.keys.len() > MOST_KEYS {
            return Err(format!("a set of {} keys; the limit is {MOST_KEYS}", set.keys.len()));
        }
        let keys: Vec<Key> =
            set.keys.into_iter().filter_map(|key| Key::new(JsonWebKey::deserialize(key).ok()?)).collect();
        if keys.is_empty() { Err("a set without a key for signatures".to_owned()) } else { Ok(KeySet(keys)) }
    }

    /// Whether there is a key by this name.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|key| key.id.as_deref() == Some(id))
    }

    /// Whether the key that the token names has signed it; if it names none, whether one of the first keys has.
    pub(super) fn verify(&self, token: &Compact<'_>) -> bool {
        let is_candidate = |key: &&Key| token.key_id.is_none() || key.id == token.key_id;
        let mut candidates = self.0.iter().filter(is_candidate).take(MOST_TRIED);
        candidates.any(|key| key.verifies(token.algorithm, token.signed.as_bytes(), &token.signature))
    }
}
