//! Tokens of an authorization server: JWTs as access tokens (RFC 9068), checked as RFC 8725 has it.

mod algorithm;
mod claims;
mod compact;
mod key;
mod key_set;
mod key_store;

use crate::caller::ToolAccess;
use crate::settings::ResourceServer;
use candor::{Reason, reason};
use claims::{Claims, Expected};
use compact::Compact;
use key_store::KeyStore;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Checks tokens of one authorization server for this gateway.
pub(super) struct TokenVerifier {
    keys: KeyStore,
    expected: Expected,
    required_scopes: Vec<String>,
    tools_by_scope: BTreeMap<String, ToolAccess>,
}

/// What a valid token says.
pub(super) struct Verified {
    /// Its subject.
    pub(super) name: Arc<str>,
    pub(super) tools: ToolAccess,
}

/// Why a token is not accepted. Nothing of it is from the token.
#[derive(Debug)]
pub(super) enum Rejected {
    Invalid {
        reason: Reason,
        message: &'static str,
    },
    InsufficientScope {
        missing: Vec<String>,
    },
    /// It has what it must have, but no scope that comes with tools.
    ScopeWithoutTools {
        one_of: Vec<String>,
    },
    /// There are no keys to check it with.
    NoKeys {
        cause: Box<dyn Error + Send + Sync>,
        retry_after: Duration,
    },
}

impl Rejected {
    fn malformed(message: &'static str) -> Rejected {
        Rejected::Invalid { reason: reason!("malformed_token"), message }
    }

    fn unsupported(message: &'static str) -> Rejected {
        Rejected::Invalid { reason: reason!("unsupported_token"), message }
    }

    fn wrong_signature() -> Rejected {
        Rejected::Invalid { reason: reason!("invalid_signature"), message: "The signature of the token is not valid." }
    }
}

impl TokenVerifier {
    /// The previous one, if there is one, gives its keys on.
    pub(super) fn new(
        settings: &ResourceServer,
        previous: Option<&TokenVerifier>,
    ) -> Result<TokenVerifier, Vec<String>> {
        let mut mistakes = Vec::new();
        let scopes = settings.required_scopes.iter().chain(settings.tools_by_scope.keys());
        for scope in scopes.filter(|scope| !claims::is_scope(scope)) {
            mistakes
                .push(format!("the scope {scope:?} has a space, a quote or another character that no scope may have"));
        }
        for (name, url) in [("resource", &settings.resource), ("issuer", &settings.issuer)] {
            if !matches!(url.scheme(), "http" | "https") || url.fragment().is_some() || !url.username().is_empty() {
                mistakes
                    .push(format!("the {name} of the authorization server must be an https address, and {url} is not"));
            }
        }
        let known = previous.and_then(|previous| previous.keys.for_source(&settings.keys));
        match known.map_or_else(|| KeyStore::new(&settings.keys), Ok) {
            Ok(keys) if mistakes.is_empty() => Ok(TokenVerifier {
                keys,
                expected: Expected::new(&settings.issuer, &settings.resource, settings.audience.as_deref()),
                required_scopes: settings.required_scopes.clone(),
                tools_by_scope: settings.tools_by_scope.clone(),
            }),
            Ok(_) => Err(mistakes),
            Err(mistake) => {
                mistakes.push(mistake);
                Err(mistakes)
            }
        }
    }

    /// Checks a token: its form, its signature, its claims, its scopes.
    pub(super) async fn verify(&self, token: &str) -> Result<Verified, Rejected> {
        let compact = Compact::parse(token)?;
        self.verify_signature(&compact).await?;
        let claims = Claims::parse(&compact.claims)?;
        claims.check(&self.expected, SystemTime::now())?;
        let scopes = claims.scopes();
        let missing: Vec<_> =
            self.required_scopes.iter().filter(|scope| !scopes.contains(scope.as_str())).cloned().collect();
        if !missing.is_empty() {
            return Err(Rejected::InsufficientScope { missing });
        }
        Ok(Verified { tools: self.tools_of(&scopes)?, name: claims.name()? })
    }

    /// The tools that these scopes grant. Once a scope has tools of its own, only such scopes grant any.
    fn tools_of(&self, scopes: &BTreeSet<&str>) -> Result<ToolAccess, Rejected> {
        if self.tools_by_scope.is_empty() {
            return Ok(ToolAccess::All);
        }
        let granted = scopes.iter().filter_map(|scope| self.tools_by_scope.get(*scope));
        let tools = granted.cloned().reduce(|all, more| all.or(&more));
        tools.ok_or_else(|| Rejected::ScopeWithoutTools { one_of: self.tools_by_scope.keys().cloned().collect() })
    }

    /// Keys that are not known, or do not fit, are looked for anew: the authorization server may have changed them.
    async fn verify_signature(&self, token: &Compact<'_>) -> Result<(), Rejected> {
        let keys = self.keys.current().await?;
        if keys.verify(token) {
            return Ok(());
        }
        // A wrong signature by a known key stays wrong; a token that does not name its key may be of a new one.
        if token.key_id.as_deref().is_some_and(|id| keys.has(id)) {
            return Err(Rejected::wrong_signature());
        }
        match self.keys.newer_than(&keys).await {
            Some(newer) if newer.verify(token) => Ok(()),
            Some(_) | None if token.key_id.is_none() => Err(Rejected::wrong_signature()),
            Some(_) | None => Err(Rejected::Invalid {
                reason: reason!("unknown_key"),
                message: "The key that has signed the token is not one of the authorization server.",
            }),
        }
    }
}
