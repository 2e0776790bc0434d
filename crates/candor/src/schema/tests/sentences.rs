//! Every kind of violation has its sentence.

use super::{clauses, refused_value};
use crate::Code;
use serde_json::{Value, json};

/// Schema and value of the argument `x`, what is said about it, the constraint, and the code.
type Row = (Value, Value, &'static str, &'static str, Code);

fn check(rows: impl IntoIterator<Item = Row>) {
    for (schema, value, said, constraint, code) in rows {
        let failure = refused_value(&schema, &value);
        assert_eq!(clauses(&failure), said, "{schema}");
        assert_eq!(failure.details().text("constraint"), Some(constraint), "{said}");
        assert_eq!(failure.code(), code, "{said}");
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_told_from_the_right_one() {
    let code = Code::InvalidParams;
    check([
        (json!({"type": "integer"}), json!("three"), "/x must be an integer, but is the text \"three\"", "type", code),
        (json!({"type": "integer"}), json!(1.5), "/x must be an integer, but is 1.5", "type", code),
        (json!({"type": "string"}), json!(null), "/x must be text, but is null", "type", code),
        (json!({"type": "boolean"}), json!("yes"), "/x must be true or false, but is the text \"yes\"", "type", code),
        (
            json!({"type": ["string", "null"]}),
            json!([1, 2]),
            "/x must be text or null, but is a list of 2 items",
            "type",
            code,
        ),
        (
            json!({"type": "object", "required": ["sku"]}),
            json!("a"),
            "/x must be an object with sku, but is the text \"a\"",
            "type",
            code,
        ),
        (json!({"const": "eur"}), json!("usd"), "/x must be \"eur\", but is \"usd\"", "const", code),
        (json!({"enum": [1, 2]}), json!(3), "/x must be 1 or 2, but is 3", "enum", code),
        (
            json!({"enum": ["open", "closed"]}),
            json!("Opened"),
            "/x must be \"open\" or \"closed\", but is \"Opened\" (did you mean \"open\"?)",
            "enum",
            code,
        ),
    ]);
}

#[test]
fn a_value_out_of_range_is_told_the_range() {
    let code = Code::OutOfRange;
    check([
        (json!({"minimum": 1}), json!(0), "/x must be a number of at least 1, but is 0", "minimum", code),
        (
            json!({"type": "integer", "minimum": 1, "maximum": 9}),
            json!(10),
            "/x must be an integer from 1 to 9, but is 10",
            "maximum",
            code,
        ),
        (json!({"exclusiveMinimum": 0}), json!(0), "/x must be a number above 0, but is 0", "exclusiveMinimum", code),
        (json!({"exclusiveMaximum": 1}), json!(1), "/x must be a number below 1, but is 1", "exclusiveMaximum", code),
        (
            json!({"type": "integer", "multipleOf": 5}),
            json!(7),
            "/x must be an integer that is a multiple of 5, but is 7",
            "multipleOf",
            code,
        ),
        (
            json!({"minLength": 3}),
            json!("ab"),
            "/x must be text of at least 3 characters, but is \"ab\"",
            "minLength",
            code,
        ),
        (
            json!({"type": "string", "minLength": 1}),
            json!(""),
            "/x must be non-empty text, but is \"\"",
            "minLength",
            code,
        ),
        (
            json!({"maxLength": 1}),
            json!("ab"),
            "/x must be text of at most 1 character, but is \"ab\"",
            "maxLength",
            code,
        ),
        (json!({"minItems": 1}), json!([]), "/x must be a non-empty list, but is a list of 0 items", "minItems", code),
        (
            json!({"maxItems": 1}),
            json!([1, 2]),
            "/x must be a list of at most 1 item, but is a list of 2 items",
            "maxItems",
            code,
        ),
        (
            json!({"minProperties": 1}),
            json!({}),
            "/x must be an object with at least 1 member, but is an object with 0 members",
            "minProperties",
            code,
        ),
        (
            json!({"maxProperties": 1}),
            json!({"a": 1, "b": 2}),
            "/x must be an object with at most 1 member, but is an object with 2 members",
            "maxProperties",
            code,
        ),
    ]);
}

#[test]
fn a_value_of_the_wrong_form_is_told_the_form() {
    check([(
        json!({"type": "string", "pattern": "^[A-Z]{3}$"}),
        json!("abc"),
        "/x must be text that matches the pattern ^[A-Z]{3}$, but is \"abc\"",
        "pattern",
        Code::InvalidFormat,
    )]);
}

#[test]
fn a_list_is_told_which_items_are_wrong() {
    let code = Code::InvalidParams;
    check([
        (
            json!({"type": "array", "uniqueItems": true}),
            json!(["a", "b", "a"]),
            "/x must be a list of different items, but is a list in which items 0 and 2 are the same",
            "uniqueItems",
            code,
        ),
        (json!({"items": {"type": "string"}}), json!(["a", 1]), "/x/1 must be text, but is 1", "type", code),
        (
            json!({"prefixItems": [{"type": "string"}], "items": false}),
            json!(["a", 1]),
            "/x/1 must not be there",
            "falseSchema",
            code,
        ),
        (json!({"prefixItems": [{"type": "string"}]}), json!([1]), "/x/0 must be text, but is 1", "type", code),
        (
            json!({"contains": {"const": "a"}}),
            json!(["b"]),
            "/x must contain at least 1 item that is \"a\", but has 0 such items",
            "contains",
            code,
        ),
        (
            json!({"contains": {"type": "integer"}, "minContains": 2}),
            json!([1]),
            "/x must contain at least 2 items, each an integer, but has 1 such item",
            "contains",
            code,
        ),
        (
            json!({"contains": {"const": "a"}, "maxContains": 1}),
            json!(["a", "a"]),
            "/x must contain at most 1 item that is \"a\", but has 2 such items",
            "maxContains",
            code,
        ),
        (
            json!({"prefixItems": [{}], "unevaluatedItems": false}),
            json!([1, 2]),
            "/x has items that its schema does not allow",
            "unevaluatedItems",
            code,
        ),
    ]);
}

#[test]
fn an_object_is_told_which_members_are_wrong() {
    let (code, missing) = (Code::InvalidParams, Code::MissingRequired);
    check([
        (json!({"required": ["a"]}), json!({}), "/x/a is missing", "required", missing),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            json!({"zoo": 1}),
            "/x/zoo is not a known member; the only known one is a",
            "additionalProperties",
            code,
        ),
        (
            json!({"properties": {"a": {}, "b": {}}, "additionalProperties": false}),
            json!({"zoo": 1}),
            "/x/zoo is not a known member; the known ones are a and b",
            "additionalProperties",
            code,
        ),
        (
            json!({"additionalProperties": false}),
            json!({"zoo": 1}),
            "/x/zoo is not a known member",
            "additionalProperties",
            code,
        ),
        (
            json!({"properties": {"name": {}}, "unevaluatedProperties": false}),
            json!({"nmae": 1}),
            "/x/nmae is not a known member (did you mean name?)",
            "unevaluatedProperties",
            code,
        ),
        (
            json!({"additionalProperties": {"type": "integer"}}),
            json!({"a": "b"}),
            "/x/a must be an integer, but is the text \"b\"",
            "type",
            code,
        ),
        (
            json!({"patternProperties": {"^n_": {"type": "integer"}}}),
            json!({"n_a": "b"}),
            "/x/n_a must be an integer, but is the text \"b\"",
            "type",
            code,
        ),
        (
            json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
            json!({"A B": 1}),
            "/x/A B has a name that is not text that matches the pattern ^[a-z]+$",
            "propertyNames",
            Code::InvalidFormat,
        ),
        (json!({"properties": {"a": false}}), json!({"a": 1}), "/x/a must not be there", "falseSchema", code),
        (
            json!({"dependentRequired": {"card": ["billing"]}}),
            json!({"card": 1}),
            "/x/billing is missing, but required with /x/card",
            "required",
            missing,
        ),
        (
            json!({"dependentSchemas": {"card": {"required": ["billing"]}}}),
            json!({"card": 1}),
            "/x/billing is missing",
            "required",
            missing,
        ),
    ]);
}

#[test]
fn alternatives_are_explained_by_the_one_that_was_meant() {
    let code = Code::InvalidParams;
    let shapes = json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "circle"}}, "required": ["kind", "radius"]},
        {"type": "object", "properties": {"kind": {"const": "square"}}, "required": ["kind", "side"]},
    ]});
    let untagged = json!({"anyOf": [
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    ]});
    check([
        (
            json!({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}),
            json!(0),
            "/x must be an integer of at least 1, but is 0",
            "minimum",
            Code::OutOfRange,
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
            json!(["a"]),
            "/x/0 must be an integer, but is the text \"a\"",
            "type",
            code,
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}),
            json!("a"),
            "/x must be an integer, true or false, but is \"a\"",
            "anyOf",
            code,
        ),
        (
            json!({"oneOf": [{"const": "low"}, {"const": "high"}]}),
            json!("hig"),
            "/x must be \"low\" or \"high\", but is \"hig\" (did you mean \"high\"?)",
            "oneOf",
            code,
        ),
        (shapes.clone(), json!({"kind": "circle"}), "/x/radius is missing", "required", Code::MissingRequired),
        (
            shapes.clone(),
            json!({"kind": "star"}),
            "/x/kind must be \"circle\" or \"square\", but is \"star\"",
            "oneOf",
            code,
        ),
        (
            shapes,
            json!({"radius": 1}),
            "/x must be an object with kind and radius or an object with kind and side, but is an object with 1 member",
            "oneOf",
            code,
        ),
        (untagged.clone(), json!({"id": "a"}), "/x/id must be an integer, but is the text \"a\"", "type", code),
        (
            untagged,
            json!({}),
            "/x must be an object with id or an object with name, but is an object with 0 members",
            "anyOf",
            code,
        ),
        (
            json!({"anyOf": [{"required": ["id"]}, {"required": ["name", "born"]}]}),
            json!({}),
            "/x must have id or name and born",
            "anyOf",
            Code::MissingRequired,
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 2}]}),
            json!(3),
            "/x must match exactly one of its alternatives, but matches 2: an integer and a number of at least 2",
            "oneOf",
            code,
        ),
        (
            json!({"anyOf": [{"not": {}}, {"not": {"type": "string"}}]}),
            json!("a"),
            "/x must match its schema, but is \"a\"",
            "anyOf",
            code,
        ),
    ]);
}

