//! Tasks: begun, asked for and ended where they are, by whoever has begun them.

use crate::client::Client;
use crate::scripted::{Came, Scripted, Speaks};
use candor_gateway::{Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::{Value, json};

const TOOLS: &str = r#"{"name":"t","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}}"#;
const DECLARED: &str = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;

/// A server of the extension, which has one task.
async fn new() -> Scripted {
    let capabilities = json!({"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}});
    Scripted::open(Speaks::New, capabilities, TOOLS, |came: Came| async move {
        match came.method() {
            "tools/call" => came.result(r#"{ "n":1e400,"taskId":"a.b/7","status":"working","resultType":"task","ttlMs":null}"#),
            _ if came.params()["taskId"] != "a.b/7" => came.error(-32602, "Failed to retrieve task: Task not found"),
            "tasks/get" => came.result(
                r#"{"resultType":"complete", "taskId" :"a.b/7","status":"input_required","inputRequests":{"q":{"method":"roots/list","n":1e400}}}"#,
            ),
            _ => came.result(r#"{"resultType":"complete"}"#),
        }
    })
    .await
}

/// A server of 2025-11-25, which has one task.
async fn old() -> Scripted {
    let capabilities = json!({"tools": {}, "tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}});
    Scripted::open(Speaks::Old, capabilities, TOOLS, |came: Came| async move {
        match came.method() {
            "tools/call" if came.params().get("task").is_some() => {
                came.result(r#"{ "task":{"taskId":"7","status":"working","ttl":1e400}, "n":1e400}"#)
            }
            "tools/call" => came.result(r#"{"content":[]}"#),
            "tasks/get" => came.result(r#"{"status":"working", "taskId":"7","n":1e400}"#),
            "tasks/result" => came.result(
                r#"{"content":[],"n":1e400,"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"7"}, "x":1}}"#,
            ),
            _ => came.result(r#"{"taskId":"7","status":"cancelled"}"#),
        }
    })
    .await
}

async fn before(servers: &[(&str, &Scripted)]) -> Client {
    let inbound = Inbound::default();
    Client::of(Listen::default(), &inbound, |builder| {
        servers.iter().fold(builder, |builder, (name, server)| builder.mcp(server.settings(name)))
    })
    .await
}

/// The id of the task that this call begins.
async fn begun(client: &Client, tool: &str, pointer: &str, params: Value) -> (String, String) {
    let mut whole = json!({"name": tool, "arguments": {}});
    whole.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
    let answered = client.ask("tools/call", whole).await;
    let answer: Value = serde_json::from_str(&answered.text.replace("1e400", "1")).unwrap();
    let id = answer.pointer(pointer).unwrap_or_else(|| panic!("{}", answered.text)).as_str().unwrap().to_owned();
    (id, answered.text)
}

#[tokio::test]
async fn a_task_of_the_extension_is_asked_for_where_it_was_begun() {
    let (one, other) = (new().await, new().await);
    let client = before(&[("one", &one), ("other", &other)]).await.speaking("2026-07-28").declaring(DECLARED);
    let discovered = client.ask("server/discover", json!({})).await.result();
    assert_eq!(discovered["capabilities"]["extensions"], json!({"io.modelcontextprotocol/tasks": {}}));
    let (id, text) = begun(&client, "other_t", "/result/taskId", json!({})).await;
    let expected =
        format!(r#""result":{{ "n":1e400,"taskId":"{id}","status":"working","resultType":"task","ttlMs":null}}"#);
    assert!(text.contains(&expected), "{text}");
    let got = client.ask("tasks/get", json!({"taskId": id})).await.text;
    let expected = format!(
        r#""result":{{"resultType":"complete", "taskId" :"{id}","status":"input_required","inputRequests":{{"q":{{"method":"roots/list","n":1e400}}}}}}"#
    );
    assert!(got.contains(&expected), "{got}");
    let update = json!({"taskId": id, "inputResponses": {"q": {"roots": []}}});
    assert_eq!(client.ask("tasks/update", update).await.result(), json!({"resultType": "complete"}));
    assert_eq!(client.ask("tasks/cancel", json!({"taskId": id})).await.result(), json!({"resultType": "complete"}));
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let came = &other.came(method)[0];
        assert_eq!(
            (came.params()["taskId"].as_str(), came.headers["mcp-name"].to_str().unwrap()),
            (Some("a.b/7"), "a.b/7")
        );
        assert!(one.came(method).is_empty());
    }
    assert_eq!(other.came("tasks/update")[0].params()["inputResponses"], json!({"q": {"roots": []}}));
    let removed = client.ask("tasks/result", json!({"taskId": id})).await;
    assert_eq!((removed.status, &removed.json()["error"]["code"]), (404, &json!(-32601)));
}

#[tokio::test]
async fn a_task_is_not_given_to_a_client_that_does_not_declare_that_it_takes_tasks() {
    let server = new().await;
    let client = before(&[("one", &server)]).await;
    for client in [client.speaking("2026-07-28"), client.speaking("2026-07-28").declaring(r#"{"tasks":{}}"#)] {
        let refused = client.call("one_t", json!({})).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        let error = &refused.json()["error"];
        assert_eq!(error["code"], -32021);
        let required = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
        assert_eq!(error["data"]["requiredCapabilities"], required, "{error}");
        assert!(!refused.text.contains("a.b/7"), "{}", refused.text);
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let refused = client.ask(method, json!({"taskId": "one.a", "inputResponses": {}})).await.json();
            assert_eq!(refused["error"]["code"], -32021, "{method}: {refused}");
        }
    }
    let old = client.call("one_t", json!({})).await;
    assert!(!old.text.contains("a.b/7") && old.text.contains("takes tasks"), "{}", old.text);
}

#[tokio::test]
async fn a_task_of_2025_11_25_is_asked_for_where_it_was_begun() {
    let (one, other) = (old().await, old().await);
    let client = before(&[("one", &one), ("other", &other)]).await;
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
    let begin = client.ask("initialize", params).await.result();
    assert_eq!(begin["capabilities"]["tasks"], json!({"requests": {"tools": {"call": {}}}, "cancel": {}}));
    let (id, text) = begun(&client, "other_t", "/result/task/taskId", json!({"task": {"ttl": 60_000}})).await;
    assert!(
        text.contains(&format!(
            r#""result":{{ "task":{{"taskId":"{id}","status":"working","ttl":1e400}}, "n":1e400}}"#
        )),
        "{text}"
    );
    assert_eq!(other.came("tools/call")[0].params()["task"], json!({"ttl": 60_000}));
    let got = client.ask("tasks/get", json!({"taskId": id})).await.text;
    assert!(got.contains(&format!(r#""result":{{"status":"working", "taskId":"{id}","n":1e400}}"#)), "{got}");
    let result = client.ask("tasks/result", json!({"taskId": id})).await.text;
    let meta = format!(r#""_meta":{{"io.modelcontextprotocol/related-task":{{"taskId":"{id}"}}, "x":1}}"#);
    assert!(result.contains(&meta), "{result}");
    assert_eq!(client.ask("tasks/cancel", json!({"taskId": id})).await.result()["status"], "cancelled");
    assert!(one.came("tasks/get").is_empty() && other.came("tasks/get")[0].params()["taskId"] == "7");
    let listed = client.ask("tasks/list", json!({})).await.json();
    assert_eq!(listed["error"]["code"], -32601, "whose they are cannot be seen");
}

#[tokio::test]
async fn a_call_that_asks_for_a_task_is_an_ordinary_one_where_the_server_has_none() {
    let server = Scripted::open(Speaks::Old, json!({"tools": {}}), TOOLS, |came: Came| async move {
        came.result(r#"{"content":[],"n":1}"#)
    })
    .await;
    let client = before(&[("one", &server)]).await;
    let params = json!({"name": "one_t", "arguments": {}, "task": {"ttl": 1}});
    assert_eq!(client.ask("tools/call", params.clone()).await.result()["n"], 1);
    assert_eq!(client.speaking("2025-06-18").ask("tools/call", params).await.result()["n"], 1);
    assert!(server.came("tools/call").iter().all(|came| came.params().get("task").is_none()));
}

#[tokio::test]
async fn a_task_belongs_to_the_caller_that_has_begun_it_and_to_its_revision() {
    let (new, old) = (new().await, old().await);
    let token = |name: &str, secret: &str| InboundToken {
        name: name.to_owned(),
        secret: Secret::new(secret),
        tools: ToolAccess::All,
        dialect: None,
    };
    let inbound = Inbound {
        tokens: vec![token("a", "swordfish-71-swordfish"), token("b", "swordfish-72-swordfish")],
        ..Inbound::default()
    };
    let client =
        Client::of(Listen::default(), &inbound, |builder| builder.mcp(new.settings("new")).mcp(old.settings("old")))
            .await;
    let (a, b) = (client.with_token("swordfish-71-swordfish"), client.with_token("swordfish-72-swordfish"));
    let modern = |client: &Client| client.speaking("2026-07-28").declaring(DECLARED);
    let (id, _) = begun(&modern(&a), "new_t", "/result/taskId", json!({})).await;
    assert!(modern(&a).ask("tasks/get", json!({"taskId": id})).await.text.contains("input_required"));
    let forged = id.replace("a.b/7", "a.b/8");
    let cut = id.trim_end_matches(|it| it != '.');
    for (client, id) in
        [(modern(&b), id.as_str()), (modern(&a), &forged), (modern(&a), cut), (modern(&a), "a.b/7"), (a.clone(), &id)]
    {
        for method in ["tasks/get", "tasks/cancel"] {
            let refused = client.ask(method, json!({"taskId": id})).await.json();
            assert_eq!(refused["error"]["code"], -32602, "{id}: {refused}");
        }
    }
    assert_eq!((new.came("tasks/get").len(), new.came("tasks/cancel").len()), (1, 0));
    let (id, _) = begun(&a, "old_t", "/result/task/taskId", json!({"task": {}})).await;
    let refused = modern(&a).ask("tasks/get", json!({"taskId": id})).await.json();
    assert!(refused["error"]["message"].as_str().unwrap().contains("another revision"), "{refused}");
}

#[tokio::test]
async fn any_gateway_with_the_key_finds_the_server_of_a_task() {
    let server = new().await;
    let listen = |letter: &str| Listen { seal_keys: vec![Secret::new(letter.repeat(32))], ..Listen::default() };
    let mut nodes = Vec::new();
    for key in ["a", "a", "b"] {
        let node = Client::of(listen(key), &Inbound::default(), |builder| builder.mcp(server.settings("one"))).await;
        nodes.push(node.speaking("2026-07-28").declaring(DECLARED));
    }
    let (id, _) = begun(&nodes[0], "one_t", "/result/taskId", json!({})).await;
    assert!(nodes[1].ask("tasks/get", json!({"taskId": id})).await.text.contains("input_required"));
    assert_eq!(nodes[2].ask("tasks/get", json!({"taskId": id})).await.json()["error"]["code"], -32602);
}

#[tokio::test]
async fn hostile_ids_of_tasks_are_refused() {
    let server = new().await;
    let client = before(&[("one", &server)]).await.speaking("2026-07-28").declaring(DECLARED);
    let long = "a".repeat(100_000);
    for id in ["", ".", "one.", "one.a.b/7", "one.a.b/7.", "....", &long] {
        let refused = client.ask("tasks/get", json!({"taskId": id})).await;
        assert!(refused.status == 200 || refused.status == 400 || refused.status == 431, "{id}: {}", refused.text);
    }
    for id in [json!(7), json!(null), json!({"a": 1})] {
        assert_eq!(client.ask("tasks/get", json!({"taskId": id})).await.json()["error"]["code"], -32602);
    }
    assert!(server.came("tasks/get").is_empty());
}
