//! Schemas that apply to the same value.

use super::Conversion;
use super::object::with_one_way_members;
use crate::document::Node;
use crate::finding::Problem;
use serde_json::{Map, Value};

macro_rules! lists {
    ($($function:ident => $keyword:literal),*) => {$(
        pub(super) fn $function(
            conversion: &mut Conversion<'_, '_>,
            value: &Node,
            _: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            let parts: Vec<Value> = value.items().map(|part| conversion.schema(&part)).collect::<Result<_, _>>()?;
            if !parts.is_empty() {
                schema.insert($keyword.to_owned(), Value::Array(parts));
            }
            Ok(())
        }
    )*};
}

lists! {
    all_parts => "allOf",
    any_of => "anyOf"
}

pub(super) fn all_of(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    parent: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    with_one_way_members(conversion, parent, |conversion| all_parts(conversion, value, parent, schema))
}

/// If an alternative accepts more than it says, several may accept a value: then it is enough that one does.
pub(super) fn one_of(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    parent: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let mut alternatives = Map::new();
    let is_loosened = loosens(conversion, |conversion| any_of(conversion, value, parent, &mut alternatives))?;
    let keyword = if is_loosened && !schema.contains_key("anyOf") { "anyOf" } else { "oneOf" };
    schema.extend(alternatives.remove("anyOf").map(|parts| (keyword.to_owned(), parts)));
    Ok(())
}

/// If the schema accepts more than it says, its opposite would refuse more.
pub(super) fn not(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let mut refused = None;
    let is_loosened = loosens(conversion, |conversion| {
        refused = Some(conversion.schema(value)?);
        Ok(())
    })?;
    schema.extend(refused.filter(|_| !is_loosened).map(|refused| ("not".to_owned(), refused)));
    Ok(())
}

/// Whether the conversion loosens anything.
fn loosens<'c, 'd>(
    conversion: &mut Conversion<'c, 'd>,
    convert: impl FnOnce(&mut Conversion<'c, 'd>) -> Result<(), Problem>,
) -> Result<bool, Problem> {
    let before = conversion.loosened_count();
    convert(conversion)?;
    Ok(conversion.loosened_count() > before)
}

macro_rules! schemas {
    ($($function:ident => $keyword:literal),*) => {$(
        pub(super) fn $function(
            conversion: &mut Conversion<'_, '_>,
            value: &Node,
            _: &Node,
            schema: &mut Map<String, Value>,
        ) -> Result<(), Problem> {
            let converted = conversion.schema(value)?;
            schema.insert($keyword.to_owned(), converted);
            Ok(())
        }
    )*};
}

schemas! {
    condition => "if",
    consequence => "then",
    alternative => "else"
}

pub(super) fn unsupported_reference(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    _: &mut Map<String, Value>,
) -> Result<(), Problem> {
    Err(value.problem("dynamic references are not supported"))
}
