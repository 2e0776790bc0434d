//! What validators print for developers: the rejected value, parts of the schema, the source that was parsed. The field
//! and what is wrong with it are kept, and so are lists of issues, which have nothing else.

use super::brackets::{closed, held};
use crate::REDACTED;
use crate::internals::look_budget::{find_any, is_spent, spend, window};
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, Text};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// What validators print for developers: the rejected value, the path in the schema, the class it was parsed into,
    /// the source that was parsed. The field and what is wrong with it are kept.
    ///
    /// # Why
    ///
    /// The rejected value may be a password or another person's data; the rest shows how the server is built.
    ///
    /// # Example
    ///
    /// ```text
    /// name: Input should be a string [type=string_type, input_value={'pin': 4711}, input_type=dict]
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// name: Input should be a string [type=string_type, input_value=[redacted], input_type=dict]
    /// ```
    ///
    /// # Instead
    ///
    /// Name the field and the constraint: "`name` must be a string".
    pub(crate) const RULE: Rule = Rule {
        id: "validator-dump",
        family: Family::Diagnostics,
        placeholder: REDACTED,
        triggers: Triggers::Built(|| FORMS.iter().map(|(word, _)| *word).collect()),
        window: 16 * 1024,
        find,
    };
}

/// Reads what is at a trigger, and returns the parts to remove, if any.
type Form = fn(Text<'_>, &Hit, &mut Findings<'_>) -> [Option<Range<usize>>; 2];

const FORMS: [(&str, Form); 15] = [
    // pydantic
    ("input_value=", input_value),
    ("\"input\":", input),
    ("For further information visit https://errors.pydantic.dev/", help_line),
    // Jackson
    ("(through reference chain: ", reference_chain),
    ("[Source: ", source),
    ("from String \"", refused_string),
    ("of type `", class_name),
    // Spring, Hibernate Validator
    ("rejected value [", rejected_value),
    ("invalidValue=", invalid_value),
    ("rootBeanClass=class ", invalid_value),
    // ajv
    ("schemaPath", schema_path),
    // class-validator
    ("target: ", target),
    ("\"target\":", target),
    // Joi
    ("_original: {", original),
    ("\"_original\":", original),
];

/// How many bytes are searched for the end of a dump.
const LONGEST: usize = 8 * 1024;
const SPACE: Class = Class::of(" \t\r\n");
const QUOTE: Class = Class::of("\"'");

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let Some((_, form)) = FORMS.get(hit.word) else { return hit.span.end };
    let mut end = hit.span.end;
    for span in form(text, hit, found).into_iter().flatten() {
        end = end.max(span.end);
        if text.get(span.clone()) != REDACTED {
            found.take(span);
        }
    }
    end
}

/// `[type=missing, input_value={'name': 'x'}, input_type=dict]`.
fn input_value(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    let start = hit.span.end;
    let end = find_any(text, window(text, start, LONGEST), &[", input_type="]);
    let end = end.unwrap_or_else(|| text.line_end(start));
    [Some(start..end), None]
}

/// `{"type":"missing","loc":["body","name"],"msg":"Field required","input":{"cup":"x"}}`.
fn input(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    const WINDOW: usize = 512;
    const SCALAR: Class = Class::not(",}] \t\r\n");
    let floor = hit.span.start.saturating_sub(WINDOW);
    let before = (floor..hit.span.start).find(|at| text.0.is_char_boundary(*at)).unwrap_or(hit.span.start);
    let start = text.skip_at_most(hit.span.end, &SPACE, 8);
    let is_error = find_any(text, before..hit.span.start, &["\"msg\":", "\"loc\":"]).is_some();
    if !is_error || text.starts_with(start, REDACTED) {
        return [None, None];
    }
    let value = match text.byte(start) {
        Some(b'"') => start + 1..string_end(text, start + 1),
        Some(b'{' | b'[') => held(text, start, found),
        _ => start..window(text, start, text.skip_at_most(start, &SCALAR, LONGEST) - start).end,
    };
    [(text.get(value.clone()) != "null").then_some(value), None]
}

/// The rest of the line, up to the length of the longest rejected value.
fn ahead(text: Text<'_>, start: usize) -> Range<usize> {
    const LONGEST_VALUE: usize = 512;
    let window = window(text, start, LONGEST_VALUE);
    let line = memchr::memchr2(b'\n', b'\r', text.get(window.clone()).as_bytes());
    start..line.map_or(window.end, |line| start + line)
}

