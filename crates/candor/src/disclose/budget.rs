//! How much of a failure leaves: every string scrubbed, then cut, so that no dialect's reply exceeds its cap.

use super::constants;
use crate::Code;
use crate::failure::author_words::AuthorWords;
use crate::failure::bounded::{Bounded, CUT_KEY, PathStep, TOO_DEEP, items_cut};
use crate::failure::details::{Details, key};
use crate::failure::excerpt::{Excerpt, cut_text, without_margin};
use crate::failure::occurrence::draw_id;
use crate::failure::{Occurrence, Reason, Recovery};
use crate::json_escape::{escaped_len, has_escapes};
use candor_scrub::{
    Keep, REDACTED, Scrubber, UniqueNames, is_credential_name, is_sensitive_member, is_sensitive_name, is_token_under,
    is_token_value,
};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A tool result says everything up to five times (the text block, in which quotes are escaped a second
/// time, the structured content, 001's `error`, and `_meta`), around a frame of fixed size.
const COPIES: usize = 5;
const FRAME: usize = 1024;
/// Of the canonical form, what is not free text: names, braces, reason, instance, time.
const FIXED: usize = 400;
/// How deep a detail may be nested on the wire.
const WIRE_DEPTH: usize = 8;
/// The longest single detail, in bytes of JSON, unless a third of the room is more.
const LONGEST_DETAIL: usize = 1_000;
/// How much of one string is read at all.
const READ_LIMIT: usize = 256 * 1024;
/// The longest number, in bytes of JSON.
const LONGEST_NUMBER: usize = 24;
/// How many of a failure's own details are looked for in its texts.
const MAX_OWN_SECRETS: usize = 16;
/// The longest of those, in bytes.
const LONGEST_OWN_SECRET: usize = 16 * 1024;
/// The longest name of a detail, in bytes.
const LONGEST_NAME: usize = 128;
/// A longer name may be the head of one that was too long to be kept.
const LONGEST_TRUSTED_NAME: usize = 4 * 1024;

pub(super) struct Budget<'a> {
    scrubber: Cow<'a, Scrubber>,
    rules: Vec<&'static str>,
    total: usize,
    left: usize,
}

impl<'a> Budget<'a> {
    /// The budget for a failure with these details: what is under a sensitive name among them is not shown in its
    /// texts either.
    pub(super) fn new(scrubber: &'a Scrubber, reply_cap: usize, details: &Details) -> Budget<'a> {
        let total = (reply_cap.saturating_sub(FRAME) / COPIES).saturating_sub(FIXED);
        let mut budget = Budget { scrubber: Cow::Borrowed(scrubber), rules: Vec::new(), total, left: total };
        budget.hide_secrets_of(details);
        budget
    }

    /// What is under a sensitive name among these details is not shown in any text.
    pub(super) fn hide_secrets_of(&mut self, details: &Details) {
        let is_field_telling = details.text(key::FIELD).is_some_and(is_credential_name);
        let telling = |name: &str| is_credential_name(name) || name == key::INVALID_VALUE && is_field_telling;
        let texts = details.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
        let own = texts.filter(|(name, text)| telling(name) || is_token_under(name, text)).map(|(_, text)| text);
        self.hide(own);
    }

    /// What is under a sensitive name anywhere in this value is not shown in any text.
    #[cfg(feature = "rmcp")]
    pub(super) fn hide_secrets_in(&mut self, value: &Value) {
        let mut own = Vec::new();
        let mut open = vec![value];
        while let Some(value) = open.pop()
            && own.len() < MAX_OWN_SECRETS
        {
            let members = value.as_object().into_iter().flatten();
            let texts = members.filter_map(|(name, value)| Some((name, value.as_str()?)));
            own.extend(texts.filter(|(name, text)| is_credential_name(name) || is_token_under(name, text)));
            let items = value.as_array().into_iter().flatten();
            open.extend(value.as_object().into_iter().flat_map(Map::values).chain(items));
        }
        self.hide(own.into_iter().map(|(_, text)| text));
    }

    fn hide<'s>(&mut self, own: impl Iterator<Item = &'s str>) {
        let mut own = own.filter(|secret| secret.len() <= LONGEST_OWN_SECRET).take(MAX_OWN_SECRETS).peekable();
        if own.peek().is_some() {
            self.scrubber = Cow::Owned(self.scrubber.as_ref().clone().with_secrets(own));
        }
    }

