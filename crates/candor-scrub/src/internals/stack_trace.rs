//! Stack traces of all languages. A trace is removed as a whole, from its first frame to its last; the line with the
//! exception's message is kept. Outside a trace, the source location in a panic's or an exception's message is removed.

mod apple;
mod beam;
mod dart;
mod dotnet;
mod go;
mod haskell;
mod java;
mod javascript;
mod json;
mod location;
mod look;
mod lua;
mod native;
mod perl;
mod php;
mod python;
mod r;
mod ruby;
mod rust;
mod signs;

use super::look_budget::{is_spent, spend, window};
use crate::REDACTED;
use crate::effort::note_judged;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{BLANK, Class, NOT_SPACE, Text};
use look::Look;
use signs::Signs;
use std::ops::Range;
use std::sync::LazyLock;

explained! {
    /// # What it removes
    ///
    /// A stack trace, from its first frame to its last, in the forms of Python, Java, JavaScript, Go, Rust, .NET, Ruby,
    /// PHP, Dart, Elixir, Erlang, Swift, C, C++, Perl, Lua, Haskell and R. The line with the exception's message is
    /// kept. Outside a trace, the source location in a panic's message is removed.
    ///
    /// # Why
    ///
    /// Frames show which libraries and versions a server runs, and where.
    ///
    /// # Example
    ///
    /// ```text
    /// java.lang.IllegalStateException: out of tea
    /// 	at io.shop.Kettle.boil(Kettle.java:17)
    /// 	at io.shop.Main.main(Main.java:5)
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// java.lang.IllegalStateException: out of tea
    /// 	[redacted]
    /// ```
    ///
    /// # Instead
    ///
    /// Log the trace under an id, and give the caller the id.
    pub(crate) const RULE: Rule = Rule {
        id: "stack-trace",
        family: Family::Internals,
        placeholder: REDACTED,
        triggers: Triggers::Built(triggers),
        window: LONGEST_WINDOW,
        find,
    };
}

/// How a language writes its traces.
struct Language {
    /// Every frame, and every location outside a trace, has one of these.
    triggers: &'static [&'static str],
    /// What every line of its traces looks like.
    look: Look,
    /// The role of a line in a trace of this language.
    part: fn(Line<'_>) -> Option<LineRole>,
    /// The source location at a trigger, outside a trace.
    location: fn(Text<'_>, &Hit) -> Option<Range<usize>>,
}

/// A line as its indentation and the rest, without trailing whitespace.
#[derive(Clone, Copy)]
struct Line<'t> {
    indent: &'t str,
    words: &'t str,
    /// Which punctuation the words contain: this excludes most languages.
    signs: Signs,
    /// Where it ends in the text, without its line break.
    end: usize,
}

impl Line<'_> {
    /// Whether the words contain this punctuation character.
    fn has(self, sign: u8) -> bool {
        self.signs.has(Signs::of(sign))
    }

    fn has_digit(self) -> bool {
        self.has(b'0')
    }
}

/// The role of a line in a trace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineRole {
    /// Begins a trace, or continues it.
    Frame,
    /// The same, and more deeply indented lines belong to it.
    Block,
    /// Continues a trace, but does not begin one.
    Within,
    /// Belongs to a trace only if more of it follows.
    Between,
}

static LANGUAGES: [Language; 17] = [
    java::LANGUAGE,
    javascript::LANGUAGE,
    python::LANGUAGE,
    go::LANGUAGE,
    rust::LANGUAGE,
    dotnet::LANGUAGE,
    ruby::LANGUAGE,
    php::LANGUAGE,
    dart::LANGUAGE,
    beam::LANGUAGE,
    apple::LANGUAGE,
    native::LANGUAGE,
    perl::LANGUAGE,
    lua::LANGUAGE,
    haskell::LANGUAGE,
    r::LANGUAGE,
    json::LANGUAGE,
];

/// How many lines in a row may be between two frames of a trace.
const MOST_BETWEEN: usize = 3;

/// A longer line is a frame only if a trigger is at its beginning.
const LONGEST_FRAME: usize = 512;
const FRAME_START: usize = 8;

fn triggers() -> Vec<&'static str> {
    let mut words: Vec<_> = LANGUAGES.iter().flat_map(|language| language.triggers).copied().collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A set of languages, by their index in the list.
