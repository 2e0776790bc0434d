//! How many calls of a client run at the same time.

use super::endpoint::{Answer, Endpoint, message, message_with, token};
use candor_gateway::{ClientLimits, Inbound};
use std::num::NonZeroU32;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

const CI: &str = "ci-7f3a9c1e5b2d4860";
const OPS: &str = "ops-0a1b2c3d4e5f6789";

async fn endpoint(limit: u32) -> Arc<Endpoint> {
    let limits = ClientLimits { rate: None, concurrency: NonZeroU32::new(limit) };
    let tokens = vec![token("ci", CI), token("ops", OPS)];
    Arc::new(Endpoint::of(Inbound { tokens, limits, ..Inbound::default() }).await)
}

/// A call that is under way when this returns.
async fn begin(endpoint: &Arc<Endpoint>, token: &str) -> JoinHandle<Answer> {
    let (calls, bearer) = (endpoint.clone(), format!("Bearer {token}"));
    let call = tokio::spawn(async move { calls.call(&[("Authorization", &bearer), ("x-wait", "1")]).await });
    endpoint.calls.arrived.acquire().await.unwrap().forget();
    call
}

#[tokio::test]
async fn a_client_with_as_many_calls_as_it_may_have_is_told_to_wait_and_others_are_served() {
    let endpoint = endpoint(2).await;
    let running = [begin(&endpoint, CI).await, begin(&endpoint, CI).await];
    let answer = endpoint.call_with(CI).await;
    assert_eq!((answer.status, answer.header("retry-after")), (429, Some("1")), "{answer:?}");
    let message = answer.json();
    assert_eq!((&message["id"], &message["error"]["data"]["limit"]), (&"call-7".into(), &2.into()), "{message:#}");
    assert_eq!(message["error"]["data"]["reason"], "client_concurrency_exceeded");
    assert_eq!(message["error"]["data"]["retry"]["safe"], "always");
    endpoint.call_with(OPS).await.caller();
    endpoint.calls.released.add_permits(2);
    for call in running {
        call.await.unwrap().caller();
    }
    endpoint.call_with(CI).await.caller();
}

#[tokio::test]
async fn a_call_whose_client_has_left_is_not_counted() {
    let endpoint = endpoint(1).await;
    let mut stream = TcpStream::connect(endpoint.address).await.unwrap();
    let headers = [("Authorization", &*format!("Bearer {CI}")), ("x-wait", "1")];
    stream.write_all(message("/mcp", &headers).as_bytes()).await.unwrap();
    endpoint.calls.arrived.acquire().await.unwrap().forget();
    assert_eq!(endpoint.call_with(CI).await.status, 429);
    drop(stream);
    // The server learns of it a moment later.
    for _ in 0..1_000 {
        if endpoint.call_with(CI).await.status == 200 {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("the call of the client that has left is still counted");
}

/// Everything that a client may send beside calls.
const NOT_CALLS: &[&str] = &[
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call-7"}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
];

#[tokio::test]
async fn at_its_limit_a_client_can_do_everything_but_call() {
    let endpoint = endpoint(1).await;
    let bearer = format!("Bearer {CI}");
    let running = begin(&endpoint, CI).await;
    for body in NOT_CALLS {
        let answer = endpoint.send(&message_with("/mcp", &[("Authorization", &bearer)], body)).await;
        assert_eq!(answer.caller()["body"], *body);
    }
    let long = format!(r#"{{"method":"tools/call","params":{{"text":"{}"}}}}"#, "x".repeat(100_000));
    for call in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools\/call"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]"#,
        "not json",
        &long,
    ] {
        // Whatever a header says, it is the body that is carried out.
        let headers = [("Authorization", &*bearer), ("Mcp-Method", "tools/list")];
        assert_eq!(endpoint.send(&message_with("/mcp", &headers, call)).await.status, 429, "{call:.80}");
    }
    endpoint.calls.released.add_permits(1);
    running.await.unwrap().caller();
    let answer = endpoint.send(&message_with("/mcp", &[("Authorization", &bearer)], &long)).await;
    assert_eq!(answer.caller()["body"], long, "a long call arrives whole");
}

#[tokio::test]
async fn what_is_not_a_call_takes_the_place_of_none() {
    let endpoint = endpoint(1).await;
    let (calls, request) = {
        let headers = [("Authorization", &*format!("Bearer {CI}")), ("x-wait", "1")];
        (endpoint.clone(), message_with("/mcp", &headers, NOT_CALLS[2]))
    };
    let listing = tokio::spawn(async move { calls.send(&request).await });
    endpoint.calls.arrived.acquire().await.unwrap().forget();
    endpoint.call_with(CI).await.caller();
    endpoint.calls.released.add_permits(1);
    listing.await.unwrap().caller();
}
