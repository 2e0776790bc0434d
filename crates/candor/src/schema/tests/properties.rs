//! What holds for any value against any schema.

use super::{compiled, create_order};
use crate::failure::printable::is_hidden;
use crate::schema::CompiledSchema;
use crate::schema::weakened::weakened;
use crate::{Discretion, Failure};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Schemas in which every keyword is somewhere, over names that values are made of.
static SCHEMAS: LazyLock<Vec<CompiledSchema>> = LazyLock::new(|| {
    let schemas = [
        create_order(),
        json!({"additionalProperties": false}),
        json!({"properties": {"a": {"type": "integer"}, "b": {"minLength": 2, "pattern": "^[ab]"}}, "required": ["a"]}),
        json!({"properties": {
            "a": {"items": {"$ref": "#/properties/b"}, "uniqueItems": true, "contains": {"const": 1}},
            "b": {"enum": ["a", 1, null]},
        }}),
        json!({"additionalProperties": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 0}, {"$ref": "#"}]}}),
        json!({"additionalProperties": {
            "oneOf": [{"type": "number"}, {"type": "integer"}, {"required": ["a"]}, {"required": ["b"]}],
        }}),
        json!({"propertyNames": {"maxLength": 1}, "minProperties": 1, "maxProperties": 2, "not": {"required": ["a"]}}),
        json!({
            "if": {"required": ["a"]}, "then": {"properties": {"b": false}}, "else": {"required": ["b"]},
            "unevaluatedProperties": false,
        }),
        json!({
            "patternProperties": {"^[a-c]$": {"multipleOf": 2, "maxLength": 3}},
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"b": {"required": ["c"]}},
        }),
        json!({
            "allOf": [{"$ref": "#/$defs/x"}, {"properties": {"a": {"prefixItems": [{"type": "string"}], "items": false}}}],
            "$defs": {"x": {"properties": {"c": {"format": "date", "const": 3}}}},
        }),
        json!({
            "properties": {"a": {"$dynamicRef": "#here"}},
            "$defs": {"h": {"$dynamicAnchor": "here", "type": "object", "unevaluatedItems": false}},
        }),
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {
                "a": {"items": [{"type": "string"}], "additionalItems": false}, "b": {"contentEncoding": "base64"},
            },
        }),
        json!({"additionalProperties": {"pattern": "^(?=a)(a|a)*\\1?b$"}}),
        json!({"patternProperties": {"^(?!a)": {"type": "string"}}, "additionalProperties": false}),
        json!({"not": {}}),
    ];
    schemas.iter().map(compiled).collect()
});

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-d]",
        1 => prop::sample::select(vec!["customer", "custmer", "items", "sku", "quantity"]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..5_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(name(), inner, 0..5).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Value> {
    prop::collection::btree_map(name(), value(), 0..6).prop_map(|members| members.into_iter().collect())
}

/// What holds for every failure of a check.
fn is_sound(failure: &Failure) -> Result<(), TestCaseError> {
    let violations = failure.details().get("violations").map(Value::to_string).unwrap_or_default();
    prop_assert!(failure.message().len() < 4_000, "{}", failure.message());
    for text in [failure.message(), failure.recovery().hint(), &violations] {
        prop_assert!(!text.contains(is_hidden), "{text:?}");
    }
    prop_assert!(!failure.retry().is_retryable());
    prop_assert!(failure.recovery().hint().ends_with('.'));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_check_agrees_with_the_validator_and_says_why(arguments in arguments()) {
        for schema in SCHEMAS.iter() {
            match schema.check_arguments("act", &arguments) {
                Ok(()) => {
                    let errors: Vec<_> = schema.full.validator.iter_errors(&arguments).collect();
                    let is_undecided = errors.iter().all(|error| error.kind().keyword() == "pattern");
                    prop_assert!(is_undecided, "{} {arguments}", schema.as_value());
                }
                Err(failure) => {
                    prop_assert!(!schema.full.validator.is_valid(&arguments));
                    is_sound(&failure)?;
                }
            }
            if let Err(failure) = schema.check_output("act", Some(&arguments)) {
                is_sound(&failure)?;
            }
        }
    }

    #[test]
    fn a_weakened_schema_refuses_nothing_that_the_schema_accepts(arguments in arguments()) {
        for schema in SCHEMAS.iter().filter(|schema| schema.full.validator.is_valid(&arguments)) {
            let weaker = compiled(&weakened(schema.as_value()));
            prop_assert!(weaker.check_arguments("act", &arguments).is_ok(), "{}", schema.as_value());
        }
    }

    #[test]
    fn a_secret_under_its_name_never_leaves(
        arguments in arguments(),
        name in prop::sample::select(vec!["password", "api_key", "accessToken", "client_secret"]),
        place in 0..3_usize,
    ) {
        const SECRET: &str = "zq9-swordfish-zq9";
        let mut arguments = arguments;
        let holder = match place {
            0 => &mut arguments,
            1 => &mut arguments["a"],
            _ => &mut arguments["b"],
        };
        *holder = json!({name: SECRET, "b": 1});
        for schema in SCHEMAS.iter() {
            if let Err(failure) = schema.check_arguments("act", &arguments) {
                let (disclosure, incident) = failure.disclose(&Discretion::new());
                let said = format!("{disclosure:?} {}", serde_json::to_string(&incident).unwrap());
                prop_assert!(!said.contains("swordfish"), "{said}");
            }
        }
    }
}
