//! Clients that are slow, silent or too many.

use super::raw::{LONG, Raw, SHORT, guard, head, observed, router, start};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::{get, post};
use candor::FailurePolicy;
use candor::rmcp::{HttpServer, InvalidProxy};
use http_body::Frame;
use serde_json::json;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};

#[tokio::test]
async fn eleven_hundred_half_sent_requests_keep_nobody_from_being_served() {
    let (policy, incidents) = observed();
    let (address, _server) = start(HttpServer::new(router(guard())).with_policy(policy)).await;
    let mut attackers = Vec::new();
    for number in 0..1_100 {
        let mut raw = Raw::to(address).await;
        let half = if number % 2 == 0 { "POST /mcp HTTP/1.1\r\nhost: loc".to_owned() } else { head(1_000) };
        raw.send(&half).await;
        attackers.push(raw);
    }
    // From the same address.
    for _ in 0..3 {
        assert!(Raw::to(address).await.is_served().await);
    }
    #[cfg(target_os = "linux")]
    assert!(Raw::from_elsewhere(address).await.is_served().await);
    let closed = attackers.iter().filter(|raw| raw.is_closed()).count();
    assert!((844..1_100).contains(&closed), "all but 256 at most, and those first that are the oldest: {closed}");

    assert!(FailurePolicy::flush_all(LONG));
    let incidents = incidents.lock().unwrap();
    assert_eq!(incidents.len(), 1, "one for all of them");
    let failure = incidents[0].failure();
    assert_eq!(failure.reason().as_str(), "too_many_connections");
    assert_eq!(failure.private().get("max_connections_per_peer"), Some(&json!(256)));
}

#[tokio::test]
async fn an_idle_connection_goes_before_one_that_is_being_served() {
    let gate = Arc::new(Notify::new());
    let opened = gate.clone();
    let router = Router::new().route("/", get(move || async move { opened.notified().await })).merge(router(guard()));
    let (address, _server) = start(HttpServer::new(router).with_max_connections(2)).await;
    let mut served = Raw::to(address).await;
    served.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut idle = Raw::to(address).await;
    assert!(idle.is_served().await && idle.is_served().await, "on one connection");
    let mut next = Raw::to(address).await;
    assert!(next.is_served().await);
    idle.closed().await;
    assert!(!served.is_closed());
    gate.notify_one();
    tokio::time::timeout(LONG, served.0.readable()).await.unwrap().unwrap();
    assert!(!served.is_closed());
}

#[tokio::test]
async fn a_silent_connection_goes_before_one_whose_request_has_begun_to_come() {
    let (address, _server) = start(HttpServer::new(router(guard())).with_max_connections(2)).await;
    let mut sending = Raw::to(address).await;
    // Each is noticed in its turn.
    tokio::time::sleep(SHORT).await;
    let mut silent = Raw::to(address).await;
    tokio::time::sleep(SHORT).await;
    sending.send(&head(1_000)).await;
    tokio::time::sleep(SHORT).await;
    assert!(Raw::to(address).await.is_served().await);
    silent.closed().await;
    assert!(!sending.is_closed());
}

