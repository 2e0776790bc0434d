//! Sends a message, with the gateway's credential, and follows redirects within the origin of the server.

use super::Asked;
use super::fault;
use crate::judge::{Readers, Shown};
use crate::send::budget::BodyBudget;
use crate::send::credential::Credentials;
use crate::send::redirect::{self, Next, NotFollowed};
use crate::send::token::{Token, Tokens, redacted_by};
use crate::send::{client, outgoing};
use crate::upstream::{McpAddress, McpServerSettings, Upstream};
use bytes::Bytes;
use candor::Failure;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method, StatusCode};
use reqwest::{Client, Request, Response};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// How many of the longest messages may be in memory while they are read.
const MESSAGES_READ: usize = 4;

/// What sends messages to one server.
pub(super) struct Poster {
    pub(super) name: Arc<str>,
    pub(super) readers: Readers,
    pub(super) bodies: BodyBudget,
    client: Client,
    credentials: Credentials,
    headers: HeaderMap,
    url: Url,
    uses_proxy: bool,
    connect_timeout: Duration,
}

/// What came back.
pub(super) struct Posted {
    pub(super) response: Response,
    /// Why a redirect was not followed, if it is one.
    pub(super) redirect: Option<NotFollowed>,
}

/// Why nothing came back.
pub(super) enum Unposted {
    /// Nothing was sent.
    NeverSent(Failure),
    /// The exchange broke off.
    BrokenOff(Failure),
}

impl Unposted {
    pub(super) fn into_failure(self, asked: &Asked<'_>) -> Failure {
        match self {
            Unposted::NeverSent(failure) => failure,
            Unposted::BrokenOff(failure) => fault::broken_off(failure, asked.is_repeatable),
        }
    }
}

impl Poster {
    /// # Errors
    ///
    /// Every mistake in the settings.
    pub(super) fn new(settings: &McpServerSettings, address: &McpAddress) -> Result<Poster, Vec<String>> {
        let mut upstream = address.as_upstream(&settings.name);
        upstream.connection.timeout = settings.timeout;
        let mut mistakes = address.mistakes();
        let client = client::client(&upstream, &mut mistakes);
        let credentials = client.as_ref().and_then(|client| Credentials::new(&upstream, client, &mut mistakes));
        match (client, credentials) {
            (Some(client), Some(credentials)) if mistakes.is_empty() => {
                let name = Arc::from(settings.name.as_str());
                Ok(Poster {
                    readers: Readers::new(&name, shown(&upstream)),
                    bodies: BodyBudget::new(settings.max_message.saturating_mul(MESSAGES_READ)),
                    headers: outgoing::headers_of(&upstream),
                    url: credentials.in_query_of(upstream.base_url),
                    uses_proxy: upstream.connection.proxy.is_some(),
                    connect_timeout: upstream.connection.connect_timeout,
                    name,
                    client,
                    credentials,
                })
            }
            (_, _) => Err(mistakes),
        }
    }

    /// Posts the message. `sends` is called before anything is sent.
    pub(super) async fn post(
        &self,
        headers: HeaderMap,
        text: Vec<u8>,
        sends: impl FnOnce(),
    ) -> Result<Posted, Unposted> {
        self.send(Method::POST, headers, Some(Bytes::from(text)), sends).await
    }

    /// Asks for the stream of what the server tells by itself.
    pub(super) async fn get(&self, headers: HeaderMap) -> Result<Posted, Unposted> {
        self.send(Method::GET, headers, None, || {}).await
    }

    /// Ends a session.
    pub(super) async fn delete(&self, headers: HeaderMap) -> Result<Posted, Unposted> {
        self.send(Method::DELETE, headers, None, || {}).await
    }

    /// Sends the request; once more with a new token, if one is refused that may have been renewed (decision 74).
    async fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Option<Bytes>,
        sends: impl FnOnce(),
    ) -> Result<Posted, Unposted> {
        let mut token = match self.tokens() {
            Some(tokens) => Some(tokens.token(None).await.map_err(Unposted::NeverSent)?),
            None => None,
        };
        sends();
        let mut may_renew = true;
        let mut url = self.url.clone();
        let mut hop = 0;
        loop {
            let request = self.prepared(&method, &url, &headers, body.clone(), token.as_deref());
            let response = self.client.execute(request).await.map_err(|error| self.unposted(error, hop > 0))?;
            if response.status() == StatusCode::UNAUTHORIZED
                && may_renew
                && let Some((tokens, refused)) =
                    self.tokens().zip(token.as_ref()).filter(|(_, it)| it.is_worth_replacing())
            {
                drop(response);
                token = Some(tokens.token(Some(refused)).await.map_err(Unposted::NeverSent)?);
                may_renew = false;
                continue;
            }
            match redirect::next(&method, &url, &response, hop) {
                Next::Answer => return Ok(Posted { response, redirect: None }),
                Next::NotFollowed(why) => return Ok(Posted { response, redirect: Some(why) }),
                Next::Follow(target) if target.method != method => {
                    return Ok(Posted { response, redirect: Some(NotFollowed::OtherMethod) });
                }
                Next::Follow(target) => {
                    url = self.credentials.in_query_of(target.url);
                    hop += 1;
                }
            }
        }
    }

    fn prepared(
        &self,
        method: &Method,
        url: &Url,
        headers: &HeaderMap,
        body: Option<Bytes>,
        token: Option<&Token>,
    ) -> Request {
        let mut request = Request::new(method.clone(), url.clone());
        let all = request.headers_mut();
        *all = headers.clone();
        for name in self.headers.keys() {
            all.remove(name);
            for value in self.headers.get_all(name) {
                all.append(name, value.clone());
            }
        }
        self.credentials.show_in(all);
        if let Some(token) = token {
            token.show_in(all);
        }
        *request.body_mut() = body.map(Into::into);
        request
    }

    fn tokens(&self) -> Option<&Arc<Tokens>> {
        self.credentials.tokens()
    }

    /// What it means that the exchange failed. After a redirect, the request was answered once.
    fn unposted(&self, error: reqwest::Error, is_redirected: bool) -> Unposted {
        let failure = self.readers.read_error(error);
        match fault::is_never_sent(&failure) && !is_redirected {
            true => Unposted::NeverSent(crate::judge::service_not_reached(
                &self.name,
                self.uses_proxy,
                self.connect_timeout,
                failure,
            )),
            false => Unposted::BrokenOff(failure),
        }
    }

    /// A text of the server without the tokens that it was sent, which the policy's scrubber does not know.
    pub(super) fn without_tokens(&self, text: Bytes) -> Bytes {
        match self.tokens() {
            Some(tokens) => redacted_by(tokens, &text),
            None => text,
        }
    }
}

/// Whether the requests show the gateway's own credential.
fn shown(upstream: &Upstream) -> Shown {
    let is_authorization = upstream.headers.iter().any(|(name, _)| *name == AUTHORIZATION);
    let has_own = upstream.credential.is_some() || upstream.connection.client_certificate.is_some() || is_authorization;
    if has_own { Shown::Own } else { Shown::Nothing }
}
