//! Seals what the gateway gives to its clients to keep: they bring it back, and can neither read nor change it. Any gateway with the same
//! keys can open it.
//!
//! ```text
//! base64url( version, purpose, 24 random bytes, AEAD( expiry, payload ), tag )
//! ```
//!
//! The first half of the random bytes makes a key of its own for each text, and the second one is its nonce: so many texts can be sealed
//! with one key that no two share both (as in XAES-256-GCM).

mod mark;
#[cfg(test)]
mod tests;

use crate::upstream::Secret;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The form of what is sealed.
const VERSION: u8 = 1;
/// The version and the purpose. Both can be read by anybody, and changed by nobody.
const HEAD: usize = 2;
/// What the key of one text is made of, beside its nonce.
const OWN_KEY: usize = 12;
const RANDOM: usize = OWN_KEY + NONCE_LEN;
const EXPIRY: usize = 8;
/// How keys are told from all others that somebody makes of the same secret.
const DERIVATION: &[u8] = b"candor gateway seal 1";
/// The shortest secret that is a key, in bytes: 32 characters, such as `openssl rand -hex 16` or `openssl rand -base64 32` give.
const SHORTEST_KEY: usize = 32;
/// How many keys can be there at once. Each has to be tried on what is forged.
const MOST_KEYS: usize = 8;

/// What something is sealed for. Nothing that is sealed for one purpose is of use for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// The id of a session, in a header.
    Session,
    /// What a client sends back with its answers to questions.
    RequestState,
    /// The id of a task.
    Task,
    /// Where the next page of a list begins.
    Cursor,
}

/// Why something is not opened. It says nothing of what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unopened {
    /// No key of this gateway has sealed it, or somebody has changed it.
    #[error("it was not sealed by this gateway, or it was changed")]
    Forged,
    #[error("it has expired")]
    Expired,
    #[error("it was sealed for something else")]
    OtherPurpose,
}

/// Why something is not sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsealed {
    #[error("it is too long to be sealed")]
    TooLong,
    #[error("the system has no random numbers")]
    NoRandomNumbers,
}

/// Seals and opens. The first key seals, and all of them open, so that one can take the place of another. Clones share the keys.
#[derive(Clone)]
pub(crate) struct Seal(Arc<[Prk]>);

impl Purpose {
    fn number(self) -> u8 {
        match self {
            Purpose::Session => 1,
            Purpose::RequestState => 2,
            Purpose::Task => 3,
            Purpose::Cursor => 4,
        }
    }

    /// The longest sealed text, in bytes. What is in a header passes those between client and gateway as well.
    fn longest(self) -> usize {
        match self {
            Purpose::Session => 6 * 1024,
            Purpose::Task | Purpose::Cursor => 16 * 1024,
            Purpose::RequestState => 1024 * 1024,
        }
    }
}

impl Seal {
    /// Seals with these keys, or with one of this process if there are none: it lasts as long as the process, and no other gateway has it.
    ///
    /// # Errors
    ///
    /// What is wrong with the keys, without them.
    pub(crate) fn new(keys: &[Secret]) -> Result<Seal, Vec<String>> {
        if keys.is_empty() {
            return of_process().map_err(|why| vec![why.to_string()]);
        }
        let mistakes = Seal::mistakes_in(keys);
        match mistakes.is_empty() {
            true => Ok(Seal(keys.iter().map(|key| prk(key.reveal().as_bytes())).collect())),
            false => Err(mistakes),
        }
    }

    /// What keeps these keys from being used.
    pub(crate) fn mistakes_in(keys: &[Secret]) -> Vec<String> {
        let short = keys.iter().enumerate().filter(|(_, key)| key.reveal().len() < SHORTEST_KEY);
        let short = short.map(|(place, _)| {
            format!(
                "key {} of `seal_keys` is shorter than {SHORTEST_KEY} characters; `openssl rand -base64 32` makes one",
                place + 1
            )
        });
        let several = (keys.len() > MOST_KEYS).then(|| format!("`seal_keys` has more than {MOST_KEYS} keys"));
        short.chain(several).collect()
    }

    /// This payload, sealed for a time.
    ///
    /// # Errors
    ///
    /// It is longer than texts for this purpose may be, or the system gives no random numbers.
    pub(crate) fn seal(&self, purpose: Purpose, payload: &[u8], lasts: Duration) -> Result<String, Unsealed> {
        self.seal_until(purpose, payload, now().saturating_add(lasts.as_secs()))
    }