/// The position of the closing quote, or of the end of the search for it.
fn string_end(text: Text<'_>, start: usize) -> usize {
    let window = window(text, start, LONGEST);
    let mut is_escaped = false;
    let end = text.get(window.clone()).bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(window.end, |end| start + end)
}

/// ``Cannot deserialize value of type `int` from String "x": not a valid value``.
fn refused_string(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    let start = hit.span.end;
    let line = ahead(text, start);
    let line_end = line.end;
    let end = find_any(text, line, &["\": "]).unwrap_or_else(|| string_end(text, start).min(line_end));
    [Some(start..end), None]
}

/// A class with its package; a caller may know a plain type.
fn class_name(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    const NAME: Class = Class::of("A-Za-z0-9_.$<>,[]");
    const LONGEST: usize = 300;
    let end = text.skip_at_most(hit.span.end, &NAME, LONGEST);
    let is_class = text.byte(end) == Some(b'`') && text.get(hit.span.end..end).contains('.');
    [is_class.then_some(hit.span.end..end), None]
}

fn rejected_value(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    let value = held(text, hit.span.end - 1, found);
    [(text.get(value.clone()) != "null").then_some(value), None]
}

/// `invalidValue=x, propertyPath=name`.
fn invalid_value(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    const KEYS: [&str; 5] =
        [", propertyPath=", ", interpolatedMessage=", ", rootBean", ", messageTemplate=", ", value="];
    let start = hit.span.end;
    let line = ahead(text, start);
    let end = find_any(text, line, &KEYS).unwrap_or_else(|| text.skip(start, const { &Class::not(",}\r\n") }));
    [Some(start..end), None]
}

fn help_line(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    [Some(hit.span.start..text.line_end(hit.span.start)), None]
}

fn reference_chain(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    [Some(hit.span.end..held(text, hit.span.start, found).end), None]
}

/// `[Source: (String)"{…"; line: 1, column: 3]`, whose line and column are kept.
fn source(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    // The source is cut off after 500 characters.
    const LONGEST_SOURCE: usize = 2 * 1024;
    let start = hit.span.end;
    let end = find_any(text, window(text, start, LONGEST_SOURCE), &["; line: "]);
    let end = end.unwrap_or_else(|| held(text, hit.span.start, found).end);
    [Some(start..end), None]
}

/// `"schemaPath": "#/properties/name/type"`, and the parameters of the check after it.
fn schema_path(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    let none = [None, None];
    let colon = text.skip_at_most(hit.span.end, &QUOTE, 1);
    let open = text.skip(colon + 1, &SPACE);
    if text.byte(colon) != Some(b':') || !text.is(open, &QUOTE) {
        return none;
    }
    let close = text.skip_at_most(open + 1, const { &Class::not("\"'\r\n") }, LONGEST);
    let path = open + 1..close;
    let next = text.skip(text.skip_at_most(close + 1, const { &Class::of(",") }, 1), &SPACE);
    let name = text.skip_at_most(next, &QUOTE, 1);
    let braces = text.skip_at_most(name + "params".len(), const { &Class::of("\"': ") }, 4);
    let is_parameters = text.starts_with(name, "params") && text.byte(braces) == Some(b'{');
    [Some(path), is_parameters.then(|| held(text, braces, found))]
}

/// `target: Tea { name: 'x' }, value: 'x', property: 'name'`: the whole object, and the value in it.
fn target(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    const CLASS: Class = Class::of("A-Za-z0-9_ $");
    let braces = text.skip_at_most(hit.span.end, &CLASS, 100);
    if text.byte(braces) != Some(b'{') {
        return [None, None];
    }
    if is_spent(found, hit.span.end) {
        return [Some(hit.span.end..text.line_end(braces)), None];
    }
    let Some(object) = closed(text, braces, found) else { return [None, None] };
    let next = text.skip(text.skip_at_most(object.end + 1, const { &Class::of(",") }, 1), &SPACE);
    let name = text.skip_at_most(next, &QUOTE, 1);
    if text.starts_with(name, "property") {
        return [Some(object), None];
    }
    if !text.starts_with(name, "value") {
        spend(found, object.len());
        return [None, None];
    }
    let colon = text.skip_at_most(name + "value".len(), &QUOTE, 1);
    let value = text.skip(colon + 1, &SPACE);
    let end = find_any(text, window(text, value, LONGEST), &["property"]);
    let length = |end| text.get(value..end).trim_end_matches([' ', '\n', '\r', ',']).len();
    [Some(object), end.map(|end| value..value + length(end))]
}

