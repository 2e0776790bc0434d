//! What nothing is wrong with passes byte for byte.

use super::frames::{call, call_of, relay};
use candor::FailurePolicy;
use candor::rmcp::relay::{Relay, RelayedRequest};
use proptest::prelude::*;
use serde_json::json;

/// Successes as servers write them, each with what a reader and a writer in between would change or refuse.
const SUCCESSES: [(&str, &str); 16] = [
    ("nothing in it", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#),
    (
        "members that nobody knows",
        r#"{"jsonrpc":"2.0","id":7,"x":{"y":[1]},"result":{"content":[],"z":{"a":null}},"w":0}"#,
    ),
    ("another order", r#"{"result":{"isError":false,"content":[{"text":"a","type":"text"}]},"id":7,"jsonrpc":"2.0"}"#),
    ("blanks", " { \"jsonrpc\" : \"2.0\" ,\t\"id\" : 7 , \"result\" : { \"content\" : [ ] } } \r"),
    ("escapes", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"\u0041\/\u00e9\n\"\\"}]}}"#),
    (
        "half of a surrogate pair",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"cut \ud83d"}]}}"#,
    ),
    (
        "a number beyond all floats",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"n":1e400}}}"#,
    ),
    (
        "a number beyond 64 bits",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"n":1180591620717411303424,"m":1.0,"l":-0}}}"#,
    ),
    ("a name twice", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"a":1,"a":2}}}"#),
    (
        "a task",
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"task","taskId":"t-1","status":"working","ttlMs":60000}}"#,
    ),
    (
        "a task of 2025-11-25",
        r#"{"jsonrpc":"2.0","id":7,"result":{"task":{"taskId":"t-1","status":"working","ttl":60000}}}"#,
    ),
    (
        "an input that is required",
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"\u0061==","inputRequests":{}}}"#,
    ),
    (
        "metadata",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"_meta":{"com.example/trace":{"error":"none"},"progressToken":1.0}}}"#,
    ),
    (
        "structured content about errors",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"error":"no such table","errors":[{"code":1}],"success":true}}}"#,
    ),
    (
        "an image, a sound and a file",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"audio","data":"aGk=","mimeType":"audio/wav"},{"type":"resource","resource":{"uri":"file:///etc/passwd","blob":"aGk="}}]}}"#,
    ),
    (
        "what only failures must not have",
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"/home/jane/.ssh/id_rsa of ann@mail.shop, 10.0.0.7"}]}}"#,
    ),
];

#[test]
fn a_success_passes_byte_for_byte() {
    for (what, frame) in SUCCESSES {
        for request in
            [call(), call_of(json!({})), RelayedRequest::new("7", "resources/read"), RelayedRequest::new("7", "x")]
        {
            for relay in [relay(), Relay::new(FailurePolicy::new().with_secret("swordfish-production"))] {
                let relayed = relay.answer(frame.as_bytes(), &request);
                assert!(relayed.frame().is_none(), "{what}: {relayed:?}");
                assert!(relayed.change().is_none() && relayed.incident().is_none(), "{what}: {relayed:?}");
            }
        }
    }
}

#[test]
fn an_error_that_is_null_beside_a_result_is_none() {
    for frame in [
        r#"{"jsonrpc":"2.0","id":7,"error":null,"result":{"content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]},"error": null }"#,
    ] {
        assert!(relay().answer(frame.as_bytes(), &call()).frame().is_none(), "{frame}");
    }
}

#[test]
fn a_result_that_is_as_long_as_any_is_not_parsed_for_signs() {
    let text = format!("Error: connection refused{}", " ".repeat(100_000));
    let frame = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#);
    assert!(relay().answer(frame.as_bytes(), &call()).frame().is_none());
}

/// JSON as text, with all that its grammar allows: blanks, escapes, numbers of any size, names twice.
fn written() -> impl Strategy<Value = String> {
    let name = || r#""[a-z]{1,3}""#;
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,4})?([eE][+-]?[0-9]{1,3})?",
        r#""([a-z ./@é😀]|\\u[0-9a-fA-F]{4}|\\[nrtbf/"\\]){0,12}""#,
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec((name(), inner), 0..4).prop_map(|members| {
                let members: Vec<_> = members.into_iter().map(|(name, value)| format!("{name} :{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// A success with such values wherever a server may put some.
fn success() -> impl Strategy<Value = String> {
    let text = r#""([a-z ./@é😀]|\\u[0-9a-fA-F]{4}|\\[nrtbf/"\\]){0,40}""#;
    let members = (text, written(), written(), written(), any::<[bool; 3]>());
    let members = members.prop_map(|(text, structured, meta, unknown, [is_said, has_meta, has_structure])| {
        let mut members =
            vec![format!(r#""content":[{{"type":"text","text":{text}}}]"#), format!(r#""xyzzy":{unknown}"#)];
        members.extend(is_said.then(|| r#""isError": false"#.to_owned()));
        members.extend(has_meta.then(|| format!(r#""_meta":{{"com.example/m":{meta}}}"#)));
        members.extend(has_structure.then(|| format!(r#""structuredContent":{{"value":{structured}}}"#)));
        members
    });
    members
        .prop_flat_map(|members| Just(members).prop_shuffle())
        .prop_map(|members| format!(r#"{{"id":7,"jsonrpc":"2.0","result":{{{}}}}}"#, members.join(" , ")))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_success_is_ever_changed(frame in success()) {
        let relay = Relay::new(FailurePolicy::new().with_secret("SWORDFISH-PRODUCTION"));
        for request in [call(), call_of(json!({"annotations": {"readOnlyHint": true}})), RelayedRequest::new("7", "tasks/result")] {
            let relayed = relay.answer(frame.as_bytes(), &request);
            prop_assert!(relayed.frame().is_none() && relayed.change().is_none(), "{}: {:?}", frame, relayed);
        }
    }
}
