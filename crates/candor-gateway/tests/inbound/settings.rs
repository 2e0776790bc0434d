//! Settings with which a gateway does not start.

use super::authorization_server::{inbound, resource_server};
use super::endpoint::token;
use candor_gateway::{Admission, Inbound, KeySource, Listen, check_exposure};

#[test]
fn an_address_that_others_can_reach_needs_a_token_or_an_authorization_server() {
    let at = |address: &str| Listen { address: address.parse().unwrap(), ..Listen::default() };
    let tokens = Inbound { tokens: vec![token("ci", "ci-7f3a9c1e5b2d4860")], ..Inbound::default() };
    let oauth = inbound(resource_server(KeySource::File("keys.json".into())));
    for public in ["0.0.0.0:8080", "[::]:8080", "192.0.2.1:8080", "[2001:db8::1]:8080", "[::ffff:192.0.2.1]:1"] {
        let mistake = check_exposure(&at(public), &Inbound::default()).unwrap_err();
        assert!(mistake.contains(public) && mistake.contains("token"), "{mistake}");
        check_exposure(&at(public), &tokens).unwrap();
        check_exposure(&at(public), &oauth).unwrap();
    }
    for local in ["127.0.0.1:8080", "127.9.9.9:1", "[::1]:8080", "[::ffff:127.0.0.1]:1"] {
        check_exposure(&at(local), &Inbound::default()).unwrap();
    }
}

#[test]
fn a_gateway_behind_a_proxy_or_with_a_public_name_can_be_reached_by_others() {
    let local = Listen::default;
    let hosts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let tokens = Inbound { tokens: vec![token("ci", "ci-7f3a9c1e5b2d4860")], ..Inbound::default() };
    for (public, expected) in [
        (Listen { trusted_proxies: hosts(&["127.0.0.1"]), ..local() }, "trusted_proxies"),
        (Listen { allowed_hosts: hosts(&["localhost", "mcp.example.com"]), ..local() }, "mcp.example.com"),
        (Listen { allowed_hosts: hosts(&["192.0.2.1:443"]), ..local() }, "192.0.2.1:443"),
        (Listen { allowed_hosts: hosts(&["localhost.example.com"]), ..local() }, "localhost.example.com"),
    ] {
        let mistake = check_exposure(&public, &Inbound::default()).unwrap_err();
        assert!(mistake.contains(expected) && mistake.contains("token"), "{mistake}");
        check_exposure(&public, &tokens).unwrap();
    }
    let own = hosts(&["localhost", "LocalHost:8080", "127.0.0.1", "[::1]:8080"]);
    check_exposure(&Listen { allowed_hosts: own, ..local() }, &Inbound::default()).unwrap();
}

#[test]
fn every_mistake_is_told_at_once() {
    let mut oauth = resource_server(KeySource::File("/nowhere/keys.json".into()));
    oauth.required_scopes = vec!["a b".to_owned()];
    oauth.issuer = "ftp://auth.example.com".parse().unwrap();
    let settings = Inbound { oauth: Some(oauth), tokens: vec![token("ci", "short")], ..Inbound::default() };
    let listen = Listen {
        trusted_proxies: vec!["proxy.example.com".to_owned(), "10.0.0.0/33".to_owned()],
        allowed_hosts: vec!["https://example.com".to_owned()],
        ..Listen::default()
    };
    let mistakes = Admission::new(&settings, &listen).unwrap_err();
    assert_eq!(mistakes.len(), 7, "{mistakes:#?}");
}
