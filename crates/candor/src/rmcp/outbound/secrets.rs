//! The configured secrets, which are taken from everything that leaves: texts, names, numbers, files.

use super::json::{after_space, end_of_string};
use super::words;
use crate::FailurePolicy;
use crate::disclose::{REDACTED, Scrubber};
use serde::Serialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// What the JSON is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rmcp) enum Whole {
    /// A message. Its own members stay, and so does its id: whoever has sent it waits for it.
    Message,
    /// The same, and it is a failure that this process has disclosed: its time and its reference stay, too.
    Disclosed,
    /// A part of one.
    Part,
}

/// The JSON text without the secrets of the policy; `None` if it has none of them.
pub(in crate::rmcp) fn removed(policy: &FailurePolicy, json: &[u8], whole: Whole) -> Option<Vec<u8>> {
    let scrubber = policy.discretion().scrubber();
    if !scrubber.has_secrets() {
        return None;
    }
    let secrets = scrubber.secrets_only()?;
    let Ok(text) = str::from_utf8(json) else {
        let scrubbed = secrets.scrub_bytes(json);
        return (*scrubbed != *json).then(|| scrubbed.into_owned());
    };
    if !may_have(&secrets, text) {
        return None;
    }
    if serde_json::from_str::<IgnoredAny>(text).is_err() {
        let scrubbed = secrets.scrub(text);
        return (scrubbed != text).then(|| scrubbed.into_owned().into_bytes());
    }
    let mut rewritten =
        Rewritten { secrets: &secrets, text, whole, written: String::new(), copied: 0, removed_names: 0 };
    rewritten.walk();
    rewritten.finish()
}

/// Whether a text may hold secrets. What a file encodes does not show in its base64.
fn may_have(secrets: &Scrubber, text: &str) -> bool {
    FILES.iter().any(|name| super::json::may_name(text.as_bytes(), name)) || secrets.contains_secret(text)
}

/// Whether there may be secrets of the policy in these bytes.
#[cfg(feature = "rmcp-http")]
pub(super) fn may_be_in(policy: &FailurePolicy, bytes: &[u8]) -> bool {
    let scrubber = policy.discretion().scrubber();
    scrubber.has_secrets() && str::from_utf8(bytes).map_or(true, |text| may_have(scrubber, text))
}

/// The text without the secrets of the policy; `None` if it has none of them.
#[cfg(feature = "rmcp-http")]
pub(in crate::rmcp) fn removed_from_text(policy: &FailurePolicy, text: &[u8]) -> Option<Vec<u8>> {
    let scrubbed = policy.discretion().scrubber().secrets_only()?.scrub_bytes(text).into_owned();
    (scrubbed != text).then_some(scrubbed)
}

/// The same for a part of a message; nothing is written unless there are secrets.
pub(in crate::rmcp) fn removed_from(policy: &FailurePolicy, part: &impl Serialize) -> Option<Vec<u8>> {
    let has_secrets = policy.discretion().scrubber().has_secrets();
    // What cannot be written does not leave.
    let json = has_secrets.then(|| serde_json::to_vec(part).ok()).flatten()?;
    removed(policy, &json, Whole::Part)
}

/// The members that hold a file in base64, with their quotes.
const FILES: [&str; 2] = ["\"data\"", "\"blob\""];

/// The members of a message that are never changed, whatever is in them.
const KEPT_OF_MESSAGE: [&str; 2] = ["jsonrpc", "id"];

struct Rewritten<'a> {
    secrets: &'a Scrubber,
    text: &'a str,
    whole: Whole,
    /// What is written so far: up to `copied`, with everything replaced.
    written: String,
    copied: usize,
    removed_names: usize,
}

