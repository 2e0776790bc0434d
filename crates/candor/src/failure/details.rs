//! The particulars of a failure.

use super::Failure;
use super::bounded::{Bounded, CUT_KEY, MAX_KEY, bounded, bounded_text, items_cut};
use super::excerpt::Excerpt;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// The names under which the documents know a detail.
pub(crate) mod key {
    pub(crate) const FIELD: &str = "field";
    pub(crate) const CONSTRAINT: &str = "constraint";
    pub(crate) const INVALID_VALUE: &str = "invalid_value";
    pub(crate) const ENTITY_ID: &str = "entity_id";
    pub(crate) const ENTITY_TYPE: &str = "entity_type";
    pub(crate) const TOOL: &str = "tool";
    pub(crate) const ENDPOINT: &str = "endpoint";
    pub(crate) const CONFIG_KEY: &str = "config_key";
    pub(crate) const LIMIT: &str = "limit";
    pub(crate) const PERIOD: &str = "period";
    pub(crate) const ORIGINAL_ERROR: &str = "original_error";
    pub(crate) const REQUEST_ID: &str = "request_id";
    pub(crate) const URI: &str = "uri";
    // Only 000 has a member for these; everywhere else they are details like any other.
    pub(crate) const REQUIRED_PERMISSION: &str = "required_permission";
    /// The items of a batch that failed.
    pub(crate) const FAILED: &str = "failed";
    /// The id under which the operator of another server finds the failure that it answered with.
    pub(crate) const UPSTREAM_REFERENCE: &str = "upstream_reference";
    /// How many more failed, and with which codes.
    pub(crate) const FAILED_OMITTED: &str = "failed_omitted";
    // What the guard adds; no document has a name for it.
    pub(crate) const DEADLINE_MS: &str = "deadline_ms";
    pub(crate) const VIOLATION_COUNT: &str = "violation_count";
    /// Not among the named ones: 002 has a member of that name for a problem's own status.
    pub(crate) const STATUS: &str = "status";

    pub(crate) const NAMED: [&str; 13] = [
        URI,
        FIELD,
        CONSTRAINT,
        INVALID_VALUE,
        ENTITY_ID,
        ENTITY_TYPE,
        TOOL,
        ENDPOINT,
        CONFIG_KEY,
        LIMIT,
        PERIOD,
        ORIGINAL_ERROR,
        REQUEST_ID,
    ];
}

/// The names under which Candor itself keeps something for the operator.
pub(crate) mod private_key {
    pub(crate) const CLASSIFIED_BY: &str = "classified_by";
    pub(crate) const OPERATIONS: &str = "operations";
    /// The method of the protocol that was asked for.
    #[cfg(feature = "rmcp")]
    pub(crate) const METHOD: &str = "method";
    /// The JSON-RPC id of the request.
    #[cfg(any(feature = "rmcp", feature = "tracing"))]
    pub(crate) const JSONRPC_ID: &str = "jsonrpc_id";
    /// The caller's trace.
    #[cfg(feature = "tracing")]
    pub(crate) const TRACE_ID: &str = "trace_id";
    /// The caller's span within its trace.
    #[cfg(feature = "rmcp")]
    pub(crate) const PARENT_SPAN_ID: &str = "parent_span_id";
}

/// Names that the dialects need beside the details; a detail of that name gets an underscore appended.
pub(crate) const RESERVED: [&str; 10] =
    ["code", "reason", "origin", "retry", "retryable", "retryAfter", "recovery", "instance", "time", "failure_mode"];

/// How many details a failure holds; those beyond are counted.
const MAX_ENTRIES: usize = 1_000;

/// Named particulars: the ones the documents know (`field`, `constraint`, `entity_id`, …) and any others.
///
/// One namespace holds them all, in the order they were added; a name that is set twice keeps the later value. There is
/// room for 1,000; what is added after that is counted.
#[derive(Clone, Default)]
pub struct Details {
    entries: Vec<(Cow<'static, str>, Bounded)>,
    omitted: usize,
}

impl Details {
    /// The value of a detail.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.get_bounded(key).map(|bounded| &bounded.value)
    }

