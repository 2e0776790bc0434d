use super::{Client, ORDER, Server, json};
use crate::{Credential, Secret};
use candor::{Code, Origin};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::json;

const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

#[tokio::test]
async fn each_credential_is_shown_in_its_place() {
    let server = Server::start(|_| async { json(ORDER) }).await;
    let secret = || Secret::new("swordfish-77");
    let rows = [
        (Credential::Bearer(secret()), "authorization", "Bearer swordfish-77"),
        (
            Credential::Basic { user: "desk".into(), password: secret() },
            "authorization",
            "Basic ZGVzazpzd29yZGZpc2gtNzc=",
        ),
        (Credential::Header { name: HeaderName::from_static("x-tenant"), value: secret() }, "x-tenant", "swordfish-77"),
    ];
    for (credential, name, value) in rows {
        let mut upstream = server.upstream();
        upstream.credential = Some(credential);
        // The argument of the same name is not what is sent.
        Client::new(upstream).call("getOrder", json!({"id": "1", "X-Tenant": "mine"})).await.judged();
        let seen = server.seen();
        let headers = &seen.last().unwrap().headers;
        assert_eq!(headers.get_all(name).iter().collect::<Vec<_>>(), [value]);
    }
}

#[tokio::test]
async fn only_what_may_be_is_sent_on_of_the_clients_headers() {
    let server = Server::start(|_| async { json(ORDER) }).await;
    let mut upstream = server.upstream();
    let names = ["authorization", "cookie", "host", "x-user", "x-static"];
    upstream.forwarded_headers = names.map(HeaderName::from_static).to_vec();
    upstream.headers = vec![(HeaderName::from_static("x-static"), HeaderValue::from_static("ours"))];
    let mut forwarded = HeaderMap::new();
    for name in names.into_iter().chain(["x-other"]) {
        forwarded.insert(name, HeaderValue::from_static("theirs"));
    }
    let client = Client::new(upstream);
    client.call_with("getOrder", json!({"id": "1"}), &forwarded, Some(TRACE)).await.judged();
    let headers = server.seen()[0].headers.clone();
    assert_eq!(headers["x-user"], "theirs");
    assert_eq!(headers["x-static"], "ours");
    assert_eq!(headers["traceparent"], TRACE);
    assert_eq!(headers["host"], server.address.to_string());
    for name in ["authorization", "cookie", "x-other"] {
        assert!(!headers.contains_key(name), "{name}");
    }
}

#[tokio::test]
async fn a_refused_credential_is_the_operators_matter() {
    let server = Server::start(|_| async { (StatusCode::UNAUTHORIZED, "the key swordfish-77 was revoked") }).await;
    let mut upstream = server.upstream();
    let without = Client::new(upstream.clone()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!((without.code(), without.origin()), (Code::Configuration, Origin::Configuration));
    assert_eq!(without.reason().as_str(), "credential_missing");
    assert_eq!(without.message(), "orders asks for a credential, and none is configured for it (401 Unauthorized)");
    assert_eq!(without.details().get("status"), Some(&json!(401)));

    upstream.forwarded_headers = vec![HeaderName::from_static("x-user-key")];
    let forwarding = Client::new(upstream.clone()).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!((forwarding.code(), forwarding.origin()), (Code::Unauthorized, Origin::Upstream));

    upstream.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
    let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
    assert_eq!((failure.code(), failure.origin()), (Code::Configuration, Origin::Configuration));
    assert_eq!(failure.message(), "orders does not accept this server's credential (401 Unauthorized)");
}

#[tokio::test]
async fn forbidden_is_the_operators_matter_only_where_it_speaks_of_the_credential() {
    let rows = [
        (r#"{"message": "The token lacks the scope orders:write"}"#, Code::Configuration),
        (r#"{"message": "Your API key may not do this"}"#, Code::Configuration),
        (r#"{"error": "insufficient_scope"}"#, Code::Configuration),
        (r#"{"error": {"code": "ACCESS_TOKEN_SCOPE_INSUFFICIENT"}}"#, Code::Configuration),
        (r#"{"code": "invalid-api-key"}"#, Code::Configuration),
        (r#"{"message": "Order 17 belongs to somebody else"}"#, Code::Forbidden),
        (r#"{"message": "You cannot move telescope 7"}"#, Code::Forbidden),
        (r#"{"message": "The ring bearer may not enter"}"#, Code::Forbidden),
        (r#"{"message": "This is out of scope of your plan"}"#, Code::Forbidden),
        (r#"{"message": "The driver's credentials are on file"}"#, Code::Forbidden),
    ];
    for (body, code) in rows {
        let answer = move |_| async move { (StatusCode::FORBIDDEN, [("content-type", "application/json")], body) };
        let server = Server::start(answer).await;
        let mut upstream = server.upstream();
        upstream.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
        let failure = Client::new(upstream).call("getOrder", json!({"id": "1"})).await.failure();
        assert_eq!(failure.code(), code, "{body}");
    }
}

#[tokio::test]
async fn an_operation_with_a_server_of_its_own_is_not_called_there() {
    let server = Server::start(|_| async { json(ORDER) }).await;
    let mut upstream = server.upstream();
    upstream.credential = Some(Credential::Bearer(Secret::new("swordfish-77")));
    let failure = Client::new(upstream).call("elsewhere", json!({})).await.failure();
    assert_eq!(failure.code(), Code::Configuration);
    assert_eq!(failure.reason().as_str(), "server_not_configured");
}
