//! Where tokens are given out.

use super::Token;
use crate::send::credential::sensitive;
use crate::upstream::{Secret, client_basic};
use bytes::Bytes;
use candor::http::ResponseReader;
use candor::{Code, Failure, Origin, Retry, Safety, reason};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, StatusCode};
use reqwest::{Client, Request};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use url::Url;
use url::form_urlencoded::Serializer;

/// How long a request for a token may take.
const TIME: Duration = Duration::from_secs(10);
/// The longest answer that is read.
const MOST: usize = 64 * 1024;

/// Where tokens are given out, and what is sent there.
#[derive(Debug)]
pub(super) struct Endpoint {
    client: Client,
    url: Url,
    authorization: HeaderValue,
    form: Bytes,
    reader: ResponseReader,
    name: String,
}

/// What it answers with (RFC 6749, 5.1).
#[derive(Deserialize)]
struct Answer {
    access_token: String,
    token_type: Option<String>,
    expires_in: Option<Value>,
}

impl Endpoint {
    pub(super) fn new(
        upstream: &str,
        client: Client,
        url: &Url,
        (id, secret): (&str, &Secret),
        scopes: &[String],
    ) -> Result<Endpoint, String> {
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return Err("the address for tokens must begin with `http` or `https` and hold no user".to_owned());
        }
        let authorization = sensitive(&format!("Basic {}", client_basic(id, secret.reveal())))
            .ok_or("the id or the secret of the client cannot be sent")?;
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials");
        if !scopes.is_empty() {
            form.append_pair("scope", &scopes.join(" "));
        }
        let name = format!("The token endpoint of {upstream}");
        let reader = ResponseReader::new().with_service(name.clone()).with_own_credential();
        Ok(Endpoint { client, url: url.clone(), authorization, form: form.finish().into(), reader, name })
    }

    /// Asks for a token. Whatever goes wrong, the call that needs it was not sent.
    pub(super) async fn fetch(&self) -> Result<Token, Failure> {
        match tokio::time::timeout(TIME, self.exchange()).await {
            Ok(fetched) => fetched.map_err(unsent),
            Err(_) => Err(Failure::new(
                Code::Timeout,
                format!("{} did not answer within {} s, so the call was not sent", self.name, TIME.as_secs()),
            )
            .with_reason(reason!("token_timed_out"))
            .with_origin(Origin::Transport)
            .with_retry(Retry::Backoff(Safety::Always))),
        }
    }

    async fn exchange(&self) -> Result<Token, Failure> {
        let mut request = Request::new(Method::POST, self.url.clone());
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, self.authorization.clone());
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        *request.body_mut() = Some(self.form.clone().into());
        let mut response = self.client.execute(request).await.map_err(|error| self.reader.read_error(error))?;
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.reader.read_error(error))? {
            if body.len() + chunk.len() > MOST {
                return Err(self.unusable("is longer than 64 KiB"));
            }
            body.extend_from_slice(&chunk);
        }
        if status != StatusCode::OK {
            let failure = self.reader.read(status, &headers, &body);
            return Err(if is_refusal(status) { self.refused(status, failure) } else { failure });
        }
        // The error of the decoder could quote the token.
        let answer: Answer = serde_json::from_slice(&body).map_err(|_| self.unusable("holds no token"))?;
        if answer.token_type.is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer")) {
            return Err(self.unusable("holds a token that is not a bearer token"));
        }
        let seconds = answer.expires_in.as_ref().and_then(seconds);
        Token::new(&answer.access_token, seconds.map(Duration::from_secs))
            .filter(|_| !answer.access_token.is_empty())
            .ok_or_else(|| self.unusable("holds a token that cannot be sent"))
    }

    /// The client is unknown, its secret is wrong, or it may not have what it asks for (RFC 6749, 5.2).
    fn refused(&self, status: StatusCode, failure: Failure) -> Failure {
        let message = format!("{} does not accept the gateway's credential ({})", self.name, status.as_u16());
        Failure::new(Code::Configuration, message)
            .with_reason(reason!("credential_refused"))
            .with_origin(Origin::Configuration)
            .with_retry(Retry::Never)
            .with_status(status.as_u16())
            .with_cause(failure)
    }

    fn unusable(&self, what: &str) -> Failure {
        Failure::new(
            Code::DependencyFailed,
            format!("The answer of the {} {what}", self.name.trim_start_matches("The ")),
        )
        .with_reason(reason!("malformed_token"))
        .with_origin(Origin::Upstream)
    }
}

/// A delay in seconds; some endpoints write it as a text.
fn seconds(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().map(|it| it as u64)).or_else(|| value.as_str()?.parse().ok())
}

/// Whether the answer is about the client, and not about the moment.
fn is_refusal(status: StatusCode) -> bool {
    status.is_client_error() && !matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS)
}

/// What was to be called was not: a retry is safe, if it can help.
fn unsent(failure: Failure) -> Failure {
    let retry = match failure.retry() {
        Retry::Never => Retry::Never,
        Retry::Backoff(_) => Retry::Backoff(Safety::Always),
        Retry::After(delay, _) => Retry::After(delay, Safety::Always),
    };
    failure.with_retry(retry)
}
