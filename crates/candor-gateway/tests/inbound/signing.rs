//! Keys of an authorization server, and tokens that they have signed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair,
    RSA_PKCS1_SHA256, RSA_PKCS1_SHA384, RSA_PKCS1_SHA512, RSA_PSS_SHA256, RSA_PSS_SHA384, RSA_PSS_SHA512, RsaEncoding,
    RsaKeyPair,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject;
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) const ISSUER: &str = "https://auth.example.com";
pub(crate) const RESOURCE: &str = "https://gateway.example.com/mcp";

/// All algorithms that are accepted.
pub(crate) const ALGORITHMS: [&str; 9] =
    ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"];

/// A key with its name and its algorithm.
pub(crate) struct Signer {
    pub(crate) algorithm: &'static str,
    pub(crate) id: &'static str,
    pair: Pair,
}

enum Pair {
    Rsa(RsaKeyPair),
    Ecdsa(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Signer {
    /// A new key. That of RSA is always the same: ring makes none.
    pub(crate) fn new(algorithm: &'static str, id: &'static str) -> Signer {
        let random = SystemRandom::new();
        let ecdsa = |curve| {
            let text = EcdsaKeyPair::generate_pkcs8(curve, &random).unwrap();
            Pair::Ecdsa(EcdsaKeyPair::from_pkcs8(curve, text.as_ref(), &random).unwrap())
        };
        let pair = match algorithm {
            "ES256" => ecdsa(&ECDSA_P256_SHA256_FIXED_SIGNING),
            "ES384" => ecdsa(&ECDSA_P384_SHA384_FIXED_SIGNING),
            "EdDSA" => {
                let text = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
                Pair::Ed25519(Ed25519KeyPair::from_pkcs8(text.as_ref()).unwrap())
            }
            _ => {
                let key = PrivatePkcs8KeyDer::from_pem_slice(include_bytes!("rsa_key.pem")).unwrap();
                Pair::Rsa(RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()).unwrap())
            }
        };
        Signer { algorithm, id, pair }
    }

    /// The public key (RFC 7517).
    pub(crate) fn key(&self) -> Value {
        let mut key = match &self.pair {
            Pair::Rsa(pair) => {
                let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
                json!({"kty": "RSA", "n": encoded(&public.n), "e": encoded(&public.e)})
            }
            Pair::Ecdsa(pair) => {
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                let curve = if x.len() == 32 { "P-256" } else { "P-384" };
                json!({"kty": "EC", "crv": curve, "x": encoded(x), "y": encoded(y)})
            }
            Pair::Ed25519(pair) => json!({"kty": "OKP", "crv": "Ed25519", "x": encoded(pair.public_key().as_ref())}),
        };
        key["kid"] = json!(self.id);
        key["use"] = json!("sig");
        key["alg"] = json!(self.algorithm);
        key
    }

    /// A token with these claims.
    pub(crate) fn token(&self, claims: &Value) -> String {
        self.token_with(&json!({"alg": self.algorithm, "typ": "at+jwt", "kid": self.id}), claims)
    }

    /// The same with this header.
    pub(crate) fn token_with(&self, header: &Value, claims: &Value) -> String {
        self.signed(&header.to_string(), &claims.to_string())
    }

    /// The same of texts.
    pub(crate) fn signed(&self, header: &str, claims: &str) -> String {
        let signed = format!("{}.{}", encoded(header.as_bytes()), encoded(claims.as_bytes()));
        let signature = encoded(&self.signature(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    fn signature(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::Rsa(pair) => {
                let encoding: &dyn RsaEncoding = match self.algorithm {
                    "RS256" => &RSA_PKCS1_SHA256,
                    "RS384" => &RSA_PKCS1_SHA384,
                    "RS512" => &RSA_PKCS1_SHA512,
                    "PS256" => &RSA_PSS_SHA256,
                    "PS384" => &RSA_PSS_SHA384,
                    "PS512" => &RSA_PSS_SHA512,
                    other => panic!("{other}"),
                };
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(encoding, &random, message, &mut signature).unwrap();
                signature
            }
            Pair::Ecdsa(pair) => pair.sign(&random, message).unwrap().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
        }
    }
}

pub(crate) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A set of keys.
pub(crate) fn key_set(signers: &[&Signer]) -> Value {
    json!({"keys": signers.iter().map(|signer| signer.key()).collect::<Vec<_>>()})
}

/// Seconds since 1970, so many from now.
pub(crate) fn in_seconds(seconds: i64) -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()).unwrap() + seconds
}

/// Claims of a valid token, with these in their place.
pub(crate) fn claims(others: Value) -> Value {
    let mut claims = json!({"iss": ISSUER, "aud": RESOURCE, "sub": "user-17", "client_id": "agent", "jti": "1",
                            "iat": in_seconds(-10), "exp": in_seconds(300), "scope": "mcp:use"});
    for (name, value) in others.as_object().unwrap() {
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(name);
        } else {
            claims[name] = value.clone();
        }
    }
    claims
}
