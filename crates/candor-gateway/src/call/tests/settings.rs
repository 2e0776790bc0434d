use crate::send::{BodyBudget, Sender};
use crate::upstream::ClientCertificate;
use crate::{Credential, Secret, Upstream};

fn mistakes(upstream: &Upstream) -> Vec<String> {
    Sender::new(upstream, &BodyBudget::new(BodyBudget::DEFAULT)).err().unwrap_or_default()
}

fn file(name: &str, content: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("candor-settings-{}-{name}", std::process::id()));
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn every_mistake_is_said_at_once() {
    let mut upstream = Upstream::new("orders", "https://me@orders.example/v1?x=1".parse().unwrap());
    upstream.connection.authorities = vec!["/nowhere/ca.pem".into(), file("no.pem", "nothing")];
    upstream.connection.client_certificate =
        Some(ClientCertificate { certificate: "/nowhere/own.pem".into(), key: Secret::new("swordfish-77") });
    upstream.connection.proxy = Some("socks5://127.0.0.1:1080".parse().unwrap());
    let found = mistakes(&upstream);
    let expected = [
        "`orders`: its address holds a user; use a credential",
        "`orders`: its address has a query or a fragment",
        "`orders`: cannot read the certificates in `/nowhere/ca.pem`: ",
        " has no certificate in PEM",
        "`orders`: cannot read the certificates in `/nowhere/own.pem`: ",
        "`orders`: the proxy is of the kind `socks5`; `http` and `https` are known",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (mistake, words) in found.iter().zip(expected) {
        assert!(mistake.contains(words), "{mistake}: {words}");
    }
}

#[test]
fn a_credential_that_cannot_be_sent_is_not_shown() {
    let mut upstream = Upstream::new("orders", "http://orders.example".parse().unwrap());
    for credential in [
        Credential::Bearer(Secret::new("sword\nfish")),
        Credential::Basic { user: "a:b".into(), password: Secret::new("swordfish") },
    ] {
        upstream.credential = Some(credential);
        let found = mistakes(&upstream);
        assert_eq!(found.len(), 1);
        assert!(!found[0].contains("fish"), "{found:?}");
    }
}

#[test]
fn an_api_without_tls_needs_no_authorities() {
    assert!(mistakes(&Upstream::new("orders", "http://orders.example".parse().unwrap())).is_empty());
}