    #[cfg(feature = "rmcp")]
    pub(super) fn scrubber(&self) -> &Scrubber {
        &self.scrubber
    }

    pub(super) fn into_rules(self) -> Vec<&'static str> {
        self.rules
    }

    /// A reason that contains something sensitive is replaced by the code's name.
    pub(super) fn reason(&mut self, reason: &Reason, code: Code) -> Reason {
        if reason.is_of_the_program() && !self.scrubber.has_secrets() {
            return reason.clone();
        }
        match self.scrub_text(reason.as_str()) {
            Cow::Borrowed(_) if !self.scrubber.contains_secret_loosely(reason.as_str()) => reason.clone(),
            Cow::Borrowed(_) | Cow::Owned(_) => code.into(),
        }
    }

    /// An id that is a secret is replaced by a new one.
    pub(super) fn occurrence(&mut self, occurrence: Occurrence) -> Occurrence {
        let is_secret = self.scrubber.has_secrets() && matches!(self.scrub_text(&occurrence.instance()), Cow::Owned(_));
        if is_secret { Occurrence::new(draw_id(), occurrence.time()) } else { occurrence }
    }

    /// The message may take half of the room.
    pub(super) fn message(&mut self, message: &str, words: AuthorWords<'_>) -> String {
        let max = self.total / 2;
        match self.clean(words) {
            Some(text) => self.cut(text, max),
            None => {
                let scrubbed = self.scrub_worded(message, words);
                self.cut(&scrubbed, max)
            }
        }
    }

    /// The text of the program, if there is nothing in it to scrub.
    fn clean(&self, words: AuthorWords<'_>) -> Option<&'static str> {
        words.whole().filter(|text| !self.scrubber.has_secrets() && constants::is_clean(text))
    }

    /// A text that may take one of so many parts of the room.
    #[cfg(feature = "tracing")]
    pub(super) fn part(&mut self, text: &str, parts: usize) -> String {
        self.text(text, self.total / parts)
    }

    /// Whether there is room for one more text.
    #[cfg(feature = "tracing")]
    pub(super) fn has_room(&self) -> bool {
        self.left >= 2 * MARK
    }

    /// Texts of which each may take half of the room that is left; those for which there is none are counted.
    #[cfg(feature = "tracing")]
    pub(super) fn texts(&mut self, texts: impl Iterator<Item = Excerpt<'static>>) -> Vec<String> {
        let mut shown = Vec::new();
        let mut texts = texts.peekable();
        while self.has_room()
            && let Some(text) = texts.next()
        {
            let max = self.left / 2;
            shown.push(self.excerpt(text, max));
        }
        if texts.peek().is_some() {
            shown.push(items_cut(texts.count()));
        }
        shown
    }

    /// The hint may take a quarter of the room; a link that would have to be cut is dropped.
    pub(super) fn recovery(&mut self, recovery: Cow<'_, Recovery>) -> Recovery {
        let hint = self.hint(&recovery, self.total / 4);
        let words = recovery.author_words_of_docs();
        let link = recovery.docs().map(|link| self.scrub_worded(link, words).into_owned());
        match link {
            Some(link) if json_len(&link) <= self.total / 8 => {
                self.take(json_len(&link));
                Recovery::new(hint).with_docs(link)
            }
            Some(_) => Recovery::new(hint).with_docs("[cut]"),
            None => Recovery::new(hint),
        }
    }

    /// The details share what is left, first come, first served; what does not fit is counted.
    pub(super) fn details(&mut self, details: &Details) -> Details {
        let mut disclosed = Details::default();
        let mut names = UniqueNames::default();
        let mut cut = details.omitted();
        for (name, bounded) in details.iter_bounded() {
            let value = &bounded.value;
            let name = if name == CUT_KEY { &Cow::Borrowed("[cut]_") } else { name };
            let is_used = |name: &str| disclosed.get(name).is_some();
            let shown = match (name, self.name(name)) {
                // A name of the program that is shown as it is needs no copy.
                (Cow::Borrowed(name), Cow::Borrowed(shown)) if shown == *name && !is_used(name) => Cow::Borrowed(*name),
                (_, shown) => names.choose(shown.into_owned(), is_used).into(),
            };
            if self.left < json_len(&shown) + MARK {
                cut = cut.saturating_add(1);
                continue;
            }
            self.take(json_len(&shown) + 2);
            let value = match &*shown {
                _ if is_sensitive(name, &shown, value) || is_entry_of_secret(details, name, value) => self.sensitive(),
                key::INVALID_VALUE
                    if details.text(key::FIELD).is_some_and(|field| is_sensitive(field, field, value)) =>
                {
                    self.sensitive()
                }
                key::INVALID_VALUE => self.invalid_value(bounded),
                key::ENDPOINT => self.endpoint(bounded),
                key::URI => self.uri(bounded),
                _ => self.bounded(bounded),
            };
            disclosed.set_value(shown, || value.into());
        }
        if cut > 0 {
            disclosed.note(items_cut(cut));
        }
        disclosed
    }

    /// 002's rules for a value at fault: lists and objects are summarised, long text is cut at 100 characters.
    fn invalid_value(&mut self, bounded: &Bounded) -> Value {
        let summary = match &bounded.value {
            Value::Null | Value::Bool(_) | Value::Number(_) => return self.value(&bounded.value, 0, None),
            Value::Array(items) => format!("[Array of {} items]", bounded.count(items)),
            Value::Object(_) => "[Object]".to_owned(),
            Value::String(text) => {
                let is_head = bounded.cuts.head.is_some();
                let text = self.scrub_named(if is_head { Excerpt::head(text) } else { Excerpt::whole(text) });
                match text.char_indices().nth(100) {
                    Some(_) => text.chars().take(97).chain("...".chars()).collect(),
                    None => text.into_owned(),
                }
            }
        };
        Value::String(self.cut(&summary, self.longest_detail()))
    }

    /// 002's rule for an address: one that is not a URL loses its query.
    fn endpoint(&mut self, bounded: &Bounded) -> Value {
        let whole = bounded.value.as_str().filter(|_| bounded.cuts.head.is_none());
        let Some(text) = whole else { return self.bounded(bounded) };
        // What is removed can be what made a URL of it, so the text is judged as it is shown.
        let scrubbed = self.scrub_text(text);
        if scrubbed.contains("://") {
            return self.bounded(bounded);
        }
        let path = scrubbed.split(['?', '#']).next().unwrap_or_default().to_owned();
        Value::String(self.cut(&path, self.longest_detail()))
    }

    /// The address that the caller sent: its paths are not secret to it.
    fn uri(&mut self, bounded: &Bounded) -> Value {
        let whole = bounded.value.as_str().filter(|_| bounded.cuts.head.is_none());
        match whole.filter(|text| text.len() <= READ_LIMIT) {
            Some(text) => {
                let shown = self.scrubber.scrub_reporting(text, Keep::PathsAndPlaces, &mut self.rules).into_owned();
                Value::String(self.cut(&shown, self.longest_detail()))
            }
            None => self.bounded(bounded),
        }
    }

    /// Any other detail.
    fn bounded(&mut self, bounded: &Bounded) -> Value {
        let head = bounded.cuts.head.as_deref();
        if let Value::Array(items) = &bounded.value
            && let Some((_, kept)) = items.split_last().filter(|_| bounded.cuts.items > 0)
        {
            // The last item says how many are missing; it is written anew.
            return self.array(kept, bounded.count(items), WIRE_DEPTH - 1, head);
        }
        self.value(&bounded.value, WIRE_DEPTH, head)
    }

    /// A single detail may take a third of the room.
    fn longest_detail(&self) -> usize {
        LONGEST_DETAIL.max(self.total / 3)
    }

    /// A value within a detail, and the path from there to the text of which only the head is known.
    fn value(&mut self, value: &Value, depth: usize, head: Option<&[PathStep]>) -> Value {
        match value {
            Value::Null | Value::Bool(_) => {
                self.take("false".len());
                value.clone()
            }
            Value::Number(number) => {
                // Short numbers hold nothing but, perhaps, an exact secret.
                let is_long = number.as_f64().is_none_or(|number| number.abs() >= 1e11);
                let may_hide = is_long || self.scrubber.has_secrets();
                if may_hide && matches!(self.scrub_text(&number.to_string()), Cow::Owned(_)) {
                    return self.redacted();
                }
                self.take(LONGEST_NUMBER);
                value.clone()
            }
            Value::String(text) => {
                let excerpt = if head == Some(&[]) { Excerpt::head(text) } else { Excerpt::whole(text) };
                let scrubbed = self.scrub_named(excerpt);
                Value::String(self.cut(&scrubbed, self.longest_detail()))
            }
            Value::Array(items) if depth > 0 || items.is_empty() => {
                self.array(items, items.len(), depth.saturating_sub(1), head)
            }
            Value::Object(entries) if depth > 0 || entries.is_empty() => {
                self.object(entries, depth.saturating_sub(1), head)
            }
            Value::Array(_) | Value::Object(_) => {
                self.take(TOO_DEEP.len() + 2);
                Value::String(TOO_DEEP.to_owned())
            }
        }
    }

    /// These items of a list that had so many.
    fn array(&mut self, items: &[Value], count: usize, depth: usize, head: Option<&[PathStep]>) -> Value {
        self.take(2);
        let mut disclosed = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if self.left < MARK {
                break;
            }
            self.take(1);
            let head = head.and_then(|path| step(path, |step| *step == PathStep::Item(index)));
            disclosed.push(self.value(item, depth, head));
        }
        if disclosed.len() < count {
            let mark = items_cut(count - disclosed.len());
            self.take(mark.len() + 3);
            disclosed.push(mark.into());
        }
        Value::Array(disclosed)
    }

    fn object(&mut self, entries: &Map<String, Value>, depth: usize, head: Option<&[PathStep]>) -> Value {
        self.take(2);
        let mut disclosed = Map::new();
        let mut names = UniqueNames::default();
        for (index, (name, value)) in entries.iter().enumerate() {
            let shown = names.choose(self.name(name).into_owned(), |name| disclosed.contains_key(name));
            if self.left < json_len(&shown) + MARK {
                disclosed.insert(CUT_KEY.to_owned(), items_cut(entries.len() - index).into());
                break;
            }
            self.take(json_len(&shown) + 2);
            let is_sensitive = is_sensitive(name, &shown, value) || is_sensitive_member(entries, name, value);
            let head =
                head.and_then(|path| step(path, |step| matches!(step, PathStep::Member(member) if member == name)));
            let value = if is_sensitive { self.sensitive() } else { self.value(value, depth, head) };
            disclosed.insert(shown, value);
        }
        Value::Object(disclosed)
    }

    /// The value under a sensitive name.
    fn sensitive(&mut self) -> Value {
        const RULE: &str = "sensitive-name";
        if !self.rules.contains(&RULE) {
            self.rules.push(RULE);
        }
        self.redacted()
    }

    fn redacted(&mut self) -> Value {
        self.take(REDACTED.len() + 2);
        Value::String(REDACTED.to_owned())
    }

    /// Where nobody knows who wrote a hint, addresses such as `user@example.com` stay.
    fn hint(&mut self, recovery: &Recovery, max: usize) -> Cow<'static, str> {
        let (hint, words) = (recovery.hint(), recovery.author_words());
        if let Some(text) = self.clean(words).filter(|text| json_len(text) <= max.min(self.left)) {
            self.take(json_len(text));
            return Cow::Borrowed(text);
        }
        let scrubbed = match words {
            AuthorWords::None if hint.len() <= READ_LIMIT => {
                self.scrubber.scrub_reporting(hint, Keep::ExampleAddresses, &mut self.rules)
            }
            AuthorWords::None | AuthorWords::Whole(_) | AuthorWords::Around(_) => self.scrub_worded(hint, words),
        };
        Cow::Owned(self.cut(&scrubbed, max))
    }

    /// The text without what must not leave. An e-mail address that its author wrote stays.
    fn scrub_worded<'t>(&mut self, text: &'t str, words: AuthorWords<'_>) -> Cow<'t, str> {
        if text.len() > READ_LIMIT {
            return self.scrub_text(text);
        }
        self.scrubber.scrub_reporting(text, Keep::AddressesIn(words.as_slice()), &mut self.rules)
    }

    #[cfg(feature = "tracing")]
    fn text(&mut self, text: &str, max: usize) -> String {
        self.excerpt(Excerpt::whole(text), max)
    }

    #[cfg(feature = "tracing")]
    fn excerpt(&mut self, excerpt: Excerpt<'_>, max: usize) -> String {
        let scrubbed = self.scrub(excerpt);
        self.cut(&scrubbed, max)
    }

    fn scrub_text<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        self.scrub(Excerpt::whole(text))
    }

    fn scrub<'t>(&mut self, excerpt: Excerpt<'t>) -> Cow<'t, str> {
        self.scrub_keeping(excerpt, Keep::Nothing)
    }

    /// A value that its name does not make a secret.
    fn scrub_named<'t>(&mut self, excerpt: Excerpt<'t>) -> Cow<'t, str> {
        self.scrub_keeping(excerpt, Keep::LoneHash)
    }

    fn scrub_keeping<'t>(&mut self, excerpt: Excerpt<'t>, keep: Keep<'_>) -> Cow<'t, str> {
        let excerpt = excerpt.within(READ_LIMIT);
        if excerpt.is_head() {
            let scrubbed = self.scrubber.scrub_reporting(excerpt.as_str(), keep, &mut self.rules);
            return Cow::Owned(without_margin(&scrubbed, self.scrubber.longest_secret_len()));
        }
        match excerpt.into_text() {
            Cow::Borrowed(text) => self.scrubber.scrub_reporting(text, keep, &mut self.rules),
            Cow::Owned(text) => Cow::Owned(self.scrubber.scrub_reporting(&text, keep, &mut self.rules).into_owned()),
        }
    }

    /// The name of a detail, scrubbed, then cut. One that is much longer than what is shown may be a head: its end does
    /// not count.
    fn name<'n>(&mut self, name: &'n str) -> Cow<'n, str> {
        let name = if name.len() > LONGEST_TRUSTED_NAME { Excerpt::head(name) } else { Excerpt::whole(name) };
        match self.scrub(name) {
            Cow::Borrowed(name) => cut_text(name, LONGEST_NAME),
            Cow::Owned(name) => Cow::Owned(cut_text(&name, LONGEST_NAME).into_owned()),
        }
    }

    /// The text, in at most `max` bytes of JSON and what is left.
    fn cut(&mut self, text: &str, max: usize) -> String {
        let max = max.min(self.left).max(MARK);
        let length = json_len(text);
        if length <= max {
            self.take(length);
            return text.to_owned();
        }
        let text = cut_text(text, prefix_of_json_len(text, max));
        self.take(json_len(&text));
        text.into_owned()
    }

    fn take(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
    }
}

