//! `subscriptions/listen`: what clients of the newest revision are told, and what servers of both eras are asked for.

use crate::client::Client;
use crate::scripted::{Came, Events, Scripted, Speaks, accepted, stream};
use axum::response::Response;
use candor_gateway::{Gateway, HttpEndpoint, Inbound, InboundToken, Listen, Secret, ToolAccess};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::timeout;

const LONG: Duration = Duration::from_secs(60);
const TOOL: &str = r#"{"name":"t","inputSchema":{"type":"object"}}"#;
const DECLARED: &str = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;

/// The streams that a server has open, by the request that each answers.
type Open = Arc<Mutex<Vec<(Came, Events)>>>;

fn capabilities() -> Value {
    json!({
        "tools": {}, "resources": {"subscribe": true, "listChanged": true}, "extensions": {"io.modelcontextprotocol/tasks": {}},
    })
}

/// A server with two resources, which tells of them what a test has it tell.
async fn server(speaks: Speaks) -> (Scripted, Open) {
    let open: Open = Arc::default();
    let kept = open.clone();
    let answer = move |came: Came| {
        let kept = kept.clone();
        async move { answer(came, speaks, &kept).await }
    };
    (Scripted::open(speaks, capabilities(), TOOL, answer).await, open)
}

async fn answer(came: Came, speaks: Speaks, open: &Open) -> Response {
    match (came.method(), &*came.http_method, speaks) {
        ("resources/list", ..) => came.result(
            r#"{"resources":[{"uri":"file:///a","name":"a"},{"uri":"file:///b","name":"b"},{"uri":"file:///no","name":"no"}]}"#,
        ),
        ("resources/templates/list", ..) => came.result(r#"{"resourceTemplates":[]}"#),
        ("tools/call", ..) => came.result(r#"{"resultType":"task","taskId":"7","status":"working"}"#),
        ("resources/subscribe", ..) if came.params()["uri"] == "file:///no" => came.error(-32602, "no"),
        ("resources/subscribe" | "resources/unsubscribe", ..) => came.result("{}"),
        ("subscriptions/listen", _, Speaks::New) | ("", "GET", Speaks::Old) => {
            let (response, events) = stream();
            let mut taken = came.params()["notifications"].clone();
            if taken["resourceSubscriptions"] == json!(["file:///no"]) {
                taken = json!({});
            }
            let meta = json!({"io.modelcontextprotocol/subscriptionId": came.message["id"]});
            let params = json!({"_meta": meta, "notifications": taken});
            if came.method() == "subscriptions/listen" {
                let acknowledged = "notifications/subscriptions/acknowledged";
                events.send(&json!({"jsonrpc": "2.0", "method": acknowledged, "params": params}).to_string()).await;
            }
            open.lock().unwrap().push((came, events));
            response
        }
        _ => accepted(),
    }
}

/// The stream by which this is listened to; for a server with a handshake, its only one.
async fn listening(open: &Open, to: &str) -> (Came, Events) {
    for _ in 0..1_500 {
        let found = open.lock().unwrap().iter().rev().find(|(came, _)| came.text.contains(to)).cloned();
        if let Some(found) = found {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody listens to {to}");
}

async fn before(servers: &[(&str, &Scripted)]) -> Client {
    let client = Client::of(Listen::default(), &Inbound::default(), |builder| {
        servers.iter().fold(builder, |builder, (name, server)| builder.mcp(server.settings(name)))
    })
    .await;
    client.speaking("2026-07-28").declaring(DECLARED)
}

/// What a client is told.
struct Told {
    response: reqwest::Response,
    text: String,
}

impl Told {
    async fn open(client: &Client, filter: Value) -> Told {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": serde_json::from_str::<Value>(DECLARED).unwrap(),
        });
        let params = json!({"_meta": meta, "notifications": filter});
        let response = client.open("subscriptions/listen", None, &params.to_string()).await;
        Told { response, text: String::new() }
    }

    /// The next message, as it is written.
    async fn text(&mut self) -> String {
        let next = async {
            loop {
                if let Some((event, rest)) = self.text.split_once("\n\n") {
                    let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
                    let data = data.concat();
                    self.text = rest.to_owned();
                    if !data.is_empty() {
                        return data;
                    }
                    continue;
                }
                let chunk = self.response.chunk().await.unwrap().expect("the stream goes on");
                self.text.push_str(&String::from_utf8_lossy(&chunk));
            }
        };
        timeout(LONG, next).await.expect("a message")
    }

    async fn next(&mut self) -> Value {
        serde_json::from_str(&self.text().await).unwrap()
    }

    /// What is acknowledged, which comes first.
    async fn acknowledged(&mut self) -> Value {
        let mut first = self.next().await;
        assert_eq!(first["method"], "notifications/subscriptions/acknowledged", "{first}");
        assert_eq!(first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "seven");
        first["params"]["notifications"].take()
    }
}

fn updated(uri: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{ "uri":"{uri}","n":1180591620717411303424}}}}"#
    )
}