fn original(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> [Option<Range<usize>>; 2] {
    let open =
        if text.byte_before(hit.span.end) == Some(b'{') { hit.span.end - 1 } else { text.skip(hit.span.end, &SPACE) };
    [(text.byte(open) == Some(b'{')).then(|| held(text, open, found)), None]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internals::tests::{flood, scrubbed};

    #[test]
    fn dumps_are_removed_and_messages_are_kept() {
        let rows = [
            (
                "1 validation error for Tea\nname\n  Field required [type=missing, input_value={'cup': ', x'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2/v/missing\nbye",
                "1 validation error for Tea\nname\n  Field required [type=missing, input_value=[redacted], input_type=dict]\n    [redacted]\nbye",
            ),
            (
                "no Tea at [Source: (String)\"{\"a]\": 1}\"; line: 1, column: 3] (through reference chain: shop.Tea[\"cup\"]->x)",
                "no Tea at [Source: [redacted]; line: 1, column: 3] (through reference chain: [redacted])",
            ),
            (
                r##"[{"instancePath":"/a","schemaPath":"#/properties/a/type","params":{"type":"string"},"message":"must be string"}]"##,
                r#"[{"instancePath":"/a","schemaPath":"[redacted]","params":{[redacted]},"message":"must be string"}]"#,
            ),
            (
                "{ schemaPath: '#/required',\n  params: { missingProperty: 'a' },\n  message: 'no a' }",
                "{ schemaPath: '[redacted]',\n  params: {[redacted]},\n  message: 'no a' }",
            ),
            (
                "{ target: Tea { name: 'x' }, value: 'x', property: 'name', constraints: { a: 'too short' } }",
                "{ target: Tea {[redacted]}, value: [redacted], property: 'name', constraints: { a: 'too short' } }",
            ),
            (
                r#"[{"type":"int","loc":["body","age"],"msg":"no int","input":"x\"y"},{"loc":["a"],"msg":"b","input":{"c":"d"},"ctx":{}},{"loc":["a"],"input":47}]"#,
                r#"[{"type":"int","loc":["body","age"],"msg":"no int","input":"[redacted]"},{"loc":["a"],"msg":"b","input":{[redacted]},"ctx":{}},{"loc":["a"],"input":[redacted]}]"#,
            ),
            (
                "Cannot deserialize value of type `shop.Tea$Cup` from String \"x\"y\": not one of",
                "Cannot deserialize value of type `[redacted]` from String \"[redacted]\": not one of",
            ),
            ("on field 'age': rejected value [x]; codes", "on field 'age': rejected value [[redacted]]; codes"),
            (
                "Violation{message='too old', invalidValue=a, b, propertyPath=age, rootBeanClass=class shop.Tea, x='y'}",
                "Violation{message='too old', invalidValue=[redacted], propertyPath=age, rootBeanClass=class [redacted], x='y'}",
            ),
            (r#"{"_original":{"name":"x"},"details":[]}"#, r#"{"_original":{[redacted]},"details":[]}"#),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn lists_of_issues_and_prose_are_kept() {
        for text in [
            r#"[{"code":"invalid_type","expected":"string","received":"undefined","path":["a"],"message":"Required"}]"#,
            "target: { x: 1 } is wrong",
            "the schemaPath is unknown",
            "[Sources: two]",
            r#"{"input":"tea","output":"cup"}"#,
            "a value of type `int` is needed",
            "rejected value [null]",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }

    #[test]
    fn repeated_dumps_are_read_once() {
        flood(&FORMS.map(|(word, _)| word).concat());
        FORMS.map(|(word, _)| word).into_iter().chain(["target: {", "[Source: ]"]).for_each(flood);
    }

    #[test]
    fn dumps_without_an_end_hide_nothing() {
        let text = "target: {".repeat(2000) + "target: Tea { name: 'x-y-z' }, value: 'x-y-z', property: 'name'";
        assert!(!scrubbed(&text).contains("x-y-z"));
    }
}
