// The first definition of a link counts: here they lead to items, and in the file to the other files.
#![doc = "[classification]: crate::classify"]
#![doc = "[own-errors]: crate::classify#error-types-of-your-own"]
#![doc = "[own-rules]: crate::classify#rules-of-your-own"]
#![doc = ""]
// Its examples use `reqwest`, so they run only with that feature.
#![cfg_attr(any(not(doctest), feature = "reqwest"), doc = include_str!("../docs/http.md"))]

mod body;
mod content;
mod delay;
mod json_prefix;
mod kept_headers;
mod received;

#[cfg(feature = "reqwest")]
pub(crate) mod reqwest;

use crate::classify::{Classifier, Evidence, Verdict};
use crate::code::same_words;
use crate::failure::{Message, occurrence};
use crate::vague::is_vague;
use crate::{Code, Failure, Reason, Recovery, Retry, reason};
use ::http::{HeaderMap, StatusCode};
use body::BodyFacts;
use content::Content;
use delay::RetryTime;
use jiff::Timestamp;
use received::{BodyEnd, Received};
use std::borrow::Cow;
use std::time::SystemTime;

/// Turns HTTP responses of another service into failures.
///
/// ```
/// use candor::http::ResponseReader;
/// use candor::{Code, Origin};
/// use http::{HeaderMap, StatusCode};
///
/// let reader = ResponseReader::new().with_service("The order service");
/// let body = br#"{"error": {"code": "order_closed", "message": "Order 17 is closed"}}"#;
/// let failure = reader.read(StatusCode::CONFLICT, &HeaderMap::new(), body);
///
/// assert_eq!(failure.code(), Code::Conflict);
/// assert_eq!(failure.reason().as_str(), "order_closed");
/// assert_eq!(failure.message(), "The order service returned 409 Conflict: Order 17 is closed");
/// assert_eq!(failure.origin(), Origin::Upstream);
/// ```
#[derive(Debug, Clone)]
pub struct ResponseReader {
    service: Option<Cow<'static, str>>,
    body_limit: usize,
    has_own_credential: bool,
    #[cfg(feature = "reqwest")]
    shows_endpoint: bool,
    now: Option<Timestamp>,
    classifier: Classifier,
}

impl ResponseReader {
    /// How many bytes of a body are kept for the operator, unless another limit is set.
    pub const DEFAULT_BODY_LIMIT: usize = 4 * 1024;
    /// How many bytes of a body are read at all, however long it is.
    pub const READ_LIMIT: usize = received::READ_LIMIT;

    /// A reader for a service without a name, that keeps 4 KiB of a body and compares dates with the system's time.
    #[must_use]
    pub const fn new() -> ResponseReader {
        ResponseReader {
            service: None,
            body_limit: ResponseReader::DEFAULT_BODY_LIMIT,
            has_own_credential: false,
            #[cfg(feature = "reqwest")]
            shows_endpoint: false,
            now: None,
            classifier: Classifier::with_crate_readers(&[]),
        }
    }

    /// The same for a service of this name, which messages begin with (004's `service`). Without it, messages begin with
    /// the host, where it is known.
    #[must_use]
    pub fn with_service(self, name: impl Into<Cow<'static, str>>) -> ResponseReader {
        let name = name.into();
        ResponseReader { service: if name.trim().is_empty() { None } else { Some(name) }, ..self }
    }

    /// The same with so many bytes of the body kept for the operator, half from its beginning and half from its end
    /// (004's `bodyLimit`). None at all means what [`capture_body(false)`](ResponseReader::capture_body) does.
    #[must_use]
    pub fn with_body_limit(self, bytes: usize) -> ResponseReader {
        ResponseReader { body_limit: bytes.min(ResponseReader::READ_LIMIT), ..self }
    }

    /// Whether anything of the body is used (004's `captureBody`). Without it, the body is not even read: the caller
    /// learns the status, and the operator no more.
    #[must_use]
    pub fn capture_body(self, is_captured: bool) -> ResponseReader {
        match (is_captured, self.body_limit) {
            (true, 0) => self.with_body_limit(ResponseReader::DEFAULT_BODY_LIMIT),
            (true, _) => self,
            (false, _) => self.with_body_limit(0),
        }
    }

