//! The words of a caller: paths, hosts, addresses, names. They are kept as hashes, so that a look-up takes as long as the word
//! that is looked up, however much the caller sent.

use super::folded::folded;
use super::folder::opens;
use crate::text::Class;
use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};

/// What separates words.
const BREAK: Class = Class::of(" \t\r\n\"'<>()[]{}|`,;*?\0");
/// How many folders open what is in them.
const MOST_FOLDERS: usize = 64;
/// How many of the folders above a file begin a shorter name of it.
const MOST_ENDS: usize = 8;

/// The words of one caller.
#[derive(Clone, Default)]
pub(super) struct Words {
    seed: RandomState,
    /// Whole texts, words, and the parts of words.
    said: HashSet<u64>,
    /// The folders above the paths that were sent.
    parents: HashSet<u64>,
    /// The paths that were sent, and that open what is below them.
    folders: HashSet<u64>,
    /// Whether the caller has named a file or a folder.
    pub(super) has_paths: bool,
}

impl Words {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Words {
        let mut words = Words::default();
        for text in texts {
            let text = text.trim();
            words.add(text);
            for word in text.split(|sign: char| u8::try_from(sign).is_ok_and(|byte| BREAK.has(byte))) {
                if word.len() < text.len() {
                    words.add(word);
                }
                words.add_parts(word);
                words.has_paths |= has_path(word);
            }
        }
        words
    }

    /// The parts of a command, an address or a list: what is between `=` and `:`, then what is between any signs of an address.
    fn add_parts(&mut self, word: &str) {
        if !word.contains(['=', ':', '@', '&', '#', '/', '\\']) {
            return;
        }
        for part in word.split(['=', '&', '#', '@']) {
            if part.len() < word.len() {
                self.add(part);
            }
            if part.contains(':') && !is_on_drive(part) {
                part.split(':').for_each(|part| self.add(part));
            }
        }
        for part in word.split(['=', ':', '@', '&', '#', '/', '\\']) {
            self.add_name(part);
        }
    }

    fn add_name(&mut self, name: &str) {
        if name.len() >= super::SHORTEST {
            self.said.insert(self.hash(&folded(name)));
        }
    }

    /// Adds a word and, if it is a path, the folders above it.
    fn add(&mut self, word: &str) {
        if word.len() < super::SHORTEST {
            return;
        }
        self.add_folded(&folded(word));
        // Where `~` is, the caller leaves to the server.
        if let Some(rest) = word.strip_prefix("~/") {
            self.add_name(rest);
        }
    }

    fn add_folded(&mut self, word: &str) {
        let mut hash = self.seed.build_hasher();
        let mut parts = word.split('/').peekable();
        while let Some(part) = parts.next() {
            hash.write(part.as_bytes());
            hash.write_u8(b'/');
            if parts.peek().is_some() && !part.is_empty() {
                self.parents.insert(hash.finish());
            }
        }
        if opens(word) && self.folders.len() < MOST_FOLDERS {
            self.folders.insert(hash.finish());
        }
        self.said.insert(hash.finish());
        // The file may be named from a folder on the way to it: `src/cart.rs` of `a/src/cart.rs`.
        let ends = word.bytes().enumerate().rev().filter(|(_, byte)| *byte == b'/').skip(1).take(MOST_ENDS);
        for end in ends.filter_map(|(at, _)| word.get(at + 1..)) {
            self.said.insert(self.hash(end));
        }
    }

    /// A hash that can be taken part by part.
    fn hash(&self, folded: &str) -> u64 {
        let mut hash = self.seed.build_hasher();
        for part in folded.split('/') {
            hash.write(part.as_bytes());
            hash.write_u8(b'/');
        }
        hash.finish()
    }

    /// Whether the caller has sent this word.
    pub(super) fn has(&self, word: &str) -> bool {
        word.len() >= super::SHORTEST && self.said.contains(&self.hash(&folded(word)))
    }

    /// Whether the caller has sent this path, a path below it, or a folder above it that opens what is in it.
    pub(super) fn has_path(&self, path: &str) -> bool {
        let folded = folded(path);
        let is_way_out = folded.split('/').any(|part| part == "..");
        let mut hash = self.seed.build_hasher();
        let mut is_below = false;
        for part in folded.split('/') {
            hash.write(part.as_bytes());
            hash.write_u8(b'/');
            is_below |= self.folders.contains(&hash.finish());
        }
        let hash = hash.finish();
        self.said.contains(&hash) || self.parents.contains(&hash) || is_below && !is_way_out
    }
}

fn is_on_drive(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// Whether the word is, or assigns, the path of a file or a folder: `main.rs`, `src/cart.rs`, `--out=/srv/shop`. Numbers,
/// versions, addresses and `and/or` are none.
fn has_path(word: &str) -> bool {
    let is_file_url = word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:"));
    let is_address = word.contains("://") && !is_file_url || word.contains('@') && !word.starts_with(['/', '.', '~']);
    !is_address && word.split(['=', ':']).any(|part| is_path(&part.replace('\\', "/")))
}

fn is_path(part: &str) -> bool {
    let has_letter = |name: &str| name.bytes().any(|byte| byte.is_ascii_alphabetic() || byte >= 0x80);
    let begins = ["/", "./", "../", "~/"].iter().any(|start| part.starts_with(start));
    let names = || part.split('/').filter(|name| !name.is_empty());
    let is_long = names().count() > 2 && names().all(has_letter);
    let is_folder = part.contains('/') && (begins || part.ends_with('/') || is_long);
    part.len() >= super::SHORTEST && has_letter(part) && (is_folder || names().next_back().is_some_and(is_file))
}

/// `main.rs`, `Cargo.toml`; not `3.14`, `v1.25`, `e.g.` and `corp.io`.
fn is_file(name: &str) -> bool {
    const OF_HOSTS: [&str; 16] = [
        "ai", "app", "co", "com", "corp", "de", "dev", "edu", "eu", "gov", "internal", "io", "lan", "local", "net",
        "org",
    ];
    let name = name.trim_end_matches(['.', '!']);
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let is_ending = (1..=5).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !OF_HOSTS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    let is_version = stem.strip_prefix(['v', 'V']).unwrap_or(stem).bytes().all(|byte| !byte.is_ascii_alphabetic());
    is_ending && !is_version && stem.len() + ending.len() > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_addresses_and_alternatives_are_no_files() {
        for word in
            ["main.rs", "Cargo.toml", "src/cart.rs", "crates/shop/src", "src/", "/srv/shop", "C:\\shop\\a", "x=a/bc.d"]
                .into_iter()
                .chain(["~/x.md", "file:///srv/shop", "song.mp3", "/srv/@types/x.ts", "a.b.py", "src/cart.rs:12:5"])
        {
            assert!(has_path(word), "{word}");
        }
        for word in ["3.14", "v1.25", "1.0a", "10.5kg", "ann@corp.io", "corp.io", "and/or", "https://shop.io/a/b.rs"]
            .into_iter()
            .chain(["2026/11/18", "application/json", "e.g.", "git@shop.io:a/b.rs", "1/2", "/", "10:30", "a=b"])
        {
            assert!(!has_path(word), "{word}");
        }
    }
}
