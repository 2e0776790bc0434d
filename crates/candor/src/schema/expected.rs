//! What a schema wants, in words that follow "must be".

use super::document::{Document, Subschema};
use super::given::{counted, joined};
use super::json_type::{JsonType, implied_kind, stated_kinds};
use crate::failure::printable::printable;
use serde_json::{Map, Number, Value};

/// The longest description, in characters.
const LONGEST: usize = 300;
/// The longest option, name or pattern in it.
const LONGEST_PART: usize = 80;
/// How many options are named.
const MOST_OPTIONS: usize = 12;
/// How many members and alternatives are named.
const MOST_NAMED: usize = 5;
/// How deep alternatives are described.
const DEEPEST: usize = 3;

const TRUE_OR_FALSE: &str = "true or false";

type Schema = Map<String, Value>;

/// What the schema wants: "an integer of at least 1"; `None` if it cannot be described. The kind is that of the value
/// at hand, for a schema that leaves it open.
pub(super) fn expected(document: Document<'_>, part: &Subschema<'_>, kind: Option<JsonType>) -> Option<String> {
    described(document, part, kind, DEEPEST).map(|text| printable(&text, LONGEST))
}

/// The values that a schema lists, as `enum`, `const` or alternatives of these.
pub(super) fn options<'s>(document: Document<'s>, part: &Subschema<'s>) -> Option<Vec<&'s Value>> {
    listed(document, part, DEEPEST)
}

fn listed<'s>(document: Document<'s>, part: &Subschema<'s>, depth: usize) -> Option<Vec<&'s Value>> {
    let part = document.resolved(*part);
    let schema = part.object()?;
    if let Some(only) = schema.get("const") {
        return Some(vec![only]);
    }
    if let Some(Value::Array(options)) = schema.get("enum") {
        return Some(options.iter().collect());
    }
    let alternatives = alternatives(&part);
    if depth == 0 || alternatives.is_empty() {
        return None;
    }
    let lists: Option<Vec<_>> = alternatives.iter().map(|part| listed(document, part, depth - 1)).collect();
    lists.map(|lists| lists.into_iter().flatten().collect())
}

fn alternatives<'s>(part: &Subschema<'s>) -> Vec<Subschema<'s>> {
    ["anyOf", "oneOf"].into_iter().map(|keyword| part.listed(keyword)).find(|list| !list.is_empty()).unwrap_or_default()
}

fn described(document: Document<'_>, part: &Subschema<'_>, kind: Option<JsonType>, depth: usize) -> Option<String> {
    let part = document.resolved(*part);
    let schema = part.object()?;
    if let Some(options) = listed(document, &part, depth) {
        return Some(one_of(&options));
    }
    let mut kinds = stated_kinds(schema);
    if kinds.is_empty() && !alternatives(&part).is_empty() {
        return either(document, &alternatives(&part), depth);
    }
    if kinds.is_empty() {
        let implied = implied_kind(schema);
        kinds.extend(implied.map(|implied| kind.filter(|kind| !implied.is_like(*kind)).unwrap_or(implied)));
    }
    if kinds.is_empty()
        && depth > 0
        && let [only] = part.listed("allOf").as_slice()
    {
        return described(document, only, kind, depth - 1);
    }
    let words: Vec<_> = kinds.into_iter().map(|kind| of_kind(document, &part, schema, kind)).collect();
    (!words.is_empty()).then(|| any_of(words))
}

/// `a, b or c`: what is itself a choice becomes a part of the larger one.
fn any_of(words: Vec<String>) -> String {
    let is_choice = words.len() > 1;
    let parts = words.into_iter().flat_map(|word| match word.as_str() {
        TRUE_OR_FALSE if is_choice => vec!["true".to_owned(), "false".to_owned()],
        _ => vec![word],
    });
    joined(&parts.collect::<Vec<_>>(), "or")
}

/// What the alternatives want, joined by "or"; `None` if one of them cannot be described.
pub(super) fn either_of(document: Document<'_>, alternatives: &[Subschema<'_>]) -> Option<String> {
    either(document, alternatives, DEEPEST).map(|text| printable(&text, LONGEST))
}

fn either(document: Document<'_>, alternatives: &[Subschema<'_>], depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let mut words: Vec<String> = Vec::new();
    for alternative in alternatives {
        let text = described(document, alternative, None, depth)?;
        if !words.contains(&text) {
            words.push(text);
        }
    }
    let more = words.len().saturating_sub(MOST_NAMED);
    words.truncate(MOST_NAMED);
    if more > 0 {
        words.push(format!("one of {more} others"));
    }
    Some(any_of(words))
}

