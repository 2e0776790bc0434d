//! Static bearer tokens (RFC 6750).

use super::Admission;
use crate::caller::ToolAccess;
use crate::settings::InboundToken;
use candor::Dialect;
use http::{HeaderMap, Uri, header};
use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The shortest token: 16 characters, the least that cannot be guessed.
const MIN_LENGTH: usize = 16;

/// The tokens that are accepted. Only their hashes are kept.
#[derive(Default)]
pub(super) struct Tokens(Vec<Token>);

/// One of them.
pub(super) struct Token {
    hash: [u8; SHA256_OUTPUT_LEN],
    pub(super) name: Arc<str>,
    pub(super) tools: ToolAccess,
    pub(super) dialect: Option<Dialect>,
}

/// The token of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Presented<'a> {
    Token(&'a str),
    Nothing,
    Malformed(&'static str),
}

impl Tokens {
    pub(super) fn new(settings: &[InboundToken]) -> Result<Tokens, Vec<String>> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut mistakes = Vec::new();
        for setting in settings {
            let (name, secret) = (&setting.name, setting.secret.reveal());
            if name.is_empty() || name.chars().any(char::is_control) {
                mistakes.push(format!("the name of a token must be printable, and {name:?} is not"));
            }
            if !is_token(secret) {
                mistakes.push(format!(
                    "the token `{name}` has a character that no bearer token may have: use letters, digits and -._~+/"
                ));
            } else if secret.len() < MIN_LENGTH || secret.len() > Admission::MAX_TOKEN_LENGTH {
                mistakes.push(format!(
                    "the token `{name}` must have {MIN_LENGTH} to {} characters, and has {}",
                    Admission::MAX_TOKEN_LENGTH,
                    secret.len()
                ));
            }
            let hash = hash_of(secret);
            for other in &tokens {
                if *other.name == **name {
                    mistakes.push(format!("two tokens have the name `{name}`"));
                } else if other.hash == hash {
                    mistakes.push(format!("the tokens `{}` and `{name}` are the same", other.name));
                }
            }
            let (tools, dialect) = (setting.tools.clone(), setting.dialect);
            tokens.push(Token { hash, name: name.as_str().into(), tools, dialect });
        }
        if mistakes.is_empty() { Ok(Tokens(tokens)) } else { Err(mistakes) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The token that is presented. All are looked at, whichever it is, and hashes are compared in constant time: how long it
    /// takes says nothing.
    pub(super) fn find(&self, presented: &str) -> Option<&Token> {
        let hash = hash_of(presented);
        let mut found = None;
        for token in &self.0 {
            if bool::from(token.hash.as_slice().ct_eq(hash.as_slice())) {
                found = Some(token);
            }
        }
        found
    }
}

fn hash_of(token: &str) -> [u8; SHA256_OUTPUT_LEN] {
    let mut hash = [0; SHA256_OUTPUT_LEN];
    hash.copy_from_slice(digest(&SHA256, token.as_bytes()).as_ref());
    hash
}

/// The token in the head of a request. The query is no place for one: it is in logs and histories.
pub(super) fn presented(headers: &HeaderMap) -> Presented<'_> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Presented::Nothing };
    if values.next().is_some() {
        return Presented::Malformed("The request has more than one Authorization header.");
    }
    let Some((scheme, token)) = value.to_str().ok().and_then(|value| value.split_once(' ')) else {
        return Presented::Malformed("The Authorization header is not a scheme and a token.");
    };
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Presented::Malformed("The Authorization header has a scheme other than Bearer.");
    }
    let token = token.trim_matches(' ');
    if token.len() > Admission::MAX_TOKEN_LENGTH {
        return Presented::Malformed("The token is longer than 16 KiB.");
    }
    if !is_token(token) {
        return Presented::Malformed("The token has a character that no bearer token may have, or is empty.");
    }
    Presented::Token(token)
}

/// Whether the caller has put a token into the query.
pub(super) fn is_in_query(uri: &Uri) -> bool {
    uri.query().is_some_and(|query| query.split('&').any(|pair| pair.starts_with("access_token=")))
}

/// Whether it is a `b64token`, as RFC 6750 has it.
fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    !body.is_empty() && body.bytes().all(is_of_token)
}
