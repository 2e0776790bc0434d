//! What an API can fail with.

use super::document;
use candor::{Code, Contract};

#[test]
fn documented_failures_are_clauses_under_the_reasons_that_failures_have() {
    let api = document("pets_3_0.yaml");
    let contract = api.tool("listPets").unwrap().contract();
    let clauses: Vec<_> = contract.clauses().map(|clause| (clause.reason(), clause.code(), clause.when())).collect();
    assert_eq!(
        clauses,
        [
            ("invalid_request", Code::InvalidRequest, "The API answers 405: Not here. The API answers 406: Not so."),
            ("invalid_params", Code::InvalidParams, "The API answers 400: The filter `x` is not known."),
            ("rate_limited", Code::RateLimited, "The API answers 429: Too many requests."),
        ]
    );
    assert!(contract.is_open(), "any call can fail in ways that no document lists");
    assert!(contract.clause("rate_limited").unwrap().retry().is_retryable());
}

#[test]
fn a_contract_is_open_and_named_after_its_tool() {
    let api = document("answers.yaml");
    let contract = api.tool("text").unwrap().contract();
    assert!(contract.is_open());
    assert_eq!((contract.name(), contract.clauses().count()), ("text", 0));
}

#[test]
fn every_status_makes_a_clause_that_passes_the_rules_of_contracts() {
    let responses: String = (400..600).map(|status| format!("'{status}': {{description: 'Error {{x}}'}}, ")).collect();
    let text = format!("openapi: 3.0.0\npaths: {{/x: {{get: {{operationId: x, responses: {{{responses}}}}}}}}}");
    let api = super::read(&text).unwrap();
    let contract = api.tools()[0].contract();
    let expected: std::collections::BTreeSet<_> = (400..600).filter_map(Code::from_http_status).collect();
    assert_eq!(contract.clauses().map(|clause| clause.code()).collect::<std::collections::BTreeSet<_>>(), expected);
    let read_back = Contract::from_json(&serde_json::to_string(contract).unwrap()).unwrap();
    assert_eq!(&read_back, contract);
}
