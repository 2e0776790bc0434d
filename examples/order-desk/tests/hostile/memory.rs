//! How much memory the server takes, and gives back, when clients send what takes most.
//!
//! Its allocator is that of the system. It keeps some of what was freed for the next use, so what is left afterwards is
//! compared with the peak, and not with nothing.

use super::server::Server;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

/// The most that the server may hold, in kilobytes, whatever is sent to it: the budget, the program, and what its
/// connections and its allocator take.
const MOST: u64 = 200 * 1024;
/// The most that may be left when all is answered.
const MOST_LEFT: u64 = 120 * 1024;

/// As many of a text as 4 MB have room for, in the `_meta` of a request.
fn body(id: usize, one: &str) -> String {
    request(id, &list(one, 3_900_000 / (one.len() + 1)))
}

fn list(one: &str, count: usize) -> String {
    format!("[{}{one}]", format!("{one},").repeat(count - 1))
}

fn request(id: usize, many: &str) -> String {
    let params = format!(r#"{{"name":"get_order","arguments":{{"id":17}},"_meta":{{"a":{many}}}}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

fn members(id: usize) -> String {
    // Names that repeat are members like others until they are read.
    let thousand: String = (0..1_000).map(|number| format!(r#""{number:x}":{{}},"#)).collect();
    request(id, &format!("{{{}\"z\":1}}", thousand.repeat(400)))
}

fn deep(of: &str, end: &str) -> String {
    format!("{}{}", of.repeat(100), end.repeat(100))
}

/// Bodies of which each takes as much as it can, by another kind of value.
fn hostile_bodies() -> Vec<String> {
    (0..24)
        .map(|id| match id % 6 {
            0 => body(id, &deep("[", "]")),
            1 => body(id, &deep(r#"{"":"#, "}").replacen(r#"{"":}"#, r#"{"":1}"#, 1)),
            2 => body(id, "[]"),
            3 => members(id),
            4 => body(id, r#""\n""#),
            _ => body(id, r#"{"":1}"#),
        })
        .collect()
}

/// As many values as are admitted.
fn admitted_bodies() -> Vec<String> {
    let many = |id: usize, one: &str, count: usize| request(id, &list(one, count));
    let text = |id: usize| request(id, &format!("\"{}\"", "x".repeat(4_000_000)));
    let rows: [(&str, usize); 3] = [("1", 99_000), ("[1]", 49_000), (r#"{"a":1}"#, 26_000)];
    (0..8).map(|id| rows.get(id % 4).map_or_else(|| text(id), |(one, count)| many(id, one, *count))).collect()
}

async fn post(client: &Client, address: &str, session: Option<&str>, body: String) -> Response {
    let mut request = client
        .post(address)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .body(body);
    if let Some(session) = session {
        request = request.header("mcp-session-id", session).header("mcp-protocol-version", "2025-11-25");
    }
    request.send().await.expect("the server answers")
}

fn hello(capabilities: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {"name": "hostile", "version": "0"}}})
    .to_string()
}

async fn open(client: &Client, address: &str) -> String {
    let response = post(client, address, None, hello(&json!({}))).await;
    let session = response.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    let (status, text) = (response.status(), response.text().await.unwrap());
    session.unwrap_or_else(|| panic!("{status} {text}"))
}

fn client() -> Client {
    // The client wants one even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().timeout(Duration::from_secs(120)).build().unwrap()
}

/// Sends all at once, and small calls meanwhile; the statuses of the large ones.
async fn send_at_once(client: &Client, address: &str, session: &str, bodies: Vec<String>) -> Vec<u16> {
    let tasks: Vec<_> = bodies
        .into_iter()
        .enumerate()
        .map(|(id, body)| {
            let (client, address, session) = (client.clone(), address.to_owned(), session.to_owned());
            tokio::spawn(async move {
                let response = post(&client, &address, Some(&session), body).await;
                let status = response.status().as_u16();
                let retry_after = response.headers().contains_key("retry-after");
                let text = response.text().await.unwrap();
                assert!(text.contains(&format!("\"id\":{id},")), "{status} {text}");
                assert_eq!(status == 503, retry_after);
                assert_eq!(status == 503, text.contains("out_of_memory_budget"), "{text}");
                status
            })
        })
        .collect();
    for id in 1_000..1_020 {
        let small = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        let response = post(client, address, Some(session), small.to_string()).await;
        assert_eq!(response.status(), 200, "small requests are served meanwhile");
        drop(response.text().await);
    }
    let mut statuses = Vec::new();
    for task in tasks {
        statuses.push(task.await.unwrap());
    }
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_bodies_at_once_take_no_more_than_the_budget_and_give_it_back() {
    let (server, address) = Server::over_http();
    let client = client();
    let session = open(&client, &address).await;
    let statuses = send_at_once(&client, &address, &session, hostile_bodies()).await;
    assert!(statuses.iter().all(|status| [400, 413, 503].contains(status)), "{statuses:?}");
    let statuses = send_at_once(&client, &address, &session, admitted_bodies()).await;
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    let (peak, left) = server.memory();
    eprintln!("peak {peak} kB, left {left} kB");
    assert!(peak < MOST && left < MOST_LEFT, "peak {peak} kB, left {left} kB");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_sessions_take_no_more_than_their_share_and_the_one_in_use_stays() {
    let (server, address) = Server::over_http();
    let client = client();
    let session = open(&client, &address).await;
    let stream = client.get(&address).header("accept", "text/event-stream").header("mcp-session-id", &session);
    let _stream = stream.send().await.unwrap();
    let large =
        post(&client, &address, None, hello(&json!({"experimental": {"a": {"b": "x".repeat(4_000_000)}}}))).await;
    assert_eq!(large.status(), 413, "what a session keeps is bounded");
    for round in 0..5 {
        let tasks = (0..8).map(|_| {
            let (client, address) = (client.clone(), address.clone());
            tokio::spawn(async move {
                for _ in 0..125 {
                    open(&client, &address).await;
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        let used = json!({"jsonrpc": "2.0", "id": round, "method": "tools/list"}).to_string();
        assert_eq!(post(&client, &address, Some(&session), used).await.status(), 200);
    }
    let (peak, left) = server.memory();
    eprintln!("peak {peak} kB, left {left} kB");
    assert!(peak < MOST && left < MOST_LEFT, "peak {peak} kB, left {left} kB");
}

#[test]
fn hostile_lines_take_no_more_than_the_budget() {
    let mut server = Server::over_stdio().watched();
    let (mut input, output) = (server.0.stdin.take().unwrap(), server.0.stdout.take().unwrap());
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    let mut ask = |line: &str| -> Value {
        writeln!(input, "{line}").unwrap();
        serde_json::from_str(&lines.next().unwrap()).unwrap()
    };
    assert!(ask(&hello(&json!({}))).get("result").is_some());
    for (id, line) in hostile_bodies().into_iter().enumerate() {
        let answer = ask(&line);
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32600)), "{answer}");
    }
    for (id, line) in admitted_bodies().into_iter().enumerate() {
        let answer = ask(&line);
        assert_eq!(answer["id"], json!(id));
        assert!(answer.get("result").is_some(), "{answer}");
    }
    let (peak, left) = server.memory();
    eprintln!("peak {peak} kB, left {left} kB");
    assert!(peak < MOST && left < MOST_LEFT, "peak {peak} kB, left {left} kB");
}