    /// The value of a detail, if it is text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_str)
    }

    /// All details, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.iter_bounded().map(|(key, bounded)| (&**key, &bounded.value))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.omitted == 0
    }

    /// All details, with what of them was cut.
    pub(crate) fn iter_bounded(&self) -> impl Iterator<Item = (&Cow<'static, str>, &Bounded)> {
        self.entries.iter().map(|(key, bounded)| (key, bounded))
    }

    fn get_bounded(&self, key: &str) -> Option<&Bounded> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, bounded)| bounded)
    }

    /// About how many bytes they hold.
    pub(crate) fn held_bytes(&self) -> usize {
        self.entries.iter().map(|(key, bounded)| size_of::<Bounded>() + key.len() + held_bytes(&bounded.value)).sum()
    }

    /// Counts details that are not here: the sender left them out.
    pub(crate) fn omit(&mut self, count: usize) {
        self.omitted = self.omitted.saturating_add(count);
    }

    /// How many details came after the last that was kept.
    pub(crate) fn omitted(&self) -> usize {
        self.omitted
    }

    /// Notes how much was cut, however many details there are.
    pub(crate) fn note(&mut self, cut: String) {
        self.entries.push((Cow::Borrowed(CUT_KEY), Value::String(cut).into()));
    }

    /// Takes a detail out.
    pub(crate) fn take(&mut self, key: &str) -> Option<Bounded> {
        let place = self.entries.iter().position(|(name, _)| name == key)?;
        Some(self.entries.remove(place).1)
    }

    /// Adds a detail, bounded in depth and size.
    pub(crate) fn set(&mut self, key: impl Into<Cow<'static, str>>, value: &(impl Serialize + ?Sized)) {
        self.set_value(key.into(), || bounded(value));
    }

    /// Adds a list of which so many items more were left out.
    pub(crate) fn set_list(&mut self, key: &'static str, items: &[Value], omitted: usize) {
        self.set_value(Cow::Borrowed(key), || {
            let mut list = bounded(items);
            if omitted > 0
                && let Value::Array(kept) = &mut list.value
            {
                if list.cuts.items > 0 {
                    kept.pop();
                }
                list.cuts.items += omitted;
                kept.push(items_cut(list.cuts.items).into());
            }
            list
        });
    }

    /// Adds a detail that is bounded already.
    pub(crate) fn set_value(&mut self, key: Cow<'static, str>, value: impl FnOnce() -> Bounded) {
        let key =
            if key.len() > MAX_KEY { Cow::Owned(Excerpt::of(&key, MAX_KEY).into_text().into_owned()) } else { key };
        if self.entries.len() >= MAX_ENTRIES {
            self.omit(1);
        } else if let Some((_, old)) = self.entries.iter_mut().find(|(name, _)| *name == key) {
            *old = value();
        } else {
            self.entries.push((key, value()));
        }
    }
}

/// About how many bytes a value holds beside its own.
fn held_bytes(value: &Value) -> usize {
    let with_own = |value: &Value| size_of::<Value>() + held_bytes(value);
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(with_own).sum(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| size_of::<String>() + key.len() + with_own(value)).sum()
        }
    }
}

/// The name, or one that no dialect needs for itself.
pub(crate) fn free_name(mut key: Cow<'static, str>) -> Cow<'static, str> {
    if RESERVED.contains(&&*key) {
        key.to_mut().push('_');
    }
    key
}

/// How many there are: names and values may hold what must not be printed.
impl std::fmt::Debug for Details {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Details({})", self.entries.len() + self.omitted)
    }
}

/// The order in which details were added does not count.
impl PartialEq for Details {
    fn eq(&self, other: &Details) -> bool {
        self.omitted == other.omitted
            && self.entries.len() == other.entries.len()
            && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.iter() {
            map.serialize_entry(key, value)?;
        }
        if self.omitted > 0 {
            map.serialize_entry(CUT_KEY, &items_cut(self.omitted))?;
        }
        map.end()
    }
}

/// Particulars that the documents know by name, and any others.
impl Failure {
    /// The input field at fault.
    #[must_use]
    pub fn with_field(self, field: impl Into<String>) -> Failure {
        self.with_text(key::FIELD, field)
    }