#[tokio::test]
async fn half_a_head_and_an_idle_connection_end_at_the_deadline_of_headers() {
    let (address, _server) = start(HttpServer::new(router(guard())).with_header_deadline(SHORT)).await;
    let (mut half, mut silent, mut idle) = (Raw::to(address).await, Raw::to(address).await, Raw::to(address).await);
    half.send("POST /mcp HTTP/1.1\r\nhost: loc").await;
    assert!(idle.is_served().await);
    let trickle = async {
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if half.is_closed() || half.0.try_write(b"a").is_err() {
                break;
            }
        }
    };
    tokio::time::timeout(LONG, trickle).await.unwrap();
    silent.closed().await;
    idle.closed().await;
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let (address, _server) = start(HttpServer::new(router(guard())).with_header_deadline(60 * LONG)).await;
    let mut raw = Raw::to(address).await;
    raw.send("GET /mcp HTTP/1.1\r\nx-long: ").await;
    let filler = "x".repeat(64 * 1024);
    let mut sent = 0;
    while !raw.is_closed() {
        sent += raw.0.try_write(filler.as_bytes()).unwrap_or(0);
        assert!(sent < 64 << 20, "the server reads on");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_body_that_trickles_is_answered_with_408_and_its_id_and_the_connection_ends() {
    let (policy, incidents) = observed();
    let guard = guard().with_body_deadline(SHORT).with_policy(policy);
    let (address, _server) = start(HttpServer::new(router(guard))).await;
    let mut raw = Raw::to(address).await;
    raw.send(&head(100_000)).await;
    raw.send(r#"{"jsonrpc": "2.0", "id": 17, "method": "tools/call", "params": {"a": ""#).await;
    let trickle = async {
        // Whoever is refused may lose the right to write.
        while raw.0.try_write(b"a").is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let mut start = [0; 1];
            if raw.0.try_read(&mut start).is_ok() {
                assert_eq!(&start, b"H");
                break;
            }
        }
    };
    tokio::time::timeout(LONG, trickle).await.unwrap();
    let (status, head, body) = raw.response().await;
    assert_eq!((status, &body["id"], &body["error"]["code"]), (408, &json!(17), &json!(-32603)), "{body:#}");
    assert_eq!(body["error"]["data"]["reason"], "slow_body");
    assert!(head.contains("connection: close"), "{head}");
    raw.closed().await;
    assert!(FailurePolicy::flush_all(LONG));
    assert_eq!(incidents.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_body_of_which_nothing_comes_is_answered_with_a_problem() {
    let (address, _server) = start(HttpServer::new(router(guard().with_body_deadline(SHORT)))).await;
    let mut raw = Raw::to(address).await;
    raw.send(&head(10)).await;
    let (status, head, body) = raw.response().await;
    assert_eq!((status, &body["status"], &body["reason"]), (408, &json!(408), &json!("slow_body")), "{body:#}");
    assert!(head.contains("application/problem+json"), "{head}");
}

#[tokio::test]
async fn the_servers_own_deadline_of_bodies_is_for_every_service() {
    let router = router(guard()).route("/length", post(async |body: Bytes| body.len().to_string()));
    let (address, _server) = start(HttpServer::new(router).with_body_deadline(SHORT)).await;
    let mut guarded = Raw::to(address).await;
    guarded.send(&head(10)).await;
    let (status, _, body) = guarded.response().await;
    assert_eq!((status, &body["reason"]), (408, &json!("slow_body")), "the guard knows what it means");
    let mut other = Raw::to(address).await;
    other.send(&head(10).replace("/mcp", "/length")).await;
    other.closed().await;
}

/// A body that is never at its end, and tells when it is dropped.
struct Endless(Option<oneshot::Sender<()>>);

impl http_body::Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 65536])))))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.take().map(|dropped| dropped.send(()));
    }
}

#[tokio::test]
async fn a_client_that_never_reads_loses_its_connection() {
    let (dropped, is_dropped) = oneshot::channel();
    let body = Arc::new(Mutex::new(Some(Body::new(Endless(Some(dropped))))));
    let router = Router::new().route("/", get(move || async move { body.lock().unwrap().take().unwrap() }));
    let (address, _server) = start(HttpServer::new(router).with_write_deadline(SHORT)).await;
    let mut raw = Raw::to(address).await;
    raw.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    tokio::time::timeout(LONG, is_dropped).await.expect("the answer is given up").unwrap();
}

#[tokio::test]
async fn a_stream_of_events_may_be_silent_for_longer_than_any_deadline() {
    let (say, said) = tokio::sync::mpsc::channel::<&'static str>(1);
    let said = Arc::new(Mutex::new(Some(said)));
    struct Events(tokio::sync::mpsc::Receiver<&'static str>);
    impl http_body::Body for Events {
        type Data = Bytes;
        type Error = Infallible;
        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            self.0.poll_recv(context).map(|text| text.map(|text| Ok(Frame::data(text.into()))))
        }
    }
    let router =
        Router::new().route("/", get(move || async move { Body::new(Events(said.lock().unwrap().take().unwrap())) }));
    let server =
        HttpServer::new(router).with_header_deadline(SHORT).with_body_deadline(SHORT).with_write_deadline(SHORT);
    let (address, _server) = start(server).await;
    let mut raw = Raw::to(address).await;
    raw.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    say.send("first").await.unwrap();
    tokio::time::sleep(4 * SHORT).await;
    assert!(!raw.is_closed());
    say.send("second").await.unwrap();
    let mut text = Vec::new();
    while !String::from_utf8_lossy(&text).contains("second") {
        assert!(tokio::io::AsyncReadExt::read_buf(&mut raw.0, &mut text).await.unwrap() > 0);
    }
}

