//! The words of a caller: paths, hosts, addresses, names. They are kept as hashes, so that a look-up takes as long as the word
//! that is looked up, however much the caller sent.

use super::folded::folded;
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
        if word.contains('/') || has_extension(word) {
            self.has_paths = true;
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

/// `main.rs`, `Cargo.toml`.
fn has_extension(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| (1..=5).contains(&ending.len()) && ending.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Folders whose next level everybody knows, or that belong to people.
const COMMON: [&str; 9] = ["home", "users", "user", "var", "etc", "opt", "root", "run", "mnt"];
/// Folders that are the same on every system.
const OF_SYSTEM: [&str; 15] = [
    "usr",
    "bin",
    "sbin",
    "lib",
    "lib64",
    "proc",
    "sys",
    "dev",
    "boot",
    "library",
    "system",
    "windows",
    "program files",
    "programdata",
    "nix",
];
/// Names that folders of servers have everywhere.
const GENERIC: [&str; 40] = [
    "app",
    "apps",
    "application",
    "src",
    "dist",
    "build",
    "out",
    "target",
    "bin",
    "lib",
    "libs",
    "log",
    "logs",
    "tmp",
    "cache",
    "html",
    "www",
    "public",
    "static",
    "server",
    "service",
    "api",
    "web",
    "site",
    "code",
    "current",
    "release",
    "releases",
    "data",
    "config",
    "conf",
    "workspace",
    "work",
    "project",
    "node_modules",
    "node",
    "runner",
    "ubuntu",
    "deploy",
    "admin",
];

/// Whether a folder that the caller names opens what is below it: it does if it names a place that one has to know, not one that
/// every system has. `/`, `/etc`, `/home/ann`, `/usr/src/app`, `/srv/app`, `C:\` and `C:\Users\ann` open nothing.
fn opens(folder: &str) -> bool {
    let mut parts = folder.split('/').filter(|part| !part.is_empty() && *part != ".");
    let is_on_drive = parts.clone().next().is_some_and(|first| first.len() == 2 && first.ends_with(':'));
    let drive = is_on_drive.then(|| parts.next()).flatten();
    let Some(first) = parts.clone().next() else { return false };
    let is_address = first.ends_with(':') || first == "~" || first == "..";
    let is_common = COMMON.contains(&first);
    // On a drive, one name is enough.
    if drive.is_none() || is_common {
        parts.next();
    }
    let needed = if is_common { 2 } else { 1 };
    let is_named = parts.clone().any(|part| !GENERIC.contains(&part));
    !is_address && !OF_SYSTEM.contains(&first) && is_named && parts.count() >= needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_opens_what_is_in_it_only_if_one_has_to_know_it() {
        let open =
            ["/srv/shop", "/home/ann/shop", "c:/tea", "c:/users/ann/shop", "crates/shop", "/var/www/tea", "/tmp/x-17"];
        let closed = [
            "",
            "/",
            "/etc",
            "/home",
            "/home/ann",
            "/usr/src",
            "/var/log",
            "c:",
            "c:/users",
            "c:/users/ann",
            "c:/windows",
            "c:/windows/temp",
            "~",
            "~/x",
            "src",
            "https:/shop.io/a/b",
            "../../etc",
            "/opt/app",
            "/usr/src/app",
            "/var/www/html",
            "/home/node/app",
            "/srv/app",
            "/app/src",
            "c:/app",
            "/usr/lib/tea/x",
        ];
        for folder in open {
            assert!(opens(folder), "{folder}");
        }
        for folder in closed {
            assert!(!opens(folder), "{folder}");
        }
    }
}
