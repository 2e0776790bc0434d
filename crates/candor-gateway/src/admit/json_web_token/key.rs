//! A public key of an authorization server (RFC 7517).

use super::algorithm::Algorithm;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;

/// The longest modulus, in bytes: that of 8,192 bits, more than which is not verified.
const LONGEST_MODULUS: usize = 1024;

/// A key as it is written. Members for other purposes are not read, such as private parts.
#[derive(Deserialize)]
pub(super) struct JsonWebKey {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    key_ops: Option<Vec<String>>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// A key that signatures can be verified with.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) id: Option<String>,
    /// The only algorithm that it is for, if it says so.
    algorithm: Option<Algorithm>,
    public: PublicKey,
}

#[derive(Debug)]
enum PublicKey {
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    P256(Vec<u8>),
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
}

impl Key {
    /// The key, if it is one for signatures of a kind that is known here.
    pub(super) fn new(key: JsonWebKey) -> Option<Key> {
        let is_for_signatures = key.purpose.as_deref().is_none_or(|purpose| purpose == "sig")
            && key.key_ops.as_ref().is_none_or(|operations| operations.iter().any(|it| it == "verify"));
        if !is_for_signatures {
            return None;
        }
        let algorithm = match &key.alg {
            Some(name) => Some(Algorithm::by_name(name)?),
            None => None,
        };
        let public = PublicKey::of(&key)?;
        Some(Key { id: key.kid, algorithm, public })
    }

    /// Whether this key has signed the message by this algorithm. The algorithm is the token's own word, so it has to fit what
    /// the key is, and what it says that it is for.
    pub(super) fn verifies(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        if self.algorithm.is_some_and(|only| only != algorithm) {
            return false;
        }
        match (&self.public, algorithm) {
            (PublicKey::Rsa { modulus, exponent }, algorithm) => algorithm.of_rsa().is_some_and(|parameters| {
                RsaPublicKeyComponents { n: modulus, e: exponent }.verify(parameters, message, signature).is_ok()
            }),
            (PublicKey::P256(point), Algorithm::Es256) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature).is_ok()
            }
            (PublicKey::P384(point), Algorithm::Es384) => {
                UnparsedPublicKey::new(&ECDSA_P384_SHA384_FIXED, point).verify(message, signature).is_ok()
            }
            (PublicKey::Ed25519(point), Algorithm::EdDsa) => {
                UnparsedPublicKey::new(&ED25519, point).verify(message, signature).is_ok()
            }
            (PublicKey::P256(_) | PublicKey::P384(_) | PublicKey::Ed25519(_), _) => false,
        }
    }
}

impl PublicKey {
    fn of(key: &JsonWebKey) -> Option<PublicKey> {
        match (key.kty.as_str(), key.crv.as_deref()) {
            ("RSA", _) => {
                let modulus = number(key.n.as_deref()?)?;
                let exponent = number(key.e.as_deref()?)?;
                let is_usable = modulus.len() <= LONGEST_MODULUS && exponent.len() <= 5;
                is_usable.then_some(PublicKey::Rsa { modulus, exponent })
            }
            ("EC", Some("P-256")) => Some(PublicKey::P256(point(key, 32)?)),
            ("EC", Some("P-384")) => Some(PublicKey::P384(point(key, 48)?)),
            ("OKP", Some("Ed25519")) => {
                let x = URL_SAFE_NO_PAD.decode(key.x.as_deref()?).ok()?;
                (x.len() == 32).then_some(PublicKey::Ed25519(x))
            }
            _ => None,
        }
    }
}

/// A number, without the zeros that some begin it with.
fn number(text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let number: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
    (!number.is_empty()).then_some(number)
}

/// A point of a curve, uncompressed.
fn point(key: &JsonWebKey, length: usize) -> Option<Vec<u8>> {
    let x = URL_SAFE_NO_PAD.decode(key.x.as_deref()?).ok()?;
    let y = URL_SAFE_NO_PAD.decode(key.y.as_deref()?).ok()?;
    (x.len() == length && y.len() == length).then(|| [&[4], x.as_slice(), y.as_slice()].concat())
}
