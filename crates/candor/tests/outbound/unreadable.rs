//! Messages that cannot be read as a whole: what nobody can read does not leave.

use super::ways::Way;
use candor::FailurePolicy;
use serde_json::Value;

/// What all rules remove, deeper than JSON is read.
fn deep() -> String {
    let (open, close) = ("[".repeat(200), "]".repeat(200));
    format!(r#"{open}"/home/jane/.ssh/id_rsa of ann@mail.shop"{close}"#)
}

const HTTP: [Way; 2] = [Way::HttpBody, Way::HttpEvent];

async fn sent(way: Way, message: &str) -> Value {
    let sent = way.send_text(&FailurePolicy::new(), message).await;
    assert!(!sent.contains("jane") && !sent.contains("ann@mail.shop"), "{way:?}: {sent}");
    serde_json::from_str(&sent).unwrap_or_else(|error| panic!("{way:?}: {error}: {sent}"))
}

#[tokio::test]
async fn a_notification_that_is_too_deep_to_be_read_leaves_without_its_params() {
    for way in HTTP {
        let message = format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"data":{}}}}}"#, deep());
        let sent = sent(way, &message).await;
        assert_eq!(sent["params"], serde_json::json!({}), "{way:?}");
        assert_eq!(sent["method"], "notifications/message", "{way:?}");
    }
}

#[tokio::test]
async fn a_failure_that_is_too_deep_to_be_read_leaves_as_one_that_says_nothing_of_it() {
    let deep = deep();
    let failed = format!(r#"{{"content":[{{"type":"text","text":"no"}}],"structuredContent":{deep},"isError":true}}"#);
    let error = format!(r#"{{"code":-32603,"message":"no","data":{deep}}}"#);
    for way in HTTP {
        let message = sent(way, &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{failed}}}"#)).await;
        assert_eq!(message["result"]["isError"], true, "{message:#}");
        assert_eq!(message["result"]["_meta"]["dev.candor/failure"]["code"], "internal", "{message:#}");
        let message = sent(way, &format!(r#"{{"jsonrpc":"2.0","id":7,"error":{error}}}"#)).await;
        assert_eq!(message["error"]["data"]["reason"], "unreadable_answer", "{message:#}");
        for (name, value) in [("result", &failed), ("error", &error), ("statusMessage", &deep)] {
            let task = format!(r#"{{"taskId":"t-1","status":"failed","{name}":{value}}}"#);
            let message = sent(way, &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{task}}}"#)).await;
            assert_eq!(message["result"]["taskId"], "t-1", "{message:#}");
        }
    }
}

#[tokio::test]
async fn a_member_that_is_there_twice_hides_nothing() {
    let telling = r#""/home/jane/.ssh/id_rsa of ann@mail.shop""#;
    let error = format!(r#"{{"code":-32603,"message":{telling}}}"#);
    let failed = format!(r#"{{"content":[{{"type":"text","text":{telling}}}],"isError":true}}"#);
    for way in HTTP {
        for members in [
            format!(r#""method":"notifications/message","params":{{}},"params":{{"data":{telling}}}"#),
            format!(r#""id":7,"error":{error},"error":{{"code":-32603,"message":"no"}}"#),
            format!(r#""id":7,"result":{failed},"result":{{"content":[]}}"#),
            format!(r#""id":7,"result":{{"isError":false,{}"#, &failed[1..]),
        ] {
            sent(way, &format!(r#"{{"jsonrpc":"2.0",{members}}}"#)).await;
        }
    }
}

#[tokio::test]
async fn lists_in_lists_do_not_exhaust_the_stack() {
    for way in HTTP {
        for end in ["", "\"error\""] {
            let message = format!("{}{end}", "[".repeat(1_000_000));
            assert_eq!(way.send_text(&FailurePolicy::new(), &message).await, message, "{way:?}");
        }
    }
}

#[tokio::test]
async fn the_failures_of_a_batch_are_filtered_one_by_one() {
    for way in HTTP {
        let error = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"no /home/jane/.ssh/id_rsa"}}"#;
        let message = sent(way, &format!(r#"[{error},{{"jsonrpc":"2.0","id":8,"result":{{}}}}]"#)).await;
        assert_eq!((&message[0]["id"], &message[1]["id"]), (&7.into(), &8.into()), "{message:#}");
        assert!(message[0]["error"]["data"]["instance"].is_string(), "{message:#}");
    }
}
