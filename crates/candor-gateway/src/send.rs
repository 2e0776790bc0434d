//! Sends the requests of an API, and reads what it answers.
//!
//! Everything that comes is bounded: the time by the call's deadline, a body by the tool's cap, and all bodies together by one
//! [`BodyBudget`]. Nothing is decided here about what an answer means: that is for `judge`.

mod budget;
mod client;
mod credential;
pub(crate) mod mcp;
mod outgoing;
mod progress;
mod read;
mod redirect;
mod tls;
mod token;

pub(crate) use budget::{AnswerShare, BodyBudget, BodyShare, HeldBody};
pub(crate) use outgoing::{Address, Outgoing};
pub(crate) use progress::{Phase, Progress};
pub(crate) use redirect::NotFollowed;

use crate::breaker::Breaker;
use crate::context::ExecutionContext;
use crate::operate::trace_parent::trace_parent_for_upstream;
use crate::upstream::Upstream;
use bytes::Bytes;
use candor::Failure;
use credential::Credentials;
use http::{HeaderMap, HeaderName, Method, StatusCode};
use redirect::Next;
use reqwest::{Client, Request, Response};
use url::Url;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// What sends the requests of one API. It is made once, and shared by all of its tools.
#[derive(Debug)]
pub(crate) struct Sender {
    client: Client,
    credentials: Credentials,
    /// Headers that every request has.
    headers: HeaderMap,
    forwarded: Vec<HeaderName>,
    breaker: Option<Breaker>,
    bodies: BodyBudget,
    uses_proxy: bool,
}

/// An answer, read as far as it was wanted.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// Decoded, if it came compressed.
    pub(crate) body: Bytes,
    /// The method that was answered: after a redirect, it may be `GET`.
    pub(crate) method: Method,
    /// Why a redirect was not followed, if it is one.
    pub(crate) redirect: Option<NotFollowed>,
    /// The share of the budget that the body takes.
    pub(crate) share: BodyShare,
}

/// Why there is no answer to be judged.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The exchange failed.
    Exchange(reqwest::Error),
    /// A success is longer than the cap; how long, if it says so.
    TooLarge {
        /// The cap of the tool.
        cap: usize,
        /// `Content-Length`, if there is one.
        announced: Option<u64>,
    },
    /// There is no token to show.
    NoToken(Failure),
}

/// What a sender is told of the call that it sends for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sending<'c> {
    pub(crate) context: &'c ExecutionContext,
    pub(crate) progress: &'c Progress,
    /// The longest body of a success.
    pub(crate) cap: usize,
}

impl Sender {
    /// What sends the requests of this API.
    ///
    /// # Errors
    ///
    /// Every mistake in its settings: files that cannot be read, certificates, credentials, proxies and addresses that cannot
    /// be used.
    pub(crate) fn new(upstream: &Upstream, bodies: &BodyBudget) -> Result<Sender, Vec<String>> {
        let mut mistakes = outgoing::mistakes_of(&upstream.base_url);
        let client = client::client(upstream, &mut mistakes);
        let credentials = client.as_ref().and_then(|client| Credentials::new(upstream, client, &mut mistakes));
        match (client, credentials) {
            (Some(client), Some(credentials)) if mistakes.is_empty() => Ok(Sender {
                client,
                credentials,
                headers: outgoing::headers_of(upstream),
                forwarded: upstream.forwarded_headers.clone(),
                breaker: upstream.policies.breaker.map(Breaker::new),
                bodies: bodies.clone(),
                uses_proxy: upstream.connection.proxy.is_some(),
            }),
            (_, _) => Err(mistakes.into_iter().map(|mistake| format!("`{}`: {mistake}", upstream.name)).collect()),
        }
    }

    /// What stops calls to an API that is broken, if that is wanted.
    pub(crate) fn breaker(&self) -> Option<&Breaker> {
        self.breaker.as_ref()
    }