fn of_kind(document: Document<'_>, part: &Subschema<'_>, schema: &Schema, kind: JsonType) -> String {
    match kind {
        JsonType::Null => "null".to_owned(),
        JsonType::Boolean => TRUE_OR_FALSE.to_owned(),
        JsonType::Integer => format!("an integer{}{}", range(schema), multiple(schema)),
        JsonType::Number => format!("a number{}{}", range(schema), multiple(schema)),
        JsonType::Text => text(schema),
        JsonType::List => list(document, part, schema),
        JsonType::Object => object(schema),
    }
}

fn number<'s>(schema: &'s Schema, keyword: &str) -> Option<&'s Number> {
    match schema.get(keyword) {
        Some(Value::Number(number)) => Some(number),
        Some(_) | None => None,
    }
}

/// A number as people write it.
fn figure(number: &Number) -> String {
    let text = number.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A limit and whether the limit itself is allowed: the tighter of the two keywords. Draft 4 has a flag for the second.
fn limit(schema: &Schema, inclusive: &str, exclusive: &str, is_lower: bool) -> Option<(String, bool)> {
    let (within, beyond) = (number(schema, inclusive), number(schema, exclusive));
    let is_flagged = schema.get(exclusive) == Some(&Value::Bool(true));
    let is_tighter = |beyond: &Number, within: &Number| match (beyond.as_f64(), within.as_f64()) {
        (Some(beyond), Some(within)) => (beyond >= within) == is_lower || beyond == within,
        _ => false,
    };
    match (within, beyond) {
        (Some(within), Some(beyond)) if is_tighter(beyond, within) => Some((figure(beyond), false)),
        (Some(within), _) => Some((figure(within), !is_flagged)),
        (None, Some(beyond)) => Some((figure(beyond), false)),
        (None, None) => None,
    }
}

fn range(schema: &Schema) -> String {
    let lower = limit(schema, "minimum", "exclusiveMinimum", true);
    let upper = limit(schema, "maximum", "exclusiveMaximum", false);
    match (lower, upper) {
        (None, None) => String::new(),
        (Some((low, true)), None) => format!(" of at least {low}"),
        (Some((low, false)), None) => format!(" above {low}"),
        (None, Some((high, true))) => format!(" of at most {high}"),
        (None, Some((high, false))) => format!(" below {high}"),
        (Some((low, true)), Some((high, true))) if low == high => format!(" of exactly {low}"),
        (Some((low, true)), Some((high, true))) => format!(" from {low} to {high}"),
        (Some((low, true)), Some((high, false))) => format!(" of at least {low} and below {high}"),
        (Some((low, false)), Some((high, true))) => format!(" above {low} and of at most {high}"),
        (Some((low, false)), Some((high, false))) => format!(" above {low} and below {high}"),
    }
}

fn multiple(schema: &Schema) -> String {
    number(schema, "multipleOf").map_or_else(String::new, |of| format!(" that is a multiple of {}", figure(of)))
}

/// `1 to 3 items`, `at least 1 item`; none if any number will do.
fn amount(schema: &Schema, least: &str, most: &str, thing: &str) -> Option<String> {
    let count = |keyword| number(schema, keyword).and_then(|it| it.as_u64().or_else(|| Some(it.as_f64()? as u64)));
    match (count(least).filter(|least| *least > 0), count(most)) {
        (None, None) => None,
        (Some(least), None) => Some(format!("at least {}", counted(least, thing))),
        (None, Some(most)) => Some(format!("at most {}", counted(most, thing))),
        (Some(least), Some(most)) if least == most => Some(format!("exactly {}", counted(least, thing))),
        (Some(least), Some(most)) => Some(format!("{least} to {}", counted(most, thing))),
    }
}

fn is_one(schema: &Schema, least: &str, most: &str) -> bool {
    number(schema, least).and_then(Number::as_u64) == Some(1) && number(schema, most).is_none()
}

fn text(schema: &Schema) -> String {
    let word = |keyword| schema.get(keyword).and_then(Value::as_str).map(|word| printable(word, LONGEST_PART));
    let format = word("format");
    let known = format.as_deref().and_then(of_format);
    let is_filled = is_one(schema, "minLength", "maxLength");
    let mut text = known.unwrap_or(if is_filled { "non-empty text" } else { "text" }).to_owned();
    if let Some(amount) = amount(schema, "minLength", "maxLength", "character").filter(|_| !is_filled) {
        text.push_str(&format!(" of {amount}"));
    }
    if let Some(format) = format.filter(|_| known.is_none()) {
        text.push_str(&format!(" in the format {format}"));
    }
    if let Some(encoding) = word("contentEncoding") {
        text.push_str(&format!(" in {encoding}"));
    }
    if let Some(media_type) = word("contentMediaType") {
        text.push_str(&format!(" that holds {media_type}"));
    }
    if let Some(pattern) = word("pattern") {
        text.push_str(&format!(" that matches the pattern {pattern}"));
    }
    text
}

fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "a date and time such as 2026-01-31T12:00:00Z",
        "date" => "a date such as 2026-01-31",
        "time" => "a time such as 12:00:00Z",
        "duration" => "a duration such as PT15M",
        "email" | "idn-email" => "an e-mail address",
        "hostname" | "idn-hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uri" | "iri" | "url" => "a URL",
        "uuid" => "a UUID",
        "regex" => "a regular expression",
        "json-pointer" => "a JSON pointer",
        _ => return None,
    })
}

