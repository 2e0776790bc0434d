//! What holds for all arguments and all texts.

use super::{paths, read};
use candor_gateway::Tool;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The tools of these paths, read once.
fn tool(path: &'static str) -> Tool {
    static TOOLS: Mutex<BTreeMap<&str, Tool>> = Mutex::new(BTreeMap::new());
    TOOLS.lock().unwrap().entry(path).or_insert_with(|| tool_of(path)).clone()
}

fn tool_of(path: &str) -> Tool {
    let text = paths(&format!(
        "  {path}:
    post:
      operationId: tool
      parameters:
        - {{name: a, in: path, required: true, schema: {{type: string}}}}
        - {{name: b, in: path, required: true, style: label, explode: true, schema: {{type: [array, string], items: {{type: string}}}}}}
        - {{name: c, in: path, required: true, style: matrix, schema: {{}}}}
        - {{name: q, in: query, style: deepObject, schema: {{}}}}
        - {{name: r, in: query, allowReserved: true, schema: {{}}}}
        - {{name: X-H, in: header, schema: {{}}}}
        - {{name: k, in: cookie, schema: {{}}}}
      requestBody: {{content: {{application/x-www-form-urlencoded: {{schema: {{type: object}}}}}}}}
"
    ));
    read(&text).unwrap().tools()[0].clone()
}

/// Texts with whatever could mean something to a server.
fn text() -> impl Strategy<Value = String> {
    let odd = proptest::sample::select(vec![
        "/",
        "..",
        ".",
        "?",
        "#",
        "%",
        "%2e",
        "%2F",
        "\\",
        "\r\n",
        "\n",
        ";",
        ",",
        "=",
        "&",
        "@",
        ":",
        "//evil.example",
        " ",
        "\u{0}",
        "ü",
        "a",
        "",
        "{a}",
        "[",
        "]",
    ]);
    proptest::collection::vec(prop_oneof![odd.prop_map(str::to_owned), any::<String>()], 0..5)
        .prop_map(|parts| parts.concat())
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null)
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            proptest::collection::btree_map(text(), inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let names = ["a", "b", "c", "q", "r", "X-H", "k", "body"];
    proptest::collection::vec(value(), names.len())
        .prop_map(move |values| names.iter().map(|name| (*name).to_owned()).zip(values).collect())
}

/// The segments of a path as a server sees them: decoded once, after it was split.
fn segments(target: &str) -> Vec<&str> {
    target.split('?').next().unwrap().split('/').skip(1).collect()
}

proptest! {
    /// Whatever the arguments are, they change neither the segments of the path nor the host nor the lines of the head.
    #[test]
    fn a_request_has_the_segments_of_its_template_and_no_line_break(arguments in arguments()) {
        for (path, count) in [("/v1/{a}/x/{b}/{c}", 5), ("/{a}", 1), ("/pre{a}-{b}.json/{c}", 2)] {
            let tool = tool(path);
            let Ok(request) = tool.plan().request(&arguments) else { continue };
            let target = request.target();
            prop_assert_eq!(segments(target).len(), count, "{}", target);
            prop_assert!(!segments(target).iter().any(|segment| matches!(*segment, "" | "." | "..")), "{}", target);
            prop_assert!(target.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#' && byte != b'\\'), "{}", target);
            for (name, value) in request.headers() {
                prop_assert!(["accept", "content-type", "cookie", "x-h"].contains(&name.as_str()));
                prop_assert!(!value.as_bytes().iter().any(|byte| b"\r\n\0".contains(byte)));
            }
            let url: http::Uri = request.url("https://api.example:8443/base").parse().unwrap();
            prop_assert_eq!(url.authority().unwrap().as_str(), "api.example:8443");
            prop_assert!(url.path().starts_with("/base/"));
        }
    }

    /// Arguments that fit the schema are refused for two reasons alone: a segment of dots, and a header's characters.
    #[test]
    fn arguments_that_fit_the_schema_make_a_request(a in text(), q in value(), h in text()) {
        let tool = tool("/v1/{a}/x/{b}/{c}");
        let arguments = json!({"a": a, "b": ["x"], "c": 1, "q": q, "X-H": h});
        prop_assume!(jsonschema::is_valid(&tool.input_schema().to_value(), &arguments));
        let is_refused = matches!(a.as_str(), "." | "..") || h.chars().any(|letter| letter.is_control() && letter != '\t');
        prop_assert_eq!(tool.plan().request(arguments.as_object().unwrap()).is_err(), is_refused);
    }

    /// No text makes the reader panic, and what it refuses has a reason.
    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), "[\\[\\]{}:,&*a\"' \n#!|>?%@`-]{0,60}"]) {
        for text in [text.clone(), format!("openapi: 3.0.0\npaths: {text}"), format!("{{\"openapi\": \"3.0.0\", \"paths\": {text}}}")] {
            if let Err(errors) = read(&text) {
                prop_assert!(!errors.findings().is_empty());
            }
        }
    }

    /// JSON is read as `serde_json` reads it.
    #[test]
    fn json_is_read_as_it_is_meant(value in value()) {
        let text = json!({"openapi": "3.1.0", "paths": {"/x": {"get": {"operationId": "x", "parameters": [
            {"name": "q", "in": "query", "schema": {"const": value}},
        ]}}}});
        for text in [text.to_string(), serde_json::to_string_pretty(&text).unwrap()] {
            let api = read(&text).unwrap();
            prop_assert_eq!(&api.tools()[0].input_schema().to_value()["properties"]["q"]["const"], &value);
        }
    }
}
