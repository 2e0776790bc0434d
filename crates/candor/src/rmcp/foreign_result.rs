//! A failed result of a tool that does not use Candor.

mod left_out;

use super::incomplete::takes;
use super::marker::{self, Marker};
use super::read::{self, ReadResult};
use crate::classify::Classifier;
use crate::render::META_KEY;
use crate::{Code, Discretion, Failure};
use ::rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use left_out::LeftOut;
use serde_json::{Map, Value, json};

/// What such a result holds beside its failure.
pub(super) struct ForeignResult {
    /// The blocks that the failure does not say.
    content: Vec<ContentBlock>,
    meta: Option<MetaObject>,
}

impl ForeignResult {
    /// The failure in the result of this tool, and the rest of it.
    pub(super) fn read(result: CallToolResult, classifier: &Classifier, tool: &str) -> (Failure, ForeignResult) {
        // The tool is part of this server: what nothing is known of is the server's own failure.
        ForeignResult::read_as(result, classifier, tool, Code::Internal)
    }

    /// The same, and what nothing is known of has this code.
    pub(super) fn read_as(
        result: CallToolResult,
        classifier: &Classifier,
        tool: &str,
        unknown: Code,
    ) -> (Failure, ForeignResult) {
        let ReadResult { failure, is_in_dialect, has_all_texts } = read::of_result(&result, classifier, tool, unknown);
        let CallToolResult { content, structured_content, meta, .. } = result;
        let failure = match structured_content {
            // What is not in any dialect may still be of use to the caller.
            Some(content) if !is_in_dialect => failure.with_context("structured_content", content),
            Some(_) | None => failure,
        };
        let is_text = |block: &ContentBlock| matches!(block, ContentBlock::Text(_));
        let content = if has_all_texts {
            content.into_iter().filter(|block| !is_text(block)).collect()
        } else {
            without_first(content, is_text)
        };
        (failure, ForeignResult { content, meta })
    }

    /// What was added to the marker of a failure that the tool handed over, if anything.
    pub(super) fn beside_marker(marker: &Marker, result: CallToolResult) -> Option<ForeignResult> {
        ForeignResult::unless_empty(without_first(result.content, |block| marker.is_own_block(block)), result.meta)
    }

    /// What was added to a failure that was disclosed elsewhere, if anything.
    pub(super) fn beside_disclosure(result: CallToolResult) -> Option<ForeignResult> {
        let is_text = |block: &ContentBlock| matches!(block, ContentBlock::Text(_));
        ForeignResult::unless_empty(without_first(result.content, is_text), result.meta)
    }

    fn unless_empty(content: Vec<ContentBlock>, meta: Option<MetaObject>) -> Option<ForeignResult> {
        (!content.is_empty() || meta.is_some()).then_some(ForeignResult { content, meta })
    }

    /// Adds it to our own result, scrubbed like the details of a failure, and bounded.
    pub(super) fn add_to(self, result: &mut CallToolResult, discretion: &Discretion) {
        let mut meta = self.meta.map(|MetaObject(members)| members).unwrap_or_default();
        // That is the failure itself.
        meta.remove(META_KEY);
        let mut left_out = LeftOut::new();
        let content = self.content.iter().filter(|block| !left_out.takes(block));
        let blocks = content.filter_map(|block| serde_json::to_value(block).ok()).map(|mut block| {
            marker::strip(&mut block);
            block
        });
        // A file holds no text to scrub. Configured secrets are looked for in whatever leaves.
        let (blocks, files): (Vec<_>, Vec<_>) = blocks.map(without_file).unzip();
        // As one value: what is a secret by its name in one part is in no other.
        let mut whole = discretion.scrub_value(&json!({"content": blocks, "_meta": meta}));
        let mut part = |name: &str| whole.get_mut(name).map(Value::take).unwrap_or_default();
        let (content, meta) = (part("content"), part("_meta"));
        let mut room = discretion.reply_cap();
        let blocks = match content {
            Value::Array(blocks) => blocks,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => Vec::new(),
        };
        for (mut block, file) in blocks.into_iter().zip(files) {
            if !takes(&mut room, &block) {
                left_out.count_block();
                continue;
            }
            if let (Some((holder, name)), Some(file)) = (holder_of_file(&mut block), file) {
                holder.insert(name.to_owned(), file);
            }
            result.content.extend(serde_json::from_value::<ContentBlock>(block));
        }
        // The types are the tool's own words.
        let note = left_out.note().map(|note| discretion.scrubber().scrub(&note).into_owned());
        result.content.extend(note.map(ContentBlock::text));
        let Value::Object(meta) = meta else { return };
        for (name, value) in meta {
            if takes(&mut room, &value) {
                result.meta.get_or_insert_default().0.insert(name, value);
            }
        }
    }
}

/// The block of an image, a sound or an embedded file without its data, and the data. What is no base64 stays, and is scrubbed
/// like any text.
fn without_file(mut block: Value) -> (Value, Option<Value>) {
    let data = holder_of_file(&mut block).and_then(|(holder, name)| {
        let is_file = holder.get(name).and_then(Value::as_str).is_some_and(is_base64);
        is_file.then(|| holder.remove(name)).flatten()
    });
    (block, data)
}

/// The object of a block that holds a file, and the name of the file in it.
fn holder_of_file(block: &mut Value) -> Option<(&mut Map<String, Value>, &'static str)> {
    match block.get("type").and_then(Value::as_str) {
        Some("image" | "audio") => Some((block.as_object_mut()?, "data")),
        Some("resource") => Some((block.get_mut("resource")?.as_object_mut()?, "blob")),
        Some(_) | None => None,
    }
}

/// Whether the text is base64, in one line or in several, and filled up to whole groups.
fn is_base64(text: &str) -> bool {
    let signs = || text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n'));
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    let length = signs().take_while(is_sign).count();
    let fill = signs().count() - length;
    fill <= 2 && (length + fill).is_multiple_of(4) && signs().skip(length).all(|byte| byte == b'=')
}

/// The blocks without the first of this kind.
fn without_first(mut content: Vec<ContentBlock>, is_it: impl Fn(&ContentBlock) -> bool) -> Vec<ContentBlock> {
    if let Some(place) = content.iter().position(is_it) {
        content.remove(place);
    }
    content
}