fn list(document: Document<'_>, part: &Subschema<'_>, schema: &Schema) -> String {
    let items = part.under("items").map(|items| document.resolved(items));
    let kinds = items.as_ref().and_then(Subschema::object).map(stated_kinds).unwrap_or_default();
    let thing = match kinds.as_slice() {
        [JsonType::Integer] => "integer",
        [JsonType::Number] => "number",
        [JsonType::Text] => "text",
        [JsonType::List] => "list",
        [JsonType::Object] => "object",
        _ => "item",
    };
    let is_unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
    let things = if is_unique { format!("different {thing}") } else { thing.to_owned() };
    let is_plain = !is_unique && thing == "item";
    match amount(schema, "minItems", "maxItems", &things) {
        Some(_) if is_one(schema, "minItems", "maxItems") && is_plain => "a non-empty list".to_owned(),
        Some(_) if is_one(schema, "minItems", "maxItems") => format!("a non-empty list of {things}s"),
        Some(amount) => format!("a list of {amount}"),
        None if is_plain => "a list".to_owned(),
        None => format!("a list of {things}s"),
    }
}

fn object(schema: &Schema) -> String {
    if let Some(amount) = amount(schema, "minProperties", "maxProperties", "member") {
        return format!("an object with {amount}");
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let names = named(required.filter_map(Value::as_str));
    if names.is_empty() { "an object".to_owned() } else { format!("an object with {names}") }
}

/// The first of the names, joined by "and".
pub(super) fn named<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names = names.map(|name| printable(name, LONGEST_PART));
    let mut words: Vec<_> = names.by_ref().take(MOST_NAMED).collect();
    match names.count() {
        0 => {}
        more => words.push(format!("{more} more")),
    }
    joined(&words, "and")
}

/// `"a" or "b"`, `one of "a", "b" or "c"`.
pub(super) fn one_of(options: &[&Value]) -> String {
    let mut words: Vec<_> = options.iter().take(MOST_OPTIONS).map(|option| in_json(option)).collect();
    match options.len().saturating_sub(words.len()) {
        0 => {}
        more => words.push(format!("{more} others")),
    }
    let is_listed = words.len() > 2;
    let words = joined(&words, if options.len() > MOST_OPTIONS { "and" } else { "or" });
    if is_listed { format!("one of {words}") } else { words }
}

