//! What a schema says without asserting anything.

use super::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use crate::schema::Direction;
use serde_json::{Map, Value};

/// The largest default that is kept, and the largest example, in bytes.
const MAX_DEFAULT: usize = 200;
const MAX_EXAMPLE: usize = 80;

macro_rules! texts {
    ($($function:ident => $keyword:literal),*) => {$(
        pub(super) fn $function(
            _: &mut Conversion<'_, '_>,
            value: &Node,
            _: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            schema.extend(value.text().map(|text| ($keyword.to_owned(), Value::from(text))));
            Ok(())
        }
    )*};
}

texts! {
    format => "format",
    content_encoding => "contentEncoding",
    content_media_type => "contentMediaType"
}

pub(super) fn description(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let text = value.text().map(|text| conversion.shortened(text)).filter(|text| !text.is_empty());
    schema.extend(text.map(|text| ("description".to_owned(), Value::from(text))));
    Ok(())
}

pub(super) fn default(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let default = value.to_json();
    if default.to_string().len() <= MAX_DEFAULT {
        schema.insert("default".to_owned(), default);
    }
    Ok(())
}

pub(super) fn example(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    keep_example(conversion, value, schema);
    Ok(())
}

pub(super) fn examples(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if let Some(first) = value.items().next() {
        keep_example(conversion, &first, schema);
    }
    Ok(())
}

/// Short examples of single values help a caller; others cost more than they say.
fn keep_example(conversion: &Conversion<'_, '_>, value: &Node, schema: &mut Map<String, Value>) {
    if conversion.direction == Direction::Input && value.written().is_some_and(|text| text.len() <= MAX_EXAMPLE) {
        schema.insert("examples".to_owned(), Value::Array(vec![value.to_json()]));
    }
}

pub(super) fn deprecated(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if value.truth() == Some(true) {
        schema.insert("deprecated".to_owned(), Value::Bool(true));
    }
    Ok(())
}
