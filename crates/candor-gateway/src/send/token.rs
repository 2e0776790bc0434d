//! Tokens of OAuth 2 for the client's own credentials (RFC 6749, 4.4): fetched when they are needed, kept, and renewed.

mod endpoint;

use super::Received;
use super::credential::sensitive;
use crate::upstream::Secret;
use arc_swap::ArcSwapOption;
use bytes::Bytes;
use candor::disclose::Scrubber;
use candor::{Code, Failure, Origin, Retry, Safety, reason};
use endpoint::Endpoint;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use reqwest::Client;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use url::Url;

/// How long before its end a token is renewed; a tenth of its time, if that is less.
const MARGIN: Duration = Duration::from_secs(30);

/// For how long after a token was renewed because the API had refused it no other one is fetched for that: an API that
/// refuses every token would cost a request for each call.
const PAUSE: Duration = Duration::from_secs(10);

/// The tokens of one API. Any number of calls that need one wait for the same request.
#[derive(Debug)]
pub(super) struct Tokens {
    endpoint: Arc<Endpoint>,
    state: Arc<Mutex<State>>,
    /// What removes the present and the last token from answers.
    scrubber: Arc<ArcSwapOption<Scrubber>>,
}

#[derive(Debug, Default)]
struct State {
    current: Option<Arc<Token>>,
    /// The request that is under way.
    pending: Option<watch::Receiver<Option<Fetched>>>,
}

type Fetched = Result<Arc<Token>, Failure>;

/// A token, as it is shown.
pub(super) struct Token {
    value: Secret,
    header: HeaderValue,
    fetched: Instant,
    /// How long it is good for, if that was said.
    time: Option<Duration>,
    /// Whether it was fetched because the API had refused another one.
    is_renewed: bool,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token").field("time", &self.time).finish_non_exhaustive()
    }
}

impl Token {
    fn new(value: &str, time: Option<Duration>) -> Option<Token> {
        let header = sensitive(&format!("Bearer {value}"))?;
        Some(Token { value: Secret::new(value), header, fetched: Instant::now(), time, is_renewed: false })
    }

    /// Puts it into the headers of a request.
    pub(super) fn show_in(&self, headers: &mut HeaderMap) {
        headers.insert(AUTHORIZATION, self.header.clone());
    }

    /// Whether another one may be accepted where the API has refused this one.
    pub(super) fn is_worth_replacing(&self) -> bool {
        !self.is_renewed || self.fetched.elapsed() >= PAUSE
    }

    /// Whether it is good for that much longer.
    fn lasts(&self, margin: Duration) -> bool {
        self.time.is_none_or(|time| self.fetched.elapsed() + margin.min(time / 10) < time)
    }
}

impl Tokens {
    pub(super) fn new(
        upstream: &str,
        client: Client,
        url: &Url,
        id_and_secret: (&str, &Secret),
        scopes: &[String],
    ) -> Result<Tokens, String> {
        let endpoint = Arc::new(Endpoint::new(upstream, client, url, id_and_secret, scopes)?);
        Ok(Tokens { endpoint, state: Arc::default(), scrubber: Arc::default() })
    }

    /// A token that is good for a request, and another than the one that was refused.
    ///
    /// The request for it goes on if the call that began it is given up: others wait for it, and it has a time limit of its own.
    pub(super) async fn token(&self, refused: Option<&Arc<Token>>) -> Fetched {
        let (mut fetching, present) = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let is_refused = |token: &Arc<Token>| refused.is_some_and(|refused| Arc::ptr_eq(refused, token));
            let present = state.current.clone().filter(|token| !is_refused(token) && token.lasts(Duration::ZERO));
            if let Some(token) = present.as_ref().filter(|token| token.lasts(MARGIN)) {
                return Ok(Arc::clone(token));
            }
            // One whose task was lost has no sender any more.
            let pending = state.pending.clone().filter(|pending| pending.has_changed().is_ok());
            let fetching = pending.unwrap_or_else(|| {
                let fetching = self.fetch(refused.is_some());
                state.pending = Some(fetching.clone());
                fetching
            });
            (fetching, present)
        };
        let fetched = match fetching.wait_for(Option::is_some).await {
            Ok(fetched) => fetched.clone().unwrap_or_else(|| Err(lost())),
            Err(_) => Err(lost()),
        };
        // As long as the old one is good, it does.
        fetched.or_else(|failure| present.ok_or(failure))
    }

    /// Asks for a token, and keeps it.
    fn fetch(&self, is_renewed: bool) -> watch::Receiver<Option<Fetched>> {
        let (sender, receiver) = watch::channel(None);
        let (endpoint, state, scrubber) =
            (Arc::clone(&self.endpoint), Arc::clone(&self.state), Arc::clone(&self.scrubber));
        tokio::spawn(async move {
            let fetched = endpoint.fetch().await.map(|token| Arc::new(Token { is_renewed, ..token }));
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Ok(token) = &fetched {
                let last = state.current.replace(Arc::clone(token));
                scrubber.store(scrubber_of(&[Some(token), last.as_ref()]).map(Arc::new));
            }
            state.pending = None;
            // Nobody may be waiting any more.
            let _ = sender.send(Some(fetched));
        });
        receiver
    }

    /// Removes tokens from an answer, before anything is made of it: from headers and body, whether the call failed or not,
    /// plain or in any encoding that the scrubber reads. `[redacted]` takes their place, so JSON stays JSON.
    ///
    /// The scrubber of the policy cannot do this: it knows the secrets of the configuration only, and these come later. The
    /// token before the present one is looked for as well, as a call may still be under way with it.
    pub(super) fn redact(&self, received: &mut Received) {
        let scrubber = self.scrubber.load();
        let Some(scrubber) = scrubber.as_deref() else { return };
        received.body = redacted(scrubber, &received.body);
        for value in received.headers.values_mut() {
            if let Cow::Owned(scrubbed) = scrubber.scrub_bytes(value.as_bytes()) {
                *value = HeaderValue::from_bytes(&scrubbed).unwrap_or(HeaderValue::from_static("[redacted]"));
            }
        }
    }
}

/// The same for a text alone.
pub(super) fn redacted_by(tokens: &Tokens, text: &Bytes) -> Bytes {
    match tokens.scrubber.load().as_deref() {
        Some(scrubber) => redacted(scrubber, text),
        None => text.clone(),
    }
}

fn redacted(scrubber: &Scrubber, text: &Bytes) -> Bytes {
    match scrubber.scrub_bytes(text) {
        Cow::Owned(scrubbed) => Bytes::from(scrubbed),
        Cow::Borrowed(_) => text.clone(),
    }
}

/// What finds these tokens, and nothing else.
fn scrubber_of(tokens: &[Option<&Arc<Token>>]) -> Option<Scrubber> {
    let values = tokens.iter().flatten().map(|token| token.value.reveal());
    Scrubber::new().with_secrets(values).secrets_only()
}

/// The task that asked for the token has not come to its end.
fn lost() -> Failure {
    Failure::new(Code::Internal, "The request for a token was not finished, so nothing was sent")
        .with_reason(reason!("token_not_fetched"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Backoff(Safety::Always))
}
