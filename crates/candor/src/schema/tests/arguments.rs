//! The arguments of a call: what is wrong with them is one failure of the caller's.

use super::{clauses, compiled, create_order, refused, refused_value};
use crate::{Code, Origin, Retry};
use serde_json::json;

#[test]
fn arguments_that_fit_pass() {
    let schema = compiled(&create_order());
    let order = json!({"customer": "c1", "items": [{"sku": "a", "quantity": 1, "colour": "red"}], "note": null});
    assert!(schema.check_arguments("create_order", &order).is_ok());
}

#[test]
fn a_call_with_several_mistakes_is_one_failure_that_names_them_all() {
    let arguments = json!({"custmer": "c1", "items": [{"sku": "a", "quantity": 0}, {"quantity": "3"}]});
    let failure = compiled(&create_order()).check_arguments("create_order", &arguments).unwrap_err();
    assert_eq!(
        failure.message(),
        "create_order was called with 4 wrong arguments: /custmer is not a known argument (did you mean customer?); \
         /items/0/quantity must be an integer of at least 1, but is 0; /items/1/sku is missing; \
         /items/1/quantity must be an integer of at least 1, but is the text \"3\""
    );
    assert_eq!(
        failure.recovery().hint(),
        "Rename /custmer to customer, set /items/0/quantity to an integer of at least 1, add /items/1/sku as text and \
         write /items/1/quantity as 3 without quotes, then call create_order again."
    );
    assert_eq!(failure.code(), Code::InvalidParams);
    assert_eq!(failure.reason().as_str(), "invalid_arguments");
    assert_eq!(failure.origin(), Origin::Caller);
    assert_eq!(failure.retry(), Retry::Never);
    assert_eq!(failure.details().text("tool"), Some("create_order"));
    assert_eq!(failure.details().get("violation_count"), Some(&json!(4)));
}

#[test]
fn a_violation_says_where_what_and_how_to_correct_it() {
    let arguments = json!({"customer": "c1", "items": [{"sku": "a", "quantity": 0}], "priority": "hihg"});
    let failure = compiled(&create_order()).check_arguments("create_order", &arguments).unwrap_err();
    let details = failure.details();
    assert_eq!(details.text("field"), Some("/items/0/quantity"));
    assert_eq!(details.text("constraint"), Some("minimum"));
    assert_eq!(details.get("invalid_value"), Some(&json!(0)));
    assert_eq!(
        details.get("violations"),
        Some(&json!([
            {
                "field": "/items/0/quantity",
                "problem": "must be an integer of at least 1",
                "expected": "an integer of at least 1",
                "given": "0",
                "fix": "set /items/0/quantity to an integer of at least 1",
            },
            {
                "field": "/priority",
                "problem": "must be one of \"low\", \"normal\" or \"high\"",
                "expected": "one of \"low\", \"normal\" or \"high\"",
                "given": "\"hihg\"",
                "fix": "set /priority to one of \"low\", \"normal\" or \"high\"",
                "did_you_mean": ["high"],
            },
        ]))
    );
}

#[test]
fn codes_are_those_of_the_kind_that_all_mistakes_share() {
    let rows = [
        (
            json!({}),
            Code::MissingRequired,
            "act was called without 2 required arguments: /customer is missing; /items is missing",
        ),
        (
            json!({"customer": "c1"}),
            Code::MissingRequired,
            "act was called without a required argument: /items is missing",
        ),
        (
            json!({"customer": "", "items": []}),
            Code::OutOfRange,
            "act was called with 2 wrong arguments: /customer must be non-empty text, but is \"\"; \
             /items must be a non-empty list of objects, but is a list of 0 items",
        ),
        (
            json!({"customer": ""}),
            Code::InvalidParams,
            "act was called with 2 wrong arguments: /items is missing; /customer must be non-empty text, but is \"\"",
        ),
    ];
    for (arguments, code, message) in rows {
        let failure = refused(&create_order(), &arguments);
        assert_eq!((failure.code(), failure.message()), (code, message));
    }
}

#[test]
fn a_missing_argument_may_be_there_under_another_name() {
    let schema = json!({"properties": {"customer": {"type": "string"}}, "required": ["customer"]});
    let failure = refused(&schema, &json!({"custmer": "c1"}));
    assert_eq!(clauses(&failure), "/customer is missing (did you mean it by /custmer?)");
    assert_eq!(failure.recovery().hint(), "Rename /custmer to customer, then call act again.");
    assert_eq!(failure.code(), Code::MissingRequired);
}

#[test]
fn an_unknown_argument_is_allowed_unless_the_schema_forbids_it() {
    let schema = json!({"properties": {"customer": {"type": "string"}}});
    assert!(compiled(&schema).check_arguments("act", &json!({"custmer": "c1"})).is_ok());
}

#[test]
fn what_only_lacks_or_has_quotes_is_shown_as_it_should_be() {
    let rows = [
        (json!({"type": "integer"}), json!("3"), "Write /x as 3 without quotes, then call act again."),
        (json!({"type": "integer"}), json!("3.5"), "Set /x to an integer, then call act again."),
        (json!({"type": "boolean"}), json!("true"), "Write /x as true without quotes, then call act again."),
        (json!({"type": "string"}), json!(3), "Write /x as \"3\" with quotes, then call act again."),
        (json!({"type": "array"}), json!("[1]"), "Write /x as a list instead of text, then call act again."),
        (json!({"type": "object"}), json!("{}"), "Write /x as an object instead of text, then call act again."),
        (json!({"type": "object"}), json!("[]"), "Set /x to an object, then call act again."),
    ];
    for (schema, value, recovery) in rows {
        assert_eq!(refused_value(&schema, &value).recovery().hint(), recovery, "{value}");
    }
}

#[test]
fn the_whole_object_of_arguments_has_a_name() {
    let rows = [
        (
            json!({"minProperties": 1}),
            "the argument object must be an object with at least 1 member, but is an object with 0 members",
            "Change the argument object to an object with at least 1 member, then call act again.",
        ),
        (
            json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            "the argument object must have a or b",
            "Add a or b, then call act again.",
        ),
    ];
    for (schema, said, recovery) in rows {
        let failure = refused(&schema, &json!({}));
        assert_eq!(clauses(&failure), said);
        assert_eq!(failure.recovery().hint(), recovery);
        assert_eq!(failure.details().get("field"), None);
    }
}
