//! Health, on an address of its own.

use super::http_client::ask;
use super::records::watched;
use candor::FailurePolicy;
use candor_gateway::{Observers, Operations, Traces};
use serde_json::Value;
use std::net::TcpListener;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

#[tokio::test]
async fn the_process_is_alive_at_once_and_ready_between_its_start_and_its_end() {
    let observers = watched();
    let address = observers.address().unwrap();
    tokio::spawn(observers.serve(std::future::pending()));

    let alive = ask(address, "GET", "/healthz").await;
    assert_eq!((alive.status, alive.body.as_str()), (200, "ok\n"));
    let reason = |body: &str| serde_json::from_str::<Value>(body).unwrap();

    let starting = ask(address, "GET", "/readyz").await;
    assert_eq!((starting.status, starting.headers["content-type"].as_str()), (503, "application/problem+json"));
    assert!(starting.headers.contains_key("retry-after"));
    assert_eq!(reason(&starting.body)["status"], 503);
    assert!(starting.body.contains("is starting"), "{}", starting.body);

    observers.readiness().ready();
    let ready = ask(address, "GET", "/readyz").await;
    assert_eq!((ready.status, ready.body.as_str()), (200, "ready\n"));

    observers.readiness().draining();
    observers.readiness().ready();
    let draining = ask(address, "GET", "/readyz").await;
    assert_eq!(draining.status, 503);
    assert!(draining.body.contains("is stopping"), "{}", draining.body);
    assert_eq!(ask(address, "GET", "/healthz").await.status, 200);
}

#[tokio::test]
async fn only_get_and_head_of_three_paths_are_answered() {
    let observers = watched();
    let address = observers.address().unwrap();
    tokio::spawn(observers.serve(std::future::pending()));
    for path in ["/healthz", "/metrics"] {
        let head = ask(address, "HEAD", path).await;
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let answer = ask(address, method, path).await;
            assert_eq!((answer.status, answer.headers["allow"].as_str()), (405, "GET, HEAD"), "{method} {path}");
            let problem: Value = serde_json::from_str(&answer.body).unwrap();
            assert_eq!(problem["status"], 405, "{problem}");
        }
    }
    for path in ["/", "/mcp", "/healthz/", "/metrics/../mcp"] {
        let answer = ask(address, "GET", path).await;
        assert_eq!((answer.status, answer.headers["content-type"].as_str()), (404, "application/problem+json"));
    }
}

#[tokio::test]
async fn serving_ends_with_its_stop_and_is_done_once() {
    let observers = watched();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(observers.serve(async {
        let _ = stopped.await;
    }));
    assert_eq!(ask(observers.address().unwrap(), "GET", "/healthz").await.status, 200);
    timeout(Duration::from_secs(10), observers.serve(std::future::pending())).await.unwrap();
    stop.send(()).unwrap();
    timeout(Duration::from_secs(10), serving).await.unwrap().unwrap();
}

#[tokio::test]
async fn every_mistake_is_said_at_once() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let operations = Operations {
        address: Some(taken.local_addr().unwrap()),
        traces: Some(Traces {
            endpoint: "ftp://127.0.0.1/".parse().unwrap(),
            headers: vec![("no name".to_owned(), candor_gateway::Secret::new("hush-4711\n"))],
            ratio: 1.5,
        }),
        ..Operations::default()
    };
    let mistakes = Observers::start(&operations, &FailurePolicy::new()).unwrap_err();
    let expected = if cfg!(feature = "otlp") { 4 } else { 2 };
    assert_eq!(mistakes.len(), expected, "{mistakes:?}");
    assert!(mistakes.iter().any(|mistake| mistake.contains("cannot listen on 127.0.0.1")), "{mistakes:?}");
    assert!(!format!("{mistakes:?}").contains("hush"), "{mistakes:?}");
}

#[tokio::test]
async fn an_address_that_others_reach_is_said() {
    let address = |text: &str| Operations { address: Some(text.parse().unwrap()), ..Operations::default() };
    let notes = |text| Observers::start(&address(text), &FailurePolicy::new()).unwrap().notes();
    assert_eq!(notes("127.0.0.1:0"), [] as [String; 0]);
    let notes = notes("0.0.0.0:0");
    assert!(notes.len() == 1 && notes[0].contains("0.0.0.0"), "{notes:?}");
}
