//! Requests of web pages.

use super::server::{Answer, ProblemAnswer, Server, Tools, call, initialize, mcp};
use candor::FailurePolicy;
use candor::rmcp::HttpGuard;
use reqwest::Method;
use rmcp::transport::StreamableHttpServerConfig;
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn a_page_of_another_origin_is_refused_before_its_request_is_read() {
    let server = Server::start().await;
    for origin in ["https://evil.example", "http://localhost.evil.example:8000", "null", "http://127.0.0.1.nip.io"] {
        for request in [
            server.post().body(initialize()),
            server.post().body(call()),
            server.post().body("{"),
            server.request(Method::GET).header("accept", "text/event-stream"),
            server.request(Method::DELETE),
        ] {
            let answer = ProblemAnswer::of(request.header("origin", origin)).await;
            assert_eq!((answer.status, &answer.body["reason"]), (403, &"forbidden_origin".into()), "{origin}");
            assert!(answer.body["recovery"]["hint"].as_str().unwrap().contains("operator"));
        }
    }
}

#[tokio::test]
async fn pages_of_this_machine_and_clients_that_are_not_pages_are_served() {
    let server = Server::start().await;
    for origin in ["http://localhost:6274", "http://127.0.0.1:3000", "http://[::1]"] {
        let request = server.post().header("origin", origin).body(initialize());
        assert_eq!(request.send().await.unwrap().status(), 200, "{origin}");
    }
    assert_eq!(server.post().body(initialize()).send().await.unwrap().status(), 200);
    let two = server.post().header("origin", "http://localhost").header("origin", "https://evil.example");
    assert_eq!(ProblemAnswer::of(two.body(initialize())).await.status, 403);
}

#[tokio::test]
async fn an_origin_is_served_where_it_is_allowed() {
    let guard = || HttpGuard::new(mcp(|| Ok(Tools), StreamableHttpServerConfig::default()));
    let server = Server::of(guard().with_allowed_origin("https://app.example.com").unwrap()).await;
    let from = |server: &Server, origin: &str| server.post().header("origin", origin).body(initialize()).send();
    assert_eq!(from(&server, "https://app.example.com").await.unwrap().status(), 200);
    assert_eq!(from(&server, "https://evil.example").await.unwrap().status(), 403);
    let server = Server::of(guard().with_any_origin()).await;
    assert_eq!(from(&server, "https://evil.example").await.unwrap().status(), 200);
    assert!(guard().with_allowed_origin("app.example.com").is_err(), "it has no scheme");
}

#[tokio::test]
async fn origins_that_the_service_itself_refuses_stay_refused() {
    let config = StreamableHttpServerConfig::default().with_allowed_origins(["https://app.example.com:443"]);
    let server = Server::of(HttpGuard::new(mcp(|| Ok(Tools), config))).await;
    let request = server.post().header("origin", "http://localhost:3000").body(call());
    assert_eq!(Answer::of(request).await.facts().2, "forbidden");
}

#[tokio::test]
async fn the_operator_learns_which_origin_it_was_and_the_page_does_not() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let causes = seen.clone();
    let policy = FailurePolicy::new().on_incident(move |incident| {
        causes.lock().unwrap().extend(incident.failure().causes().map(ToString::to_string));
    });
    let service = mcp(|| Ok(Tools), StreamableHttpServerConfig::default());
    let server = Server::of(HttpGuard::new(service).with_policy(policy)).await;
    let answer = ProblemAnswer::of(server.post().header("origin", "https://evil.example").body(call())).await;
    assert!(!answer.body.to_string().contains("evil"), "{}", answer.body);
    assert_eq!(*seen.lock().unwrap(), ["the request has the origin https://evil.example"]);
}
