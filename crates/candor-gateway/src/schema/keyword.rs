//! The keywords that are brought over, each with its conversion. Keywords that are not here say nothing to a caller, such as
//! `xml`, or say it elsewhere, such as `readOnly`.

mod annotation;
mod array;
mod combination;
mod limit;
mod object;
mod value_type;

use super::convert::Conversion;
use crate::document::Node;
use crate::finding::Problem;
use serde_json::{Map, Value};

/// Converts the value of a keyword: with the schema that it is in, into the one that is being made.
pub(super) type Convert = fn(&mut Conversion<'_, '_>, &Node, &Node, &mut Map<String, Value>) -> Result<(), Problem>;

const KEYWORDS: &[(&str, Convert)] = &[
    ("type", value_type::types),
    ("enum", value_type::values),
    ("const", value_type::constant),
    ("format", annotation::format),
    ("description", annotation::description),
    ("default", annotation::default),
    ("example", annotation::example),
    ("examples", annotation::examples),
    ("deprecated", annotation::deprecated),
    ("contentEncoding", annotation::content_encoding),
    ("contentMediaType", annotation::content_media_type),
    ("multipleOf", limit::multiple_of),
    ("minimum", limit::minimum),
    ("maximum", limit::maximum),
    ("exclusiveMinimum", limit::exclusive_minimum),
    ("exclusiveMaximum", limit::exclusive_maximum),
    ("minLength", limit::min_length),
    ("maxLength", limit::max_length),
    ("pattern", limit::pattern),
    ("minItems", limit::min_items),
    ("maxItems", limit::max_items),
    ("minContains", limit::min_contains),
    ("maxContains", limit::max_contains),
    ("minProperties", limit::min_properties),
    ("maxProperties", limit::max_properties),
    ("items", array::items),
    ("prefixItems", array::prefix_items),
    ("contains", array::contains),
    ("uniqueItems", array::unique_items),
    ("unevaluatedItems", array::unevaluated_items),
    ("properties", object::properties),
    ("required", object::required),
    ("additionalProperties", object::additional_properties),
    ("patternProperties", object::pattern_properties),
    ("propertyNames", object::property_names),
    ("unevaluatedProperties", object::unevaluated_properties),
    ("dependentRequired", object::dependent_required),
    ("dependentSchemas", object::dependent_schemas),
    ("allOf", combination::all_of),
    ("anyOf", combination::any_of),
    ("oneOf", combination::one_of),
    ("not", combination::not),
    ("if", combination::condition),
    ("then", combination::consequence),
    ("else", combination::alternative),
    ("$dynamicRef", combination::unsupported_reference),
    ("$recursiveRef", combination::unsupported_reference),
];

/// The conversion of a keyword.
pub(super) fn conversion(name: &str) -> Option<Convert> {
    KEYWORDS.iter().find(|(keyword, _)| *keyword == name).map(|(_, convert)| *convert)
}
