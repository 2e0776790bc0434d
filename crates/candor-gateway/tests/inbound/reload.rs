//! What a gateway still knows when another configuration takes its place.

use super::authorization_server::{Behaviour, KeyServer, inbound, resource_server};
use super::endpoint::{Answer, exchange, message_with};
use super::signing::{Signer, claims};
use candor_gateway::{ClientLimits, Gateway, HttpEndpoint, Inbound, KeySource, Listen, Rate};
use serde_json::json;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use tokio::net::{TcpListener, TcpStream};

/// A gateway that is served; it ends with the test.
struct Served {
    endpoint: HttpEndpoint,
    address: SocketAddr,
}

impl Served {
    async fn to(inbound: &Inbound) -> Served {
        let endpoint = HttpEndpoint::new(&gateway(), Listen::default(), inbound).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(endpoint.clone().serve(listener));
        Served { endpoint, address }
    }

    async fn list(&self, token: &str) -> Answer {
        let bearer = format!("Bearer {token}");
        let headers = [
            ("Authorization", &*bearer),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2025-11-25"),
        ];
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        exchange(TcpStream::connect(self.address).await.unwrap(), &message_with("/mcp", &headers, body)).await
    }
}

fn gateway() -> Gateway {
    Gateway::builder().build().unwrap()
}

fn rate(burst: u32) -> ClientLimits {
    let burst = NonZeroU32::new(burst).unwrap();
    ClientLimits { rate: Some(Rate { per_second: NonZeroU32::MIN, burst }), concurrency: None }
}

#[tokio::test]
async fn keys_of_the_authorization_server_stay_while_it_is_down() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::with(&[&signer]).await;
    let mut inbound = inbound(resource_server(KeySource::Url(server.url.clone())));
    let served = Served::to(&inbound).await;
    let token = signer.token(&claims(json!({})));
    assert_eq!(served.list(&token).await.status, 200);
    server.becomes(Behaviour::Answers(500, Vec::new()));
    inbound.oauth.as_mut().unwrap().required_scopes.clear();
    served.endpoint.replace(&gateway(), &inbound).unwrap();
    assert_eq!(served.list(&token).await.status, 200);
    assert_eq!(server.requests(), 1);
    // Keys from elsewhere are others.
    let mut url = server.url.clone();
    url.set_path("/other");
    inbound.oauth.as_mut().unwrap().keys = KeySource::Url(url);
    served.endpoint.replace(&gateway(), &inbound).unwrap();
    served.list(&token).await.problem(503, "authorization_keys_unavailable");
}

#[tokio::test]
async fn what_a_client_has_used_of_its_rate_stays_used_unless_the_rate_is_another() {
    let limited = |burst| Inbound { limits: rate(burst), ..Inbound::default() };
    let served = Served::to(&limited(1)).await;
    assert_eq!(served.list("any").await.status, 200);
    served.endpoint.replace(&gateway(), &limited(1)).unwrap();
    assert_eq!(served.list("any").await.status, 429);
    served.endpoint.replace(&gateway(), &limited(2)).unwrap();
    assert_eq!(served.list("any").await.status, 200);
}
