//! What stops the start of a gateway, or is found where it is only checked.

use candor_gateway::{Api, BuildErrors, Gateway, LoadOptions, Upstream};

/// A document that names servers for single operations, and another that promises what cannot be checked.
const SERVERS: &str = "\
openapi: 3.1.0
servers: [{url: 'https://api.example.com/v1'}]
paths:
  /root: {get: {operationId: same, servers: [{url: 'https://api.example.com/v1'}]}}
  /path: {get: {operationId: within, servers: [{url: /v2}]}}
  /files: {post: {operationId: upload, servers: [{url: 'https://uploads.example.com'}]}}
";
const BROKEN: &str = "\
openapi: 3.1.0
paths:
  /orders:
    get:
      operationId: orders
      responses: {'200': {content: {application/json: {schema: {type: object, dependentRequired: {a: [b, b]}}}}}}
";

fn api(text: &str) -> Api {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("start-{}.yaml", uuid::Uuid::new_v4()));
    std::fs::write(&path, text).unwrap();
    let api = Api::load(&path, &LoadOptions::default()).unwrap();
    std::fs::remove_file(path).unwrap();
    api
}

fn upstream() -> Upstream {
    Upstream::new("orders", "http://127.0.0.1:9/base".parse().unwrap())
}

fn mistakes(errors: &BuildErrors) -> Vec<&str> {
    errors.mistakes().collect()
}

#[test]
fn an_operation_that_is_at_another_server_stops_the_start() {
    let errors = Gateway::builder().api(upstream(), api(SERVERS)).build().unwrap_err();
    let expected = "`orders`: POST /files: its own server, `https://uploads.example.com`, is not at `http://127.0.0.1:9`, \
                    where the API is; skip it, or add that server as an API of its own";
    assert_eq!(mistakes(&errors), [expected]);
}

#[test]
fn an_operation_that_is_at_another_server_is_left_out_like_any_that_cannot_be_a_tool() {
    let api = api(SERVERS).at(&upstream().base_url);
    let refused: Vec<String> = api.refused().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 1);
    assert!(refused[0].contains(".yaml:6:") && refused[0].contains("POST /files: its own server"), "{refused:?}");
    let gateway = Gateway::builder().api(upstream(), api).build().unwrap();
    assert_eq!(gateway.tool_names().collect::<Vec<_>>(), ["same", "within"]);
}

#[test]
fn a_schema_that_cannot_be_used_is_found_by_a_check_and_not_only_by_a_call() {
    let gateway = Gateway::builder().api(upstream(), api(BROKEN)).build().unwrap();
    let errors = gateway.check_schemas().unwrap_err();
    let found = mistakes(&errors);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("`orders`: GET /orders: the schema of its answers cannot be used: "), "{found:?}");
    let good = Gateway::builder().api(upstream(), api(SERVERS).at(&upstream().base_url)).build().unwrap();
    assert_eq!(good.check_schemas(), Ok(()));
}