    /// The same for requests that carry a credential of this server and not of its caller. If the service refuses it, with
    /// 401 or 403, the origin is `configuration`: the operator must act, and the caller learns no more.
    #[must_use]
    pub fn with_own_credential(self) -> ResponseReader {
        ResponseReader { has_own_credential: true, ..self }
    }

    /// The same with this as the present time, which dates are compared with where a response has no `Date`.
    #[must_use]
    pub fn with_now(self, now: SystemTime) -> ResponseReader {
        ResponseReader { now: Some(occurrence::of_system(now)), ..self }
    }

    /// The same with another classifier, such as one with rules of your own. It judges the status, the name and the text
    /// that a response gives, as [`Classifier::classify_evidence`] does.
    ///
    /// ```
    /// use candor::Code;
    /// use candor::classify::{Classifier, Rule, Rules};
    /// use candor::http::ResponseReader;
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let rules = Rules::new([Rule::new("sold_out", Code::Conflict).when_status(400).when_text("sold out")])?;
    /// let reader = ResponseReader::new().with_classifier(Classifier::new().with_rules(rules));
    /// let failure = reader.read(StatusCode::BAD_REQUEST, &HeaderMap::new(), br#"{"message": "Item 17 is sold out"}"#);
    /// assert_eq!(failure.code(), Code::Conflict);
    /// assert_eq!(failure.verdict().unwrap().rule(), "sold_out");
    /// # Ok::<(), candor::classify::InvalidRules>(())
    /// ```
    #[must_use]
    pub fn with_classifier(self, classifier: Classifier) -> ResponseReader {
        ResponseReader { classifier, ..self }
    }

    /// The failure that a response describes: its status, its headers and its body, as far as it was read.
    ///
    /// Every response gives a failure, whatever its body is. One that is not a failure by its status and says nothing more
    /// gives [`Code::DependencyFailed`] with the reason `unexpected_status`.
    #[must_use]
    pub fn read(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
        self.read_received(status, headers, body, BodyEnd::Whole, None)
    }

    fn captures_body(&self) -> bool {
        self.body_limit > 0
    }

    /// The failure of a response that came from this host.
    fn read_received(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        body: &[u8],
        end: BodyEnd,
        host: Option<&str>,
    ) -> Failure {
        let received = Received::new(headers, body, end);
        let content = self.captures_body().then(|| Content::of(headers, &received));
        let mut facts = content.map(|content| BodyFacts::read(status, &content)).unwrap_or_default();
        let by_header = || kept_headers::identifier(headers).map(str::to_owned);
        facts.identifier = facts.identifier.take().or_else(by_header).filter(|it| body::is_identifier(it));

        let verdict = self.verdict(status, headers, &facts);
        let service = self.service_or(host);
        let is_refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let failure = if self.has_own_credential && is_refused && verdict.code() == Code::Configuration {
            credential_refused(service, status)
        } else {
            failed(service, status, verdict.code(), facts)
        };
        let failure = failure
            .with_verdict(verdict)
            .with_status(status.as_u16())
            .with_private("response_headers", kept_headers::of(headers));
        if self.captures_body() && !body.is_empty() {
            failure.with_private("response_body", received.excerpt(self.body_limit))
        } else {
            failure
        }
    }

    /// What the classifier says of the status, the headers and the body together.
    fn verdict(&self, status: StatusCode, headers: &HeaderMap, facts: &BodyFacts) -> Verdict {
        let now = self.now.unwrap_or_else(occurrence::now);
        let mut evidence = Evidence::text(facts.message.as_deref().unwrap_or_default())
            .with_http_status(status.as_u16())
            .with_stated_parts(facts.stated_retry, None);
        if let Some(name) = &facts.identifier {
            evidence = evidence.with_name(name);
        }
        if let Some((code, retry)) = facts.stated {
            let without_delay = retry.safety().map_or(Retry::Never, Retry::Backoff);
            evidence = evidence.with_stated_code(code, without_delay);
        }
        if let Some(delay) = delay::of(status, headers, now) {
            evidence = evidence.with_retry_after(delay);
        }
        let stated = facts.stated.and_then(|(_, retry)| retry.delay()).map(RetryTime::After);
        if let Some(delay) = stated.or(facts.retry_time).and_then(|time| time.delay_from(now)) {
            evidence = evidence.with_body_delay(delay);
        }
        if self.has_own_credential {
            evidence = evidence.with_own_credential();
        }
        self.classifier.classify_evidence(&evidence)
    }

