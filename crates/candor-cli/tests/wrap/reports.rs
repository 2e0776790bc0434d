//! What was repaired is counted and recorded.

use super::wrapper::{Plan, new_file};
use serde_json::{Value, json};

#[test]
fn each_repair_is_recorded_before_and_after_and_scrubbed() {
    let file = new_file("repairs.jsonl");
    let mut wrapper = Plan::misbehaving(&[]).with(&["--report", "--record", file.to_str().unwrap()]).start();
    wrapper.initialize();
    let secret = "password=Tr0ub4dor-3-horse";
    let answer = wrapper.call("fail_plain", &json!({"text": format!("login failed: {secret}")}));
    wrapper.call("ecco", &json!({}));
    let ended = wrapper.end();
    assert!(ended.stderr.contains("failures completed and rewritten"), "{}", ended.stderr);
    assert!(ended.stderr.contains("calls of unknown tools"), "{}", ended.stderr);
    let record = std::fs::read_to_string(file).unwrap();
    assert!(!record.contains("Tr0ub4dor-3-horse") && !ended.stderr.contains("Tr0ub4dor-3-horse"), "{record}");
    let first: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    assert_eq!((&first["kind"], &first["tool"]), (&json!("failure"), &json!("fail_plain")));
    assert!(first["before"].as_str().unwrap().contains("login failed"), "{first}");
    let reference = answer["result"]["_meta"]["dev.candor/failure"]["instance"].as_str().unwrap();
    assert!(reference.ends_with(first["reference"].as_str().unwrap()), "{first}");
    assert_eq!(record.lines().count(), 2);
}

#[test]
fn a_record_that_cannot_be_written_is_a_mistake_of_the_command() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["wrap", "--record", "/no/such/folder/file", "--", "true"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{output:?}");
}
