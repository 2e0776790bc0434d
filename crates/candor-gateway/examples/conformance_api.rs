//! A REST API whose operations, behind the gateway, are the tools that the official conformance suite calls: `cargo xtask
//! conformance --gateway` runs it.
//!
//! ```text
//! conformance_api --http 127.0.0.1:0
//! ```
//!
//! Its first line on standard error says where it serves; `conformance_api/openapi.yaml` describes it.

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::net::TcpListener;

/// One pixel.
const PICTURE: &[u8] = include_bytes!("conformance_api/pixel.png");
/// Four samples of silence.
const SOUND: &[u8] = include_bytes!("conformance_api/silence.wav");
const TEXT: &str = "This is a simple text response for testing.";
const PROBLEM: &str =
    r#"{"title": "Conflict", "status": 409, "detail": "This tool intentionally returns an error for testing"}"#;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let address = match arguments.as_slice() {
        [option, address] if option == "--http" => address.parse(),
        _ => return say("usage: conformance_api --http <ADDRESS>"),
    };
    let Ok(address) = address else { return say("the address is not one such as 127.0.0.1:0") };
    match serve(address).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => say(&format!("cannot serve {address}: {error}")),
    }
}

async fn serve(address: SocketAddr) -> io::Result<()> {
    let file = |media_type: &'static str, bytes: &'static [u8]| {
        get(async move || ([(header::CONTENT_TYPE, media_type)], bytes))
    };
    let router = Router::new()
        .route("/text", get(async || TEXT))
        .route("/picture", file("image/png", PICTURE))
        .route("/sound", file("audio/wav", SOUND))
        .route("/file", file("application/octet-stream", b"This is an embedded resource content."))
        .route("/error", get(fail))
        .route("/contact", post(async || StatusCode::NO_CONTENT))
        .route("/regions/{region}", get(async |Path(region): Path<String>| format!("The region is {region}")));
    let listener = TcpListener::bind(address).await?;
    say(&format!("serving at http://{}/", listener.local_addr()?));
    axum::serve(listener, router).await
}

async fn fail() -> impl IntoResponse {
    (StatusCode::CONFLICT, [(header::CONTENT_TYPE, "application/problem+json")], PROBLEM)
}

fn say(line: &str) -> ExitCode {
    // There is nowhere left to say that standard error cannot be written.
    let _ = writeln!(io::stderr(), "conformance_api: {line}");
    ExitCode::FAILURE
}