impl Rewritten<'_> {
    fn walk(&mut self) {
        let json = self.text.as_bytes();
        let (mut at, mut depth) = (0, 0_usize);
        // The name of the member that is next, as it is written, with its quotes.
        let mut name = 0..0;
        // The list that this is in, and its name.
        let mut list = (0, 0..0);
        // The level below which all is of the server's making.
        let mut of_the_server = usize::MAX;
        while let Some(byte) = json.get(at) {
            let start = at;
            let is_own = self.whole != Whole::Part && depth == 1;
            let of_value = if name.is_empty() && list.0 == depth { list.1.clone() } else { name.clone() };
            let member = self.text.get(of_value).unwrap_or_default();
            let is_kept = is_own && KEPT_OF_MESSAGE.iter().any(|kept| is_quoted(member, kept));
            match byte {
                b'"' => {
                    at = end_of_string(json, at);
                    if json.get(after_space(json, at)) == Some(&b':') {
                        name = start..at;
                        let written = self.text.get(start..at).unwrap_or_default();
                        if !is_own || !KEPT_OF_MESSAGE.iter().any(|kept| is_quoted(written, kept)) {
                            self.name(start, at);
                        }
                        continue;
                    }
                    if !is_kept {
                        self.value(start, at, member);
                    }
                    name = 0..0;
                }
                b'-' | b'0'..=b'9' => {
                    let rest = json.get(at..).unwrap_or_default();
                    at += rest.iter().take_while(|byte| !b",]} \t\r\n".contains(byte)).count().max(1);
                    if !is_kept {
                        self.number(start, at, if depth > of_the_server { "" } else { member });
                    }
                    name = 0..0;
                }
                b'{' | b'[' => {
                    if words::is_of_the_server(member.trim_matches('"')) {
                        of_the_server = of_the_server.min(depth);
                    }
                    (at, depth) = (at + 1, depth + 1);
                    if *byte == b'[' {
                        list = (depth, name);
                    }
                    name = 0..0;
                }
                b'}' | b']' => {
                    if list.0 == depth {
                        list = (0, 0..0);
                    }
                    (at, depth) = (at + 1, depth.saturating_sub(1));
                    if depth <= of_the_server {
                        of_the_server = usize::MAX;
                    }
                }
                _ => at += 1,
            }
        }
    }

    fn name(&mut self, start: usize, end: usize) {
        let Some(scrubbed) = self.scrubbed(start, end, words::is_name) else { return };
        self.removed_names += 1;
        // Two names may have become one.
        let unique = match self.removed_names {
            1 => scrubbed,
            number => format!("{scrubbed} ({number})"),
        };
        self.replace(start, end, &unique);
    }

    fn value(&mut self, start: usize, end: usize, member: &str) {
        let is_file = FILES.contains(&member);
        // A line break in a file is an escape here.
        let file =
            || self.secrets.scrub_base64(&serde_json::from_str::<Cow<'_, str>>(self.text.get(start..end)?).ok()?);
        let scrubbed = match is_file.then(file).flatten() {
            Some(file) => Some(file),
            None => {
                let member = member.trim_matches('"');
                let is_reference = |text: &str| self.whole == Whole::Disclosed && words::is_reference(member, text);
                self.scrubbed(start, end, |text| words::is_value(member, text) || is_reference(text))
            }
        };
        if let Some(scrubbed) = scrubbed {
            self.replace(start, end, &scrubbed);
        }
    }

    /// A number of the protocol stays one: digits of a secret in a longer number are a coincidence, and where it is the secret
    /// itself, nothing takes its place.
    fn number(&mut self, start: usize, end: usize, member: &str) {
        let number = self.text.get(start..end).unwrap_or_default();
        let member = member.trim_matches('"');
        if !self.secrets.contains_secret(number) || words::is_reserved_code(member, number) {
            return;
        }
        if !words::is_number(member) {
            self.replace(start, end, REDACTED);
        } else if self.secrets.scrub(number.trim_start_matches('-')) == REDACTED {
            self.write(start, end, "0");
        }
    }

    /// The string without secrets, if it has any. A word of the protocol is none.
    fn scrubbed(&self, start: usize, end: usize, is_word: impl Fn(&str) -> bool) -> Option<String> {
        let written = self.text.get(start..end)?;
        if !self.secrets.contains_secret(written) {
            return None;
        }
        // Half a surrogate pair is not text: what is written is scrubbed as it is.
        let inner = || written.trim_matches('"').to_owned();
        let text = serde_json::from_str::<String>(written).unwrap_or_else(|_| inner());
        let scrubbed = self.secrets.scrub(&text);
        (!is_word(&text) && scrubbed != text).then(|| scrubbed.into_owned())
    }

    fn replace(&mut self, start: usize, end: usize, new: &str) {
        self.write(start, end, &serde_json::Value::from(new).to_string());
    }

    fn write(&mut self, start: usize, end: usize, json: &str) {
        self.written.push_str(self.text.get(self.copied..start).unwrap_or_default());
        self.written.push_str(json);
        self.copied = end;
    }

    fn finish(mut self) -> Option<Vec<u8>> {
        if self.copied == 0 {
            return None;
        }
        self.written.push_str(self.text.get(self.copied..).unwrap_or_default());
        Some(self.written.into_bytes())
    }
}

fn is_quoted(written: &str, name: &str) -> bool {
    written.strip_prefix('"').and_then(|it| it.strip_suffix('"')) == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(json: &str) -> Option<String> {
        let policy = FailurePolicy::new().with_secrets(["swordfish-77", "4711815", "name", "tom \"x\" \u{1F600}"]);
        super::removed(&policy, json.as_bytes(), Whole::Message).map(|it| String::from_utf8(it).unwrap())
    }

    #[test]
    fn a_text_without_secrets_is_not_touched() {
        for json in ["", "{}", r#"{"a":[1.0,2e1,"x\n\ud83d"],"a":1}"#, r#"{"data":"aGk=","blob":7}"#, "[[[", "\"\\"] {
            assert_eq!(removed(json), None, "{json}");
        }
    }

    #[test]
    fn names_texts_and_numbers_lose_their_secrets_and_everything_else_stays_as_it_is_written() {
        for (json, expected) in [
            (r#"{"id":"swordfish-77","a":{"id":"swordfish-77"}}"#, r#"{"id":"swordfish-77","a":{"id":"[redacted]"}}"#),
            (
                r#"{"id":4711815,"n":[ 4711815, 1.0,-14711815.5e2 ]}"#,
                r#"{"id":4711815,"n":[ "[redacted]", 1.0,"[redacted]" ]}"#,
            ),
            (
                r#"{"r":{"xSwordfish-77":1,"SWORDFISH-77y":2,"a" : 1e2}}"#,
                r#"{"r":{"x[redacted]":1,"[redacted]y (2)":2,"a" : 1e2}}"#,
            ),
            (r#"{"r":["a\u0073wordfish-77\n","tom \"x\" \ud83d\ude00"]}"#, r#"{"r":["a[redacted]\n","[redacted]"]}"#),
            (r#"{"r":"\ud83d swordfish-77"}"#, r#"{"r":"\\ud83d [redacted]"}"#),
            (r#"{"a swordfish-77":1,"id":7}"#, r#"{"a [redacted]":1,"id":7}"#),
            (r#"{"r":[{"name":"my name","type":"name"}]}"#, r#"{"r":[{"name":"my [redacted]","type":"[redacted]"}]}"#),
            (
                r#"{"r":{"data":"c3dvcmRmaXNoLTc3","blob":"swordfish-77"}}"#,
                r#"{"r":{"data":"W3JlZGFjdGVkXQ==","blob":"[redacted]"}}"#,
            ),
        ] {
            assert_eq!(removed(json).as_deref(), Some(expected), "{json}");
        }
    }
}
