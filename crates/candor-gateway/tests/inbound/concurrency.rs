//! How many calls of a client run at the same time.

use super::endpoint::{Answer, Endpoint, message, token};
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
