//! What the gateway shows of itself, made ready once.

use super::token::Tokens;
use crate::upstream::{Credential, Secret, Upstream, basic};
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue};
use reqwest::Client;
use std::sync::Arc;
use url::Url;
use url::form_urlencoded;

/// What the gateway shows of itself to an API. Its values are marked sensitive, so that no client of HTTP prints them.
#[derive(Debug)]
pub(super) enum Credentials {
    None,
    Header(HeaderName, HeaderValue),
    Query(String, Secret),
    Tokens(Arc<Tokens>),
}

impl Credentials {
    /// Those of the API, unless they cannot be sent.
    pub(super) fn new(upstream: &Upstream, client: &Client, mistakes: &mut Vec<String>) -> Option<Credentials> {
        let header = |name: HeaderName, value: String| match sensitive(&value) {
            Some(value) => Ok(Credentials::Header(name, value)),
            None => Err("the credential has a character that a header cannot hold, such as a line break".to_owned()),
        };
        let made = match &upstream.credential {
            None => Ok(Credentials::None),
            Some(Credential::Bearer(token)) => header(AUTHORIZATION, format!("Bearer {}", token.reveal())),
            Some(Credential::Basic { user, .. }) if user.contains(':') => {
                Err("the user of the credential has a colon, which would end it".to_owned())
            }
            Some(Credential::Basic { user, password }) => {
                header(AUTHORIZATION, format!("Basic {}", basic(user, password.reveal())))
            }
            Some(Credential::Header { name, value }) => header(name.clone(), value.reveal().to_owned()),
            Some(Credential::Query { name, value }) => Ok(Credentials::Query(name.clone(), value.clone())),
            Some(Credential::ClientCredentials { token_url, client_id, client_secret, scopes }) => {
                Tokens::new(&upstream.name, client.clone(), token_url, (client_id, client_secret), scopes)
                    .map(|tokens| Credentials::Tokens(Arc::new(tokens)))
            }
        };
        made.map_err(|mistake| mistakes.push(mistake)).ok()
    }

    /// Puts what is always the same into the headers of a request.
    pub(super) fn show_in(&self, headers: &mut HeaderMap) {
        match self {
            Credentials::Header(name, value) => {
                headers.insert(name, value.clone());
            }
            Credentials::None | Credentials::Query(_, _) | Credentials::Tokens(_) => {}
        }
    }

    /// The address with the parameter that is the credential, in place of any other of that name.
    pub(super) fn in_query_of(&self, mut url: Url) -> Url {
        let Credentials::Query(name, value) = self else { return url };
        let is_other = |pair: &&str| {
            form_urlencoded::parse(pair.as_bytes()).next().is_none_or(|(other, _)| other != name.as_str())
        };
        let mut query: String =
            url.query().unwrap_or_default().split('&').filter(is_other).collect::<Vec<_>>().join("&");
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&form_urlencoded::Serializer::new(String::new()).append_pair(name, value.reveal()).finish());
        url.set_query(Some(&query));
        url
    }

    /// What fetches tokens, if that is how requests are allowed.
    pub(super) fn tokens(&self) -> Option<&Arc<Tokens>> {
        match self {
            Credentials::Tokens(tokens) => Some(tokens),
            Credentials::None | Credentials::Header(_, _) | Credentials::Query(_, _) => None,
        }
    }
}

/// A value of a header that is not printed.
pub(super) fn sensitive(value: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(value).ok()?;
    value.set_sensitive(true);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_argument_stands_beside_the_credential_in_the_query() {
        let credentials = Credentials::Query("api key".into(), Secret::new("sword&fish"));
        let url = |text: &str| Url::parse(text).unwrap();
        let rows = [
            ("https://a.example/p", "https://a.example/p?api+key=sword%26fish"),
            ("https://a.example/p?a=1&b=%20", "https://a.example/p?a=1&b=%20&api+key=sword%26fish"),
            ("https://a.example/p?api%20key=mine&b=2", "https://a.example/p?b=2&api+key=sword%26fish"),
            ("https://a.example/p?%61pi+key=mine", "https://a.example/p?api+key=sword%26fish"),
        ];
        for (given, sent) in rows {
            assert_eq!(credentials.in_query_of(url(given)), url(sent), "{given}");
        }
    }
}