    fn seal_until(&self, purpose: Purpose, payload: &[u8], expiry: u64) -> Result<String, Unsealed> {
        let length = HEAD + RANDOM + EXPIRY + payload.len() + CHACHA20_POLY1305.tag_len();
        if length.div_ceil(3).saturating_mul(4) > purpose.longest() {
            return Err(Unsealed::TooLong);
        }
        let mut random = [0; RANDOM];
        SystemRandom::new().fill(&mut random).map_err(|_| Unsealed::NoRandomNumbers)?;
        let head = [VERSION, purpose.number()];
        let key = self.0.first().and_then(|prk| own_key(prk, &random)).ok_or(Unsealed::NoRandomNumbers)?;
        let nonce = nonce(&random).ok_or(Unsealed::NoRandomNumbers)?;
        let mut secret = Vec::with_capacity(length);
        secret.extend_from_slice(&expiry.to_be_bytes());
        secret.extend_from_slice(payload);
        key.seal_in_place_append_tag(nonce, Aad::from(head), &mut secret).map_err(|_| Unsealed::TooLong)?;
        Ok(URL_SAFE_NO_PAD.encode([&head[..], &random, &secret].concat()))
    }

    /// The payload of what was sealed for this purpose.
    ///
    /// # Errors
    ///
    /// It was not sealed with one of the keys, it has expired, or it is for another purpose.
    pub(crate) fn open(&self, purpose: Purpose, sealed: &str) -> Result<Vec<u8>, Unopened> {
        self.open_at(purpose, sealed, now())
    }

    fn open_at(&self, purpose: Purpose, sealed: &str, now: u64) -> Result<Vec<u8>, Unopened> {
        let longest = [Purpose::Session, Purpose::RequestState, Purpose::Task, Purpose::Cursor].map(Purpose::longest);
        if sealed.len() > longest.into_iter().max().unwrap_or_default() {
            return Err(Unopened::Forged);
        }
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| Unopened::Forged)?;
        let (head, rest) = bytes.split_first_chunk::<HEAD>().ok_or(Unopened::Forged)?;
        let (random, secret) = rest.split_first_chunk::<RANDOM>().ok_or(Unopened::Forged)?;
        let [VERSION, written] = *head else { return Err(Unopened::Forged) };
        let opened = self.0.iter().find_map(|prk| {
            let mut secret = secret.to_vec();
            let key = own_key(prk, random)?;
            let length = key.open_in_place(nonce(random)?, Aad::from(*head), &mut secret).ok()?.len();
            secret.truncate(length);
            Some(secret)
        });
        let opened = opened.ok_or(Unopened::Forged)?;
        let (expiry, payload) = opened.split_first_chunk::<EXPIRY>().ok_or(Unopened::Forged)?;
        if written != purpose.number() {
            Err(Unopened::OtherPurpose)
        } else if u64::from_be_bytes(*expiry) <= now {
            Err(Unopened::Expired)
        } else {
            Ok(payload.to_vec())
        }
    }
}

/// How many keys there are: no more is shown of them.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal").field("keys", &self.0.len()).finish_non_exhaustive()
    }
}

/// With a key that the process has made for itself, once.
fn of_process() -> Result<Seal, Unsealed> {
    static OWN: OnceLock<Seal> = OnceLock::new();
    if let Some(own) = OWN.get() {
        return Ok(own.clone());
    }
    let mut key = [0; SHORTEST_KEY];
    SystemRandom::new().fill(&mut key).map_err(|_| Unsealed::NoRandomNumbers)?;
    Ok(OWN.get_or_init(|| Seal([prk(&key)].into())).clone())
}

fn prk(secret: &[u8]) -> Prk {
    Salt::new(HKDF_SHA256, DERIVATION).extract(secret)
}

/// The key of one text.
fn own_key(prk: &Prk, random: &[u8; RANDOM]) -> Option<LessSafeKey> {
    let info = [random.get(..OWN_KEY)?];
    let key = prk.expand(&info, &CHACHA20_POLY1305).ok().map(UnboundKey::from)?;
    Some(LessSafeKey::new(key))
}

fn nonce(random: &[u8; RANDOM]) -> Option<Nonce> {
    Nonce::try_assume_unique_for_key(random.get(OWN_KEY..)?).ok()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
