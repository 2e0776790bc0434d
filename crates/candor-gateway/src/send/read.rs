//! Reads the body of an answer, as a stream, up to the cap.

use super::budget::FIRST;
use super::{Answered, BodyShare, NoAnswer, Phase, Received, Sender, Sending};
use bytes::Bytes;
use candor::http::ResponseReader;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, Method, StatusCode};
use reqwest::Response;

/// What happens at the limit of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtLimit {
    /// The call has failed: half a success is none.
    Fail,
    /// The rest is not read: the beginning of an error says what there is to say.
    Stop,
}

impl Sender {
    /// Reads the body. What is compressed is decoded as it comes, and counts as what it becomes.
    pub(super) async fn read(
        &self,
        mut response: Response,
        from: Answered,
        sending: Sending<'_>,
    ) -> Result<Received, NoAnswer> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let (most, at_limit) = match status.is_success() {
            true => (sending.cap, AtLimit::Fail),
            false => (sending.cap.min(ResponseReader::READ_LIMIT), AtLimit::Stop),
        };
        let (body, share) = match has_no_body(&from.method, status) {
            true => (Bytes::new(), BodyShare::default()),
            false => self.body(response, announced(&headers), most, at_limit, sending).await?,
        };
        sending.context.request_ends();
        sending.context.note(|facts| facts.bytes_received = facts.bytes_received.saturating_add(body.len() as u64));
        Ok(Received { status, headers, body, method: from.method, redirect: from.redirect, share })
    }

    async fn body(
        &self,
        mut response: Response,
        announced: Option<u64>,
        most: usize,
        at_limit: AtLimit,
        sending: Sending<'_>,
    ) -> Result<(Bytes, BodyShare), NoAnswer> {
        let too_large = || NoAnswer::TooLarge { cap: most, announced };
        if at_limit == AtLimit::Fail && announced.is_some_and(|length| length > most as u64) {
            return Err(too_large());
        }
        let expected = announced.and_then(|length| usize::try_from(length).ok()).map_or(most, |it| it.min(most));
        let mut share = BodyShare::default();
        let mut only = Bytes::new();
        let mut gathered: Vec<u8> = Vec::new();
        loop {
            let mut chunk = match response.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                // The status of an error counts more than the rest of its body.
                Err(_) if at_limit == AtLimit::Stop => break,
                Err(error) => return Err(NoAnswer::Exchange(error)),
            };
            if chunk.is_empty() {
                continue;
            }
            let length = only.len() + gathered.len();
            let is_over = length + chunk.len() > most;
            if is_over && at_limit == AtLimit::Fail {
                return Err(too_large());
            }
            chunk.truncate(most - length);
            sending.progress.enter(Phase::Room);
            // Nothing is taken for a body of which nothing has come: an API that sends heads alone would take it from others.
            if length == 0 {
                share = self.bodies.begin(expected.max(chunk.len())).await;
            }
            if length + chunk.len() > FIRST {
                self.bodies.extend(&mut share, expected).await;
            }
            sending.progress.enter(Phase::Body);
            // Most bodies come in one piece, which is not copied.
            if length == 0 {
                only = chunk;
            } else {
                if gathered.is_empty() {
                    gathered.reserve(announced.map_or(length + chunk.len(), |_| expected));
                    gathered.extend_from_slice(&std::mem::take(&mut only));
                }
                gathered.extend_from_slice(&chunk);
            }
            if is_over {
                break;
            }
        }
        let body = if gathered.is_empty() { only } else { Bytes::from(gathered) };
        share.shrink_to(body.len());
        Ok((body, share))
    }
}

/// Whether there is no body, whatever the headers say (RFC 9110, 6.4.1).
fn has_no_body(method: &Method, status: StatusCode) -> bool {
    method == Method::HEAD
        || matches!(status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED)
}

/// How long the body is as it is sent; unknown, if it is compressed.
fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
