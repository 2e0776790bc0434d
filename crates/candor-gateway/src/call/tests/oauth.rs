use super::{Client, Server};
use crate::call::Content;
use crate::{Credential, Secret, Upstream};
use axum::response::{IntoResponse, Response};
use candor::{Code, Failure, Origin, Retry, Safety};
use http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const SECRET: &str = "sword/fish 77";

fn with_tokens(api: &Server, endpoint: &Server) -> Upstream {
    let mut upstream = api.upstream();
    upstream.credential = Some(Credential::ClientCredentials {
        token_url: format!("http://{}/token", endpoint.address).parse().unwrap(),
        client_id: "the:gateway".into(),
        client_secret: Secret::new(SECRET),
        scopes: vec!["orders:read".into(), "orders:write".into()],
    });
    upstream
}

/// Gives out `marlin-token-1`, `marlin-token-2`, and so on, each good for this long.
async fn endpoint(seconds: u64) -> Server {
    let count = Arc::new(AtomicUsize::new(0));
    Server::start(move |_| {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        async move {
            axum_json(json!({"access_token": format!("marlin-token-{number}"), "token_type": "Bearer", "expires_in": seconds}))
        }
    })
    .await
}

fn axum_json(value: Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}

async fn order() -> Server {
    Server::start(|_| async { axum_json(json!({"id": 17})) }).await
}

fn one() -> Value {
    json!({"id": "1"})
}

#[tokio::test]
async fn a_token_is_fetched_once_and_kept() {
    let (api, endpoint) = (order().await, endpoint(3600).await);
    let client = Client::new(with_tokens(&api, &endpoint));
    let calls = (client.call("getOrder", one()), client.call("getOrder", one()), client.call("getOrder", one()));
    let (a, b, c) = tokio::join!(calls.0, calls.1, calls.2);
    for called in [a, b, c, client.call("getOrder", one()).await] {
        assert_eq!(called.record.attempts, 1);
        called.judged();
    }
    let asked = endpoint.seen();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].method, "POST");
    assert_eq!(asked[0].body, "grant_type=client_credentials&scope=orders%3Aread+orders%3Awrite");
    // the%3Agateway:sword%2Ffish+77
    assert_eq!(asked[0].headers["authorization"], "Basic dGhlJTNBZ2F0ZXdheTpzd29yZCUyRmZpc2grNzc=");
    assert!(api.seen().iter().all(|seen| seen.headers["authorization"] == "Bearer marlin-token-1"));
}

#[tokio::test]
async fn a_token_is_renewed_before_it_runs_out() {
    let (api, endpoint) = (order().await, endpoint(0).await);
    let client = Client::new(with_tokens(&api, &endpoint));
    client.call("getOrder", one()).await.judged();
    client.call("getOrder", one()).await.judged();
    let shown: Vec<_> = api.seen().iter().map(|seen| seen.headers["authorization"].clone()).collect();
    assert_eq!(shown, ["Bearer marlin-token-1", "Bearer marlin-token-2"]);
}

