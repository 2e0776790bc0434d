//! Names by which the gateway may be called.

use super::endpoint::{BODY, Endpoint, message};
use candor_gateway::{Inbound, Listen};

#[tokio::test]
async fn a_name_that_only_leads_here_is_refused() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    for host in ["evil.example", "127.0.0.1.nip.io", "localhost.evil.example:80", "10.0.0.1"] {
        let answer = endpoint.call(&[("Host", host)]).await;
        let problem = answer.problem(403, "forbidden_host");
        assert!(!problem.to_string().contains(host), "the name is a stranger's word");
    }
    for host in ["localhost", "127.0.0.1:8080", "[::1]:8080"] {
        endpoint.call(&[("Host", host)]).await.caller();
    }
}

#[tokio::test]
async fn a_name_is_allowed_by_its_setting() {
    let listen = Listen { allowed_hosts: vec!["gateway.example.com".to_owned()], ..Listen::default() };
    let endpoint = Endpoint::listening(Inbound::default(), listen).await;
    endpoint.call(&[("Host", "Gateway.example.com:443")]).await.caller();
    endpoint.call(&[("Host", "other.example.com")]).await.problem(403, "forbidden_host");
}

#[tokio::test]
async fn a_request_names_exactly_one_host() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    endpoint.call(&[("Host", "localhost"), ("Host", "evil.example")]).await.problem(400, "invalid_host");
    endpoint.call(&[("Host", "localhost"), ("Host", "localhost")]).await.problem(400, "invalid_host");
    for host in ["", "a b", "localhost:http", "localhost/x", "user@localhost"] {
        endpoint.call(&[("Host", host)]).await.problem(400, "invalid_host");
    }
    let without = format!("POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{BODY}", BODY.len());
    endpoint.send(&without).await.problem(400, "invalid_host");
}

#[tokio::test]
async fn the_address_of_the_request_counts_like_its_host() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    endpoint.send(&message("http://localhost/mcp", &[("Host", "localhost")])).await.caller();
    endpoint.send(&message("http://evil.example/mcp", &[("Host", "localhost")])).await.problem(400, "invalid_host");
    let both = endpoint.send(&message("http://evil.example/mcp", &[("Host", "evil.example")])).await;
    both.problem(403, "forbidden_host");
}
