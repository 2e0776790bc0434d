//! What is nested below a telling name: an object, a list, a block of YAML, a section of TOML, an element of XML, the
//! index of a query parameter.

use super::mark::is_tag;
use super::value::{BARE, QUOTE, closed_quote};
use super::{block, container, element};
use crate::below_name::{below, is_harmless};
use crate::internals::look_budget::{is_spent, spend};
use crate::rule::Findings;
use crate::sensitive_name::words;
use crate::text::{BLANK, Class, NAME, Text, is_any};

/// What follows a name.
enum Shape {
    /// A bracket that opens here; the name of a type may be before it.
    Container {
        start: usize,
        open: usize,
        is_sure: bool,
    },
    /// Lines below that are indented: the start of the first.
    Block {
        first_line: usize,
    },
    /// Lines of a section whose header is the name: the start of the first.
    Section {
        first_line: usize,
    },
    Element,
    /// `tokens[]=…`: where the index begins, and where the value does.
    Index {
        open: usize,
        value: usize,
    },
}

const CLOSING: Class = Class::of("\"'`\\");
const OPENING: Class = Class::of("{[(");
const MOST_CLOSING: usize = 40;
const MOST_BLANKS: usize = 32;

/// Removes what is nested below the name, and returns up to where the text is handled; `None` if nothing is.
pub(super) fn find(text: Text<'_>, start: usize, end: usize, found: &mut Findings<'_>) -> Option<usize> {
    let shape = shape_after(text, start, end)?;
    let below = below(text.get(start..end))?;
    match shape {
        Shape::Container { start, open, is_sure } => {
            // `{"token": [redacted]}`, `token: [info]`.
            if container::placeholder_end(text, open).is_some() || !container::begins_dump(text, open) {
                return None;
            }
            if is_spent(found, open) {
                let line = text.line_end(open);
                found.take(start..line);
                return Some(line);
            }
            let read = container::read(text, open, below);
            let goes = !read.is_harmless && (read.is_closed || is_sure);
            if goes {
                found.take(start..read.end);
            } else if !read.is_closed {
                spend(found, 2 * (read.end - open));
                return None;
            }
            Some(read.end)
        }
        Shape::Block { first_line } => block::below_indentation(text, start, first_line, below, found),
        Shape::Section { first_line } => block::section(text, first_line, below, found),
        Shape::Element => element::find(text, start, end, below, found),
        Shape::Index { open, value } => {
            let word = value..text.skip(value, &BARE);
            let member = text.get(open + 1..text.skip(open + 1, &NAME));
            if word.is_empty() || is_harmless(below, member, text.get(word.clone()), false) {
                return None;
            }
            found.take(word.clone());
            Some(word.end)
        }
    }
}

fn shape_after(text: Text<'_>, start: usize, end: usize) -> Option<Shape> {
    match text.byte(end)? {
        b'>' | b' ' | b'\t' | b'\r' | b'\n' | b'/' if is_tag(text, start) => return Some(Shape::Element),
        b']' => return section_after(text, start, end),
        b'[' => {
            if let Some(value) = indexed(text, end) {
                return Some(Shape::Index { open: end, value });
            }
        }
        _ => {}
    }
    let closed = text.skip_at_most(end, &CLOSING, MOST_CLOSING);
    let mark = text.skip_at_most(closed, &BLANK, MOST_BLANKS);
    let is_quoted = closed > end;
    match (text.byte(mark)?, text.byte(mark + 1)) {
        // `Credentials { user: … }`, `Token("…")`: a value with the name of its type.
        (b'{' | b'(' | b'[', _) if !is_quoted && mark - end <= 1 => {
            let is_type = text.is(start, const { &Class::of("A-Z") }) && !is_declared(text, start);
            // `ExponentPushToken[…]` is a key.
            let is_dump = if text.byte(mark) == Some(b'[') { container::has_member } else { container::begins_dump };
            (is_type && is_dump(text, mark)).then_some(Shape::Container { start: mark, open: mark, is_sure: false })
        }
        (b':', Some(b':')) => None,
        (first @ (b':' | b'='), second) => {
            let after = mark + 1 + usize::from(matches!(second, Some(b'>' | b'=')));
            let value = text.skip_at_most(after, &BLANK, MOST_BLANKS);
            let value = if first == b':' { block::after_properties(text, value) } else { value };
            if first == b':' && text.is(value, const { &Class::of("\r\n#") }) {
                let first_line = text.next_line(value);
                return block::begins_line(text, start).then_some(Shape::Block { first_line });
            }
            let open = opening(text, value)?;
            // `unexpected token: {` is a message of a parser.
            let is_sure = is_quoted || first == b'=' || is_begun(text, start);
            let is_token = words(text.get(start..end)).last().is_some_and(|last| last.eq_ignore_ascii_case("token"));
            let is_sure_here = is_sure && open == value;
            (is_sure || !is_token).then_some(Shape::Container { start: value, open, is_sure: is_sure_here })
        }
        _ => None,
    }
}

