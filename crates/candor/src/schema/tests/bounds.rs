//! However large or hostile the arguments, the answer is short and does not take long.

use super::{clauses, compiled, create_order, refused};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn of_many_violations_the_first_are_listed_and_the_others_counted() {
    let schema = json!({"properties": {"x": {"type": "array", "items": {"type": "integer"}}}});
    let failure = refused(&schema, &json!({"x": vec!["a"; 20]}));
    assert!(
        failure
            .message()
            .starts_with("act was called with 20 wrong arguments: /x/0 must be an integer, but is the text \"a\"; ")
    );
    assert!(failure.message().ends_with("; and 15 more"), "{}", failure.message());
    assert!(
        failure
            .recovery()
            .hint()
            .ends_with("set /x/4 to an integer and correct 15 more arguments, then call act again."),
        "{}",
        failure.recovery().hint()
    );
    assert_eq!(failure.details().get("violation_count"), Some(&json!(20)));
    assert_eq!(failure.details().get("violations").and_then(Value::as_array).map(Vec::len), Some(16));
}

#[test]
fn a_million_wrong_items_or_members_are_counted_and_not_kept() {
    let items = json!({"type": "array", "items": {"type": "object", "required": ["a"]}});
    let schema = json!({
        "properties": {
            "list": items, "maybe": {"anyOf": [items, {"type": "null"}]}, "map": {"additionalProperties": false},
        },
    });
    let list = vec![1; 1_000_000];
    let map: Value =
        (0..200_000).map(|index| (format!("member {index}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    for (arguments, count) in
        [(json!({"list": list}), 1_000_000), (json!({"maybe": list}), 1_000_000), (json!({"map": map}), 200_000)]
    {
        let start = Instant::now();
        let failure = refused(&schema, &arguments);
        assert_eq!(failure.details().get("violation_count"), Some(&json!(count)));
        assert!(failure.message().len() < 2_000);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

#[test]
fn names_and_texts_without_end_are_cut() {
    let long = "n".repeat(10_000_000);
    let schema =
        json!({"properties": {"x": {"enum": ["a"]}}, "additionalProperties": false, "propertyNames": {"maxLength": 9}});
    let failure = refused(&schema, &json!({long.clone(): 1, "x": long}));
    assert!(failure.message().len() < 1_000, "{}", failure.message());
    assert!(serde_json::to_string(failure.details().get("violations").unwrap()).unwrap().len() < 3_000);
}

#[test]
fn a_name_with_escapes_is_printed_without_them() {
    let schema = json!({"additionalProperties": false});
    let failure = refused(&schema, &json!({"a\u{1b}[2J\nb\u{202e}": 1}));
    assert_eq!(clauses(&failure), "/a\\u{1b}[2J\\nb\\u{202e} is not a known argument");
}

#[test]
fn nested_alternatives_are_bounded() {
    let branches: Vec<_> = (0..6).map(|_| json!({"properties": {"a": {"$ref": "#"}}, "required": ["b"]})).collect();
    let schema = json!({"type": "object", "anyOf": branches});
    let deep = (0..60).fold(json!({}), |inner, _| json!({"a": inner}));
    assert!(refused(&schema, &deep).message().len() < 2_000);
    let twice = json!({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]});
    let schema = json!({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"a": twice}, "required": ["b"]}}});
    assert!(refused(&schema, &deep).message().len() < 2_000);
}

#[test]
fn a_value_as_deep_as_json_may_be_is_followed_to_its_end() {
    let schema = json!({"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}});
    let deep = (0..126).fold(json!(1), |inner, _| json!({"a": inner}));
    let failure = refused(&schema, &deep);
    assert_eq!(clauses(&failure), "/a/…/a must be an object, but is 1");
}

#[test]
fn a_reply_keeps_its_cap_however_much_is_wrong() {
    let items: Vec<_> = (0..100).map(|_| json!({"sku": "s".repeat(1_000), "quantity": "q".repeat(1_000)})).collect();
    let failure = refused(&create_order(), &json!({"items": items, "customer": 1, "express": "no"}));
    let (disclosure, _) = failure.disclose(&crate::Discretion::new());
    assert!(disclosure.message().starts_with("act was called with 102 wrong arguments: "), "{}", disclosure.message());
    assert!(!disclosure.message().contains("[cut]"), "{}", disclosure.message());
    assert!(!disclosure.recovery().hint().contains("[cut]"), "{}", disclosure.recovery().hint());
}

#[test]
fn a_valid_call_is_checked_fast() {
    let schema = compiled(&create_order());
    let order = json!({
        "customer": "c1", "items": [{"sku": "a", "quantity": 1}], "note": null,
        "priority": "low", "discount": 0.5, "express": true,
    });
    let start = Instant::now();
    for _ in 0..10_000 {
        assert!(schema.check_arguments("create_order", &order).is_ok());
    }
    // Unoptimised, on a busy machine.
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn recursion_that_cannot_be_followed_takes_no_longer_for_each_level() {
    let operator = |name: &str| {
        let list = json!({"type": "array", "items": {"$ref": "#/$defs/F"}});
        json!({"type": "object", "properties": {"op": {"const": name}, "args": list}, "required": ["op", "args"]})
    };
    let equal = json!({"type": "object", "properties": {"eq": {"type": "string"}}, "required": ["eq"]});
    let filter = |more: &Value, id: &str| {
        let alternatives = json!([operator("and"), operator("or"), equal]);
        json!({
            "properties": {"filter": {"$ref": "#/$defs/F"}}, "examples": [more], "default": more,
            "$defs": {"F": {"oneOf": alternatives}, "other": {id: "urn:other"}},
        })
    };
    let deep = json!({"filter": (0..40).fold(json!(5), |inner, _| json!({"op": "and", "args": [inner]}))});
    let start = Instant::now();
    let followed = refused(&filter(&json!({"id": "a1", "$id": "a2"}), "id"), &deep);
    assert!(clauses(&followed).starts_with("/filter/…/0 must be an object"), "{}", followed.message());
    let opaque = refused(&filter(&json!({}), "$id"), &deep);
    assert_eq!(clauses(&opaque), "/filter must match its schema, but is an object with 2 members");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn parts_combined_twice_that_cannot_be_followed_are_bounded_too() {
    let twice = json!({"allOf": [{"$ref": "#n"}, {"$ref": "#m"}]});
    let schema = json!({"properties": {"x": {"$ref": "#n"}}, "$defs": {
        "n": {"$anchor": "n", "properties": {"a": twice}}, "m": {"$anchor": "m", "properties": {"a": twice, "b": false}},
    }});
    let deep = (0..60).fold(json!({"b": 1}), |inner, _| json!({"a": inner}));
    let start = Instant::now();
    assert_eq!(
        clauses(&refused(&schema, &json!({"x": deep}))),
        "/x must match its schema, but is an object with 1 member"
    );
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_large_list_against_alternatives_that_cannot_be_followed_is_not_looked_into() {
    let list = |kind: &str| json!({"type": "array", "items": {"type": kind}});
    let lists = json!({"$anchor": "n", "anyOf": [list("string"), list("boolean"), list("object")]});
    let schema = json!({"properties": {"x": {"$ref": "#n"}}, "$defs": {"n": lists}});
    let failure = refused(&schema, &json!({"x": vec![1; 500_000]}));
    assert_eq!(clauses(&failure), "/x must match its schema, but is a list of 500000 items");
}

#[test]
fn a_schema_of_many_parts_that_refer_to_each_other_is_still_checked() {
    let count = 60;
    let part = |index: usize| {
        let member = |step: usize| {
            let target = format!("#/$defs/{}", (index * 7 + step * 13 + 1) % count);
            (format!("p{step}"), json!({"anyOf": [{"$ref": target}, {"type": "null"}]}))
        };
        let members: serde_json::Map<_, _> = (0..8).map(member).collect();
        json!({"type": "object", "properties": members, "additionalProperties": false})
    };
    let parts: serde_json::Map<_, _> = (0..count).map(|index| (index.to_string(), part(index))).collect();
    let schema = compiled(&json!({"$ref": "#/$defs/0", "$defs": parts}));
    let leaf: Value = (0..8).map(|step| (format!("p{step}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    for (first, second) in (0..8).map(|first| (first, 7 - first)) {
        let arguments = json!({format!("p{first}"): {format!("p{second}"): leaf}});
        assert!(schema.check_arguments("act", &arguments).is_err(), "{arguments}");
    }
}
