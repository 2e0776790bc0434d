//! What is kept for one call, because the caller already knows it.

mod folded;
mod folder;
mod passages;
mod remark;
mod words;

use crate::paths::source_location;
use crate::rule::{Family, Finding};
use crate::secrets::opaque_token;
use passages::{Known, Passages};
use remark::{is_complete, is_remark};
use serde_json::Value;
use std::ops::Range;
use std::sync::OnceLock;
use words::Words;

/// What a caller already knows: the folders it works in, and the text it sent.
///
/// What the caller sent is kept in the answer to that call: its paths, hosts, addresses and names, what is in a folder that it
/// named, and its statements. Secrets, stack traces and the statements of others are removed all the same.
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
///
/// let scrubber = Scrubber::new().allowing(Allowed::new().with_text("SELECT id FROM teas"));
/// assert_eq!(scrubber.scrub("SELECT id FROM teas returned no rows"), "SELECT id FROM teas returned no rows");
/// assert_eq!(scrubber.scrub("failed: SELECT id FROM cups WHERE owner = 3"), "failed: [redacted]");
/// ```
#[derive(Clone, Default)]
pub struct Allowed {
    roots: Vec<Box<str>>,
    /// All texts, each with [`END`] after it.
    texts: String,
    /// The texts, as they are searched: built for the first finding.
    words: OnceLock<Words>,
    passages: OnceLock<Passages>,
}

/// What is after each text.
const END: char = '\0';

impl Allowed {
    /// How many bytes of a caller's texts are kept; what comes after them allows nothing.
    pub const MOST_TEXT: usize = 64 * 1024;
    /// The longest text, in bytes: a longer one is content, and allows nothing.
    pub const LONGEST_TEXT: usize = 32 * 1024;
    /// How many levels of a request are read.
    const DEEPEST: usize = 64;

    /// An empty allow-list.
    #[must_use]
    pub const fn new() -> Allowed {
        Allowed { roots: Vec::new(), texts: String::new(), words: OnceLock::new(), passages: OnceLock::new() }
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
    pub fn with_text(mut self, text: impl AsRef<str>) -> Allowed {
        self.add(text.as_ref());
        self
    }

    /// Also allows what any string of this request contains, and its numbers.
    #[must_use]
    pub fn with_request(mut self, request: &Value) -> Allowed {
        self.add_value(request, Self::DEEPEST);
        self
    }

    /// Whether it allows anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty() && self.texts.is_empty()
    }

    fn add(&mut self, text: &str) {
        if (SHORTEST..=Self::LONGEST_TEXT).contains(&text.len()) && self.texts.len() + text.len() < Self::MOST_TEXT {
            self.texts.push_str(text);
            self.texts.push(END);
            self.words.take();
            self.passages.take();
        }
    }

