//! The addresses of clients behind proxies.

use super::endpoint::{Endpoint, token};
use candor_gateway::{Inbound, Listen};

#[tokio::test]
async fn what_an_untrusted_peer_says_of_its_address_is_ignored() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    for header in
        [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=198.51.100.7"), ("X-Real-IP", "198.51.100.7")]
    {
        assert_eq!(endpoint.call(&[header]).await.caller()["name"], "127.0.0.1", "{header:?}");
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_a_client_is_the_last_address_that_is_not_one() {
    let listen = Listen { trusted_proxies: vec!["127.0.0.1".to_owned(), "10.0.0.0/8".to_owned()], ..Listen::default() };
    let endpoint = Endpoint::listening(Inbound::default(), listen).await;
    for (header, client) in [
        (("X-Forwarded-For", "192.0.2.66, 198.51.100.7, 10.0.0.2"), "198.51.100.7"),
        (("Forwarded", "for=192.0.2.66, for=\"[2001:db8::7]:4711\";proto=https"), "2001:db8::7"),
        (("X-Forwarded-For", "not an address"), "127.0.0.1"),
        (("X-Forwarded-For", "198.51.100.7\t\u{1}"), ""),
    ] {
        let answer = endpoint.call(&[header]).await;
        if client.is_empty() {
            assert_eq!(answer.status, 400, "a control character is no header: {answer:?}");
        } else {
            assert_eq!(answer.caller()["name"], client, "{header:?}");
        }
    }
}

#[tokio::test]
async fn beside_x_forwarded_for_the_other_header_is_not_read() {
    let listen = Listen { trusted_proxies: vec!["127.0.0.1".to_owned()], ..Listen::default() };
    let endpoint = Endpoint::listening(Inbound::default(), listen).await;
    for forged in ["for=192.0.2.66", "for=127.0.0.1", "not one"] {
        let headers = [("Forwarded", forged), ("X-Forwarded-For", "192.0.2.67, 198.51.100.7")];
        assert_eq!(endpoint.call(&headers).await.caller()["name"], "198.51.100.7", "{forged}");
    }
}

#[tokio::test]
async fn a_token_says_more_than_an_address() {
    let listen = Listen { trusted_proxies: vec!["127.0.0.1".to_owned()], ..Listen::default() };
    let inbound = Inbound { tokens: vec![token("ci", "ci-7f3a9c1e5b2d4860")], ..Inbound::default() };
    let endpoint = Endpoint::listening(inbound, listen).await;
    let headers = [("X-Forwarded-For", "198.51.100.7"), ("Authorization", "Bearer ci-7f3a9c1e5b2d4860")];
    assert_eq!(endpoint.call(&headers).await.caller()["name"], "ci");
}
