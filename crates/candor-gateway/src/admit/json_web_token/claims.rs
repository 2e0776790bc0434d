//! What a token says, and what it has to say (RFC 7519, RFC 9068).

use super::Rejected;
use crate::admit::metadata::as_known;
use candor::reason;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use url::Url;

/// How much the clocks of two machines may differ, in seconds.
const LEEWAY: f64 = 60.0;
/// The longest name of a client, in bytes.
const LONGEST_NAME: usize = 256;

/// What a token has to say.
#[derive(Debug)]
pub(super) struct Expected {
    issuers: Vec<String>,
    audiences: Vec<String>,
}

/// What a token says. A claim that is there twice makes the token invalid.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: Option<String>,
    sub: Option<String>,
    aud: Option<OneOrMany>,
    exp: Option<f64>,
    nbf: Option<f64>,
    iat: Option<f64>,
    client_id: Option<String>,
    azp: Option<String>,
    scope: Option<OneOrMany>,
    scp: Option<OneOrMany>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn as_slice(&self) -> &[String] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl Expected {
    pub(super) fn new(issuer: &Url, resource: &Url, audience: Option<&str>) -> Expected {
        let audiences = audience.map_or_else(|| spellings(resource), |audience| vec![audience.to_owned()]);
        Expected { issuers: spellings(issuer), audiences }
    }
}

/// An address as it is parsed and as people write it: they differ by the slash of an address without a path.
fn spellings(url: &Url) -> Vec<String> {
    vec![url.as_str().to_owned(), as_known(url).to_owned()]
}

impl Claims {
    pub(super) fn parse(text: &[u8]) -> Result<Claims, Rejected> {
        serde_json::from_slice(text).map_err(|_| Rejected::malformed("The claims of the token cannot be read."))
    }

    /// Checks who has issued the token, for whom, and when.
    pub(super) fn check(&self, expected: &Expected, now: SystemTime) -> Result<(), Rejected> {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let invalid = |reason, message| Err(Rejected::Invalid { reason, message });
        if !self.iss.as_ref().is_some_and(|issuer| expected.issuers.contains(issuer)) {
            return invalid(reason!("wrong_issuer"), "The token is not from the authorization server of this gateway.");
        }
        let audience = self.aud.as_ref().map(OneOrMany::as_slice).unwrap_or_default();
        if !audience.iter().any(|audience| expected.audiences.contains(audience)) {
            return invalid(reason!("wrong_audience"), "The token is not for this gateway.");
        }
        match self.exp {
            None => return Err(Rejected::malformed("The token does not say when it expires.")),
            Some(expires) if now >= expires + LEEWAY => {
                return invalid(reason!("expired_token"), "The token has expired.");
            }
            Some(_) => {}
        }
        let is_later = |moment: Option<f64>| moment.is_some_and(|moment| moment > now + LEEWAY);
        if is_later(self.nbf) || is_later(self.iat) {
            return invalid(reason!("token_not_yet_valid"), "The token is not valid yet.");
        }
        Ok(())
    }

    /// The scopes that the token grants.
    pub(super) fn scopes(&self) -> BTreeSet<&str> {
        let claims = [&self.scope, &self.scp].into_iter().flatten();
        claims.flat_map(OneOrMany::as_slice).flat_map(|scopes| scopes.split(' ')).filter(|it| !it.is_empty()).collect()
    }

    /// Who calls: the subject, or the client where there is none.
    pub(super) fn name(&self) -> Result<Arc<str>, Rejected> {
        let name = self.sub.as_deref().or(self.client_id.as_deref()).or(self.azp.as_deref()).unwrap_or_default();
        let is_name = !name.is_empty() && name.len() <= LONGEST_NAME && !name.chars().any(char::is_control);
        if is_name { Ok(name.into()) } else { Err(Rejected::malformed("The token has no subject that can be used.")) }
    }
}

/// Whether it is a scope, as RFC 6749 has it.
pub(super) fn is_scope(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
}
