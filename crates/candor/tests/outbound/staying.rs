//! What the client must find as it was.

use super::kinds::{KINDS, Rules};
use super::ways::{WAYS, Way};
use candor::FailurePolicy;
use serde_json::{Value, json};

/// What all rules would remove.
const TELLING: &str = "/home/jane/.ssh/id_rsa of ann@mail.shop, password=hunter2hunter2";

#[tokio::test]
async fn a_success_and_a_request_leave_byte_for_byte() {
    let policy = FailurePolicy::new().with_secret("swordfish-77");
    for kind in KINDS.iter().filter(|kind| kind.rules == Rules::Secrets) {
        let message = (kind.with)(TELLING).to_string();
        for way in [Way::HttpBody, Way::HttpEvent] {
            assert_eq!(way.send_text(&policy, &message).await, message, "{}", kind.name);
        }
        // rmcp writes its own types in an order of its own.
        let sent = Way::Stdio.send_text(&policy, &message).await;
        let telling = Value::from(TELLING).to_string();
        assert!(sent.contains(telling.trim_matches('"')), "{}: {sent}", kind.name);
    }
}

#[tokio::test]
async fn what_all_rules_remove_leaves_in_no_failure_and_no_notification() {
    let policy = FailurePolicy::new();
    for (kind, way) in KINDS.iter().flat_map(|kind| WAYS.map(|way| (kind, way))) {
        if kind.rules == Rules::All {
            let sent = way.send(&policy, &(kind.with)(TELLING)).await;
            for part in ["jane", "ann@mail.shop", "hunter2"] {
                assert!(!sent.contains(part), "{} {way:?}: {sent}", kind.name);
            }
        }
    }
}

#[tokio::test]
async fn identifiers_in_notifications_stay() {
    let id = "/srv/token=a1b2c3d4e5f6g7h8i9j0";
    for (method, params) in [
        ("notifications/progress", json!({"progressToken": id, "progress": 0.5, "total": 2.0})),
        ("notifications/resources/updated", json!({"uri": format!("file://{id}")})),
        ("notifications/cancelled", json!({"requestId": id})),
    ] {
        for way in WAYS {
            let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
            let sent: Value = serde_json::from_str(&way.send(&FailurePolicy::new(), &message).await).unwrap();
            assert_eq!(sent["params"], params, "{method} {way:?}");
        }
    }
}

#[tokio::test]
async fn what_the_caller_sent_does_not_stay_in_a_notification() {
    for way in WAYS {
        let progress = json!({"progressToken": 1, "progress": 3, "message": "Reading /home/ann/shop/a.csv, 3 of 10"});
        let message = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress});
        let sent: Value = serde_json::from_str(&way.send(&FailurePolicy::new(), &message).await).unwrap();
        assert_eq!(sent["params"]["message"], "Reading [path], 3 of 10", "{way:?}: {sent:#}");
    }
}

#[tokio::test]
async fn a_secret_by_its_name_in_one_part_of_a_failure_is_in_no_other_part() {
    for way in WAYS {
        let link = json!({"type": "resource_link", "uri": "note://1", "name": "n", "description": "tried Sun-Flower9"});
        let result = json!({"content": [{"type": "text", "text": "It failed"}, link],
                            "_meta": {"shop/password": "Sun-Flower9", "password": "Sun-Flower9"}, "isError": true});
        let sent = way.send(&FailurePolicy::new(), &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
        assert!(!sent.contains("Sun-Flower9"), "{way:?}: {sent}");
    }
}

#[tokio::test]
async fn a_block_that_is_too_long_for_a_failure_is_told_and_takes_no_other_with_it() {
    for way in WAYS {
        let link = |description: &str| json!({"type": "resource_link", "uri": "note://1", "name": "n", "description": description});
        let content = [json!({"type": "text", "text": "It failed"}), link(&"too long ".repeat(4_000)), link("short")];
        let result = json!({"content": content, "isError": true});
        let sent = way.send(&FailurePolicy::new(), &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
        let sent: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!(sent["result"]["content"][1]["description"], "short", "{way:?}: {sent:#}");
        let note = "Left out: 1 block that is too long for this reply.";
        assert_eq!(sent["result"]["content"][2]["text"], note, "{way:?}: {sent:#}");
    }
}
