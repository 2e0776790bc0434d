//! What changes in a line of JSON: the positions of names and values, and what replaces them.

use super::json_tokens::{Token, TokenKind, json_tokens};
use super::lines::unescaped;
use crate::json_lines::BadLine;
use candor_scrub::{REDACTED, Scrubber, UniqueNames, is_sensitive_member, is_sensitive_name};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How many levels of objects and lists are read; what is deeper is removed.
const DEEPEST: usize = 100;
/// The items of a list are judged by the name of the list only if it is at most this long, so that a long list is not
/// read often.
const LONGEST_LIST_NAME: usize = 200;

/// The line, which is known to be a JSON object, with all its names and values scrubbed, except those of the id.
pub(super) fn changed(scrubber: &Scrubber, line: &str) -> Result<String, BadLine> {
    let mut reader = Reader { scrubber, line, open: Vec::new(), skipped: None, changes: Vec::new() };
    for token in json_tokens(line) {
        reader.read(token)?;
    }
    let mut changes = reader.changes;
    changes.sort_by_key(|change| (change.span.start, Reverse(change.span.end)));
    let (mut text, mut seen) = (String::with_capacity(line.len()), 0);
    for Change { span, other } in changes {
        // A change within another one is dropped.
        if span.start >= seen {
            text.push_str(line.get(seen..span.start).unwrap_or_default());
            text.push_str(&other);
            seen = span.end;
        }
    }
    text.push_str(line.get(seen..).unwrap_or_default());
    Ok(text)
}

/// A position in a line, and what is put there.
struct Change {
    span: Range<usize>,
    other: Cow<'static, str>,
}

/// What the line holds, token by token.
struct Reader<'t> {
    scrubber: &'t Scrubber,
    line: &'t str,
    /// The objects and lists that have not ended.
    open: Vec<Open<'t>>,
    /// The object or list that is skipped.
    skipped: Option<Skipped>,
    changes: Vec<Change>,
}

struct Open<'t> {
    start: usize,
    is_list: bool,
    /// The place in `open` of the object whose member this is, however many lists are between.
    holder: usize,
    members: Vec<Member<'t>>,
}

struct Skipped {
    start: usize,
    /// How many objects and lists in it have not ended, itself included.
    depth: usize,
}

struct Member<'t> {
    name: Cow<'t, str>,
    name_span: Range<usize>,
    value: Found<'t>,
    value_span: Range<usize>,
}

/// A value, as far as its scrubbing depends on it.
enum Found<'t> {
    Text(Cow<'t, str>),
    Number,
    Word,
    /// An object or a list: what is in it was judged.
    Whole,
}

impl Found<'_> {
    fn is_nothing(&self) -> bool {
        match self {
            Found::Text(text) => text.is_empty(),
            Found::Word => true,
            Found::Number | Found::Whole => false,
        }
    }
}

impl<'t> Reader<'t> {
    fn read(&mut self, Token { span, kind }: Token) -> Result<(), BadLine> {
        let text = match kind {
            TokenKind::Name | TokenKind::Text => {
                unescaped(self.line.get(span.clone()).unwrap_or_default(), span.start)?
            }
            TokenKind::Object | TokenKind::List | TokenKind::End | TokenKind::Number | TokenKind::Word => {
                Cow::Borrowed("")
            }
        };
        if let Some(skipped) = &mut self.skipped {
            match kind {
                TokenKind::Object | TokenKind::List => skipped.depth += 1,
                TokenKind::End => skipped.depth -= 1,
                TokenKind::Name | TokenKind::Text | TokenKind::Number | TokenKind::Word => {}
            }
            if skipped.depth == 0 {
                let span = skipped.start..span.end;
                self.skipped = None;
                if !self.is_in_id() {
                    self.changes.push(redaction(span.clone()));
                }
                self.found(Found::Whole, span);
            }
            return Ok(());
        }
        match kind {
            TokenKind::Object | TokenKind::List => self.begin(span.start, kind == TokenKind::List),
            TokenKind::End => self.end(span.end),
            TokenKind::Name => {
                let member = Member { name: text, name_span: span, value: Found::Word, value_span: 0..0 };
                if let Some(open) = self.open.last_mut() {
                    open.members.push(member);
                }
            }
            TokenKind::Text => self.found(Found::Text(text), span),
            TokenKind::Number => self.found(Found::Number, span),
            TokenKind::Word => self.found(Found::Word, span),
        }
        Ok(())
    }