#[tokio::test]
async fn a_client_is_told_which_lists_have_changed_under_the_id_of_its_subscription() {
    let tools: Arc<Mutex<&str>> = Arc::new(Mutex::new(TOOL));
    let (kept, open): (_, Open) = (tools.clone(), Arc::default());
    let streams = open.clone();
    let server = Scripted::open(Speaks::New, json!({"tools": {"listChanged": true}}), "", move |came: Came| {
        let (kept, streams) = (kept.clone(), streams.clone());
        async move {
            match came.method() {
                "tools/list" => came.result(&format!(r#"{{"tools":[{}]}}"#, kept.lock().unwrap())),
                _ => answer(came, Speaks::New, &streams).await,
            }
        }
    })
    .await;
    let client = before(&[("one", &server)]).await;
    let capabilities = client.ask("server/discover", json!({})).await.result()["capabilities"].clone();
    assert_eq!(capabilities["tools"], json!({"listChanged": true}));
    let asked = json!({"toolsListChanged": true, "promptsListChanged": false, "resourcesListChanged": true, "x": 1});
    let mut told = Told::open(&client, asked).await;
    assert_eq!(told.acknowledged().await, json!({"toolsListChanged": true, "resourcesListChanged": true}));
    let (_, events) = listening(&open, "toolsListChanged").await;
    *tools.lock().unwrap() = r#"{"name":"other","inputSchema":{"type":"object"}}"#;
    events.send(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
    assert_eq!(
        told.text().await,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"seven"}}}"#
    );
    assert!(client.ask("tools/list", json!({})).await.text.contains("one_other"));
}

