//! What is kept for one call, because the caller already knows it.

use super::PATH;
use super::paths::source_location;
use super::rule::Finding;
use serde_json::Value;

/// What a caller already knows: the folders it works in, and the text it sent.
///
/// Places and people found there are kept in the answer to that call. Secrets are removed all the same.
///
/// ```
/// use candor_scrub::{Allowed, Scrubber};
///
/// let allowed = Allowed::new().with_root("/home/jane/shop").with_text("mail jane@corp.io");
/// let scrubber = Scrubber::new().allowing(allowed);
/// assert_eq!(
///     scrubber.scrub("jane@corp.io cannot read /home/jane/shop/a.csv or /home/jane/.ssh/id_rsa"),
///     "jane@corp.io cannot read /home/jane/shop/a.csv or [path]",
/// );
/// ```
#[derive(Clone, Default)]
pub struct Allowed {
    roots: Vec<Box<str>>,
    /// All texts, one per line.
    texts: String,
}

impl Allowed {
    /// How many bytes of requests are kept.
    const MOST_TEXT: usize = 256 * 1024;
    /// How many levels of a request are read.
    const DEEPEST: usize = 64;

    /// An empty allow-list.
    #[must_use]
    pub const fn new() -> Allowed {
        Allowed { roots: Vec::new(), texts: String::new() }
    }

    /// Also allows every path in this folder. An empty name and the root of a file system or of a drive allow nothing.
    #[must_use]
    pub fn with_root(mut self, root: impl AsRef<str>) -> Allowed {
        let root = root.as_ref().trim_end_matches(['/', '\\']);
        let is_drive = root.len() <= 2 && root.ends_with(':');
        if !root.is_empty() && !is_drive && root != "~" {
            self.roots.push(root.into());
        }
        self
    }

    /// Also allows what this text of the caller contains.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Allowed {
        let text = text.into();
        if text.len() >= SHORTEST && self.texts.len() + text.len() < Self::MOST_TEXT {
            self.texts.push('\n');
            self.texts.push_str(&text);
        }
        self
    }

    /// Also allows what any string of this request contains.
    #[must_use]
    pub fn with_request(self, request: &Value) -> Allowed {
        self.with_strings(request, Self::DEEPEST)
    }

    fn with_strings(self, value: &Value, depth: usize) -> Allowed {
        match value {
            Value::String(text) => self.with_text(text.as_str()),
            Value::Array(items) if depth > 0 => {
                items.iter().fold(self, |allowed, item| allowed.with_strings(item, depth - 1))
            }
            Value::Object(members) if depth > 0 => {
                members.values().fold(self, |allowed, member| allowed.with_strings(member, depth - 1))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => self,
        }
    }

    /// Whether the finding is kept.
    pub(super) fn keeps(&self, text: &str, taken: &Finding) -> bool {
        let part = text.get(taken.span.clone()).unwrap_or_default();
        !taken.is_certain()
            && (self.roots.iter().any(|root| is_in(part, root))
                || stands_in(part, &self.texts, taken.placeholder == PATH)
                || taken.id == source_location::RULE.id && stands_in(without_line(part), &self.texts, true))
    }
}

/// Whether the path is the folder or is in it, and has no `..`.
fn is_in(path: &str, root: &str) -> bool {
    let path = path.strip_prefix("file://").unwrap_or(path);
    path.strip_prefix(root).is_some_and(|rest| {
        let is_way_out = rest.split(['/', '\\']).any(|part| part == "..") || rest.to_ascii_lowercase().contains("%2e");
        (rest.is_empty() || rest.starts_with(['/', '\\', ':'])) && !is_way_out
    })
}

/// The file of a source location.
fn without_line(place: &str) -> &str {
    let file = place.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == ':');
    ["line ", "on ", ", ", " ", ":"].iter().fold(file, |file, word| file.strip_suffix(word).unwrap_or(file))
}

/// A shorter part could be in any text.
const SHORTEST: usize = 4;

/// Whether the text contains the part as a whole word: not within a longer name, and not as a parent of a longer path.
fn stands_in(part: &str, text: &str, is_path: bool) -> bool {
    let bytes = text.as_bytes();
    let is_edge = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let goes_on = |at: usize| {
        is_path && bytes.get(at).is_some_and(|byte| b"/\\.-_".contains(byte)) && !is_edge(bytes.get(at + 1))
    };
    let is_there = |at: usize| {
        let end = at + part.len();
        is_edge(at.checked_sub(1).and_then(|at| bytes.get(at))) && is_edge(bytes.get(end)) && !goes_on(end)
    };
    part.len() >= SHORTEST && memchr::memmem::find_iter(bytes, part.as_bytes()).any(is_there)
}

/// Shows the sizes, never the contents.
impl std::fmt::Debug for Allowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Allowed").field("roots", &self.roots.len()).field("bytes_of_text", &self.texts.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;
    use serde_json::json;

    fn scrub(allowed: Allowed, text: &str) -> String {
        Scrubber::new().allowing(allowed).scrub(text).into_owned()
    }

    #[test]
    fn a_path_in_an_allowed_folder_is_kept() {
        let allowed = Allowed::new().with_root("/home/jane/shop/").with_root("C:\\work").with_root("D:\\");
        let rows = [
            ("read /home/jane/shop/a.csv", "read /home/jane/shop/a.csv"),
            ("read /home/jane/shop", "read /home/jane/shop"),
            ("read /home/jane/shopping/a.csv", "read [path]"),
            ("read /home/jane/shop/../.ssh/id", "read [path]"),
            ("read /home/jane/shop/%2e%2e/.ssh/id", "read [path]"),
            ("read D:\\work\\a.csv", "read [path]"),
            ("read C:\\work\\a.csv", "read C:\\work\\a.csv"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(scrub(allowed.clone(), text), scrubbed);
        }
    }

    #[test]
    fn what_the_caller_sent_is_kept_except_secrets() {
        let request = json!({"path": "/etc/app/x.toml", "to": ["jane@corp.io"], "note": "password=hunter2"});
        let allowed = Allowed::new().with_request(&request);
        let text = "no /etc/app/x.toml for jane@corp.io but /etc/app/y.toml, password=hunter2";
        assert_eq!(scrub(allowed, text), "no /etc/app/x.toml for jane@corp.io but [path], password=[redacted]");
    }

    #[test]
    fn half_a_name_is_not_what_the_caller_sent() {
        assert_eq!(scrub(Allowed::new().with_text("/etc/app/xy"), "/etc/app/x is gone"), "[path] is gone");
        assert_eq!(scrub(Allowed::new().with_text("/etc/app/x.toml"), "/etc/app is gone"), "[path] is gone");
        assert_eq!(scrub(Allowed::new().with_root("/"), "/etc/app/x"), "[path]");
    }
}
