//! Secrets of the server's environment leave in no message.

use super::wrapper::Plan;
use serde_json::json;

#[test]
fn values_of_variables_with_telling_names_leave_nowhere() {
    let plan = Plan::misbehaving(&[])
        .with_variable("SHOP_API_TOKEN", "swordfish-77-long")
        .with_variable("SHOP_ADDRESS", "harmless-and-long-value")
        .with_variable("PLAIN_NAME", "told-by-name-99")
        .with(&["--secret-env", "PLAIN_NAME"]);
    let mut wrapper = plan.start();
    wrapper.initialize();
    for (said, shown) in [
        ("the token is swordfish-77-long", "the token is [redacted]"),
        ("and told-by-name-99", "and [redacted]"),
        ("harmless-and-long-value", "harmless-and-long-value"),
    ] {
        let answer = wrapper.call("echo", &json!({"text": said}));
        assert_eq!(answer["result"]["content"][0]["text"], shown);
    }
    let answer = wrapper.call("fail_plain", &json!({"text": "c3dvcmRmaXNoLTc3LWxvbmc= was refused"}));
    assert!(!answer.to_string().contains("c3dvcmRmaXNoLTc3LWxvbmc"), "{answer}");
    let ended = wrapper.end();
    assert!(!ended.stderr.contains("swordfish-77-long"), "{}", ended.stderr);
}

#[test]
fn a_variable_that_is_not_set_is_a_mistake_of_the_command() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["wrap", "--secret-env", "NO_SUCH_VARIABLE_HERE", "--", "true"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("NO_SUCH_VARIABLE_HERE"));
}

#[test]
fn a_secret_that_is_too_short_to_be_removed_is_a_mistake_of_the_command() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_candor"))
        .args(["wrap", "--secret-env", "SHORT_ONE", "--", "true"])
        .env("SHORT_ONE", "abc")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("SHORT_ONE"), "{output:?}");
}

#[test]
fn a_record_shows_no_part_of_a_secret_where_it_is_cut() {
    let file = super::wrapper::new_file("repairs.jsonl");
    let secret = "swordfish-77-abcdefghijklmnopqrstuvwxyz-0123";
    let plan = Plan::misbehaving(&[]).with_variable("SHOP_TOKEN", secret);
    let mut wrapper = plan.with(&["--record", file.to_str().unwrap()]).start();
    wrapper.initialize();
    for padding in 0..60 {
        wrapper.call("fail_plain", &json!({"text": format!("{}{}", "x".repeat(padding), secret.repeat(300))}));
    }
    wrapper.end();
    let record = std::fs::read_to_string(file).unwrap();
    assert!(!record.contains("swordfish") && record.lines().count() == 60, "{:.2000}", record);
}
