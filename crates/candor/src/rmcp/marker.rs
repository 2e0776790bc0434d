//! What stands for a failure in a tool's result or a JSON-RPC error, until the guard puts the failure in its place.
//!
//! A marker names its failure by a random id that cannot be guessed: what a client makes up refers to nothing. It is
//! passed from the tool to the guard, and never further. It also has the code, the origin and the retry, so that a
//! marker that outlives its failure still says what kind of failure it was.

use crate::failure::{Origin, Retry, Safety};
use crate::{Code, Failure};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject, ResourceContents};
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Formatter;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// The member of `_meta` or `data` that holds a marker.
const MARKER: &str = "dev.candor/handed-over";

/// How many failures of one call are kept: a tool may make several before it returns one.
pub(super) const MOST_OF_ONE_CALL: usize = 16;

tokio::task_local! {
    static FAILURES: Arc<CallFailures>;
}

/// The id of a failure that was handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HandOver(Uuid);

/// What a marker says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) id: HandOver,
    code: Code,
    origin: Origin,
    retry: Retry,
    /// Whether it is in an answer with the code's own sentence, as every genuine marker is.
    is_with_sentence: bool,
}

/// The failures of one call; None once it has ended.
pub(super) struct CallFailures(Mutex<Option<VecDeque<(HandOver, Failure)>>>);

impl Default for CallFailures {
    fn default() -> CallFailures {
        CallFailures(Mutex::new(Some(VecDeque::new())))
    }
}

impl HandOver {
    pub(super) fn draw() -> HandOver {
        HandOver(Uuid::new_v4())
    }
}

impl CallFailures {
    /// Runs the future, within which markers are read as the failures that they stand for.
    pub(super) fn around<F: Future>(self: Arc<CallFailures>, future: F) -> impl Future<Output = F::Output> + use<F> {
        FAILURES.scope(self, future)
    }

    /// Keeps the failure; what is returned are the members of its marker. After the call, it is given back.
    pub(super) fn keep(&self, failure: Failure) -> Result<JsonObject, Failure> {
        let id = HandOver::draw();
        let marker = written(id, &failure);
        let mut kept = self.failures();
        let Some(failures) = kept.as_mut() else { return Err(failure) };
        let gone = if failures.len() >= MOST_OF_ONE_CALL { failures.pop_front() } else { None };
        failures.push_back((id, failure));
        // A cause may be dropped with its failure, by code that is not ours: not while others wait.
        drop(kept);
        drop(gone);
        Ok(JsonObject::from_iter([(MARKER.to_owned(), Value::String(marker))]))
    }

    /// Takes all failures out. From now on, none is kept.
    pub(super) fn close(&self) -> VecDeque<(HandOver, Failure)> {
        self.failures().take().unwrap_or_default()
    }

    fn find(&self, id: HandOver) -> Option<Failure> {
        self.failures().as_ref()?.iter().find(|(known, _)| *known == id).map(|(_, failure)| failure.clone())
    }

    fn failures(&self) -> MutexGuard<'_, Option<VecDeque<(HandOver, Failure)>>> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A marker as text: `a3bb189e8bf941c4b5dbdbe0e0f51f6e rate_limited upstream always 30000`. It is one string, because every
/// failure under a guard needs one.
fn written(id: HandOver, failure: &Failure) -> String {
    // Without the failure, the guard does not know that it must ask the tool's annotations.
    let retry = failure.careful_retry();
    let mut marker = String::with_capacity(96);
    marker.push_str(id.0.simple().encode_lower(&mut Uuid::encode_buffer()));
    for part in [failure.code().name(), failure.origin().name(), retry.safety().map_or(NEVER, Safety::name)] {
        marker.push(' ');
        marker.push_str(part);
    }
    if let Some(ms) = retry.after_ms() {
        marker.push(' ');
        marker.push_str(itoa::Buffer::new().format(ms));
    }
    marker
}

/// What a marker says of a retry that cannot help.
const NEVER: &str = "never";

impl Marker {
    /// Takes all markers out of a tool result, and gives the one that stands for the result.
    pub(super) fn take_from_result(result: &mut CallToolResult) -> Option<Marker> {
        let marker = Marker::in_result(result);
        strip_meta(&mut result.meta);
        result.content.iter_mut().for_each(strip_block);
        if let Some(content) = &mut result.structured_content {
            strip(content);
        }
        marker
    }

    /// Takes all markers out of a JSON-RPC error, and gives the one that stands for the error.
    pub(super) fn take_from_error(error: &mut ErrorData) -> Option<Marker> {
        let marker = Marker::in_error(error);
        let data = error.data.as_mut()?;
        if strip(data) && data.as_object().is_some_and(JsonObject::is_empty) {
            error.data = None;
        }
        marker
    }

    /// What the marker says about the failure, without the failure itself; nothing if its answer has other words.
    pub(super) fn stand_in(&self) -> Option<Failure> {
        let failure = || Failure::new(self.code, "").with_origin(self.origin).with_retry(self.retry);
        self.is_with_sentence.then(failure)
    }

    /// Whether the block is the one that came with the marker.
    pub(super) fn is_own_block(&self, block: &ContentBlock) -> bool {
        text_of(block).is_some_and(|text| has_sentence(text, self.code))
    }

    fn in_result(result: &CallToolResult) -> Option<Marker> {
        Marker::read(result.meta.as_ref()?.0.get(MARKER)?, result.content.iter().filter_map(text_of))
    }

    fn in_error(error: &ErrorData) -> Option<Marker> {
        Marker::read(error.data.as_ref()?.get(MARKER)?, [&*error.message])
    }