/// The bracket at the position, or behind the name of a type: `Credentials {`, `Some(`, `vec![`, `&[`.
fn opening(text: Text<'_>, value: usize) -> Option<usize> {
    const LONGEST_TYPE: usize = 64;
    const LONGEST_WRAPPED: usize = 256;
    const TYPE: Class = Class::of("A-Za-z0-9_:.<>!&@");
    if text.is(value, &OPENING) {
        return Some(value);
    }
    // In code, a call in lowercase reads the value.
    if !text.is(value, const { &Class::of("A-Z&@v") }) && !text.starts_with(value, "map[") {
        return None;
    }
    let end = text.skip_at_most(value, &TYPE, LONGEST_TYPE);
    let open = text.skip_at_most(end, const { &Class::of(" ") }, 1);
    // One quoted text in a wrapper is a value like any other.
    let is_wrapped = || {
        let quote = text.byte(open + 1).filter(|byte| QUOTE.has(*byte));
        let inner = quote.and_then(|quote| closed_quote(text, open + 2, quote, 0, LONGEST_WRAPPED));
        inner.is_some_and(|inner| text.is(inner.end + 1, const { &Class::of(")]}") }))
    };
    (end > value && text.is(open, &OPENING) && !is_wrapped()).then_some(open)
}

/// Whether no sentence is before the name.
fn is_begun(text: Text<'_>, start: usize) -> bool {
    let before = text.skip_back(start, start.saturating_sub(MOST_BLANKS), const { &Class::of(" \t#*>\\$@:-") });
    before == 0 || text.is_before(before, const { &Class::of("\r\n{,([;") })
}

/// `struct Credentials {` declares a type.
fn is_declared(text: Text<'_>, start: usize) -> bool {
    const WORDS: [&str; 10] =
        ["struct", "class", "interface", "enum", "type", "trait", "impl", "record", "for", "message"];
    let end = text.skip_back(start, start.saturating_sub(4), &BLANK);
    let word = text.get(text.skip_back(end, end.saturating_sub(16), const { &Class::of("a-z") })..end);
    is_any(word, &WORDS)
}

/// Where the value begins after `[]=`, `[0]=`, `[user][name]=`.
fn indexed(text: Text<'_>, open: usize) -> Option<usize> {
    const MOST: usize = 4;
    const LONGEST_INDEX: usize = 64;
    let mut at = open;
    for _ in 0..MOST {
        if text.byte(at) != Some(b'[') {
            break;
        }
        let close = text.skip_at_most(at + 1, const { &Class::of("A-Za-z0-9_.-") }, LONGEST_INDEX);
        at = (text.byte(close) == Some(b']')).then_some(close + 1)?;
    }
    (text.byte(at) == Some(b'=') && text.byte(at + 1) != Some(b'=')).then_some(at + 1)
}

