//! Limits of numbers, texts, lists and objects.

use super::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use serde_json::{Map, Value};

macro_rules! counts {
    ($($function:ident => $keyword:literal),*) => {$(
        pub(super) fn $function(
            conversion: &mut Conversion<'_, '_>,
            value: &Node,
            _: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            match count(value) {
                Some(count) => schema.insert($keyword.to_owned(), Value::from(count)),
                None => return not_a(conversion, value, $keyword, "whole number"),
            };
            Ok(())
        }
    )*};
}

counts! {
    min_length => "minLength",
    max_length => "maxLength",
    min_items => "minItems",
    max_items => "maxItems",
    min_contains => "minContains",
    max_contains => "maxContains",
    min_properties => "minProperties",
    max_properties => "maxProperties"
}

fn count(value: &Node) -> Option<u64> {
    let number = number(value)?;
    let is_whole = |number: &f64| *number >= 0.0 && number.fract() == 0.0 && *number < 1e15;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was checked to be one")]
    number.as_u64().or_else(|| number.as_f64().filter(is_whole).map(|number| number as u64))
}

fn number(value: &Node) -> Option<Value> {
    Some(value.to_json()).filter(Value::is_number)
}

macro_rules! numbers {
    ($($function:ident => $keyword:literal, $exclusive:literal);*) => {$(
        pub(super) fn $function(
            conversion: &mut Conversion<'_, '_>,
            value: &Node,
            parent: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            // Before 2020-12, `exclusiveMinimum: true` changes what `minimum` means.
            let keyword = if parent.is_true($exclusive) { $exclusive } else { $keyword };
            match number(value) {
                Some(number) => schema.insert(keyword.to_owned(), number),
                None if value.truth().is_some() && $keyword == $exclusive => None,
                None => return not_a(conversion, value, $keyword, "number"),
            };
            Ok(())
        }
    )*};
}

numbers! {
    minimum => "minimum", "exclusiveMinimum";
    maximum => "maximum", "exclusiveMaximum";
    exclusive_minimum => "exclusiveMinimum", "exclusiveMinimum";
    exclusive_maximum => "exclusiveMaximum", "exclusiveMaximum"
}

pub(super) fn multiple_of(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let is_positive = |number: &Value| number.as_f64().is_some_and(|number| number > 0.0);
    match number(value).filter(is_positive) {
        Some(number) => schema.insert("multipleOf".to_owned(), number),
        None => return not_a(conversion, value, "multipleOf", "number above 0"),
    };
    Ok(())
}

pub(super) fn pattern(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let Some(pattern) = value.text() else { return not_a(conversion, value, "pattern", "text") };
    if conversion.definitions.patterns.is_usable(pattern) {
        schema.insert("pattern".to_owned(), Value::from(pattern));
    } else {
        conversion.loosen(
            value,
            format!("the pattern `{pattern}` is not a regular expression that can be matched; it is not checked"),
        );
    }
    Ok(())
}

fn not_a(conversion: &mut Conversion<'_, '_>, value: &Node, keyword: &str, what: &str) -> Result<(), Problem> {
    conversion.loosen(value, format!("`{keyword}` must be a {what}; it is not checked"));
    Ok(())
}