    /// Whether all connections are made to a proxy.
    pub(crate) fn uses_proxy(&self) -> bool {
        self.uses_proxy
    }

    /// Sends the request and reads the answer. It has no deadline of its own; dropping it ends it.
    pub(crate) async fn send(&self, outgoing: &Outgoing, sending: Sending<'_>) -> Result<Received, NoAnswer> {
        let (response, from) = self.exchange(outgoing, sending).await?;
        let mut received = self.read(response, from, sending).await?;
        if let Some(tokens) = self.credentials.tokens() {
            tokens.redact(&mut received);
        }
        Ok(received)
    }

    /// Sends the request, and follows redirects within the origin. A request whose token is refused is sent once more, with a new
    /// one: that request alone, and not the one that was redirected to it, which may have been carried out.
    async fn exchange(&self, outgoing: &Outgoing, sending: Sending<'_>) -> Result<(Response, Answered), NoAnswer> {
        let tokens = self.credentials.tokens();
        let mut token = match tokens {
            Some(tokens) => {
                sending.progress.enter(Phase::Token);
                Some(tokens.token(None).await.map_err(NoAnswer::NoToken)?)
            }
            None => None,
        };
        let mut may_renew = true;
        let mut method = outgoing.method.clone();
        let mut url = outgoing.url.clone();
        let mut has_body = true;
        let mut hop = 0;
        loop {
            let request = self.request(outgoing, (&method, &url, has_body), token.as_deref(), sending);
            sending.progress.enter(Phase::Answer);
            let response = self.client.execute(request).await.map_err(NoAnswer::Exchange)?;
            sending.progress.answered(response.status());
            sending.context.note(|facts| facts.status = Some(response.status().as_u16()));
            if response.status() == StatusCode::UNAUTHORIZED
                && may_renew
                && let Some((tokens, refused)) = tokens.zip(token.as_ref()).filter(|(_, it)| it.is_worth_replacing())
            {
                drop(response);
                sending.progress.enter(Phase::Token);
                token = Some(tokens.token(Some(refused)).await.map_err(NoAnswer::NoToken)?);
                may_renew = false;
                continue;
            }
            match redirect::next(&method, &url, &response, hop) {
                Next::Answer => return Ok((response, Answered { method, redirect: None })),
                Next::NotFollowed(why) => return Ok((response, Answered { method, redirect: Some(why) })),
                Next::Follow(target) => {
                    sending.progress.redirected();
                    has_body &= target.method == method;
                    (method, url) = (target.method, self.credentials.in_query_of(target.url));
                    hop += 1;
                }
            }
        }
    }

    /// The request with this method, this address, and the body if it is to have one.
    fn request(
        &self,
        outgoing: &Outgoing,
        (method, url, has_body): (&Method, &Url, bool),
        token: Option<&token::Token>,
        sending: Sending<'_>,
    ) -> Request {
        let mut request = Request::new(method.clone(), url.clone());
        *request.headers_mut() = outgoing.headers.clone();
        let parent = trace_parent_for_upstream(sending.context);
        request.headers_mut().extend(parent.map(|parent| (TRACEPARENT, parent)));
        if let Some(token) = token {
            token.show_in(request.headers_mut());
        }
        match &outgoing.body {
            Some(body) if has_body => *request.body_mut() = Some(body.clone().into()),
            Some(_) | None => redirect::remove_body_headers(request.headers_mut()),
        }
        let length = outgoing.body.as_ref().filter(|_| has_body).map_or(0, |body| body.len() as u64);
        sending.context.note(|facts| {
            facts.attempts = facts.attempts.saturating_add(1);
            facts.bytes_sent = facts.bytes_sent.saturating_add(length);
            facts.method = Some(method.clone());
            facts.server = outgoing.server.clone();
        });
        request
    }
}

/// What was answered by a response.
#[derive(Debug)]
struct Answered {
    method: Method,
    redirect: Option<NotFollowed>,
}
