//! Configured secrets leave in no message.

use super::encodings::{base64, forms};
use super::kinds::KINDS;
use super::ways::WAYS;
use candor::FailurePolicy;
use serde_json::{Value, json};

/// Mixed case, signs that JSON escapes, and signs of its own in base64 and URLs.
const SECRET: &str = "Sw0rdfish?>\"q\\77";

fn policy() -> FailurePolicy {
    FailurePolicy::new().with_secrets([SECRET, "4711815"])
}

fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[tokio::test]
async fn no_secret_leaves_in_any_kind_of_message_in_any_form() {
    let policy = policy();
    for (kind, way) in KINDS.iter().flat_map(|kind| WAYS.map(|way| (kind, way))) {
        for (form, planted) in forms(SECRET) {
            let message = (kind.with)(&format!("a {planted} z"));
            assert!(message.to_string().contains(&escaped(&planted)), "{}", kind.name);
            let sent = way.send(&policy, &message).await;
            assert!(!sent.contains(&escaped(&planted)), "{} {form} {way:?}: {sent}", kind.name);
            assert!(serde_json::from_str::<Value>(&sent).is_ok(), "{} {form} {way:?}: {sent}", kind.name);
        }
    }
}

#[tokio::test]
async fn no_secret_leaves_as_a_number() {
    let policy = policy();
    for way in WAYS {
        for result in [
            json!({"content": [], "structuredContent": {"pin": 4711815, "list": [24711815.5]}}),
            json!({"content": [], "isError": true, "structuredContent": {"pin": 4711815}, "_meta": {"pin": 4711815}}),
            json!({"anything": [[4711815]]}),
        ] {
            let sent = way.send(&policy, &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
            assert!(!sent.contains("4711815"), "{way:?}: {sent}");
        }
    }
}

#[tokio::test]
async fn no_secret_leaves_in_a_file_and_the_rest_of_the_file_stays() {
    let policy = policy();
    for (_, planted) in forms(SECRET) {
        let file = base64(format!("\u{0}key={planted}\nport=80").as_bytes());
        let lines: Vec<_> = file.as_bytes().chunks(12).map(|line| str::from_utf8(line).unwrap()).collect();
        let in_lines = lines.join("\r\n");
        let kinds = [
            json!({"content": [{"type": "image", "data": in_lines, "mimeType": "image/png"}]}),
            json!({"contents": [{"uri": "note://1", "blob": in_lines}]}),
            json!({"content": [{"type": "text", "text": "no"},
                               {"type": "resource", "resource": {"uri": "note://1", "blob": file}}], "isError": true}),
            json!({"content": [{"type": "image", "data": file, "mimeType": "image/png"}]}),
            json!({"content": [{"type": "audio", "data": file, "mimeType": "audio/wav"}]}),
            json!({"content": [{"type": "resource", "resource": {"uri": "note://1", "blob": file}}]}),
            json!({"content": [{"type": "text", "text": "no"}, {"type": "image", "data": file, "mimeType": "image/png"}],
                   "isError": true}),
            json!({"contents": [{"uri": "note://1", "blob": file}]}),
            json!({"messages": [{"role": "user", "content": {"type": "image", "data": file, "mimeType": "a/b"}}]}),
        ];
        for (result, way) in kinds.iter().flat_map(|kind| WAYS.map(|way| (kind, way))) {
            let sent = way.send(&policy, &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
            assert!(!sent.contains(&file) && !sent.contains(&escaped(&in_lines)), "{way:?} {planted}: {sent}");
            // The port, at whichever offset it is now.
            let rest = ["cG9ydD04M", "wb3J0PTgw", "Bvcn", "b3J0PTgw", "cG9ydD04"];
            assert!(rest.iter().any(|part| sent.contains(part)), "{way:?} {planted}: {sent}");
        }
    }
}

#[tokio::test]
async fn an_elicitation_of_an_error_keeps_its_address_unless_that_holds_a_secret() {
    let policy = policy();
    let message = |url: &str| {
        let page = json!({"mode": "url", "message": "Pay", "url": url, "elicitationId": "e-1"});
        json!({"jsonrpc": "2.0", "id": 7,
               "error": {"code": -32042, "message": "Pay first", "data": {"elicitations": [page]}}})
    };
    for way in WAYS {
        let url = "https://pay.example/home/jane/7?state=a1b2c3d4e5f6g7h8&mail=ann@mail.shop";
        let sent: Value = serde_json::from_str(&way.send(&policy, &message(url)).await).unwrap();
        let page = &sent["error"]["data"]["elicitations"][0];
        assert_eq!((&page["url"], &page["elicitationId"]), (&json!(url), &json!("e-1")), "{sent:#}");
        let sent = way.send(&policy, &message("https://pay.example/?key=4711815")).await;
        assert!(!sent.contains("4711815"), "{sent}");
    }
}

#[tokio::test]
async fn a_secret_that_is_a_word_of_the_protocol_does_not_break_its_messages() {
    let policy = FailurePolicy::new().with_secrets(["text", "user", "content", "result"]);
    for way in WAYS {
        let block = json!({"type": "text", "text": "the user of this text"});
        let message = json!({"jsonrpc": "2.0", "id": 7, "result": {"messages": [{"role": "user", "content": block}]}});
        let sent: Value = serde_json::from_str(&way.send(&policy, &message).await).unwrap();
        let block = json!({"type": "text", "text": "the [redacted] of this [redacted]"});
        assert_eq!(sent["result"]["messages"][0], json!({"role": "user", "content": block}));
    }
}

#[tokio::test]
async fn the_id_of_a_message_stays_whatever_it_is() {
    for way in WAYS {
        let message = json!({"jsonrpc": "2.0", "id": "a-4711815", "result": {"content": []}});
        let sent: Value = serde_json::from_str(&way.send(&policy(), &message).await).unwrap();
        assert_eq!(sent["id"], "a-4711815");
    }
}

#[tokio::test]
async fn a_short_secret_does_not_break_what_the_protocol_needs() {
    let policy = FailurePolicy::new().with_secrets(["2025", "json", "1234", "2603", "user"]);
    let block = json!({"type": "text", "text": "1234", "annotations": {"audience": ["user"]}});
    for way in WAYS {
        for (result, expected) in [
            (
                json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "2025", "version": "1"}}),
                json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "serverInfo": {"name": "[redacted]", "version": "1"}}),
            ),
            (
                json!({"supportedVersions": ["2025-06-18", "2025-11-25"], "anything": ["2025-11-25"]}),
                json!({"supportedVersions": ["2025-06-18", "2025-11-25"], "anything": ["[redacted]-11-25"]}),
            ),
            (
                json!({"resources": [{"uri": "a:1", "name": "a", "mimeType": "application/json", "size": 12_345},
                                     {"uri": "a:2", "name": "json", "mimeType": "json", "size": 1234}]}),
                json!({"resources": [{"uri": "a:1", "name": "a", "mimeType": "application/json", "size": 12_345},
                                     {"uri": "a:2", "name": "[redacted]", "mimeType": "[redacted]", "size": 0}]}),
            ),
            (
                json!({"content": [block], "structuredContent": {"size": 12_345, "a": {"total": 1234}}}),
                json!({"content": [{"type": "text", "text": "[redacted]", "annotations": {"audience": ["user"]}}],
                       "structuredContent": {"size": "[redacted]", "a": {"total": "[redacted]"}}}),
            ),
        ] {
            let sent = way.send(&policy, &json!({"jsonrpc": "2.0", "id": 7, "result": result})).await;
            let sent: Value = serde_json::from_str(&sent).unwrap();
            for (name, expected) in expected.as_object().unwrap() {
                assert_eq!(&sent["result"][name], expected, "{way:?}: {sent:#}");
            }
        }
        let progress = json!({"progressToken": 1234, "progress": 12_340, "total": 12_345});
        let message = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress});
        let sent: Value = serde_json::from_str(&way.send(&policy, &message).await).unwrap();
        assert_eq!(sent["params"]["total"].as_f64(), Some(12_345.0), "{way:?}: {sent:#}");
        let message = json!({"jsonrpc": "2.0", "id": 7, "error": {"code": -32603, "message": "no"}});
        let sent: Value = serde_json::from_str(&way.send(&policy, &message).await).unwrap();
        assert_eq!(sent["error"]["code"], -32603, "{way:?}: {sent:#}");
    }
}

#[tokio::test]
async fn a_short_secret_does_not_break_the_reference_and_the_time_of_a_disclosed_failure() {
    for way in WAYS {
        let error = rmcp::ErrorData::from(candor::Failure::internal("no"));
        let data = error.data.clone().unwrap();
        let part = |name: &str, from: usize| data[name].as_str().unwrap()[from..from + 4].to_owned();
        let policy = FailurePolicy::new().with_secrets([part("time", 0), part("instance", 9)]);
        let error = serde_json::to_string(&error).unwrap();
        let sent = way.send_text(&policy, &format!(r#"{{"jsonrpc":"2.0","id":7,"error":{error}}}"#)).await;
        let sent: Value = serde_json::from_str(&sent).unwrap();
        for name in ["time", "instance"] {
            assert_eq!(sent["error"]["data"][name], data[name], "{way:?}: {sent:#}");
        }
    }
}
