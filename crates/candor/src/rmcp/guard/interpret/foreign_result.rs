//! A failed result of a tool that does not use Candor.

use super::left_out::LeftOut;
use crate::classify::Classifier;
use crate::render::META_KEY;
use crate::rmcp::incomplete::takes;
use crate::rmcp::marker::{self, Marker};
use crate::rmcp::read::{self, ReadResult};
use crate::{Code, Discretion, Failure};
use ::rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::Value;

/// What such a result holds beside its failure.
pub(in crate::rmcp::guard) struct ForeignResult {
    /// The blocks that the failure does not say.
    content: Vec<ContentBlock>,
    meta: Option<MetaObject>,
}

impl ForeignResult {
    /// The failure in the result of this tool, and the rest of it.
    pub(in crate::rmcp::guard) fn read(
        result: CallToolResult,
        classifier: &Classifier,
        tool: &str,
    ) -> (Failure, ForeignResult) {
        // The tool is part of this server: what nothing is known of is the server's own failure.
        let ReadResult { failure, is_in_dialect, has_all_texts } =
            read::of_result(&result, classifier, tool, Code::Internal);
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
    pub(in crate::rmcp::guard) fn beside_marker(marker: &Marker, result: CallToolResult) -> Option<ForeignResult> {
        ForeignResult::unless_empty(without_first(result.content, |block| marker.is_own_block(block)), result.meta)
    }

    /// What was added to a failure that was disclosed elsewhere, if anything.
    pub(in crate::rmcp::guard) fn beside_disclosure(result: CallToolResult) -> Option<ForeignResult> {
        let is_text = |block: &ContentBlock| matches!(block, ContentBlock::Text(_));
        ForeignResult::unless_empty(without_first(result.content, is_text), result.meta)
    }

    fn unless_empty(content: Vec<ContentBlock>, meta: Option<MetaObject>) -> Option<ForeignResult> {
        (!content.is_empty() || meta.is_some()).then_some(ForeignResult { content, meta })
    }

    /// Adds it to our own result, scrubbed and bounded.
    pub(in crate::rmcp::guard) fn add_to(self, result: &mut CallToolResult, discretion: &Discretion) {
        let mut room = discretion.reply_cap();
        let mut left_out = LeftOut::new();
        for block in self.content {
            if left_out.takes(&block) {
                continue;
            }
            let Ok(mut value) = serde_json::to_value(&block) else { continue };
            marker::strip(&mut value);
            // An image or a sound holds no text to scrub.
            let data = match block {
                ContentBlock::Image(_) | ContentBlock::Audio(_) => {
                    value.as_object_mut().and_then(|it| it.remove("data"))
                }
                ContentBlock::Text(_) | ContentBlock::Resource(_) | ContentBlock::ResourceLink(_) | _ => None,
            };
            let mut value = discretion.scrubber().scrub_json(&value);
            if !takes(&mut room, &value) {
                break;
            }
            if let (Some(members), Some(data)) = (value.as_object_mut(), data) {
                members.insert("data".to_owned(), data);
            }
            result.content.extend(serde_json::from_value::<ContentBlock>(value));
        }
        // The types are the tool's own words.
        let note = left_out.note().map(|note| discretion.scrubber().scrub(&note).into_owned());
        result.content.extend(note.map(ContentBlock::text));
        let Some(MetaObject(mut members)) = self.meta else { return };
        // That is the failure itself.
        members.remove(META_KEY);
        if members.is_empty() {
            return;
        }
        let Value::Object(members) = discretion.scrubber().scrub_json(&Value::Object(members)) else { return };
        let ours = result.meta.get_or_insert_default();
        for (name, value) in members {
            if takes(&mut room, &value) {
                ours.0.insert(name, value);
            }
        }
    }
}

/// The blocks without the first of this kind.
fn without_first(mut content: Vec<ContentBlock>, is_it: impl Fn(&ContentBlock) -> bool) -> Vec<ContentBlock> {
    if let Some(place) = content.iter().position(is_it) {
        content.remove(place);
    }
    content
}