#[test]
fn conditions_and_combinations_are_explained_by_what_they_ask_for() {
    let code = Code::InvalidParams;
    check([
        (json!({"not": {"const": "admin"}}), json!("admin"), "/x must not be \"admin\", but is \"admin\"", "not", code),
        (json!({"not": {}}), json!(1), "/x is not allowed by its schema", "not", code),
        (
            json!({"allOf": [{"minimum": 1}, {"type": "integer"}]}),
            json!(0.5),
            "/x must be a number of at least 1, but is 0.5; /x must be an integer, but is 0.5",
            "minimum",
            code,
        ),
        (
            json!({"allOf": [{"anyOf": [{"type": "integer"}, {"type": "null"}, {"type": "boolean"}]},
                {"anyOf": [{"type": "integer"}, {"type": "null"}, {"type": "boolean"}]}]}),
            json!("a"),
            "/x must be an integer, true or false, but is \"a\"",
            "anyOf",
            code,
        ),
        (
            json!({"anyOf": [{"properties": {"a": {}}}], "properties": {"name": {}}, "unevaluatedProperties": false}),
            json!({"nmae": 1, "a": 1}),
            "/x/nmae is not a known member (did you mean name?)",
            "unevaluatedProperties",
            code,
        ),
        (
            json!({"if": {"type": "string"}, "then": {"minLength": 2}}),
            json!("a"),
            "/x must be text of at least 2 characters, but is \"a\"",
            "minLength",
            Code::OutOfRange,
        ),
        (
            json!({"if": {"type": "string"}, "else": {"minimum": 2}}),
            json!(1),
            "/x must be a number of at least 2, but is 1",
            "minimum",
            Code::OutOfRange,
        ),
    ]);
}