type Languages = u32;

/// The languages that have this trigger.
fn languages_of(trigger: usize) -> Languages {
    static BY_TRIGGER: LazyLock<Vec<Languages>> = LazyLock::new(|| {
        let having = |trigger: &&str| {
            let languages = LANGUAGES.iter().enumerate().filter(|(_, language)| language.triggers.contains(trigger));
            languages.fold(0, |set, (at, _)| set | 1 << at)
        };
        triggers().iter().map(having).collect()
    });
    BY_TRIGGER.get(trigger).copied().unwrap_or(Languages::MAX)
}

fn chosen(mut languages: Languages) -> impl Iterator<Item = &'static Language> {
    std::iter::from_fn(move || {
        let language = LANGUAGES.get(languages.trailing_zeros() as usize)?;
        languages &= languages - 1;
        Some(language)
    })
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    if text.starts_with(hit.span.start, "at ") && is_in_sentence(text, hit) {
        return hit.span.end;
    }
    let start = text.line_start(hit.span.start, hit.from);
    // A line that was read before is not a frame, nor is a long line that does not begin like one.
    let is_begun = hit.span.start <= text.skip(start, &BLANK) + FRAME_START;
    let is_new = (start == 0 || text.is_before(start, const { &Class::of("\r\n") }))
        && (is_begun || text.line_end_at_most(start, LONGEST_FRAME + 1) - start <= LONGEST_FRAME);
    let languages = languages_of(hit.word);
    let trace = is_new.then(|| first_trace(text, start, languages, found)).flatten();
    let trace = trace
        .or_else(|| trace_in_string(text, string_start(text, hit)?, true, languages, found))
        .or_else(|| is_new.then(|| trace_in_string(text, start, false, languages, found)).flatten());
    if let Some(trace) = trace {
        let end = trace.end;
        found.take(trace);
        return end.max(hit.span.end);
    }
    let location = chosen(languages).find_map(|language| (language.location)(text, hit));
    let Some(location) = location else { return hit.span.end };
    let end = location.end;
    found.take(location);
    end.max(hit.span.end)
}

/// Whether the word `at` belongs to a sentence: it does not begin a line, and a plain word follows.
fn is_in_sentence(text: Text<'_>, hit: &Hit) -> bool {
    const LETTER: Class = Class::of("A-Za-z0-9");
    const MOST_BLANKS: usize = 64;
    const LONGEST_WORD: usize = 32;
    let before = text.skip_back(hit.span.start, hit.span.start.saturating_sub(MOST_BLANKS), &BLANK);
    let is_line_start = before == 0 || text.is_before(before, const { &Class::of("\r\n") });
    let word_end = text.skip_at_most(hit.span.end, &LETTER, LONGEST_WORD);
    let is_plain = word_end > hit.span.end && text.is(word_end, const { &Class::of(" ,;") });
    !is_line_start && is_plain && !text.starts_with(word_end, " (")
}

/// The trace from the position to the closing quote of its JSON string. A trace that begins with the string may
/// continue in the lines below.
fn trace_in_string(
    text: Text<'_>,
    start: usize,
    begins_string: bool,
    languages: Languages,
    found: &mut Findings<'_>,
) -> Option<Range<usize>> {
    if is_spent(found, start) {
        return None;
    }
    let window = text.line_end_at_most(start, LONGEST_FRAME);
    let quotes = memchr::memchr_iter(b'"', text.0.as_bytes().get(start..window).unwrap_or_default());
    let mut has_end = false;
    // A quote within a frame can look like the end of the string: `File "shop.py", line 17`.
    let ends = quotes.map(|at| start + at).filter(|quote| closes_string(text, *quote)).take(MOST_QUOTES);
    let trace_to_quote = ends.map(|quote| text.skip_back(quote, start, const { &Class::of("\\") })).find_map(|end| {
        has_end = true;
        trace(text, start, end, languages, found)
    });
    spend(found, window - start);
    let is_open = begins_string && !has_end;
    trace_to_quote.or_else(|| is_open.then(|| trace(text, start, text.len(), languages, found)).flatten())
}