/// The rest of the path to a head, if this is its next step.
fn step(path: &[PathStep], is_next: impl Fn(&PathStep) -> bool) -> Option<&[PathStep]> {
    path.split_last().filter(|(step, _)| is_next(step)).map(|(_, rest)| rest)
}

/// Room enough for a note that something was cut.
const MARK: usize = 32;

/// Whether the name is sensitive, as it was or as it is shown, and there is a value under it. An object or a list is judged
/// by what is in it.
fn is_sensitive(name: &str, shown: &str, value: &Value) -> bool {
    let is_named = match value {
        Value::Array(_) | Value::Object(_) => is_sensitive_member(&Map::new(), name, value),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => is_sensitive_name(name),
    };
    (is_token_value(name, value) || is_named || shown != name && is_sensitive_name(shown)) && !is_empty(value)
}

/// Whether it is the value of a secret by the name beside it, as in `"name": "PASSWORD", "value": …`.
fn is_entry_of_secret(details: &Details, name: &str, value: &Value) -> bool {
    const NAMING: [&str; 4] = ["name", "key", "Name", "Key"];
    let is_named = || NAMING.iter().any(|naming| details.text(naming).is_some_and(is_sensitive_name));
    name.eq_ignore_ascii_case("value") && !is_empty(value) && is_named()
}

fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Null) || value.as_str().is_some_and(str::is_empty)
}

/// How many bytes the text takes in JSON, quotes included.
fn json_len(text: &str) -> usize {
    let escaped = if has_escapes(text) { text.bytes().map(escaped_len).sum() } else { text.len() };
    2 + escaped
}

/// The longest prefix, in bytes, that takes at most `max` bytes of JSON.
fn prefix_of_json_len(text: &str, max: usize) -> usize {
    let mut length = 2;
    text.bytes()
        .take_while(|byte| {
            length += escaped_len(*byte);
            length <= max
        })
        .count()
}