/// `[credentials]`, `[[tokens]]` and `[shop.auth]` in a line of their own.
fn section_after(text: Text<'_>, start: usize, end: usize) -> Option<Shape> {
    let closed = text.skip_at_most(end, const { &Class::of("]") }, 2);
    let line_end = text.skip_at_most(closed, &BLANK, MOST_BLANKS);
    let open = text.skip_back(start, start.saturating_sub(2), const { &Class::of("[") });
    let line_start = text.skip_back(open, open.saturating_sub(MOST_BLANKS), &BLANK);
    let is_header = open < start && (line_start == 0 || text.is_before(line_start, const { &Class::of("\r\n") }));
    let is_comment = text.byte(line_end) == Some(b';') || text.starts_with(line_end, "# ");
    (is_header && (is_comment || text.is(line_end, const { &Class::of("\r\n") })))
        .then(|| Shape::Section { first_line: text.next_line(line_end) })
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;
    use serde_json::Value;
    use std::convert::Infallible;

    const SECRET: &str = "Hunter2xyz!";

    fn streamed(text: &str) -> String {
        let mut scrubbed = Vec::new();
        let mut stream = Scrubber::new().stream();
        let mut each = |segment: crate::Segment<'_>| {
            scrubbed.extend_from_slice(&segment.scrubbed());
            Ok::<(), Infallible>(())
        };
        for piece in text.as_bytes().chunks(7) {
            stream.push(piece, &mut each).unwrap();
        }
        stream.finish(&mut each).unwrap();
        String::from_utf8(scrubbed).unwrap()
    }

    #[test]
    fn everything_below_a_telling_name_goes_in_every_syntax() {
        let forms = [
            r#"{"credentials": {"password": "{}"}}"#,
            r#"{"credentials": {"user": "ann", "login": "{}"}, "page": 2}"#,
            r#"{"credentials": {"type": "basic", "user": "ann", "value": "{}"}}"#,
            r#"{"auth": {"user": "ann", "in": "{}"}}"#,
            r#"{"auth": {"a": {"b": [[{"c": "{}"}]]}}}"#,
            r#"{"auths": {"registry.example.com": {"auth": "{}"}}}"#,
            r#"{"tokens": ["{}"]}"#,
            r#"{"tokens": ["a, b", "{}"]}"#,
            r#"{"api_keys": [{"owner": "ann", "is": "{}"}]}"#,
            r#"{"basicAuth": ["ann", "{}"]}"#,
            r#"{\"credentials\": {\"user\": \"ann\", \"p\": \"{}\"}}"#,
            r#"{\\\"secrets\\\": [\\\"{}\\\"]}"#,
            r#"{\n  \"auth\": {\n    \"p\": \"{}\"\n  }\n}"#,
            "{\n  \"credentials\": {\n    \"p\": \"{}\"\n  }\n}",
            r#"{"credentials": {"p": "{}"#,
            "{'credentials': {'user': 'ann', 'p': '{}'}}",
            "{'tokens': ('a', '{}')}",
            "{ credentials: { user: 'ann', p: '{}' } }",
            "config credentials: {user: ann, p: {}}",
            "Config { credentials: Credentials { user: \"ann\", p: \"{}\" } }",
            "Config { auth: Some(Basic { user: \"ann\", p: \"{}\" }) }",
            "Credentials { user: \"ann\", p: Some(\"{}\") }",
            "Credentials(user='ann', p='{}')",
            "Credentials{user=ann, p={}}",
            "{:credentials=>{:user=>\"ann\", :p=>\"{}\"}}",
            "credentials = { user = \"ann\", p = \"{}\" }",
            "tokens = [\"a\", \"{}\"]",
            "auth=('ann', '{}')",
            "credentials:\n  user: ann\n  p: {}\nport: 80",
            "credentials:\n  user: ann\n  nested:\n    - '{}'\nport: 80",
            "tokens:\n- first\n- {}\nport: 80",
            "secrets:\n  - {p: {}}",
            "tokens: [a, {}]",
            "tokens: [{}]",
            "[credentials]\nuser = \"ann\"\np = \"{}\"\n\n[server]\nport = 80",
            "[shop.auth]\np = {}\n",
            "credentials:\n  # rotated weekly\n  p: {}",
            "credentials:\n\n# rotated weekly\n\n  p: {}",
            "credentials:\n  user: ann\n# rotated weekly\n  p: {}",
            "credentials:\n  # p: {}\n  user: ann",
            "credentials:\n  p: |\n    # {}\n  user: ann",
            "credentials:\n  p: >2-\n    a\n    ; {}",
            "credentials:\n  -\n    p: {}",
            "auth: &default\n  p: {}",
            "auth: !!map\n  p: {}",
            "auth: &default !!map # of all\n  p: {}",
            "auth: !!map {p: {}}",
            "auth:\n  nested: &default\n    p: &p {}",
            "[credentials]\n\np = {}",
            "[credentials]\nuser = ann\n; old\np = {}",
            "[credentials]\nuser = ann\n;p = {}",
            "[credentials] # of the shop\np = {}",
            "  [credentials]\n  p = {}",
            "[credentials]\nuser: ann\np: {}",
            "[credentials]\nuser:ann\np:{}",
            "[credentials]\np = a #{}",
            "[credentials]\np = \"\"\"\n{}\n\"\"\"",
            "[credentials]\np = '''{}\n{}'''\nuser = \"ann\"",
            "[credentials]\np = \"\"\"\na\n{}",
            "<credentials><user>ann</user><p>{}",
            "<credentials>\n  <db><p>{}</p></db>\n",
            "<secret>{}</secret>",
            "<secret>\n  {}\n</secret>",
            "<credentials><user>ann</user><p>{}</p></credentials>",
            "<credentials user=\"ann\" p=\"{}\"/>",
            "<ns:credentials><![CDATA[{}]]></ns:credentials>",
            "<auth type=\"basic\">\n  <entry p='{}'/>\n</auth>",
            "&lt;secret&gt;&lt;p&gt;{}&lt;/p&gt;&lt;/secret&gt;",
            "GET /x?tokens[]={}&page=2",
            "GET /x?credentials[p]={}&page=2",
            "GET /x?tokens%5B0%5D={}&page=2",
        ];
        for form in forms {
            let text = form.replace("{}", SECRET);
            let scrubbed = Scrubber::new().scrub(&text).into_owned();
            assert!(!scrubbed.contains("Hunter") && !scrubbed.contains("xyz"), "{text}\n{scrubbed}");
            assert_eq!(Scrubber::new().scrub(&scrubbed), scrubbed, "{text}");
            assert_eq!(streamed(&text), scrubbed, "{text}");
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                let scrubbed = Scrubber::new().scrub_json(&value);
                assert!(!scrubbed.to_string().contains("Hunter"), "{text}\n{scrubbed}");
            }
        }
    }

    #[test]
    fn what_is_beside_a_telling_name_stays() {
        let rows = [
            (r#"{"credentials": {"user": "ann"}, "page": 2}"#, r#"{"credentials": [redacted], "page": 2}"#),
            ("auth:\n  type: basic\n  user: ann\nport: 80", "auth:\n  type: basic\n  user: [redacted]\nport: 80"),
            ("[auth]\nuser = 'ann'\n[server]\nport = 80", "[auth]\nuser = '[redacted]'\n[server]\nport = 80"),
            ("<a><auth><u>ann</u></auth><b>2</b></a>", "<a><auth>[redacted]</auth><b>2</b></a>"),
            ("?tokens[]=a1&page=2", "?tokens[]=[redacted]&page=2"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn counts_sentences_and_descriptions_below_a_telling_name_stay() {
        for text in [
            r#"{"usage": {"total_tokens": 31, "prompt_tokens": 12}}"#,
            r#"{"tokens": {"input": 12, "output": 31, "cached": null}}"#,
            r#"{"tokens": [101, 2023, 102]}"#,
            r#"{"auth": {"type": "oauth2", "required": true}}"#,
            r#"{"auth": {"scheme": "bearer", "scopes": ["read", "write:orders"], "expires_in": 3600, "alg": "RS256"}}"#,
            r#"{"auth": {"token_url": "https://login.example.com/token", "expires_at": "2026-11-18T12:00:00Z"}}"#,
            r#"{"credentials": {"type": "object", "properties": {"user": {"type": "string"}}, "required": ["user"]}}"#,
            r#"{"password": {"type": "string", "minLength": 8, "pattern": "^[A-Za-z0-9@!]+$", "title": "Password"}}"#,
            r#"{"password": {"message": "too short", "code": "min_length", "min": 8}}"#,
            r#"{"password": ["This field is required."], "token": []}"#,
            r#"{"credentials": ["Unable to log in with provided credentials."]}"#,
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(Scrubber::new().scrub(text), text);
            assert_eq!(Scrubber::new().scrub_json(&value), value);
        }
        for text in [
            "max_token=4096 tokens: 1500 used",
            "credentials:\n  please log in first",
            "Unexpected token: { in JSON, expected [",
            "auth:\n  enabled: true\n  method: basic",
            "interface Credentials { user: string; password: string }",
            "imagePullSecrets:\n- name: registry",
            "<auth type=\"basic\"/> and login --token <TOKEN> --user <user>",
            "[auth] login failed\nuser = ann",
            "[auth]\n12:30:05 started\nhttps://example.com/x",
            "credentials:\n# see the guide\nport: 80",
            "credentials:\n\n  please log in first",
            "auth: &default\n  # of all\n  type: basic",
            "login <user><password> or <credentials> <user>ann",
            "?max_tokens[]=5",
            "ACCESS_KEY={AccessKey} SharedAccessKey=[the shared key goes here]; htpasswd: {{ htpasswd }}",
            "pwd = (char *) (p + ulen + 2);",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }

    #[test]
    fn repeated_openings_hide_nothing() {
        for opening in
            ["\"auth\": {", "auth: {a: ", "Credentials {a: ", "<secret>", "credentials:\n  a: b\n", "tokens[]="]
        {
            let text = opening.repeat(20_000) + "\n\n{\"credentials\": {\"p\": \"Hunter2xyz!\"}}";
            assert!(!Scrubber::new().scrub(&text).contains("Hunter2xyz"), "{opening}");
        }
    }
}
