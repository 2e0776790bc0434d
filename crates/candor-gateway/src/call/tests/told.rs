use super::{Client, Server};
use candor::{Code, Retry, Safety};
use http::StatusCode;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_page_of_an_error_reaches_the_operator_alone() {
    let page = "<html>postgres://app:swordfish@db/orders</html>";
    let server =
        Server::start(move |_| async move { (StatusCode::BAD_GATEWAY, [("content-type", "text/html")], page) }).await;
    let failure = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(failure.message(), "orders returned 502 Bad Gateway");
    assert_eq!(failure.private().text("response_body"), Some(page));
}

#[tokio::test]
async fn a_rate_limit_says_when_to_come_back() {
    let server = Server::start(|_| async { (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "20")]) }).await;
    let failure = Client::new(server.upstream()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!(failure.code(), Code::RateLimited);
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(20), Safety::Always));
}

#[tokio::test]
async fn a_refused_connection_was_never_sent() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let upstream = crate::Upstream::new("orders", format!("http://{address}").parse().unwrap());
    let failure = Client::new(upstream).call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.message(), "orders refused the connection");
    assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(false)));
    assert_eq!(failure.recovery().hint(), "Retry later; nothing was sent, so nothing has taken effect.");
}