    fn add_value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.add(text),
            Value::Array(items) if depth > 0 => items.iter().for_each(|item| self.add_value(item, depth - 1)),
            Value::Object(members) if depth > 0 => {
                for (name, member) in members {
                    // Most names are those of the schema.
                    if name.bytes().any(|byte| !byte.is_ascii_alphanumeric() && byte != b'_') {
                        self.add(name);
                    }
                    self.add_value(member, depth - 1);
                }
            }
            Value::Number(number) if number.as_u64().is_some_and(|number| number >= 1_000) => {
                self.add(&number.to_string());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {}
        }
    }

    /// What of the finding goes: the part that the caller does not know; `None` if it knows all of it.
    pub(super) fn unknown(&self, text: &str, finding: &Finding) -> Option<Range<usize>> {
        let span = finding.span.clone();
        let part = text.get(span.clone()).unwrap_or_default();
        if !finding.can_be_known() || part.is_empty() {
            return Some(span);
        }
        if self.roots.iter().any(|root| is_in(part, root)) {
            return None;
        }
        if self.texts.is_empty() {
            return Some(span);
        }
        match finding.family {
            Family::Paths => self.unknown_path(text, finding),
            Family::Secrets => {
                let is_cursor = opaque_token::is_cursor(text, span.start) && self.words().has(part);
                (!is_cursor).then_some(span)
            }
            Family::Internals => self.unknown_statement(part).map(|start| span.start + start..span.end),
            Family::Diagnostics => {
                let is_known = self.words().has(part) || self.unknown_statement(unlabelled(part)).is_none();
                (!is_known).then_some(span)
            }
            Family::Places | Family::People => {
                let is_known = self.words().has(part) || self.passages().knows(part) == Known::Whole;
                (!is_known).then_some(span)
            }
        }
    }

    /// Where in the part begins what the caller did not send: neither its statements, nor remarks after them.
    fn unknown_statement(&self, part: &str) -> Option<usize> {
        let mut start = 0;
        for _ in 0..MOST_STATEMENTS {
            let rest = part.get(start..).filter(|rest| !rest.trim().is_empty())?;
            let end = match self.passages().knows(rest) {
                Known::Whole => return None,
                Known::To(end) if is_complete(rest.get(..end).unwrap_or_default()) => start + end,
                Known::To(_) | Known::Not => break,
            };
            let line = part.get(end..)?.lines().next().unwrap_or_default();
            if !is_remark(line) {
                return Some(end);
            }
            start = end + line.len();
        }
        Some(start)
    }

    fn unknown_path(&self, text: &str, finding: &Finding) -> Option<Range<usize>> {
        let span = finding.span.clone();
        // Of `c:/work/a.cs`, one rule finds the whole and another what is after the drive.
        let start = if drive_is_before(text, span.start) { span.start - 2 } else { span.start };
        let part = text.get(start..span.end).unwrap_or_default();
        let words = self.words();
        let file = without_line(part);
        let is_location = finding.id == source_location::RULE.id;
        let is_known = words.has_path(part)
            || words.has_path(file)
            || is_location && words.has_paths && source_location::is_of_compiler(text, &span);
        if is_known {
            return None;
        }
        // Where it is is the server's; its name in there is what the caller sent.
        let is_said = |name: &str| name.contains(['.', '/', '\\']) && words.has(name);
        let ends = file.bytes().enumerate().rev().filter(|(_, byte)| matches!(byte, b'/' | b'\\')).take(MOST_LEVELS);
        let ends = ends.filter(|_| file.len() <= LONGEST_PATH);
        let name = ends.filter(|(at, _)| is_said(file.get(at + 1..).unwrap_or_default())).last();
        match name {
            // The rest of a path that was removed up to here.
            Some((0, _)) if text.get(..start).is_some_and(|before| before.ends_with(crate::PATH)) => None,
            Some((at, _)) if at > 0 => Some(start..start + at),
            Some(_) | None => Some(span),
        }
    }

    fn words(&self) -> &Words {
        self.words.get_or_init(|| Words::of(self.texts.split(END)))
    }

    fn passages(&self) -> &Passages {
        self.passages.get_or_init(|| Passages::of(&self.texts))
    }
}

/// How many statements that the caller sent may follow one another.
const MOST_STATEMENTS: usize = 4;

/// What a driver shows, without its label: `[SQL: …]`.
fn unlabelled(part: &str) -> &str {
    let labelled = part.strip_prefix("[SQL: ").map(|inside| inside.strip_suffix(']').unwrap_or(inside));
    labelled.unwrap_or(part)
}

/// How many levels of a path are compared with names that the caller sent, and how long the path may be.
const MOST_LEVELS: usize = 8;
const LONGEST_PATH: usize = 4096;

/// Whether the path is the folder or is in it, and has no `..`.
fn is_in(path: &str, root: &str) -> bool {
    let path = path.strip_prefix("file://").unwrap_or(path);
    path.strip_prefix(root).is_some_and(|rest| {
        let is_way_out = rest.split(['/', '\\']).any(|part| part == "..") || rest.to_ascii_lowercase().contains("%2e");
        (rest.is_empty() || rest.starts_with(['/', '\\', ':'])) && !is_way_out
    })
}