    /// The service by the name that was set, else by its host.
    fn service_or<'s>(&'s self, host: Option<&'s str>) -> Service<'s> {
        Service(self.service.as_deref().or(host))
    }
}

/// Who answered, if that is known.
#[derive(Clone, Copy)]
struct Service<'s>(Option<&'s str>);

impl Service<'_> {
    fn name(&self) -> &str {
        self.0.unwrap_or("The service")
    }

    /// A sentence that begins with its name.
    fn says(self, predicate: &str, said: &str) -> Message {
        let mut sentence = format!("{} {predicate}", self.name());
        let start = sentence.len();
        sentence.push_str(said);
        Message::around(sentence, [0..self.0.map_or(0, str::len), start..start + said.len()])
    }
}

fn failed(service: Service<'_>, status: StatusCode, code: Code, facts: BodyFacts) -> Failure {
    let BodyFacts { message, identifier, state, reason, recovery, docs, details, .. } = facts;
    let identifier = identifier.or(state);
    let said = [&message, &identifier].into_iter().flatten().find(|said| !is_vague(said));
    let sentence = sentence(service, status, said.map(String::as_str));
    let failure = Failure::from_message(code, sentence);
    let reason = reason.or_else(|| identifier.as_deref().and_then(Reason::from_foreign));
    let is_unexpected = Code::from_http_status(status.as_u16()).is_none() && code == Code::DependencyFailed;
    let failure = match reason {
        Some(reason) => failure.with_reason(reason),
        None if is_unexpected => failure.with_reason(reason!("unexpected_status")),
        None => failure,
    };
    let failure = match identifier {
        Some(identifier) => failure.with_original_error(identifier),
        None => failure,
    };
    let failure = failure.with_details(details);
    match (recovery, docs.filter(|link| link.starts_with("https://"))) {
        (Some(recovery), _) => failure.with_recovery_and_docs(recovery),
        (None, Some(link)) => {
            let hint = failure.recovery().hint().to_owned();
            failure.with_recovery_and_docs(Recovery::new(hint).with_docs(link))
        }
        (None, None) => failure,
    }
}

fn credential_refused(service: Service<'_>, status: StatusCode) -> Failure {
    let message = service.says(&format!("does not accept this server's credential ({})", shown(status)), "");
    Failure::from_message(Code::Configuration, message).with_reason(reason!("credential_refused"))
}

/// The service, the status, and what the body says beyond it.
fn sentence(service: Service<'_>, status: StatusCode, said: Option<&str>) -> Message {
    let phrase = status.canonical_reason().unwrap_or_default();
    let shown = shown(status);
    match said.filter(|said| !same_words(said, phrase) && !same_words(said, &shown)) {
        Some(said) => service.says(&format!("returned {shown}: "), said),
        None => service.says(&format!("returned {shown}"), ""),
    }
}

/// `404 Not Found`, or the number alone where it has no name.
fn shown(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(phrase) => format!("{} {phrase}", status.as_u16()),
        None => status.as_u16().to_string(),
    }
}

impl Default for ResponseReader {
    fn default() -> Self {
        ResponseReader::new()
    }
}

/// Failures of other services, from their HTTP responses.
impl Failure {
    /// The failure that a response describes; [`ResponseReader`] has options.
    ///
    /// ```
    /// use candor::{Code, Failure};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let failure = Failure::from_http(StatusCode::NOT_FOUND, &HeaderMap::new(), b"<html>nginx</html>");
    /// assert_eq!(failure.code(), Code::NotFound);
    /// assert_eq!(failure.message(), "The service returned 404 Not Found");
    /// ```
    #[must_use]
    pub fn from_http(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
        ResponseReader::new().read(status, headers, body)
    }
}