#[tokio::test]
async fn a_refused_token_is_renewed_once() {
    let endpoint = endpoint(3600).await;
    let api = Server::start(|seen| async move {
        match seen.headers["authorization"].to_str().unwrap() {
            "Bearer marlin-token-1" => StatusCode::UNAUTHORIZED.into_response(),
            _ => axum_json(json!({"id": 17})),
        }
    })
    .await;
    let client = Client::new(with_tokens(&api, &endpoint));
    let called = client.call("createOrder", json!({"body": {"id": 17}})).await;
    // The second request has the body, too.
    assert_eq!(called.record.attempts, 2);
    assert!(api.seen().iter().all(|seen| seen.body == r#"{"id":17}"#));
    called.judged();
    client.call("getOrder", one()).await.judged();
    assert_eq!(endpoint.seen().len(), 2);
}

#[tokio::test]
async fn a_token_that_is_refused_again_is_the_operators_matter() {
    let endpoint = endpoint(3600).await;
    let api = Server::start(|_| async { StatusCode::UNAUTHORIZED }).await;
    let called = Client::new(with_tokens(&api, &endpoint)).call("getOrder", one()).await;
    assert_eq!(called.record.attempts, 2);
    assert_eq!(called.failure().code(), Code::Configuration);
    assert_eq!(endpoint.seen().len(), 2);
}

#[tokio::test]
async fn a_token_that_is_refused_after_a_redirect_does_not_repeat_what_was_done() {
    let endpoint = endpoint(3600).await;
    let api = Server::start(|seen| async move {
        match (seen.method.as_str(), seen.headers["authorization"].to_str().unwrap()) {
            ("POST", _) => (StatusCode::SEE_OTHER, [("location", "/v1/orders/17")]).into_response(),
            (_, "Bearer marlin-token-1") => StatusCode::UNAUTHORIZED.into_response(),
            _ => (StatusCode::CREATED, axum_json(json!({"id": 17}))).into_response(),
        }
    })
    .await;
    Client::new(with_tokens(&api, &endpoint)).call("createOrder", json!({"body": {}})).await.judged();
    let methods: Vec<_> = api.seen().into_iter().map(|seen| seen.method).collect();
    assert_eq!(methods, ["POST", "GET", "GET"]);
}

#[tokio::test]
async fn a_token_that_cannot_be_had_after_a_redirect_does_not_undo_what_was_sent() {
    let (count, stalled) = (Arc::new(AtomicUsize::new(0)), Arc::new(tokio::sync::Notify::new()));
    for is_slow in [false, true] {
        let (count, stalled) = (Arc::clone(&count), Arc::clone(&stalled));
        count.store(0, Ordering::Relaxed);
        let endpoint = Server::start(move |_| {
            let (number, stalled) = (count.fetch_add(1, Ordering::Relaxed), Arc::clone(&stalled));
            async move {
                match number {
                    0 => axum_json(json!({"access_token": "marlin-token-1"})),
                    _ if is_slow => {
                        stalled.notified().await;
                        StatusCode::SERVICE_UNAVAILABLE.into_response()
                    }
                    _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
                }
            }
        })
        .await;
        let api = Server::start(|seen| async move {
            match seen.method.as_str() {
                "POST" => (StatusCode::SEE_OTHER, [("location", "/v1/orders/17")]).into_response(),
                _ => StatusCode::UNAUTHORIZED.into_response(),
            }
        })
        .await;
        let mut upstream = with_tokens(&api, &endpoint);
        upstream.connection.timeout = Duration::from_millis(500);
        let failure = Client::new(upstream).call("createOrder", json!({"body": {}})).await.failure();
        assert_eq!(failure.retry(), Retry::Backoff(Safety::IfIdempotent), "{}", failure.message());
        assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(true)), "{}", failure.message());
        assert!(!failure.message().contains("not sent"), "{}", failure.message());
        assert!(failure.recovery().hint().contains("may have taken effect"), "{}", failure.recovery().hint());
    }
}

#[tokio::test]
async fn an_api_that_refuses_every_token_does_not_cost_a_token_per_call() {
    let endpoint = endpoint(3600).await;
    let api = Server::start(|_| async { StatusCode::UNAUTHORIZED }).await;
    let client = Client::new(with_tokens(&api, &endpoint));
    for _ in 0..5 {
        assert_eq!(client.call("getOrder", one()).await.failure().code(), Code::Configuration);
    }
    assert_eq!((endpoint.seen().len(), api.seen().len()), (2, 6));
}