    /// Whether the value that comes is the id of the line.
    fn is_in_id(&self) -> bool {
        matches!(self.open.as_slice(), [line] if line.members.last().is_some_and(|member| member.name == "id"))
    }

    fn begin(&mut self, start: usize, is_list: bool) {
        // The first that is open is the line itself.
        if self.open.len() > DEEPEST || self.is_in_id() {
            self.skipped = Some(Skipped { start, depth: 1 });
            return;
        }
        let last = self.open.len().saturating_sub(1);
        let holder = self.open.last().map_or(0, |open| if open.is_list { open.holder } else { last });
        self.open.push(Open { start, is_list, holder, members: Vec::new() });
    }

    fn end(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        self.judge_members(&open.members);
        self.found(Found::Whole, open.start..end);
    }

    /// Judges an item of a list, and keeps a member's value until its object has ended.
    fn found(&mut self, value: Found<'t>, span: Range<usize>) {
        match self.open.last_mut() {
            Some(open) if open.is_list => {
                let holder = open.holder;
                let name = self.open.get(holder).and_then(|holder| holder.members.last()).map(|member| &*member.name);
                let name = name.filter(|name| name.len() <= LONGEST_LIST_NAME).unwrap_or_default();
                let change = judged(self.scrubber, self.line, name, &value, span);
                self.changes.extend(change);
            }
            Some(open) => {
                if let Some(member) = open.members.last_mut() {
                    (member.value, member.value_span) = (value, span);
                }
            }
            None => {}
        }
    }

    /// Whether the value of a member is a secret by the names. An object or a list is judged by what is in it.
    fn is_sensitive(&self, entry: &Map<String, Value>, member: &Member<'t>) -> bool {
        const LONGEST: usize = 16 * 1024;
        let whole = Value::from(vec!["a secret"]);
        match &member.value {
            value if value.is_nothing() => false,
            Found::Whole if is_sensitive_member(entry, &member.name, &whole) => {
                let written = self.line.get(member.value_span.clone()).filter(|written| written.len() <= LONGEST);
                let value = written.and_then(|written| serde_json::from_str(written).ok());
                value.is_none_or(|value| is_sensitive_member(entry, &member.name, &value))
            }
            Found::Whole => false,
            Found::Text(_) | Found::Number | Found::Word => {
                is_sensitive_member(entry, &member.name, &Value::from(REDACTED))
            }
        }
    }