    /// The rule that the field breaks, such as `format` or `maximum`.
    #[must_use]
    pub fn with_constraint(self, constraint: impl Into<String>) -> Failure {
        self.with_text(key::CONSTRAINT, constraint)
    }

    /// The value at fault. The caller sees it by 002's rules: lists and objects as a summary, long text cut at
    /// 100 characters, secrets removed.
    #[must_use]
    pub fn with_invalid_value(self, value: impl Serialize) -> Failure {
        self.with_context(key::INVALID_VALUE, value)
    }

    /// The entity that the operation was about: its type and its id.
    #[must_use]
    pub fn with_entity(self, entity_type: impl Into<String>, id: impl Into<String>) -> Failure {
        self.with_text(key::ENTITY_TYPE, entity_type).with_text(key::ENTITY_ID, id)
    }

    /// The tool that failed.
    #[must_use]
    pub fn with_tool(self, tool: impl Into<String>) -> Failure {
        self.with_text(key::TOOL, tool)
    }

    /// The address of the service that failed; sensitive query parameters do not reach the caller.
    #[must_use]
    pub fn with_endpoint(self, endpoint: impl Into<String>) -> Failure {
        self.with_text(key::ENDPOINT, endpoint)
    }

    /// The HTTP status that a service answered with. If the origin is [`Upstream`](crate::Origin::Upstream) and the status one
    /// of a failure, a problem is 002's `api-error`.
    #[must_use]
    pub fn with_status(self, status: u16) -> Failure {
        self.with_context(key::STATUS, status)
    }

    /// The setting at fault.
    #[must_use]
    pub fn with_config_key(self, setting: impl Into<String>) -> Failure {
        self.with_text(key::CONFIG_KEY, setting)
    }

    /// The limit that was reached: so many per period.
    #[must_use]
    pub fn with_limit(self, limit: u64, period: impl Into<String>) -> Failure {
        self.with_context(key::LIMIT, limit).with_text(key::PERIOD, period)
    }

    /// 001's `originalError`: the identifier by which the domain itself knows the failure, such as `ORDER_NOT_FOUND`.
    /// Without it, the reason is forwarded there, where it is not just the code's name.
    #[must_use]
    pub fn with_original_error(self, identifier: impl Into<String>) -> Failure {
        self.with_text(key::ORIGINAL_ERROR, identifier)
    }

    /// The id by which the caller knows its request.
    #[must_use]
    pub fn with_request_id(self, id: impl Into<String>) -> Failure {
        self.with_text(key::REQUEST_ID, id)
    }

    /// The resource that the caller asked for. It is the caller's own word, so that even a `file:` address is shown;
    /// credentials in it are not.
    #[must_use]
    pub fn with_uri(self, uri: impl Into<String>) -> Failure {
        self.with_text(key::URI, uri)
    }

    /// Any other particular that the caller may know.
    ///
    /// Depth and size are bounded. A name that the dialects use themselves (`reason`, `retry`, …) gets an
    /// underscore appended.
    #[must_use]
    pub fn with_context(mut self, key: impl Into<Cow<'static, str>>, value: impl Serialize) -> Failure {
        self.details_mut().set(free_name(key.into()), &value);
        self
    }

    /// A particular that only the operator may know: it goes to the [`Incident`](crate::Incident), never to the wire.
    #[must_use]
    pub fn with_private(mut self, key: impl Into<Cow<'static, str>>, value: impl Serialize) -> Failure {
        self.private_mut().set(key, &value);
        self
    }

    /// Adds details that were read from elsewhere, with what of them was cut.
    #[cfg(feature = "http")]
    pub(crate) fn with_details(mut self, details: Details) -> Failure {
        let own = self.details_mut();
        own.omit(details.omitted);
        for (key, bounded) in details.entries {
            own.set_value(free_name(key), || bounded);
        }
        self
    }

    fn with_text(mut self, key: &'static str, text: impl Into<String>) -> Failure {
        self.details_mut().set_value(Cow::Borrowed(key), || bounded_text(text.into()));
        self
    }
}
