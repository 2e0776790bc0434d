use super::{Client, ORDER, Server, json};
use candor::{Code, Origin, Retry, Safety};
use serde_json::json;

#[tokio::test]
async fn requests_go_through_the_proxy_with_its_own_user() {
    let proxy = Server::start(|_| async { json(ORDER) }).await;
    let mut upstream = proxy.upstream();
    upstream.base_url = "http://orders.invalid/v1".parse().unwrap();
    upstream.connection.proxy = Some(format!("http://gate:sword%2Ffish@{}", proxy.address).parse().unwrap());
    assert_eq!(upstream.secrets(), ["Z2F0ZTpzd29yZC9maXNo", "sword/fish"]);
    Client::new(upstream).call("getOrder", json!({"id": "1"})).await.judged();
    let seen = proxy.seen();
    assert_eq!(seen[0].target, "http://orders.invalid/v1/orders/1");
    assert_eq!(seen[0].headers["host"], "orders.invalid");
    assert_eq!(seen[0].headers["proxy-authorization"], "Basic Z2F0ZTpzd29yZC9maXNo");
}

#[tokio::test]
async fn a_proxy_that_is_not_there_is_told_from_the_api() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = listener.local_addr().unwrap();
    drop(listener);
    let mut upstream = crate::Upstream::new("orders", "http://orders.invalid/v1".parse().unwrap());
    upstream.connection.proxy = Some(format!("http://{proxy}").parse().unwrap());
    let failure = Client::new(upstream).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));
    assert_eq!(failure.reason().as_str(), "proxy_failed");
    assert_eq!(failure.message(), "orders could not be reached: its proxy cannot be used");
    assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
}