/// The start of the string around the trigger.
fn string_start(text: Text<'_>, hit: &Hit) -> Option<usize> {
    let floor = text.line_start(hit.span.start, hit.from.max(hit.span.start.saturating_sub(LONGEST_FRAME)));
    let before = text.0.as_bytes().get(floor..hit.span.start).unwrap_or_default();
    let mut quotes = memchr::memrchr_iter(b'"', before).map(|at| floor + at).take(MOST_QUOTES);
    quotes.find(|quote| opens_string(text, *quote)).map(|quote| quote + 1)
}

/// How many quotes on either side of a trigger are tried.
const MOST_QUOTES: usize = 4;

/// Whether the quote, perhaps escaped, begins a value or an element of a list.
fn opens_string(text: Text<'_>, quote: usize) -> bool {
    const MOST_BACKSLASHES: usize = 8;
    let escaped = text.skip_back(quote, quote.saturating_sub(MOST_BACKSLASHES), const { &Class::of("\\") });
    let before = text.skip_back(escaped, escaped.saturating_sub(1), &BLANK);
    text.is_before(before, const { &Class::of(":[,") })
}

/// Whether the quote ends a value: the end of an object or a list follows, or another member.
fn closes_string(text: Text<'_>, quote: usize) -> bool {
    let comma = text.byte(quote + 1) == Some(b',');
    let next = text.skip_at_most(quote + 1 + usize::from(comma), &BLANK, 1);
    if comma { text.is(next, const { &Class::of("\"\\{[") }) } else { text.is(next, const { &Class::of("]}") }) }
}

/// The trace that begins with the line at the position, and ends before the limit. What is read beyond it is spent.
fn trace(
    text: Text<'_>,
    start: usize,
    limit: usize,
    languages: Languages,
    found: &mut Findings<'_>,
) -> Option<Range<usize>> {
    let mut read = start;
    let trace = read_trace(text, start, limit, languages, &mut read);
    let end = trace.as_ref().map_or(start, |trace| trace.end);
    spend(found, COST_PER_BYTE * read.saturating_sub(end) + COST_PER_TRY);
    trace
}

/// The same for a line that was not read before: once, reading a line is free.
fn first_trace(text: Text<'_>, start: usize, languages: Languages, found: &mut Findings<'_>) -> Option<Range<usize>> {
    let mut read = start;
    let trace = read_trace(text, start, text.len(), languages, &mut read)?;
    spend(found, COST_PER_BYTE * read.saturating_sub(trace.end));
    Some(trace)
}

/// Several languages may search a line.
const COST_PER_BYTE: usize = 2;
const COST_PER_TRY: usize = 32;

/// `read` is where reading ended.
fn read_trace(
    text: Text<'_>,
    start: usize,
    limit: usize,
    languages: Languages,
    read: &mut usize,
) -> Option<Range<usize>> {
    let text = Text(text.get(0..limit));
    let first = line(text, start);
    *read = start + first.indent.len() + first.words.len();
    if !has_sign(first.words) {
        return None;
    }
    let mut block = match part(first, languages)? {
        LineRole::Frame => None,
        LineRole::Block => Some(first.indent.len()),
        LineRole::Within | LineRole::Between => return None,
    };
    let mut end = first.end;
    let mut next = text.next_line(end);
    let mut between = 0;
    while next < text.len() && between <= MOST_BETWEEN {
        let line = line(text, next);
        *read += line.indent.len() + line.words.len();
        let is_in_block = block.is_some_and(|indent| line.indent.len() > indent) && !line.words.is_empty();
        // A line of code that is not indented is recognised by the carets below it.
        let is_shown = || is_carets(line.words) || is_carets(self::line(text, text.next_line(line.end)).words);
        match part(line, languages) {
            Some(LineRole::Block) => block = Some(line.indent.len()),
            Some(LineRole::Frame | LineRole::Within) => block = block.filter(|_| is_in_block),
            _ if is_in_block || block.is_some() && is_shown() => {}
            Some(LineRole::Between) => {
                (between, next) = (between + 1, text.next_line(line.end));
                continue;
            }
            None => break,
        }
        (between, end) = (0, line.end);
        next = text.next_line(end);
    }
    let start = go::start_of_frame(text, start, first).unwrap_or(start);
    Some(text.skip(start, &BLANK)..end)
}

