//! What can be read of a text that should be a message, whatever its values are.

mod flaw;

use super::unreadable::{Flaw, Unreadable};
use super::{Id, MAX_BATCH, MAX_DEPTH, Member, Shape};
use crate::rmcp::initialize;
use memchr::memchr2;

/// The shapes of the messages in a text, and the first value in it that cannot be read.
///
/// Braces, brackets, quotes, colons and commas say where each value begins and ends. As long as these are in order, it is
/// known whose id an id is, even where a value is not JSON; where they are not, nothing after that place is looked at.
#[derive(Debug, Default)]
pub(in crate::rmcp) struct Outline {
    /// The first messages, in order. What is not an object has no members.
    pub(super) messages: Vec<Shape>,
    /// How many there are.
    pub(super) count: usize,
    /// Whether no answer is wanted to any of them.
    pub(super) is_silent: bool,
    /// Whether they are in an array.
    pub(super) is_batch: bool,
    /// Whether the text is one value from its beginning to its end.
    pub(super) is_whole: bool,
    /// How deeply it is nested.
    pub(super) deepest: usize,
    pub(super) unreadable: Option<Unreadable>,
}

impl Outline {
    pub(in crate::rmcp) fn of(text: &[u8]) -> Outline {
        let outline = Outline { is_silent: true, ..Outline::default() };
        let mut walk = Walk {
            text,
            at: 0,
            next: Next::Value,
            kinds: Vec::new(),
            path: Vec::new(),
            shape: Shape::default(),
            seen: 0,
            outline,
        };
        let is_in_order = walk.go() == Some(());
        if !is_in_order && walk.message_level().is_some_and(|level| walk.kinds.len() >= level) {
            walk.end_message();
        }
        walk.outline.is_whole &= is_in_order;
        walk.outline
    }

    /// The shape of the message, if the text is one object.
    #[cfg(feature = "rmcp-http")]
    pub(in crate::rmcp) fn into_message(self) -> Option<Shape> {
        if self.is_whole && !self.is_batch { self.messages.into_iter().next() } else { None }
    }
}

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value or, as nothing has come yet, the end of the array.
    FirstItem,
    Name,
    /// A name or the end of the object.
    FirstName,
    Colon,
    /// A comma or the end.
    Comma,
    /// Nothing: the value has ended.
    End,
}

/// A step from an object or array to what is in it.
#[derive(Debug, Clone, Copy)]
enum Step<'t> {
    /// The name as it is written, with its quotes.
    Member(&'t [u8]),
    Item(usize),
}

struct Walk<'t> {
    text: &'t [u8],
    at: usize,
    next: Next,
    /// The brace or bracket of each object and array that is open.
    kinds: Vec<u8>,
    /// The steps into the first of them.
    path: Vec<Step<'t>>,
    /// The message that is being read.
    shape: Shape,
    /// Which of its members were seen, as bits.
    seen: u8,
    outline: Outline,
}

/// The members that a message has at most once; the last one is `_meta` of its params.
const MEMBERS: [&str; 7] = ["jsonrpc", "id", "method", "params", "result", "error", "_meta"];

impl<'t> Walk<'t> {
    /// Reads on until the end, or until something is out of order.
    fn go(&mut self) -> Option<()> {
        loop {
            let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
            self.at += self.text.get(self.at..)?.iter().take_while(blank).count();
            let Some(byte) = self.text.get(self.at) else {
                return (self.next == Next::End).then_some(());
            };
            match (self.next, byte) {
                (Next::Value | Next::FirstItem, b'{' | b'[') => self.open(*byte),
                (Next::Value | Next::FirstItem, b'"') => {
                    let text = self.take_text()?;
                    self.begin(Member::Text, Some(text));
                    self.check(flaw::of_text(text), false);
                    self.end_value();
                }
                (Next::Name | Next::FirstName, b'"') => {
                    let name = self.take_text()?;
                    self.check(flaw::of_text(name), true);
                    if let Some(step @ Step::Member(_)) = self.path.get_mut(self.kinds.len().checked_sub(1)?) {
                        *step = Step::Member(name);
                    }
                    self.next = Next::Colon;
                }
                (Next::Colon, b':') => self.step(Next::Value),
                (Next::Comma, b',') if self.kinds.last() == Some(&b'{') => self.step(Next::Name),
                (Next::Comma, b',') => {
                    if let Some(Step::Item(index)) = self.path.get_mut(self.kinds.len().checked_sub(1)?) {
                        *index += 1;
                    }
                    self.step(Next::Value);
                }
                (Next::Comma | Next::FirstName, b'}') => self.close(b'{')?,
                (Next::Comma | Next::FirstItem, b']') => self.close(b'[')?,
                (Next::Value | Next::FirstItem, _) => {
                    let word = self.take_word()?;
                    self.begin(Member::Other, Some(word));
                    self.check(flaw::of_word(word), false);
                    self.end_value();
                }
                // Another message without a line break before it.
                (Next::End, b'{') if !self.outline.is_batch && self.outline.count > 0 => {
                    self.outline.is_whole = false;
                    self.open(b'{');
                    continue;
                }
                _ => return None,
            }
        }
    }

    fn step(&mut self, next: Next) {
        self.at += 1;
        self.next = next;
    }