#[tokio::test]
async fn a_client_is_told_of_resources_of_servers_of_both_eras() {
    for speaks in [Speaks::New, Speaks::Old] {
        let (server, open) = server(speaks).await;
        let client = before(&[("one", &server)]).await;
        let capabilities = client.ask("server/discover", json!({})).await.result()["capabilities"].clone();
        assert_eq!(capabilities["resources"], json!({"listChanged": true, "subscribe": true}));
        let mut told = Told::open(&client, json!({"resourceSubscriptions": ["file:///a"]})).await;
        assert_eq!(told.acknowledged().await, json!({"resourceSubscriptions": ["file:///a"]}));
        let (_, events) = match speaks {
            Speaks::New => listening(&open, r#""resourceSubscriptions":["file:///a"]"#).await,
            Speaks::Old => listening(&open, "").await,
        };
        events.send(&updated("file:///b").replace("file:///b", "file:///other")).await;
        events.send(&updated("file:///a")).await;
        let own = r#"{ "uri":"file:///a","n":1180591620717411303424,"_meta":{"io.modelcontextprotocol/subscriptionId":"seven"}}"#;
        let mut text = told.text().await;
        if matches!(speaks, Speaks::New) {
            // On a stream of its own, a server says whose it is.
            assert!(text.contains("file:///other"), "{text}");
            text = told.text().await;
        }
        assert!(text.ends_with(&format!(r#""params":{own}}}"#)), "{text}");
    }
}

#[tokio::test]
async fn clients_that_want_the_same_share_a_subscription_that_ends_with_the_last_of_them() {
    let ((new, new_open), (old, old_open)) = (server(Speaks::New).await, server(Speaks::Old).await);
    for (server, open, method) in [(&new, &new_open, "subscriptions/listen"), (&old, &old_open, "resources/subscribe")]
    {
        let client = before(&[("one", server)]).await;
        let filter = json!({"resourceSubscriptions": ["file:///a", "file:///a"]});
        let (mut first, mut second) = (Told::open(&client, filter.clone()).await, Told::open(&client, filter).await);
        for told in [&mut first, &mut second] {
            assert_eq!(told.acknowledged().await, json!({"resourceSubscriptions": ["file:///a"]}));
        }
        let of_resource = || server.came(method).into_iter().filter(|came| came.text.contains("file:///a")).count();
        assert_eq!(of_resource(), 1);
        let to = if method == "resources/subscribe" { "" } else { r#"["file:///a"]"# };
        let (_, events) = listening(open, to).await;
        events.send(&updated("file:///a")).await;
        assert_eq!(first.next().await["params"]["uri"], "file:///a");
        assert_eq!(second.next().await["params"]["uri"], "file:///a");
        drop(first);
        events.send(&updated("file:///a")).await;
        assert_eq!(second.next().await["params"]["uri"], "file:///a");
        drop(second);
        match method {
            "resources/subscribe" => drop(server.has_got("resources/unsubscribe", 1).await),
            _ => timeout(LONG, events.gone()).await.expect("the server's stream is closed"),
        }
        assert_eq!(of_resource(), 1);
    }
}

#[tokio::test]
async fn what_no_server_tells_of_is_not_acknowledged() {
    let ((new, _), (old, _)) = (server(Speaks::New).await, server(Speaks::Old).await);
    for server in [&new, &old] {
        let client = before(&[("one", server)]).await;
        let uris = ["file:///a", "file:///no", "db:unknown"];
        let filter =
            json!({"resourceSubscriptions": uris, "taskIds": ["forged", "one.7.forged"], "toolsListChanged": true});
        let mut told = Told::open(&client, filter).await;
        assert_eq!(
            told.acknowledged().await,
            json!({"toolsListChanged": true, "resourceSubscriptions": ["file:///a"]})
        );
        assert!(server.came("resources/subscribe").len() < 3);
    }
}

#[tokio::test]
async fn a_client_is_told_of_its_tasks_under_the_id_that_it_knows() {
    let (server, open) = server(Speaks::New).await;
    let client = before(&[("one", &server)]).await;
    let begun = client.call("one_t", json!({})).await.result();
    let id = begun["taskId"].as_str().unwrap();
    let mut told = Told::open(&client, json!({"taskIds": [id]})).await;
    assert_eq!(told.acknowledged().await, json!({"taskIds": [id]}));
    let (came, events) = listening(&open, r#""taskIds":["7"]"#).await;
    assert!(
        came.text.contains(&format!(r#""io.modelcontextprotocol/clientCapabilities":{DECLARED}"#)),
        "{}",
        came.text
    );
    events.send(r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"7","status":"completed","result":{"content":[]}}}"#).await;
    let params = told.next().await["params"].take();
    assert_eq!((&params["taskId"], &params["result"]), (&json!(id), &json!({"content": []})));
    let undeclared =
        client.declaring("{}").ask("subscriptions/listen", json!({"notifications": {"taskIds": [id]}})).await;
    assert_eq!((undeclared.status, &undeclared.json()["error"]["code"]), (400, &json!(-32021)));
}

#[tokio::test]
async fn a_subscription_is_made_again_when_a_server_ends_it_and_the_client_learns_that_something_may_have_changed() {
    let (server, open) = server(Speaks::New).await;
    let client = before(&[("one", &server)]).await;
    let mut told = Told::open(&client, json!({"resourceSubscriptions": ["file:///a"]})).await;
    told.acknowledged().await;
    let of_resource = r#"["file:///a"]"#;
    drop(listening(&open, of_resource).await);
    open.lock().unwrap().retain(|(came, _)| !came.text.contains(of_resource));
    let again = told.next().await;
    assert_eq!(
        again["params"],
        json!({"uri": "file:///a", "_meta": {"io.modelcontextprotocol/subscriptionId": "seven"}})
    );
    let (_, events) = listening(&open, of_resource).await;
    events.send(&updated("file:///a")).await;
    assert!(told.text().await.contains("1180591620717411303424"));
}

#[tokio::test]
async fn filters_that_cannot_be_read_or_are_too_long_are_refused() {
    let (server, _) = server(Speaks::New).await;
    let client = before(&[("one", &server)]).await;
    let many: Vec<String> = (0..101).map(|number| format!("file:///{number}")).collect();
    for params in [
        json!({}),
        json!({"notifications": 7}),
        json!({"notifications": {"resourceSubscriptions": "file:///a"}}),
        json!({"notifications": {"resourceSubscriptions": [7]}}),
        json!({"notifications": {"resourceSubscriptions": many}}),
    ] {
        let refused = client.ask("subscriptions/listen", params).await;
        assert_eq!(refused.json()["error"]["code"], -32602, "{}", refused.text);
    }
    let older = client.speaking("2025-11-25").ask("subscriptions/listen", json!({"notifications": {}})).await;
    assert_eq!(older.json()["error"]["code"], -32601);
}

#[tokio::test]
async fn who_may_not_use_everything_is_told_of_no_resources() {
    let (server, _) = server(Speaks::New).await;
    let tools = ToolAccess::Only(["one_*".to_owned()].into());
    let secret = Secret::new("swordfish-71-swordfish");
    let token = InboundToken { name: "a".to_owned(), secret, tools, dialect: None };
    let inbound = Inbound { tokens: vec![token], ..Inbound::default() };
    let client = Client::of(Listen::default(), &inbound, |builder| builder.mcp(server.settings("one"))).await;
    let client = client.speaking("2026-07-28").with_token("swordfish-71-swordfish");
    let all = json!({"toolsListChanged": true, "resourcesListChanged": true, "resourceSubscriptions": ["file:///a"]});
    assert_eq!(Told::open(&client, all).await.acknowledged().await, json!({"toolsListChanged": true}));
}

#[tokio::test]
async fn a_subscription_ends_with_a_result_when_the_gateway_does() {
    let (server, _) = server(Speaks::New).await;
    let gateway = Gateway::builder().mcp(server.settings("one")).build().unwrap();
    let endpoint = HttpEndpoint::new(&gateway, Listen::default(), &Inbound::default()).unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(endpoint.serve_until(listener, async { drop(stopped.await) }));
    let client = Client::at(address).speaking("2026-07-28");
    let mut told = Told::open(&client, json!({"toolsListChanged": true})).await;
    told.acknowledged().await;
    stop.send(()).unwrap();
    let result = json!({"resultType": "complete", "_meta": {"io.modelcontextprotocol/subscriptionId": "seven"}});
    assert_eq!(told.next().await, json!({"jsonrpc": "2.0", "id": "seven", "result": result}));
    timeout(LONG, serving).await.expect("nothing is waited for").unwrap();
}