/// Whether the line has one of the characters that nearly every frame has: a cheap test before the others.
fn has_sign(words: &str) -> bool {
    const SIGN: Class = Class::of(".:(<[#@/=0-9");
    words.bytes().any(|byte| SIGN.has(byte)) || words == "at native"
}

fn line(text: Text<'_>, start: usize) -> Line<'_> {
    // No frame is longer, and otherwise every language would read the whole line.
    const LONGEST: usize = 8 * 1024;
    // Python puts bars beside the traces of an exception group.
    let words = text.skip(start, const { &Class::of(" \t|") });
    let end = text.line_end(words);
    let length = LONGEST.min(end - words);
    let (indent, words) = (text.get(start..words), text.get(window(text, words, length)).trim_ascii_end());
    Line { indent, words, signs: Signs::in_text(words), end }
}

/// The role of the line, first in the languages of the first line, which are the most likely ones.
fn part(line: Line<'_>, languages: Languages) -> Option<LineRole> {
    note_judged(2 * line.words.len());
    let possible = look::possible(line);
    let part = |languages| chosen(languages).find_map(|language| (language.part)(line));
    part(possible & languages)
        .or_else(|| part(possible & !languages))
        .or_else(|| is_between(line).then_some(LineRole::Between))
}

fn is_carets(words: &str) -> bool {
    const CARET: Class = Class::of("^~ ");
    words.contains('^') && CARET.has_all(words)
}

/// Whether the line may be between frames: empty, a remark in brackets, or one word such as the name of a function.
fn is_between(line: Line<'_>) -> bool {
    let Some(first) = line.words.bytes().next() else { return true };
    matches!(first, b'(' | b'[' | b'.' | b'~' | b'-' | b'^' | b'<')
        || line.has(b'.') && !line.has(b' ') && NOT_SPACE.has_all(line.words)
}

/// For languages that have no locations outside traces.
fn no_location(_: Text<'_>, _: &Hit) -> Option<Range<usize>> {
    None
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::{flood, scrubbed};

    #[test]
    fn repeated_triggers_are_read_once() {
        flood(&super::triggers().concat());
        ["at ", "#0 ", "panicked at ", ".php:", "File \"", "0x", "[\"at ", ":\"#0 "].into_iter().for_each(flood);
    }

    #[test]
    fn ordinary_sentences_are_kept() {
        for text in [
            "at least one of these is needed",
            "Starts\nat 10:30:00 sharp\nat noon",
            "#1 priority (see docs)\n#2 nothing else",
            "defined in foo.py, see src/lib.rs",
            "Meet us at example.com (room 12)",
            "0: first\n1: second",
            "from here on\nfrom 3:in the morning",
            "[1] see below\n(2) and here\n\nthe end",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }

    #[test]
    fn a_trace_that_fills_a_json_string_is_removed_and_the_json_around_it_is_kept() {
        let rows = [
            (r#"{"error":"add@https://shop.test/cart.js:1:2","page":2}"#, r#"{"error":"[redacted]","page":2}"#),
            (r#"{\"e\":\"at a.B.c(B.java:1)\",\"page\":2}"#, r#"{\"e\":\"[redacted]\",\"page\":2}"#),
            ("[\"boom\", \"    at f (/x/y.js:1:2)\"]", "[\"boom\", \"    [redacted]\"]"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
        let text = "{\"error\":\"#0 /shop/cart.php(12): add('x')\n#1 {main}\",\"page\":2}";
        assert!(!scrubbed(text).contains("cart.php"));
    }

    #[test]
    fn a_quote_within_a_frame_does_not_end_its_json_string() {
        let text = r#"{"error":"  File \"/srv/shop/cart.py\", line 17, in <module>","page":2}"#;
        let balanced = crate::Scrubber::new().with_profile(crate::Profile::Balanced);
        assert!(!balanced.scrub(text).contains("cart"), "{}", balanced.scrub(text));
    }

    #[test]
    fn adjacent_traces_of_two_languages_become_one() {
        let text = "boom\n\tat a.B.c(B.java:1)\n    at f (/x/y.js:1:2)\n\nnext";
        assert_eq!(scrubbed(text), "boom\n\t[redacted]\n\nnext");
    }
}
