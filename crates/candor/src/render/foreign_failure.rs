//! A failure from outside: what its dialect states, and what it leaves to the classifier.

use crate::Code;
use crate::classify::{Classifier, Evidence, Step, Verdict};
use crate::failure::bounded::CUT_KEY;
#[cfg(any(feature = "http", feature = "rmcp"))]
use crate::failure::details::key;
use crate::failure::occurrence::{parse_instance, parse_time};
use crate::failure::{Failure, Origin, Reason, Recovery, Retry, StatedRetry};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::time::Duration;

pub(super) type Object = Map<String, Value>;

pub(super) fn text<'v>(object: &'v Object, name: &str) -> Option<&'v str> {
    object.get(name).and_then(Value::as_str)
}

/// The longest delay that is believed: ten years, in seconds.
const LONGEST_DELAY: u64 = 315_576_000;

/// The seconds of a `Retry-After` header, as text or number. What is longer than anyone waits is not a delay.
pub(super) fn retry_after(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (0.0..=LONGEST_DELAY as f64).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The milliseconds of the canonical retry object, rounded up to a whole one, and no more than anyone waits.
fn after_ms(value: &Value) -> Option<u64> {
    let from_float = |float: f64| (float >= 0.0).then(|| float.ceil() as u64);
    let ms = value.as_u64().or_else(|| value.as_f64().and_then(from_float))?;
    Some(ms.min(LONGEST_DELAY * 1_000))
}

/// How many details were left out, if that is what Candor wrote in the place of one.
fn omitted(name: &str, value: &Value) -> Option<usize> {
    let text = value.as_str().filter(|_| name == CUT_KEY)?;
    text.strip_prefix('[')?.strip_suffix(" more cut]")?.parse().ok()
}

/// A failure being put together from what a dialect says. What is absent is judged: by its identifier, its status and its
/// words, like any other error.
#[derive(Debug, Clone)]
pub(crate) struct ForeignFailure {
    failure: Failure,
    code: StatedCode,
    retry: StatedRetry,
    origin: Option<Origin>,
    /// The server's own name for the failure.
    identifier: Option<String>,
    /// The HTTP status that the failure names for itself.
    status: Option<u16>,
}

/// What a dialect says about the code.
#[derive(Debug, Clone)]
enum StatedCode {
    /// This, by a name or a number that a document defines.
    Exactly,
    /// One of these: a category, without a code that a document defines.
    OneOf(Vec<Code>),
    /// That it is unknown.
    Unknown,
    /// Nothing.
    Open,
}

impl ForeignFailure {
    /// One whose code a document defines.
    pub(super) fn new(code: Code, message: impl Into<Cow<'static, str>>) -> ForeignFailure {
        ForeignFailure {
            failure: Failure::new(code, message),
            code: if code == Code::Unknown { StatedCode::Unknown } else { StatedCode::Exactly },
            retry: StatedRetry::default(),
            origin: None,
            identifier: None,
            status: None,
        }
    }

    /// One whose code is left open; it has this one if nothing else is known.
    pub(crate) fn open(code: Code, message: impl Into<Cow<'static, str>>) -> ForeignFailure {
        ForeignFailure { code: StatedCode::Open, ..ForeignFailure::new(code, message) }
    }

    /// The same, with this code if nothing else is known.
    #[cfg(feature = "rmcp")]
    pub(crate) fn or_code(self, code: Code) -> ForeignFailure {
        self.with(|failure| failure.with_code(code))
    }

    /// The same with these words, unless it has words of its own.
    pub(super) fn or_words(self, words: String) -> ForeignFailure {
        if self.failure.lacks_message() { self.with(|failure| failure.with_message(words)) } else { self }
    }

    /// Whether it has no words of its own.
    pub(super) fn lacks_words(&self) -> bool {
        self.failure.lacks_message()
    }

    /// One that names a category only; it has this code if nothing finer is known.
    pub(super) fn in_category(
        code: Code,
        is_member: impl Fn(Code) -> bool,
        message: impl Into<Cow<'static, str>>,
    ) -> ForeignFailure {
        let codes = Code::all().filter(|code| is_member(*code)).collect();
        ForeignFailure { code: StatedCode::OneOf(codes), ..ForeignFailure::new(code, message) }
    }

    /// The server's own name for the failure, as evidence.
    pub(super) fn maybe_identifier(self, identifier: Option<&str>) -> ForeignFailure {
        ForeignFailure { identifier: identifier.map(str::to_owned).or(self.identifier), ..self }
    }

    /// The HTTP status that the failure names, as evidence.
    pub(super) fn maybe_status(self, status: Option<u16>) -> ForeignFailure {
        ForeignFailure { status: status.or(self.status), ..self }
    }

    /// The reason, or the nearest to it.
    pub(super) fn maybe_reason(self, reason: Option<&str>) -> ForeignFailure {
        match reason.and_then(Reason::from_foreign) {
            Some(reason) => self.with(|failure| failure.with_reason(reason)),
            None => self,
        }
    }

    /// The origin, if it is one.
    pub(super) fn maybe_origin(self, origin: Option<&str>) -> ForeignFailure {
        self.with_origin(origin.and_then(Origin::from_name))
    }

    /// The origin, if it is known.
    pub(super) fn with_origin(self, origin: Option<Origin>) -> ForeignFailure {
        ForeignFailure { origin: origin.or(self.origin), ..self }
    }

    /// The canonical retry object, if it is one.
    pub(super) fn maybe_retry(mut self, retry: Option<&Value>) -> ForeignFailure {
        let Some(retry) = retry.and_then(Value::as_object) else { return self };
        let Some(retryable) = retry.get("retryable").and_then(Value::as_bool) else { return self };
        let after_ms = retry.get("after_ms").and_then(after_ms);
        self.retry.whole = Some(Retry::from_wire(retryable, after_ms, text(retry, "safe")));
        self
    }

    /// 001's flag alone.
    pub(super) fn maybe_retryable(mut self, retryable: Option<bool>) -> ForeignFailure {
        self.retry.is_retryable = retryable.or(self.retry.is_retryable);
        self
    }

    /// A delay alone.
    pub(super) fn maybe_delay(mut self, delay: Option<Duration>) -> ForeignFailure {
        self.retry.delay = delay.or(self.retry.delay);
        self
    }

    /// The hint and the link.
    pub(super) fn maybe_recovery(self, hint: Option<&str>, docs: Option<&str>) -> ForeignFailure {
        let hint = match (hint, docs) {
            (Some(hint), _) => hint.to_owned(),
            (None, Some(_)) => self.failure.recovery().hint().to_owned(),
            (None, None) => return self,
        };
        let recovery = Recovery::new(hint);
        self.with(|failure| {
            failure.with_recovery_and_docs(match docs {
                Some(docs) => recovery.with_docs(docs.to_owned()),
                None => recovery,
            })
        })
    }

    /// The occurrence. An instance that is not a UUID is kept among the details.
    pub(super) fn maybe_occurrence(self, instance: Option<&str>, time: Option<&str>) -> ForeignFailure {
        let id = instance.and_then(parse_instance);
        let foreign = instance.filter(|_| id.is_none()).map(Value::from);
        self.with(|failure| failure.with_known_occurrence(id, time.and_then(parse_time)))
            .maybe_detail("upstream_instance", foreign.as_ref())
    }

    /// A detail, under Candor's name for it.
    pub(super) fn maybe_detail(self, name: &str, value: Option<&Value>) -> ForeignFailure {
        match value {
            Some(value) => self.with(|failure| failure.with_context(name.to_owned(), value)),
            None => self,
        }
    }

    /// All details of an object but those named.
    pub(super) fn maybe_details(self, object: Option<&Object>, known: &[&str]) -> ForeignFailure {
        let details = object.into_iter().flatten().filter(|(name, _)| !known.contains(&name.as_str()));
        details.fold(self, |mut foreign, (name, value)| match omitted(name, value) {
            Some(count) => {
                foreign.failure.details_mut().omit(count);
                foreign
            }
            None => foreign.maybe_detail(name, Some(value)),
        })
    }

    fn with(self, change: impl FnOnce(Failure) -> Failure) -> ForeignFailure {
        ForeignFailure { failure: change(self.failure), ..self }
    }

    /// Whether the dialect leaves the code to the classifier.
    #[cfg(any(feature = "http", feature = "rmcp"))]
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.code, StatedCode::Open | StatedCode::Unknown)
    }

    /// The server's own name for the failure.
    #[cfg(feature = "http")]
    pub(crate) fn identifier(&self) -> Option<&str> {
        self.identifier.as_deref()
    }

    /// What the dialect says about retries.
    #[cfg(feature = "http")]
    pub(crate) const fn stated_retry(&self) -> StatedRetry {
        self.retry
    }

    /// Whose fault it is, if the dialect says so.
    #[cfg(feature = "http")]
    pub(crate) const fn stated_origin(&self) -> Option<Origin> {
        self.origin
    }

    /// The same as a failure of this server: the id of the request that its sender has answered is not the id of this one.
    #[cfg(any(feature = "http", feature = "rmcp"))]
    pub(crate) fn relayed(mut self) -> ForeignFailure {
        let id = self.failure.details_mut().take(key::REQUEST_ID);
        let id = id.as_ref().and_then(|id| id.value.as_str()).map(|id| Value::from(super::envelope::shown_id(id)));
        self.maybe_detail("upstream_request_id", id.as_ref())
    }

    /// The failure as the dialect states it; what is absent is as the code table has it.
    pub(crate) fn into_stated(self) -> Failure {
        let failure = match self.origin {
            Some(origin) => self.failure.with_origin(origin),
            None => self.failure,
        };
        failure.with_stated_retry(self.retry)
    }

    /// The failure, with everything that its dialect leaves open judged by this classifier.
    pub(crate) fn judged(self, classifier: &Classifier) -> Failure {
        match self.verdict(classifier) {
            Some(verdict) => self.completed(verdict),
            None => self.into_stated(),
        }
    }

    /// The same by the built-in rules.
    pub(super) fn judged_by_built_in(self) -> Failure {
        static BUILT_IN: Classifier = Classifier::with_crate_readers(&[]);
        self.judged(&BUILT_IN)
    }

    /// What the classifier says, if anything is open and it does not contradict what is stated.
    fn verdict(&self, classifier: &Classifier) -> Option<Verdict> {
        let is_complete = match self.code {
            StatedCode::Exactly => !self.retry.is_open() && self.origin.is_some(),
            // One that says everything else says that it is unknown on purpose.
            StatedCode::Unknown => self.retry.whole.is_some() && self.origin.is_some(),
            StatedCode::OneOf(_) | StatedCode::Open => false,
        };
        if is_complete {
            return None;
        }
        let verdict = classifier.classify_evidence(&self.evidence());
        let is_known = verdict.step() != Step::Fallback;
        let counts = match &self.code {
            StatedCode::Exactly => is_known && verdict.code() == self.failure.code(),
            StatedCode::OneOf(codes) => is_known && codes.contains(&verdict.code()),
            // That it is internal says no more than that it is unknown.
            StatedCode::Unknown | StatedCode::Open => true,
        };
        counts.then_some(verdict)
    }

    /// Everything that a classifier can judge, with what is stated and stays.
    pub(crate) fn evidence(&self) -> Evidence<'_> {
        let words = self.failure.given_message().next().unwrap_or_default();
        let mut evidence = Evidence::text(words).with_stated_parts(self.retry, self.origin);
        if let Some(identifier) = &self.identifier {
            evidence = evidence.with_name(identifier);
        }
        if let Some(status) = self.status {
            evidence = evidence.with_http_status(status);
        }
        evidence
    }

    /// The failure with the verdict, which decides what is not stated.
    fn completed(self, verdict: Verdict) -> Failure {
        let stays = match self.code {
            StatedCode::Exactly => true,
            StatedCode::Unknown => verdict.code() == Code::Internal,
            StatedCode::Open => verdict.step() == Step::Fallback,
            // Only a verdict of the category counts.
            StatedCode::OneOf(_) => false,
        };
        let code = if stays { self.failure.code() } else { verdict.code() };
        // The status is the server's own: it does not say that a service behind the server has failed.
        let is_by_code = stays && code != verdict.code() || self.status.is_some() && verdict.step() != Step::User;
        let verdict = if is_by_code { verdict.with_origin(code.row().origin.value) } else { verdict };
        self.with(|failure| failure.with_code(code).with_verdict(verdict)).into_stated()
    }
}
