//! The result of a call: a mistake of the server's, whose values stay with the operator.

use super::compiled;
use crate::{Code, Discretion, Origin, Retry};
use serde_json::json;

#[test]
fn a_result_that_does_not_fit_is_the_servers_fault() {
    let schema = compiled(&json!({
        "type": "object",
        "properties": {"total": {"type": "number"}, "state": {"enum": ["open", "closed"]}},
        "required": ["total", "id"],
    }));
    assert!(schema.check_output("create_order", Some(&json!({"id": 1, "total": 2.5}))).is_ok());
    let output = json!({"total": "internal-ledger-77", "state": "opened"});
    let failure = schema.check_output("create_order", Some(&output)).unwrap_err();
    assert_eq!(failure.message(), "create_order returned a result that does not match its own output schema");
    assert_eq!(failure.code(), Code::Internal);
    assert_eq!(failure.reason().as_str(), "output_schema_mismatch");
    assert_eq!((failure.origin(), failure.retry()), (Origin::Internal, Retry::Never));
    assert_eq!(
        failure.recovery().hint(),
        "Do not change the arguments: the fault is in create_order itself. \
         Give the reference to the operator."
    );
    assert_eq!(
        failure.details().get("violations"),
        Some(&json!([
            {"field": "/id", "problem": "is missing"},
            {"field": "/state", "problem": "must be \"open\" or \"closed\""},
            {"field": "/total", "problem": "must be a number"},
        ]))
    );
    let private = failure.private().get("output_violations").unwrap().to_string();
    assert!(private.contains("internal-ledger-77") && private.contains("opened"), "{private}");
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let public = serde_json::to_string(&disclosure).unwrap();
    assert!(!public.contains("internal-ledger-77") && !public.contains("opened"), "{public}");
}

#[test]
fn a_result_without_structured_content_is_the_servers_fault() {
    let failure = compiled(&json!({"type": "object"})).check_output("create_order", None).unwrap_err();
    assert_eq!(failure.message(), "create_order has an output schema, but returned no structured content");
    assert_eq!(failure.reason().as_str(), "output_schema_mismatch");
    assert_eq!((failure.code(), failure.origin()), (Code::Internal, Origin::Internal));
}

#[test]
fn the_whole_result_has_a_name() {
    let failure = compiled(&json!({"type": "object"})).check_output("act", Some(&json!([1]))).unwrap_err();
    assert_eq!(failure.details().get("violations"), Some(&json!([{"field": "", "problem": "must be an object"}])));
}
