//! What one hop over HTTP costs, without MCP and without any check: `cargo xtask load` measures it beside the gateway.
//!
//! ```text
//! bare_hop --http ADDRESS --base-url URL
//! ```
//!
//! Its first line on standard error is the address. A POST to `/mcp` with a call as its body becomes a GET of the item that it names;
//! the answer is put into a result as it is.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::serve::ListenerExt;
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use tokio::net::TcpListener;

#[derive(Clone)]
struct Hop {
    client: reqwest::Client,
    base_url: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [_, address, _, base_url] = arguments.as_slice() else {
        return Err("bare_hop --http ADDRESS --base-url URL".into());
    };
    // The client wants one even where nothing is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let hop = Hop { client: reqwest::Client::builder().no_proxy().build()?, base_url: base_url.clone() };
    let listener = TcpListener::bind(address).await?;
    writeln!(std::io::stderr(), "bare_hop: serving at http://{}/mcp", listener.local_addr()?)?;
    let listener = listener.tap_io(|stream| {
        // Without it an answer is late, and not wrong.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, Router::new().route("/mcp", post(hop_on)).with_state(hop)).await?)
}

async fn hop_on(State(hop): State<Hop>, body: Bytes) -> Response {
    match answered(&hop, &body).await {
        Ok(answer) => ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response(),
        Err(error) => (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    }
}

async fn answered(hop: &Hop, body: &[u8]) -> Result<Value, Box<dyn Error + Send + Sync>> {
    let call: Value = serde_json::from_slice(body)?;
    let sku = call.pointer("/params/arguments/sku").and_then(Value::as_str).ok_or("the call names no item")?;
    let answer = hop.client.get(format!("{}items/{sku}", hop.base_url)).send().await?.bytes().await?;
    let item: Value = serde_json::from_slice(&answer)?;
    let result =
        json!({"content": [{"type": "text", "text": String::from_utf8_lossy(&answer)}], "structuredContent": item});
    Ok(json!({"jsonrpc": "2.0", "id": call.get("id"), "result": result}))
}
