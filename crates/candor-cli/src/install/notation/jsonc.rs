//! JSON with comments and trailing commas, as editors write it.

use super::SyntaxError;
use crate::install::tree::{Layout, Member, Node, Table, Value};
use jsonc_parser::ast::{self, ObjectPropName};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// What no client accepts is an error here, too.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn read(text: &str) -> Result<Option<Node>, SyntaxError> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS).map_err(|error| SyntaxError {
        position: error.range().start,
        what: lower_case_first(&error.kind().to_string()),
    })?;
    Ok(parsed.value.map(node))
}

pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The parser bounds how deep values are nested, and with that the recursion.
fn node(value: ast::Value<'_>) -> Node {
    let span = value.start()..value.end();
    let value = match value {
        ast::Value::StringLit(text) => Value::Text(text.value.into_owned()),
        ast::Value::Array(array) => Value::List(array.elements.into_iter().map(node).collect()),
        ast::Value::Object(object) => {
            Value::Table(Table { layout: Layout::Braces, members: object.properties.into_iter().map(member).collect() })
        }
        ast::Value::NumberLit(_) | ast::Value::BooleanLit(_) | ast::Value::NullKeyword(_) => Value::Other,
    };
    Node { span, value }
}

fn member(property: ast::ObjectProp<'_>) -> Member {
    let key = property.name.start()..property.name.end();
    let name = match property.name {
        ObjectPropName::String(name) => name.value.into_owned(),
        ObjectPropName::Word(name) => name.value.to_owned(),
    };
    Member { name, key, node: node(property.value) }
}

/// The parser's sentences begin with a capital letter.
fn lower_case_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