/// Whether `c:` is right before this position.
fn drive_is_before(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    matches!(before, [.., other, letter, b':'] if letter.is_ascii_alphabetic() && !other.is_ascii_alphanumeric())
        || matches!(before, [letter, b':'] if letter.is_ascii_alphabetic())
}

/// The file of a source location.
fn without_line(place: &str) -> &str {
    let file = place.trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, ':' | ')'));
    let words = ["line ", "line", "on ", "at ", "@ ", "(", ", ", " ", ":"];
    words.iter().fold(file, |file, word| file.strip_suffix(word).unwrap_or(file))
}

/// A shorter part could be in any text.
const SHORTEST: usize = 4;

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
    fn a_path_that_could_be_a_page_is_kept_only_for_a_caller_who_sent_it() {
        let text = "to change it, open /app/settings in your browser";
        let sent = Allowed::new().with_request(&json!({"page": "/app/settings"}));
        assert_eq!(scrub(sent, text), text);
        let other = Allowed::new().with_request(&json!({"page": "/app/profile"}));
        assert_eq!(scrub(other, text), "to change it, open [path] in your browser");
    }

    #[test]
    fn a_path_that_the_caller_sent_is_kept_in_any_notation() {
        let sent = json!({"paths": ["/srv/data/a,b.txt", "/srv/data/c;d.txt", "C:\\work\\a.cs", "file:///opt/tea/My%20Notes/x.md"],
            "flag": "--out=/var/tmp/build/x.o:/var/tmp/build/y.o"});
        let allowed = Allowed::new().with_request(&sent);
        for text in [
            "no /srv/data/a,b.txt; and /srv/data/c;d.txt.",
            "no c:/work/a.cs, C:\\work\\a.cs:12",
            "no '/opt/tea/My Notes/x.md' in file:///opt/tea/My%20Notes",
            "no /var/tmp/build/y.o or /var/tmp/build/x.o:3:5",
        ] {
            assert_eq!(scrub(allowed.clone(), text), text);
        }
        assert_eq!(scrub(allowed, "no /srv/data/e.txt in /var/tmp/built"), "no [path] in [path]");
    }

    #[test]
    fn of_hundreds_of_paths_each_is_kept() {
        let paths: Vec<String> = (0..500).map(|id| format!("/srv/data/batch/{id}.csv")).collect();
        let allowed = Allowed::new().with_request(&json!({ "paths": paths }));
        let text = format!("no {}", paths.join(" and no "));
        assert_eq!(scrub(allowed, &text), text);
    }

    #[test]
    fn a_folder_opens_what_is_in_it_only_if_one_has_to_know_it() {
        for folder in [
            "/",
            "/home",
            "/home/ann",
            "/etc",
            "/usr/src/app",
            "/opt/app",
            "C:\\",
            "C:\\Users\\ann",
            "~",
            "..",
            "/home/ann/shopping",
        ] {
            for text in
                ["/home/ann/shop/a.rs", "/etc/app/x.toml", "/usr/src/app/x.js", "/opt/app/x.js", "C:\\Users\\ann\\x.cs"]
            {
                assert_eq!(scrub(Allowed::new().with_text(folder), text), "[path]", "{folder}");
            }
        }
        let allowed = Allowed::new().with_text("/home/ann/shop/").with_text("D:\\shop");
        for text in ["/home/ann/shop/src/a.rs:3", "D:/shop/a.cs", "file:///home/ann/shop/x%20y.txt"] {
            assert_eq!(scrub(allowed.clone(), text), text);
        }
        for text in ["/home/ann/shop/../.ssh/id", "/home/ann/shop/%2e%2e/.ssh/id", "/home/ann/shop2/a"] {
            assert_eq!(scrub(allowed.clone(), text), "[path]");
        }
    }

    #[test]
    fn a_well_known_folder_opens_nothing() {
        for (folder, text) in [
            ("/var/lib/postgresql", "could not open /var/lib/postgresql/16/main/base/16384/2619"),
            ("/var/run/secrets", "could not open /var/run/secrets/kubernetes.io/serviceaccount/x"),
            ("/home/ubuntu/.ssh", "could not open /home/ubuntu/.ssh/deploy_shop"),
            ("/etc/nginx/sites-enabled", "could not open /etc/nginx/sites-enabled/shop.conf"),
            ("/opt/bitnami/wordpress", "could not open /opt/bitnami/wordpress/wp-content/shop.log"),
            ("/data/postgres", "could not open /data/postgres/pg_hba.conf"),
            ("/srv/git", "could not open /srv/git/shop/hooks/x"),
        ] {
            assert_eq!(scrub(Allowed::new().with_text(folder), text), "could not open [path]", "{folder}");
            assert_eq!(scrub(Allowed::new().with_text(text), text), text);
        }
    }

    #[test]
    fn a_relative_place_is_kept_only_for_those_who_have_named_a_file() {
        let text = "src/db/pool.rs:88:13: error: no such field";
        for sent in
            ["3.14", "v1.25", "ann@corp.io", "and/or", "https://shop.io/a/b?c=d", "Cups and/or teas, e.g. 2.5kg"]
        {
            assert_ne!(scrub(Allowed::new().with_text(sent), text), text, "{sent}");
        }
        for sent in ["main.rs", "src/db/pool.rs", "/srv/shop", "build crates/shop/ now", "--manifest-path=Cargo.toml"] {
            assert_eq!(scrub(Allowed::new().with_text(sent), text), text, "{sent}");
        }
    }

    #[test]
    fn of_a_path_of_the_servers_the_end_that_the_caller_sent_is_kept() {
        let allowed = Allowed::new().with_text("notes/plan.md").with_text("load.py").with_text("users");
        let text = "open /srv/box-17/notes/plan.md, /srv/box-17/load.py:3:5, /srv/box-17/users";
        let scrubbed = "open [path]/notes/plan.md, [path]/load.py:3:5, [path]";
        assert_eq!(scrub(allowed.clone(), text), scrubbed);
        assert_eq!(scrub(allowed, scrubbed), scrubbed);
    }

    #[test]
    fn a_statement_that_the_caller_sent_is_kept_and_what_was_added_to_it_goes() {
        let allowed = Allowed::new()
            .with_text("BEGIN; SELECT id\n  FROM teas\n WHERE hot = 1; COMMIT")
            .with_text("select * from cups");
        let rows = [
            ("failed: SELECT id FROM teas WHERE hot = 1", "failed: SELECT id FROM teas WHERE hot = 1"),
            ("\"select \\\"id\\\" from teas\" failed", "\"[redacted]\" failed"),
            ("SELECT * FROM cups returned no rows", "SELECT * FROM cups returned no rows"),
            ("SELECT * FROM cups WHERE tenant = 3", "SELECT * FROM cups [redacted]"),
            ("SELECT * FROM cups tenant_3", "SELECT * FROM cups [redacted]"),
            ("SELECT * FROM cups UNION SELECT * FROM vault", "SELECT * FROM cups [redacted]"),
            ("SELECT key FROM vault WHERE id IN (select * from cups)", "[redacted]"),
            ("SELECT * FROM cups\nDELETE FROM cups WHERE id = 3", "SELECT * FROM cups\n[redacted]"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(scrub(allowed.clone(), text), scrubbed);
            assert_eq!(scrub(allowed.clone(), scrubbed), scrubbed);
        }
    }

    #[test]
    fn half_a_statement_opens_no_name() {
        for half in ["select * from", "drop table", "delete from", "select", "SELECT * FROM users WHERE", "update"] {
            for text in [
                "SELECT * FROM payroll",
                "drop table if exists payroll",
                "DELETE FROM payroll",
                "SELECT * FROM users WHERE payroll = 3",
            ] {
                assert!(!scrub(Allowed::new().with_text(half), text).contains("payroll"), "{half}: {text}");
            }
        }
    }

    #[test]
    fn no_secret_and_no_trace_is_kept_because_the_caller_sent_it() {
        let trace =
            "Traceback (most recent call last):\n  File \"/srv/shop/a.py\", line 3, in load\n    go()\nValueError: x";
        for text in [
            "password=hunter2xyz",
            "ghp_0123456789abcdefABCDEF0123456789abcd",
            "session q7Rk2Vw9Zp4Xn8Tb3Lm6Yc1Hd5Gf0Js2Qa",
            "SELECT * FROM users WHERE password = 'hunter2xyz'",
            "postgres://app:hunter2xyz@db.internal/x",
            trace,
        ] {
            let scrubbed = scrub(Allowed::new().with_text(text), text);
            assert_ne!(scrubbed, text);
            for secret in ["hunter2xyz", "ghp_", "q7Rk2", "go()"] {
                assert!(!scrubbed.contains(secret), "{scrubbed}");
            }
        }
        let scrubber =
            Scrubber::new().with_secret("/srv/shop/blue").allowing(Allowed::new().with_text("/srv/shop/blue"));
        assert_eq!(scrubber.scrub("no /srv/shop/blue"), "no [redacted]");
    }

    #[test]
    fn a_cursor_is_kept_where_it_is_called_one() {
        let cursor = "q7Rk2Vw9Zp4Xn8Tb3Lm6Yc1Hd5Gf0Js2Qa";
        let allowed = Allowed::new().with_text(cursor);
        let text = format!("Invalid cursor '{cursor}'");
        assert_eq!(scrub(allowed.clone(), &text), text);
        assert_eq!(scrub(Allowed::new(), &text), "Invalid cursor '[redacted]'");
        assert_eq!(scrub(allowed, &format!("session {cursor}")), "session [redacted]");
    }

    #[test]
    fn hosts_addresses_and_values_that_the_caller_sent_are_kept() {
        let sent = json!({"url": "https://db-7.internal:8443/x?y=10.0.0.7", "to": "Ann <ann@corp.io>", "id": 1042, "phone": "+49 30 901820"});
        let allowed = Allowed::new().with_request(&sent);
        let text =
            "db-7.internal and 10.0.0.7 for ann@corp.io, +49 30 901820\nDETAIL:  Key (id)=(1042) already exists.";
        assert_eq!(scrub(allowed.clone(), text), text);
        let other = "db-8.internal and 10.0.0.8 for bob@corp.io\nDETAIL:  Key (id)=(1043) already exists.";
        let scrubbed = "[redacted] and [redacted] for [email]\nDETAIL:  Key (id)=([redacted]) already exists.";
        assert_eq!(scrub(allowed, other), scrubbed);
    }

    #[test]
    fn what_was_allowed_before_is_still_allowed() {
        let server = Scrubber::new().allowing(Allowed::new().with_root("/srv/shop"));
        let call = server.allowing(Allowed::new().with_text("/etc/app/x.toml"));
        assert_eq!(call.scrub("/srv/shop/a.csv /etc/app/x.toml"), "/srv/shop/a.csv /etc/app/x.toml");
        assert_eq!(call.allowing_nothing().scrub("/srv/shop/a.csv /etc/app/x.toml"), "[path] [path]");
    }

    #[test]
    fn half_a_name_is_not_what_the_caller_sent() {
        assert_eq!(scrub(Allowed::new().with_text("/etc/app/xy"), "/etc/app/x is gone"), "[path] is gone");
        assert_eq!(scrub(Allowed::new().with_text("/etc/app/x.toml"), "/etc/app/x is gone"), "[path] is gone");
        assert_eq!(scrub(Allowed::new().with_root("/"), "/etc/app/x"), "[path]");
    }
}
