//! Images, sounds and files of a failure, as far as they are passed on.

use ::rmcp::model::{ContentBlock, EmbeddedResource, ResourceContents};
use std::collections::BTreeMap;

/// How many bytes of such data a failure has at most, in base64: a screenshot, and not a film.
const MOST_DATA: usize = 1024 * 1024;
/// How many types a note names.
const MOST_TYPES: usize = 4;

/// What was left out, and how much room there is.
pub(super) struct LeftOut {
    room: usize,
    /// How many and how many bytes, by type.
    of_types: BTreeMap<String, (usize, usize)>,
    others: (usize, usize),
    /// Blocks that the reply has no room for.
    blocks: usize,
}

impl LeftOut {
    pub(super) fn new() -> LeftOut {
        LeftOut { room: MOST_DATA, of_types: BTreeMap::new(), others: (0, 0), blocks: 0 }
    }

    /// Whether the data of this block has to be left out. If so, the note will say it.
    pub(super) fn takes(&mut self, block: &ContentBlock) -> bool {
        let Some((data, media_type)) = data_of(block) else { return false };
        if let Some(left) = self.room.checked_sub(data.len()) {
            self.room = left;
            return false;
        }
        let name = shown(media_type);
        let counted = match self.of_types.contains_key(name) || self.of_types.len() < MOST_TYPES {
            true => self.of_types.entry(name.to_owned()).or_default(),
            false => &mut self.others,
        };
        counted.0 += 1;
        counted.1 += data.len();
        true
    }

    /// A block is left out because it is too long for the reply.
    pub(super) fn count_block(&mut self) {
        self.blocks += 1;
    }

    /// What was left out, in words.
    pub(super) fn note(self) -> Option<String> {
        let part = |name: &str, (count, bytes): (usize, usize)| format!("{count} of {name} ({bytes} bytes in base64)");
        let mut parts: Vec<_> = self.of_types.iter().map(|(name, counted)| part(name, *counted)).collect();
        if self.others.0 > 0 {
            parts.push(part("other types", self.others));
        }
        let limit = format!("a failure has at most {MOST_DATA} bytes of images, sounds and files");
        let files = (!parts.is_empty()).then(|| format!("Left out: {}; {limit}.", parts.join(", ")));
        let blocks = match self.blocks {
            0 => None,
            1 => Some("Left out: 1 block that is too long for this reply.".to_owned()),
            count => Some(format!("Left out: {count} blocks that are too long for this reply.")),
        };
        let notes: Vec<_> = files.into_iter().chain(blocks).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }
}

/// The data of a block in base64, and its type.
fn data_of(block: &ContentBlock) -> Option<(&str, Option<&str>)> {
    match block {
        ContentBlock::Image(image) => Some((&image.data, Some(&image.mime_type))),
        ContentBlock::Audio(audio) => Some((&audio.data, Some(&audio.mime_type))),
        ContentBlock::Resource(EmbeddedResource {
            resource: ResourceContents::BlobResourceContents { blob, mime_type, .. },
            ..
        }) => Some((blob, mime_type.as_deref())),
        ContentBlock::Text(_) | ContentBlock::Resource(_) | ContentBlock::ResourceLink(_) | _ => None,
    }
}

/// A type, if it is one.
fn shown(media_type: Option<&str>) -> &str {
    let is_of_type =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'/' | b'-' | b'+' | b'.');
    match media_type {
        Some(name) if name.len() <= 40 && name.contains('/') && name.bytes().all(is_of_type) => name,
        Some(_) | None => "an unknown type",
    }
}
