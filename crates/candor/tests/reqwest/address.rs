//! What of an address is told, and to whom.

use super::client;
use super::server::{Behaviour, Server};
use candor::http::ResponseReader;
use candor::render::{Place, Renderer};
use candor::{Dialect, Discretion, Failure};

/// Neither side sees credentials or the query; only the operator sees the path.
fn assert_is_discreet(failure: Failure) {
    let message = failure.message().to_owned();
    for secret in ["hunter2", "key=", "/orders", "/again"] {
        assert!(!message.contains(secret), "{message}");
    }
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    let incident = serde_json::to_string(&incident).unwrap();
    assert!(!incident.contains("hunter2") && !incident.contains("key="), "{incident}");
    for &dialect in Dialect::ALL {
        let reply =
            Renderer::new(dialect).reply(&disclosure, Place::Tool { output_schema: None }).to_value().to_string();
        assert!(!reply.contains("hunter2") && !reply.contains("/orders"), "{reply}");
    }
}

#[tokio::test]
async fn no_error_shows_credentials_or_a_query() {
    let loops = Server::start(Behaviour::RedirectToItself).await.http();
    let closes = Server::start(Behaviour::CloseAfterRequest).await.http();
    let garbage = Server::start(Behaviour::Answer(b"nonsense\r\n\r\n".to_vec())).await.http();
    let nobody = Server::nobody().await;
    for url in [loops, closes, garbage, nobody, "ftp://jane:hunter2@example.com/orders?key=hunter2".to_owned()] {
        assert_is_discreet(Failure::from(client().get(url).send().await.unwrap_err()));
    }
}

#[tokio::test]
async fn no_status_shows_credentials_or_a_query() {
    let server = Server::answering("404 Not Found", "", b"").await;
    let url = server.http().replacen("http://", "http://jane:hunter2@", 1);
    let get = || async { client().get(&url).send().await.unwrap() };
    assert_is_discreet(Failure::from(get().await.error_for_status().unwrap_err()));
    assert_is_discreet(Failure::from_response(get().await).await);
}

#[tokio::test]
async fn the_operator_finds_the_address_and_the_causes() {
    let failure = Failure::from(client().get(Server::nobody().await).send().await.unwrap_err());
    let address = failure.private().text("url").unwrap();
    assert!(address.starts_with("http://127.0.0.1:") && address.ends_with("/orders"), "{address}");
    assert!(failure.causes().any(|cause| cause.to_string().contains("refused")));
}

#[tokio::test]
async fn the_caller_learns_the_endpoint_only_if_the_author_says_so() {
    let server = Server::answering("500 Internal Server Error", "", b"").await;
    let url = server.http().replacen("http://", "http://jane:hunter2@", 1);
    let reader = ResponseReader::new().show_endpoint();
    let unreachable = Server::nobody().await;
    for failure in [
        reader.read_response(client().get(&url).send().await.unwrap()).await,
        reader.read_error(client().get(&url).send().await.unwrap().error_for_status().unwrap_err()),
        reader.read_error(client().get(unreachable).send().await.unwrap_err()),
    ] {
        let (disclosure, _) = failure.disclose(&Discretion::new());
        let problem = Dialect::Problem.render(&disclosure);
        assert_eq!((&problem["title"], &problem["status"]), (&"External API Error".into(), &503.into()));
        let endpoint = problem["endpoint"].as_str().unwrap();
        assert!(endpoint.starts_with("http://127.0.0.1:") && endpoint.ends_with("/orders"), "{endpoint}");
    }
    let failure = Failure::from_response(client().get(&url).send().await.unwrap()).await;
    assert_eq!(failure.details().get("endpoint"), None);
}
