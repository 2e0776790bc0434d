//! The algorithms of signatures (RFC 7518, RFC 8037). Others do not exist here: neither `none` nor those with a shared secret.

use ring::signature as ring;

/// An algorithm of signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    EdDsa,
}

impl Algorithm {
    pub(super) fn by_name(name: &str) -> Option<Algorithm> {
        Some(match name {
            "RS256" => Algorithm::Rs256,
            "RS384" => Algorithm::Rs384,
            "RS512" => Algorithm::Rs512,
            "PS256" => Algorithm::Ps256,
            "PS384" => Algorithm::Ps384,
            "PS512" => Algorithm::Ps512,
            "ES256" => Algorithm::Es256,
            "ES384" => Algorithm::Es384,
            // The second is its name as of RFC 9864.
            "EdDSA" | "Ed25519" => Algorithm::EdDsa,
            _ => return None,
        })
    }

    /// How it verifies with an RSA key, if it does.
    pub(super) fn of_rsa(self) -> Option<&'static ring::RsaParameters> {
        match self {
            Algorithm::Rs256 => Some(&ring::RSA_PKCS1_2048_8192_SHA256),
            Algorithm::Rs384 => Some(&ring::RSA_PKCS1_2048_8192_SHA384),
            Algorithm::Rs512 => Some(&ring::RSA_PKCS1_2048_8192_SHA512),
            Algorithm::Ps256 => Some(&ring::RSA_PSS_2048_8192_SHA256),
            Algorithm::Ps384 => Some(&ring::RSA_PSS_2048_8192_SHA384),
            Algorithm::Ps512 => Some(&ring::RSA_PSS_2048_8192_SHA512),
            Algorithm::Es256 | Algorithm::Es384 | Algorithm::EdDsa => None,
        }
    }
}