    /// Judges the members of an object that has ended: one may say what another is.
    fn judge_members(&mut self, members: &[Member<'t>]) {
        let is_line = self.open.is_empty();
        let entry = entry(members);
        let repeated = if is_line { HashMap::new() } else { repeated(members) };
        let shown = shown_names(self.scrubber, members);
        for (index, (member, shown)) in members.iter().zip(shown).enumerate() {
            if is_line && member.name == "id" {
                continue;
            }
            let last = repeated.get(&*member.name);
            if let Some(next) = members.get(index + 1).filter(|_| last.is_some_and(|last| *last != index)) {
                // A reader of values sees only the last of several members with one name, so the others are removed.
                let span = member.name_span.start..next.name_span.start;
                self.changes.push(Change { span, other: Cow::Borrowed("") });
                continue;
            }
            if shown != member.name || last.is_some() {
                let other = Value::from(&*shown).to_string().into();
                self.changes.push(Change { span: member.name_span.clone(), other });
            }
            let is_sensitive = self.is_sensitive(&entry, member)
                || shown != member.name && !member.value.is_nothing() && is_sensitive_name(&shown);
            if is_sensitive {
                let is_done = matches!(&member.value, Found::Text(text) if text == REDACTED);
                self.changes.extend((!is_done).then(|| redaction(member.value_span.clone())));
            } else {
                let change = judged(self.scrubber, self.line, &member.name, &member.value, member.value_span.clone());
                self.changes.extend(change);
            }
        }
    }
}

/// The written name of each member: names that scrubbing makes equal are made unique, and no other is renamed.
fn shown_names<'m>(scrubber: &Scrubber, members: &'m [Member<'_>]) -> Vec<Cow<'m, str>> {
    let mut shown: Vec<_> = members.iter().map(|member| scrubber.scrub(&member.name)).collect();
    let is_kept = |(member, shown): &(&Member<'_>, &Cow<'_, str>)| member.name == **shown;
    if members.iter().zip(&shown).all(|pair| is_kept(&pair)) {
        return shown;
    }
    let kept = members.iter().zip(&shown).filter(is_kept);
    let mut used: HashSet<Cow<'_, str>> = kept.map(|(member, _)| Cow::Borrowed(&*member.name)).collect();
    // Members with one name keep one name.
    let mut chosen: HashMap<&str, String> = HashMap::new();
    let mut unique = UniqueNames::default();
    for (member, shown) in members.iter().zip(&mut shown).filter(|(member, shown)| member.name != **shown) {
        let name = chosen.entry(&member.name).or_insert_with(|| {
            let name = unique.choose(shown.to_string(), |name| used.contains(name));
            used.insert(Cow::Owned(name.clone()));
            name
        });
        *shown = Cow::Owned(name.clone());
    }
    shown
}

fn redaction(span: Range<usize>) -> Change {
    Change { span, other: format!("\"{REDACTED}\"").into() }
}

/// The scrubbed value under a name, if it changes. A number is judged as it is written.
fn judged(scrubber: &Scrubber, line: &str, name: &str, value: &Found<'_>, span: Range<usize>) -> Option<Change> {
    match value {
        Found::Text(text) => {
            let other = scrubber.scrub_member(name, text);
            (other != *text).then(|| Change { span, other: Value::from(other).to_string().into() })
        }
        Found::Number => {
            let written = line.get(span.clone())?;
            (scrubber.scrub(written) != written).then(|| redaction(span))
        }
        Found::Word | Found::Whole => None,
    }
}

/// Those members that may say what is under `value` beside them: `"name": "PASSWORD", "value": …`.
fn entry(members: &[Member<'_>]) -> Map<String, Value> {
    const LONGEST_NAME: usize = 16;
    let mut entry = Map::new();
    for Member { name, value, .. } in members.iter().filter(|member| member.name.len() <= LONGEST_NAME) {
        let named = match value {
            Found::Text(text) => Value::from(&**text),
            // What it is does not matter; that it is there does: beside a `value`, `key` is a name.
            Found::Number | Found::Word | Found::Whole => Value::Null,
        };
        // Of several with one name, one of a secret counts.
        if !entry.get(&**name).and_then(Value::as_str).is_some_and(is_sensitive_name) {
            entry.insert(name.to_string(), named);
        }
    }
    entry
}

/// The names that several members have, each with the place of the last.
fn repeated<'m>(members: &'m [Member<'_>]) -> HashMap<&'m str, usize> {
    let mut last: HashMap<&str, (usize, bool)> = HashMap::with_capacity(members.len());
    for (index, member) in members.iter().enumerate() {
        last.entry(&member.name).and_modify(|last| *last = (index, true)).or_insert((index, false));
    }
    last.into_iter().filter_map(|(name, (index, is_repeated))| is_repeated.then_some((name, index))).collect()
}