/// A server whose `/wait` answers when it may, and the clients that it is serving.
async fn busy(server: impl FnOnce(HttpServer<Router>) -> HttpServer<Router>) -> (SocketAddr, Vec<Raw>) {
    let router = Router::new()
        .route("/wait", get(async || std::future::pending::<()>().await))
        .route("/ready", get(async || "\"ready\""));
    let (address, _server) = start(server(HttpServer::new(router))).await;
    let mut served = Vec::new();
    for _ in 0..2 {
        let mut raw = Raw::to(address).await;
        // An answer shows that the connection is open, before it is busy.
        raw.send("GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        assert_eq!(raw.response().await.0, 200);
        raw.send("GET /wait HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        served.push(raw);
    }
    // The server has read what they asked for.
    tokio::time::sleep(Duration::from_millis(200)).await;
    (address, served)
}

async fn asked(mut raw: Raw) -> (u16, String, serde_json::Value) {
    raw.send("GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    raw.response().await
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_peer_whose_connections_are_all_being_served_gets_no_more_and_others_do() {
    let (policy, incidents) = observed();
    let (address, served) =
        busy(|server| server.with_max_connections_per_peer(2).with_policy(policy.with_secret("hunter2-production")))
            .await;
    for _ in 0..20 {
        let (status, head, body) = asked(Raw::to(address).await).await;
        assert_eq!((status, &body["reason"]), (503, &json!("too_many_connections")), "{body:#}");
        assert!(head.contains("retry-after: 10") && head.contains("connection: close"), "{head}");
        let reference = body["instance"].as_str().unwrap().to_owned();
        assert!(FailurePolicy::flush_all(LONG));
        let incidents = incidents.lock().unwrap();
        assert_eq!(incidents.len(), 1, "the operator is not flooded");
        assert!(reference.ends_with(&incidents[0].occurrence().id().to_string()), "and finds the reference");
    }
    assert_eq!(asked(Raw::from_elsewhere(address).await).await.0, 200);
    assert!(served.iter().all(|raw| !raw.is_closed()));
}

#[tokio::test]
async fn a_trusted_proxy_has_no_limit_of_its_own() {
    let limited = |server: HttpServer<Router>| server.with_max_connections_per_peer(2);
    let (address, _served) = busy(|server| limited(server).with_trusted_proxy("10.0.0.0/8").unwrap()).await;
    assert_eq!(asked(Raw::to(address).await).await.0, 503);
    let (address, _served) = busy(|server| limited(server).with_trusted_proxy("127.0.0.0/8").unwrap()).await;
    assert_eq!(asked(Raw::to(address).await).await.0, 200);
    let (address, _served) =
        busy(|server| server.with_max_connections(2).with_trusted_proxy("127.0.0.1").unwrap()).await;
    assert_eq!(asked(Raw::to(address).await).await.0, 503, "all connections have one");
    assert_eq!(HttpServer::new(()).with_trusted_proxy("proxy").err(), Some(InvalidProxy));
}

#[tokio::test]
async fn a_guard_needs_no_router_and_a_request_knows_its_peer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(HttpServer::new(guard()).serve(listener));
    assert!(Raw::to(address).await.is_served().await);

    let peer = async |request: axum::extract::Request| {
        let peer = request.extensions().get::<SocketAddr>().unwrap();
        format!("\"{peer}\"")
    };
    let (address, _server) = start(HttpServer::new(Router::new().route("/ready", get(peer)))).await;
    let raw = Raw::to(address).await;
    let own = raw.0.local_addr().unwrap().to_string();
    assert_eq!(asked(raw).await.2, own.as_str());
}

#[tokio::test]
async fn a_server_that_stops_ends_what_it_serves_and_no_more_than_its_grace() {
    let gate = Arc::new(Notify::new());
    let (opened, entered) = (gate.clone(), Arc::new(Notify::new()));
    let has_entered = entered.clone();
    let router = Router::new()
        .route(
            "/",
            get(move || async move {
                entered.notify_one();
                opened.notified().await;
                "\"done\""
            }),
        )
        .route("/never", get(async || std::future::pending::<()>().await));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async { stopped.await.unwrap() };
    let server =
        tokio::spawn(HttpServer::new(router).with_grace(Duration::from_secs(2)).serve_until(listener, stopped));
    let mut served = Raw::to(address).await;
    served.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut stuck = Raw::to(address).await;
    stuck.send("GET /never HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut idle = Raw::to(address).await;
    has_entered.notified().await;
    stop.send(()).unwrap();
    idle.closed().await;
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    tokio::time::timeout(LONG, refused).await.unwrap();
    assert!(!server.is_finished());
    gate.notify_one();
    assert_eq!(served.response().await.2, "done");
    tokio::time::timeout(LONG, server).await.unwrap().unwrap();
    stuck.closed().await;
}

#[tokio::test]
async fn a_service_that_panics_takes_its_connection_along_and_nothing_else() {
    let router = Router::new().route("/", get(async || -> String { panic!("no") })).merge(router(guard()));
    let (address, _server) = start(HttpServer::new(router).with_max_connections(1)).await;
    for _ in 0..3 {
        let mut raw = Raw::to(address).await;
        raw.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        raw.closed().await;
        assert!(Raw::to(address).await.is_served().await);
    }
}