    fn read<'a>(marker: &Value, said: impl IntoIterator<Item = &'a str>) -> Option<Marker> {
        let mut parts = marker.as_str()?.split(' ');
        let id = HandOver(Uuid::try_parse(parts.next()?).ok()?);
        let code = Code::from_name(parts.next()?)?;
        let origin = parts.next().and_then(Origin::from_name)?;
        let safe = parts.next()?;
        let after_ms = parts.next().map(str::parse).transpose().ok()?;
        let retry = Retry::from_wire(safe != NEVER, after_ms, Some(safe));
        let is_with_sentence = said.into_iter().any(|text| has_sentence(text, code));
        Some(Marker { id, code, origin, retry, is_with_sentence })
    }

    /// The failure that it stands for: of the call that this task runs, or what is known without it.
    fn recall(&self) -> Option<Failure> {
        let known = FAILURES.try_with(|failures| failures.find(self.id)).ok().flatten();
        known.or_else(|| self.stand_in())
    }
}

/// The failure that a result stands for, if it has a marker.
pub(super) fn recalled_from_result(result: &CallToolResult) -> Option<Failure> {
    Marker::in_result(result)?.recall()
}

/// The failure that a JSON-RPC error stands for, if it has a marker.
pub(super) fn recalled_from_error(error: &ErrorData) -> Option<Failure> {
    Marker::in_error(error)?.recall()
}

/// Whether the text has the code's own sentence; usually it is nothing else.
fn has_sentence(text: &str, code: Code) -> bool {
    let meaning = code.row().meaning;
    text == meaning || text.contains(meaning)
}

fn text_of(block: &ContentBlock) -> Option<&str> {
    match block {
        ContentBlock::Text(text) => Some(&text.text),
        ContentBlock::Image(_)
        | ContentBlock::Audio(_)
        | ContentBlock::Resource(_)
        | ContentBlock::ResourceLink(_)
        | _ => None,
    }
}

/// Whether there is a marker in what the value is written as.
pub(super) fn is_within(value: &impl Serialize) -> bool {
    let is_found = Cell::new(false);
    let mut serializer =
        serde_json::Serializer::with_formatter(io::sink(), Search { is_found: &is_found, is_in_name: false });
    // What cannot be written does not leave.
    let _ = value.serialize(&mut serializer);
    is_found.get()
}

/// Looks for a member with the name of a marker, and writes nothing. A text may say the name.
struct Search<'a> {
    is_found: &'a Cell<bool>,
    is_in_name: bool,
}

impl Formatter for Search<'_> {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, _: &mut W, fragment: &str) -> io::Result<()> {
        if self.is_in_name && fragment == MARKER {
            self.is_found.set(true);
        }
        Ok(())
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        self.is_in_name = true;
        Ok(())
    }

    fn end_object_key<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_in_name = false;
        Ok(())
    }
}

/// Takes markers out of a content block of a tool result.
fn strip_block(block: &mut ContentBlock) {
    match block {
        ContentBlock::Text(text) => strip_meta(&mut text.meta),
        ContentBlock::Image(image) => strip_meta(&mut image.meta),
        ContentBlock::Audio(audio) => strip_meta(&mut audio.meta),
        ContentBlock::ResourceLink(link) => strip_meta(&mut link.meta),
        ContentBlock::Resource(embedded) => {
            strip_meta(&mut embedded.meta);
            match &mut embedded.resource {
                ResourceContents::TextResourceContents { meta, .. }
                | ResourceContents::BlobResourceContents { meta, .. } => strip_meta(meta),
                _ => {}
            }
        }
        _ => {}
    }
}

/// Takes markers out of a value, however deep; says whether there were any.
pub(super) fn strip(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().fold(false, |found, item| strip(item) | found),
        Value::Object(members) => strip_members(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The same for the members of an object.
pub(super) fn strip_members(members: &mut JsonObject) -> bool {
    let is_there = members.remove(MARKER).is_some();
    members.values_mut().fold(is_there, |found, member| strip(member) | found)
}

/// The same for `_meta`, which is removed if nothing else was in it.
pub(super) fn strip_meta(meta: &mut Option<MetaObject>) {
    if let Some(MetaObject(members)) = meta
        && strip_members(members)
        && members.is_empty()
    {
        *meta = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_marker_says_id_code_origin_and_retry_of_its_failure() {
        let delay = Duration::from_millis(30_500);
        let retries =
            [Safety::Always, Safety::IfIdempotent].map(|safe| [Retry::Backoff(safe), Retry::After(delay, safe)]);
        for code in Code::all() {
            for origin in Origin::ALL.iter().copied() {
                for retry in retries.into_iter().flatten().chain([Retry::Never]) {
                    let id = HandOver::draw();
                    let failure = Failure::new(code, "no").with_origin(origin).with_retry(retry);
                    let marker = Value::String(written(id, &failure));
                    let read = Marker::read(&marker, [code.row().meaning]);
                    let expected = Marker { id, code, origin, retry, is_with_sentence: true };
                    assert_eq!(read, Some(expected), "{marker}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_a_whole_marker_is_none() {
        const ID: &str = "a3bb189e8bf941c4b5dbdbe0e0f51f6e";
        for said in ["", ID, "x conflict caller always"] {
            assert_eq!(Marker::read(&Value::from(said), []), None, "{said}");
        }
        for rest in ["conflict", "conflict caller", "nonsense-code caller always", "conflict nobody always"] {
            assert_eq!(Marker::read(&Value::from(format!("{ID} {rest}")), []), None, "{rest}");
        }
        assert_eq!(Marker::read(&Value::from(format!("{ID} conflict caller always soon")), []), None);
    }
}
