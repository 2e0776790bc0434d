//! Responses that came, as far as they did.

use super::server::{Behaviour, Server, answer};
use super::{builder, client};
use ::reqwest::Client;
use candor::http::ResponseReader;
use candor::{Code, Failure, Origin, Retry, Safety};
use std::time::Duration;

async fn failure_of(server: &Server) -> Failure {
    failure_by(&client(), server).await
}

async fn failure_by(client: &Client, server: &Server) -> Failure {
    Failure::from_response(client.get(server.http()).send().await.unwrap()).await
}

#[tokio::test]
async fn every_status_gives_the_code_of_the_table() {
    let client = client();
    for status in (400..=431).chain([451, 499]).chain(500..=511).chain([529, 599]) {
        let server = Server::answering(&format!("{status} X"), "", b"").await;
        let failure = failure_by(&client, &server).await;
        assert_eq!(Some(failure.code()), Code::from_http_status(status), "{status}");
        assert_eq!(failure.origin(), Origin::Upstream, "{status}");
        assert_eq!(failure.details().get("status"), Some(&status.into()), "{status}");
    }
}

#[tokio::test]
async fn headers_and_body_are_read() {
    let headers = "content-type: application/json\r\nretry-after: 7\r\nx-request-id: req_17\r\n";
    let body = br#"{"error": {"code": "busy", "message": "Too many orders"}}"#;
    let server = Server::answering("429 Too Many Requests", headers, body).await;
    let response = client().get(server.http()).send().await.unwrap();
    let failure = ResponseReader::new().with_service("Orders").read_response(response).await;
    assert_eq!(failure.message(), "Orders returned 429 Too Many Requests: Too many orders");
    assert_eq!(failure.reason().as_str(), "busy");
    assert_eq!(failure.retry(), Retry::After(Duration::from_secs(7), Safety::Always));
    let headers = failure.private().get("response_headers").unwrap();
    assert_eq!(headers.get("x-request-id"), Some(&"req_17".into()));
    assert_eq!(failure.private().text("response_body"), std::str::from_utf8(body).ok());
}

#[tokio::test]
async fn a_body_that_breaks_off_still_gives_the_failure() {
    let bytes =
        b"HTTP/1.1 409 Conflict\r\ncontent-length: 900\r\n\r\n{\"message\": \"Order 17 is closed\", \"tr".to_vec();
    for behaviour in [Behaviour::Answer(bytes.clone()), Behaviour::AnswerThenReset(bytes.clone())] {
        let failure = failure_of(&Server::start(behaviour).await).await;
        assert_eq!(failure.code(), Code::Conflict);
        assert_eq!(failure.message(), "127.0.0.1 returned 409 Conflict: Order 17 is closed");
        assert!(failure.private().text("response_body").unwrap().ends_with("[broke off after 37 bytes]"));
        assert!(failure.causes().next().is_some());
    }
    let server = Server::start(Behaviour::AnswerThenSilence(bytes)).await;
    let client = builder().timeout(Duration::from_secs(2)).build().unwrap();
    assert_eq!(failure_by(&client, &server).await.code(), Code::Conflict);
}

const HUNDRED_MEGABYTES: usize = 100_000_000;

/// What the system may take in between the two ends of a connection, in bytes.
const BUFFERS: usize = 16_000_000;

#[tokio::test]
async fn a_body_without_end_is_left_at_the_limit() {
    let heads = [
        "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 100000000\r\n\r\n",
        "HTTP/1.1 500 Internal Server Error\r\nconnection: close\r\n\r\n",
    ];
    for head in heads {
        let chunk = vec![b'x'; 10_000];
        let server = Server::start(Behaviour::Flood { head, times: HUNDRED_MEGABYTES / chunk.len(), chunk }).await;
        let failure = failure_of(&server).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(server.sent() < BUFFERS, "{} bytes were sent", server.sent());
        assert_eq!(failure.code(), Code::Internal);
        let kept = failure.private().text("response_body").unwrap();
        assert!(kept.len() < ResponseReader::DEFAULT_BODY_LIMIT + 200, "{} bytes are kept", kept.len());
        let left_out = ResponseReader::READ_LIMIT - ResponseReader::DEFAULT_BODY_LIMIT;
        assert!(kept.contains(&format!("[{left_out} bytes left out]")), "{kept}");
        let rest = if head.contains("content-length") { "[99737856 bytes not read]" } else { "[rest not read]" };
        assert!(kept.ends_with(rest), "{kept}");
    }
}

#[tokio::test]
async fn a_body_that_is_not_wanted_is_not_waited_for() {
    let head = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 900\r\n\r\nsecret".to_vec();
    let server = Server::start(Behaviour::AnswerThenSilence(head)).await;
    let response = client().get(server.http()).send().await.unwrap();
    let reading = ResponseReader::new().capture_body(false);
    let failure = tokio::time::timeout(Duration::from_secs(5), reading.read_response(response)).await.unwrap();
    assert_eq!(failure.code(), Code::Internal);
    assert_eq!(failure.private().get("response_body"), None);
}

#[tokio::test]
async fn a_body_of_exactly_the_limit_is_whole() {
    for (length, is_whole) in [(ResponseReader::READ_LIMIT, true), (ResponseReader::READ_LIMIT + 1, false)] {
        let bytes = answer("500 Internal Server Error", "", &vec![b'x'; length]);
        let failure = failure_of(&Server::start(Behaviour::Answer(bytes)).await).await;
        assert_eq!(!failure.private().text("response_body").unwrap().contains("not read"), is_whole, "{length}");
    }
}

#[tokio::test]
async fn a_service_has_one_name_in_all_its_failures() {
    let server = Server::answering("404 Not Found", "", b"").await;
    let get = || async { client().get(server.http()).send().await.unwrap() };
    let refused = || async { client().get(Server::nobody().await).send().await.unwrap_err() };
    for (reader, name) in
        [(ResponseReader::new(), "127.0.0.1"), (ResponseReader::new().with_service("The library"), "The library")]
    {
        let response = reader.read_response(get().await).await;
        assert_eq!(response.message(), format!("{name} returned 404 Not Found"));
        let status = reader.read_error(get().await.error_for_status().unwrap_err());
        assert_eq!(status.message(), format!("{name} returned 404 Not Found"));
        let transport = reader.read_error(refused().await);
        assert_eq!(transport.message(), format!("{name} refused the connection"));
    }
}