/// A value of the schema, as it has to be written.
pub(super) fn in_json(value: &Value) -> String {
    match value {
        Value::Number(number) => figure(number),
        Value::String(text) => format!("\"{}\"", printable(text, LONGEST_PART)),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            printable(&value.to_string(), LONGEST_PART)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Traits;
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_says_what_it_wants() {
        let rows = [
            (json!({"type": "integer"}), "an integer"),
            (json!({"type": "integer", "format": "uint32", "minimum": 0}), "an integer of at least 0"),
            (json!({"type": "integer", "minimum": 1, "maximum": 10}), "an integer from 1 to 10"),
            (json!({"type": "integer", "minimum": 1, "maximum": 1}), "an integer of exactly 1"),
            (json!({"type": "number", "exclusiveMinimum": 0.5}), "a number above 0.5"),
            (json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1.0}), "a number above 0 and of at most 1"),
            (json!({"type": "number", "minimum": 0, "exclusiveMinimum": 3}), "a number above 3"),
            (json!({"type": "number", "maximum": 9, "exclusiveMaximum": 12}), "a number of at most 9"),
            (json!({"type": "number", "minimum": 2, "exclusiveMinimum": true}), "a number above 2"),
            (json!({"type": "number", "exclusiveMaximum": 5}), "a number below 5"),
            (json!({"minimum": 0, "exclusiveMaximum": 5}), "a number of at least 0 and below 5"),
            (json!({"exclusiveMinimum": 0, "exclusiveMaximum": 5}), "a number above 0 and below 5"),
            (
                json!({"type": "integer", "maximum": 100, "multipleOf": 5}),
                "an integer of at most 100 that is a multiple of 5",
            ),
            (json!({"type": "string"}), "text"),
            (json!({"type": "string", "minLength": 1}), "non-empty text"),
            (json!({"type": "string", "minLength": 3}), "text of at least 3 characters"),
            (json!({"type": "string", "minLength": 3, "maxLength": 10}), "text of 3 to 10 characters"),
            (json!({"type": "string", "minLength": 2, "maxLength": 2}), "text of exactly 2 characters"),
            (json!({"maxLength": 1}), "text of at most 1 character"),
            (json!({"pattern": "^[A-Z]{3}$"}), "text that matches the pattern ^[A-Z]{3}$"),
            (json!({"type": "string", "format": "date"}), "a date such as 2026-01-31"),
            (json!({"type": "string", "format": "iban"}), "text in the format iban"),
            (json!({"type": "string", "contentEncoding": "base64"}), "text in base64"),
            (json!({"type": "string", "contentMediaType": "application/json"}), "text that holds application/json"),
            (json!({"type": "boolean"}), "true or false"),
            (json!({"type": ["string", "null"], "maxLength": 5}), "text of at most 5 characters or null"),
            (json!({"type": "array"}), "a list"),
            (json!({"type": "array", "items": {"type": "integer"}}), "a list of integers"),
            (json!({"type": "array", "minItems": 1}), "a non-empty list"),
            (json!({"type": "array", "minItems": 1, "items": {"type": "object"}}), "a non-empty list of objects"),
            (json!({"type": "array", "minItems": 2, "maxItems": 3}), "a list of 2 to 3 items"),
            (json!({"type": "array", "uniqueItems": true}), "a list of different items"),
            (json!({"minItems": 2, "uniqueItems": true}), "a list of at least 2 different items"),
            (json!({"type": "object"}), "an object"),
            (json!({"type": "object", "required": ["sku", "quantity"]}), "an object with sku and quantity"),
            (json!({"required": ["a", "b", "c", "d", "e", "f", "g"]}), "an object with a, b, c, d, e and 2 more"),
            (json!({"minProperties": 1}), "an object with at least 1 member"),
            (json!({"const": "a"}), "\"a\""),
            (json!({"const": 1.0}), "1"),
            (json!({"enum": ["a", null]}), "\"a\" or null"),
            (json!({"enum": ["a", "b", 3]}), "one of \"a\", \"b\" or 3"),
            (
                json!({"oneOf": [{"const": "a", "description": "first"}, {"enum": ["b", "c"]}]}),
                "one of \"a\", \"b\" or \"c\"",
            ),
            (
                json!({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}),
                "an integer of at least 1 or null",
            ),
            (json!({"allOf": [{"type": "string"}]}), "text"),
            (json!({"$ref": "#/$defs/port", "$defs": {"port": {"type": "integer"}}}), "an integer"),
        ];
        for (schema, words) in rows {
            let document = Document::new(&schema, Traits::of(&schema));
            assert_eq!(expected(document, &document.whole(), None).as_deref(), Some(words), "{schema}");
        }
    }

    #[test]
    fn what_cannot_be_said_is_not_said() {
        for schema in
            [json!({}), json!(true), json!({"not": {}}), json!({"$ref": "#"}), json!({"anyOf": [{}, {"type": "null"}]})]
        {
            let document = Document::new(&schema, Traits::of(&schema));
            assert_eq!(expected(document, &document.whole(), None), None, "{schema}");
        }
    }

    #[test]
    fn a_long_list_of_options_is_cut() {
        let schema = json!({"enum": (0..1_000).collect::<Vec<_>>()});
        let document = Document::new(&schema, Traits::of(&schema));
        let words = expected(document, &document.whole(), None).unwrap();
        assert_eq!(words, "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 988 others");
    }
}
