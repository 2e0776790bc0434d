//! A JWT as it is sent: header, claims and signature (RFC 7515, RFC 7519).

use super::Rejected;
use super::algorithm::Algorithm;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A token that has the form of one. Nothing in it is verified yet.
pub(super) struct Compact<'a> {
    pub(super) algorithm: Algorithm,
    pub(super) key_id: Option<String>,
    /// What the signature is of.
    pub(super) signed: &'a str,
    pub(super) claims: Vec<u8>,
    pub(super) signature: Vec<u8>,
}

/// What the header says. Keys and addresses of keys in it are not read: whoever made the token would choose them.
#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<IgnoredAny>,
}

impl Compact<'_> {
    pub(super) fn parse(token: &str) -> Result<Compact<'_>, Rejected> {
        let not_one = || Rejected::malformed("The token is not a JWT.");
        let (signed, signature) = token.rsplit_once('.').ok_or_else(not_one)?;
        let (header, claims) =
            signed.split_once('.').filter(|(_, claims)| !claims.contains('.')).ok_or_else(not_one)?;
        let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| not_one());
        let header: Header = serde_json::from_slice(&decoded(header)?).map_err(|_| not_one())?;
        let algorithm = Algorithm::by_name(&header.alg)
            .ok_or_else(|| Rejected::unsupported("The token is signed by an algorithm that is not accepted."))?;
        if !header.typ.is_some_and(|kind| is_access_token(&kind)) {
            return Err(Rejected::unsupported("The type of the token is not at+jwt or JWT."));
        }
        if header.crit.is_some() {
            return Err(Rejected::unsupported("The token needs an extension that is not supported."));
        }
        Ok(Compact { algorithm, key_id: header.kid, signed, claims: decoded(claims)?, signature: decoded(signature)? })
    }
}

/// Whether it is the media type of an access token, or that of any JWT.
fn is_access_token(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    matches!(kind.strip_prefix("application/").unwrap_or(&kind), "at+jwt" | "jwt")
}
