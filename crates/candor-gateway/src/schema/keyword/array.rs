//! What the items of a list are.

use super::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use serde_json::{Map, Value};

/// One schema for all items; a list of them, one per item, is the older form of `prefixItems`.
pub(super) fn items(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    parent: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if value.is_sequence() {
        return prefix_items(conversion, value, parent, schema);
    }
    let items = conversion.part(value)?;
    schema.insert("items".to_owned(), items);
    Ok(())
}

pub(super) fn prefix_items(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let items: Vec<Value> = value.items().map(|item| conversion.part(&item)).collect::<Result<_, _>>()?;
    if !items.is_empty() {
        schema.insert("prefixItems".to_owned(), Value::Array(items));
    }
    Ok(())
}

pub(super) fn contains(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let item = conversion.part(value)?;
    schema.insert("contains".to_owned(), item);
    Ok(())
}

pub(super) fn unique_items(
    _: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    if value.truth() == Some(true) {
        schema.insert("uniqueItems".to_owned(), Value::Bool(true));
    }
    Ok(())
}

pub(super) fn unevaluated_items(
    conversion: &mut Conversion<'_, '_>,
    value: &Node,
    _: &Node,
    schema: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let items = conversion.part(value)?;
    schema.insert("unevaluatedItems".to_owned(), items);
    Ok(())
}