    /// Takes a string, with its quotes.
    fn take_text(&mut self) -> Option<&'t [u8]> {
        let rest = self.text.get(self.at..)?;
        let mut end = 1;
        loop {
            end += memchr2(b'"', b'\\', rest.get(end..)?)?;
            if rest.get(end) == Some(&b'"') {
                break;
            }
            end += 2;
        }
        self.at += end + 1;
        rest.get(..=end)
    }

    /// Takes a number, or what is in the place of one. Only what follows shows where it ends.
    fn take_word(&mut self) -> Option<&'t [u8]> {
        let rest = self.text.get(self.at..)?;
        let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_');
        let length = rest.iter().take_while(is_of_word).count();
        let is_ended = rest.get(length).is_some() || self.kinds.is_empty();
        self.at += length;
        rest.get(..length).filter(|word| !word.is_empty() && is_ended)
    }

    fn open(&mut self, kind: u8) {
        if self.kinds.is_empty() {
            self.outline.is_whole = self.outline.count == 0;
            self.outline.is_batch = kind == b'[';
        }
        if Some(self.kinds.len() + 1) == self.level_of(kind) {
            (self.shape, self.seen) = (Shape::default(), 0);
        } else {
            self.begin(Member::Other, None);
        }
        self.kinds.push(kind);
        self.outline.deepest = self.outline.deepest.max(self.kinds.len());
        if self.path.len() < MAX_DEPTH {
            self.path.push(if kind == b'{' { Step::Member(b"") } else { Step::Item(0) });
        }
        self.step(if kind == b'{' { Next::FirstName } else { Next::FirstItem });
    }

    fn close(&mut self, kind: u8) -> Option<()> {
        if self.kinds.last() != Some(&kind) {
            return None;
        }
        if Some(self.kinds.len()) == self.level_of(kind) {
            self.end_message();
        }
        self.kinds.pop();
        self.path.truncate(self.kinds.len());
        self.at += 1;
        self.end_value();
        Some(())
    }

    fn end_value(&mut self) {
        self.next = if self.kinds.is_empty() { Next::End } else { Next::Comma };
    }

    /// How many objects and arrays are open within a message.
    fn message_level(&self) -> Option<usize> {
        match (self.kinds.first()?, self.kinds.get(1)) {
            (b'{', _) => Some(1),
            (_, Some(b'{')) => Some(2),
            _ => None,
        }
    }

    /// The same, where this is opened or closed.
    fn level_of(&self, kind: u8) -> Option<usize> {
        (kind == b'{').then_some(if self.outline.is_batch { 2 } else { 1 })
    }

    fn end_message(&mut self) {
        let shape = std::mem::take(&mut self.shape);
        self.add(shape);
    }

    fn add(&mut self, shape: Shape) {
        self.outline.count += 1;
        self.outline.is_silent &= shape.wants_no_answer();
        if self.outline.messages.len() < MAX_BATCH {
            self.outline.messages.push(shape);
        }
    }

    /// A value begins; this is its text, if it is a string or a word.
    fn begin(&mut self, kind: Member, text: Option<&[u8]>) {
        let level = match self.message_level() {
            // An item of a batch that is not an object.
            None if self.kinds.len() == 1 => return self.add(Shape::default()),
            None => return,
            Some(level) => level,
        };
        if self.kinds.len() > level + 1 {
            return;
        }
        let Some(Step::Member(name)) = self.path.get(self.kinds.len().saturating_sub(1)) else { return };
        let name = unquoted(name);
        let Some(index) = MEMBERS.iter().position(|member| *member == name) else { return };
        if (name == "_meta") != (self.kinds.len() > level) || (name == "_meta" && !self.is_in_params(level)) {
            return;
        }
        let bit = 1 << index;
        if self.seen & bit != 0 && self.shape.repeated.is_none() {
            self.shape.repeated = MEMBERS.get(index).copied();
        }
        self.seen |= bit;
        match name.as_str() {
            "id" => self.shape.id = text.map_or(Id::Invalid, Id::of),
            "method" => {
                self.shape.method = kind;
                self.shape.is_initialize = text.is_some_and(|text| unquoted(text) == initialize::METHOD);
            }
            "result" | "error" => self.shape.has_reply = true,
            _ => {}
        }
    }

    fn is_in_params(&self, level: usize) -> bool {
        matches!(self.path.get(level.saturating_sub(1)), Some(Step::Member(name)) if unquoted(name) == "params")
    }

    /// Keeps the first flaw.
    fn check(&mut self, flaw: Option<Flaw>, is_name: bool) {
        let Some(flaw) = flaw.filter(|_| self.outline.unreadable.is_none()) else { return };
        let steps = self.path.iter().take(self.kinds.len().saturating_sub(usize::from(is_name)));
        let path = steps.map(|step| match step {
            Step::Member(name) => unquoted(name),
            Step::Item(index) => index.to_string(),
        });
        self.outline.unreadable = Some(Unreadable { flaw, path: path.collect(), is_name });
    }
}

/// The name in its quotes. What is not text is shown as far as it is.
fn unquoted(name: &[u8]) -> String {
    let inner = name.get(1..name.len().saturating_sub(1)).unwrap_or_default();
    serde_json::from_slice(name).unwrap_or_else(|_| String::from_utf8_lossy(inner).into_owned())
}
