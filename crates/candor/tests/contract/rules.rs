//! 004's structural rules and the one for the message, for a contract that arrives as JSON.

use candor::contract::{ContractRule, RuleSeverity};
use candor::{Code, Contract};
use std::collections::BTreeSet;

/// The rule, its severity, and a contract that breaks it and no other.
const ROWS: &[(&str, RuleSeverity, &str)] = &[
    ("error-contract-type", RuleSeverity::Error, r#"{"errors": {}}"#),
    ("error-contract-type", RuleSeverity::Error, r#"{}"#),
    ("error-contract-empty", RuleSeverity::Warning, r#"{"errors": []}"#),
    ("error-contract-entry-type", RuleSeverity::Error, r#"{"errors": ["no_match"]}"#),
    (
        "error-contract-code-type",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": "NotFound", "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-code-type",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-code-unknown",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": 404, "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-code-unknown-error",
        RuleSeverity::Warning,
        r#"{"errors": [{"reason": "no_match", "code": -32099, "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-reason-required",
        RuleSeverity::Error,
        r#"{"errors": [{"code": -32001, "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-reason-required",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "", "code": -32001, "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-reason-format",
        RuleSeverity::Warning,
        r#"{"errors": [{"reason": "noMatch", "code": -32001, "when": "No id matched.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-reason-unique",
        RuleSeverity::Error,
        r#"{"errors": [
            {"reason": "no_match", "code": -32001, "when": "No id matched.",
             "recovery": "List the ids with list_ids first."},
            {"reason": "no_match", "code": -32001, "when": "No name matched.",
             "recovery": "List the names with list_names first."}]}"#,
    ),
    (
        "error-contract-when-required",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": " ",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-when-required",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-recovery-required",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched."}]}"#,
    ),
    (
        "error-contract-recovery-required",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.", "recovery": 5}]}"#,
    ),
    (
        "error-contract-recovery-empty",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.", "recovery": " \t"}]}"#,
    ),
    (
        "error-contract-recovery-min-words",
        RuleSeverity::Warning,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.",
            "recovery": "Check the given ids."}]}"#,
    ),
    (
        "error-contract-retryable-type",
        RuleSeverity::Warning,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.",
            "recovery": "List the ids with list_ids first.", "retryable": "yes"}]}"#,
    ),
    (
        "error-contract-message-vague",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.", "message": "Invalid input",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-message-vague",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "An error occurred.",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
    (
        "error-contract-message-vague",
        RuleSeverity::Error,
        r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.", "message": "{{request}} failed",
            "recovery": "List the ids with list_ids first."}]}"#,
    ),
];

#[test]
fn a_contract_in_json_that_breaks_a_rule_is_refused_by_that_rule() {
    for (id, severity, json) in ROWS {
        let errors = Contract::from_json(json).expect_err(id);
        let broken: Vec<_> = errors.violations().iter().map(|v| (v.rule.id(), v.rule.severity())).collect();
        assert_eq!(broken, [(*id, *severity)], "{json}");
    }
}

#[test]
fn every_rule_of_004_has_a_row() {
    let rows: BTreeSet<_> = ROWS.iter().map(|(id, ..)| *id).collect();
    let rules: BTreeSet<_> = ContractRule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(rows, rules);
    assert_eq!(rules.len(), 14 + 1);
}

#[test]
fn an_entry_in_json_says_whether_a_retry_can_help_whatever_its_code_says() {
    // The first three are 004's example.
    let json = r#"{"errors": [
        {"reason": "no_match", "code": -32001, "when": "No requested PMID returned data",
         "recovery": "Search for valid PMIDs with pubmed_search_articles."},
        {"reason": "queue_full", "code": -32003, "when": "The local queue is full", "retryable": true,
         "recovery": "Wait 30 seconds and send fewer PMIDs."},
        {"reason": "ncbi_down", "code": -32000, "when": "NCBI cannot be reached after retries", "retryable": true,
         "recovery": "NCBI is degraded; ask again in a few minutes."},
        {"reason": "locked", "code": -32002, "when": "The article is being edited", "retryable": true,
         "recovery": "Fetch the article again in a minute."},
        {"reason": "ncbi_closed", "code": -32000, "when": "NCBI was closed for good", "retryable": false,
         "recovery": "Use another source than NCBI instead."}]}"#;
    let contract = Contract::from_json(json).unwrap();
    let read: Vec<_> =
        contract.clauses().map(|clause| (clause.reason(), clause.code(), clause.retry().is_retryable())).collect();
    let expected = [
        ("no_match", Code::NotFound, false),
        ("queue_full", Code::RateLimited, true),
        ("ncbi_down", Code::Unavailable, true),
        ("locked", Code::Conflict, true),
        ("ncbi_closed", Code::Unavailable, false),
    ];
    assert_eq!(read, expected);
}

#[test]
fn a_complete_entry_breaks_no_rule() {
    let json = r#"{"errors": [{"reason": "no_match", "code": -32001, "when": "No id matched.",
        "recovery": "List the ids with list_ids first.", "retryable": false}]}"#;
    assert_eq!(Contract::from_json(json).unwrap().clauses().count(), 1);
}

#[test]
fn a_message_in_json_that_names_a_field_or_a_thing_breaks_no_rule() {
    for message in ["{input} failed", "Invalid order", "Not found"] {
        let json = serde_json::json!({"errors": [{"reason": "no_match", "code": -32001, "when": "It failed.",
            "message": message, "recovery": "List the ids with list_ids first."}]});
        assert!(Contract::from_json(&json.to_string()).is_ok(), "{message}");
    }
}