#[tokio::test]
async fn a_token_that_the_api_echoes_reaches_nobody() {
    let endpoint = endpoint(3600).await;
    let api = Server::start(|seen| async move {
        let token = seen.headers["authorization"].to_str().unwrap().to_owned();
        // "marlin-token-1" in base64.
        let body = json!({"id": 17, "name": format!("{token}, bWFybGluLXRva2VuLTE=")});
        match seen.target.ends_with('1') {
            true => axum_json(body),
            false => {
                (StatusCode::BAD_REQUEST, axum_json(json!({"message": format!("bad header {token}")}))).into_response()
            }
        }
    })
    .await;
    let client = Client::new(with_tokens(&api, &endpoint));
    let Content::Json(value, text) = client.call("getOrder", one()).await.judged().content else {
        panic!("it is JSON")
    };
    let name = value["name"].as_str().unwrap();
    assert!(name.starts_with("Bearer [redacted], [redacted]"), "{name}");
    assert!(!name.contains("bWFybGlu"), "{name}");
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), value);

    let failure = client.call("getOrder", json!({"id": "2"})).await.failure();
    assert!(failure.message().contains("[redacted]"), "{}", failure.message());
    assert!(!everything(&failure).contains("marlin"), "{}", everything(&failure));
}

#[tokio::test]
async fn a_client_that_is_refused_is_the_operators_matter() {
    let api = order().await;
    let endpoint = Server::start(|seen| async move {
        let echoed = format!("no such client: {}", seen.headers["authorization"].to_str().unwrap());
        (StatusCode::BAD_REQUEST, axum_json(json!({"error": "invalid_client", "error_description": echoed})))
    })
    .await;
    let called = Client::new(with_tokens(&api, &endpoint)).call("getOrder", one()).await;
    assert_eq!(called.record.attempts, 0);
    let failure = called.failure();
    assert_eq!(
        (failure.code(), failure.origin(), failure.retry()),
        (Code::Configuration, Origin::Configuration, Retry::Never)
    );
    assert_eq!(failure.message(), "The token endpoint of orders does not accept the gateway's credential (400)");
    assert!(api.seen().is_empty());
}

#[tokio::test]
async fn a_token_that_cannot_be_had_leaves_the_call_unsent() {
    let api = order().await;
    let down = Server::start(|_| async { StatusCode::SERVICE_UNAVAILABLE }).await;
    let strange = Server::start(|_| async { axum_json(json!({"access_token": "a\nb"})) }).await;
    for (endpoint, code) in [(&down, Code::Unavailable), (&strange, Code::DependencyFailed)] {
        let failure = Client::new(with_tokens(&api, endpoint)).call("createOrder", json!({"body": {}})).await.failure();
        assert_eq!(failure.code(), code);
        assert_eq!(failure.retry(), Retry::Backoff(Safety::Always), "{}", failure.message());
    }
    assert!(api.seen().is_empty());
}

#[tokio::test]
async fn a_slow_token_is_not_asked_for_again_by_every_call() {
    let api = order().await;
    let gate = Arc::new(tokio::sync::Notify::new());
    let wait = Arc::clone(&gate);
    let endpoint = Server::start(move |_| {
        let wait = Arc::clone(&wait);
        async move {
            wait.notified().await;
            axum_json(json!({"access_token": "marlin-token-1"}))
        }
    })
    .await;
    let mut upstream = with_tokens(&api, &endpoint);
    upstream.connection.timeout = Duration::from_millis(100);
    let client = Client::new(upstream);
    let failure = client.call("createOrder", json!({"body": {}})).await.failure();
    assert_eq!(failure.reason().as_str(), "token_timed_out");
    assert_eq!(failure.details().get("may_have_taken_effect"), Some(&json!(false)));
    assert_eq!(failure.retry(), Retry::Backoff(Safety::Always));
    gate.notify_one();
    client.call("getOrder", one()).await.judged();
    assert_eq!(endpoint.seen().len(), 1);
}

/// All texts of a failure, also those for the operator.
fn everything(failure: &Failure) -> String {
    let details = failure.details().iter().chain(failure.private().iter());
    let details: Vec<_> = details.map(|(name, value)| format!("{name}={value}")).collect();
    let causes: Vec<_> = failure.causes().map(ToString::to_string).collect();
    format!("{} {details:?} {causes:?}", failure.message())
}
