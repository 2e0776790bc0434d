//! The keys of an authorization server: how they are read, and how often.

use super::authorization_server::{Behaviour, KeyServer, TempFile, inbound, resource_server};
use super::endpoint::Endpoint;
use super::signing::{Signer, claims, key_set};
use candor_gateway::{Admission, KeySource, Listen};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

async fn endpoint(server: &KeyServer) -> Arc<Endpoint> {
    Arc::new(Endpoint::of(inbound(resource_server(KeySource::Url(server.url.clone())))).await)
}

fn token(signer: &Signer) -> String {
    signer.token(&claims(json!({})))
}

#[tokio::test]
async fn keys_are_fetched_once_and_kept() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::with(&[&signer]).await;
    let endpoint = endpoint(&server).await;
    assert_eq!(server.requests(), 0, "nobody has needed them");
    for _ in 0..5 {
        endpoint.call_with(&token(&signer)).await.caller();
    }
    assert_eq!(server.requests(), 1);
}

#[tokio::test]
async fn many_calls_at_once_fetch_the_keys_once() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::new(Behaviour::Waits(key_set(&[&signer]).to_string().into())).await;
    let endpoint = endpoint(&server).await;
    let calls: Vec<_> = (0..16)
        .map(|_| {
            let (endpoint, token) = (endpoint.clone(), token(&signer));
            tokio::spawn(async move { endpoint.call_with(&token).await })
        })
        .collect();
    server.arrived.acquire().await.unwrap().forget();
    server.released.add_permits(16);
    for call in calls {
        call.await.unwrap().caller();
    }
    assert_eq!(server.requests(), 1);
}

#[tokio::test]
async fn an_unknown_key_has_the_keys_fetched_again_but_not_every_time() {
    let (old, new, stranger) = (Signer::new("ES256", "k1"), Signer::new("EdDSA", "k2"), Signer::new("ES256", "k3"));
    let server = KeyServer::with(&[&old]).await;
    let endpoint = Endpoint::of(inbound(resource_server(KeySource::Url(server.url.clone())))).await;
    endpoint.call_with(&token(&old)).await.caller();
    server.changes_to(&[&old, &new]);
    for _ in 0..10 {
        endpoint.call_with(&token(&stranger)).await.problem(401, "unknown_key");
        endpoint.call_with(&token(&new)).await.problem(401, "unknown_key");
    }
    assert_eq!(server.requests(), 1, "they were fetched a moment ago");
    endpoint.call_with(&token(&old)).await.caller();
}

#[tokio::test]
async fn before_the_first_keys_a_call_is_told_to_wait() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::new(Behaviour::Answers(500, b"password=hunter2".to_vec())).await;
    let endpoint = endpoint(&server).await;
    let answer = endpoint.call_with(&token(&signer)).await;
    let problem = answer.problem(503, "authorization_keys_unavailable");
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(problem["retry"]["safe"], "always", "{problem:#}");
    for secret in ["hunter2", "4711", "127.0.0.1"] {
        assert!(!answer.body.contains(secret), "{answer:?}");
    }
    endpoint.call_with(&token(&signer)).await.problem(503, "authorization_keys_unavailable");
    assert_eq!(server.requests(), 1, "not for each call");
    server.changes_to(&[&signer]);
    for _ in 0..100 {
        let answer = endpoint.call_with(&token(&signer)).await;
        if answer.status == 200 {
            return;
        }
        answer.problem(503, "authorization_keys_unavailable");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the keys are there, and were not fetched");
}

#[tokio::test]
async fn what_is_not_a_set_of_keys_is_none() {
    let signer = Signer::new("ES256", "k1");
    let long = json!({"keys": [signer.key()], "text": "x".repeat(1024 * 1024)}).to_string();
    let shared = json!({"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": "k1"}]}).to_string();
    for body in ["", "<html>", "{}", r#"{"keys":{}}"#, r#"{"keys":[]}"#, &shared, &long] {
        let server = KeyServer::new(Behaviour::Answers(200, body.into())).await;
        endpoint(&server).await.call_with(&token(&signer)).await.problem(503, "authorization_keys_unavailable");
    }
    let server = KeyServer::new(Behaviour::Answers(302, Vec::new())).await;
    endpoint(&server).await.call_with(&token(&signer)).await.problem(503, "authorization_keys_unavailable");
}

#[tokio::test]
async fn keys_for_other_purposes_are_left_out() {
    let (own, other) = (Signer::new("ES256", "k1"), Signer::new("ES256", "k2"));
    let mut encryption = other.key();
    encryption["use"] = json!("enc");
    let set = json!({"keys": [{"kty": "new"}, 7, encryption, own.key()]}).to_string();
    let server = KeyServer::new(Behaviour::Answers(200, set.into())).await;
    let endpoint = endpoint(&server).await;
    endpoint.call_with(&token(&own)).await.caller();
    endpoint.call_with(&token(&other)).await.problem(401, "unknown_key");
}

#[tokio::test]
async fn slow_keys_hold_up_their_calls_for_seconds_and_no_others() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::new(Behaviour::Waits(Vec::new())).await;
    let endpoint = endpoint(&server).await;
    let (calls, slow) = (endpoint.clone(), token(&signer));
    let waiting = tokio::spawn(async move { calls.call_with(&slow).await });
    server.arrived.acquire().await.unwrap().forget();
    endpoint.call(&[]).await.problem(401, "missing_token");
    assert_eq!(endpoint.get("/.well-known/oauth-protected-resource").await.status, 200);
    waiting.await.unwrap().problem(503, "authorization_keys_unavailable");
}

#[tokio::test]
async fn calls_that_wait_for_keys_share_the_end_of_one_reading() {
    let signer = Signer::new("ES256", "k1");
    let server = KeyServer::new(Behaviour::Waits(Vec::new())).await;
    let endpoint = endpoint(&server).await;
    let calls: Vec<_> = (0..4)
        .map(|_| {
            let (endpoint, token) = (endpoint.clone(), token(&signer));
            tokio::spawn(async move { endpoint.call_with(&token).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().problem(503, "authorization_keys_unavailable");
    }
    // The pause begins where the reading has ended, however long it has taken.
    endpoint.call_with(&token(&signer)).await.problem(503, "authorization_keys_unavailable");
    assert_eq!(server.requests(), 1);
}

#[test]
fn a_file_without_keys_and_an_address_that_anybody_can_change_are_mistakes() {
    let not_keys = TempFile::new("{}");
    let rows = [
        (KeySource::File("/nowhere/keys.json".into()), "cannot be read"),
        (KeySource::File(not_keys.0.clone()), "not a set of JSON Web Keys"),
        (KeySource::Url("http://auth.example.com/keys?code=4711".parse().unwrap()), "must come from an https address"),
        (KeySource::Url("file:///etc/keys".parse().unwrap()), "must come from an https address"),
    ];
    for (keys, expected) in rows {
        let mistakes = Admission::new(&inbound(resource_server(keys)), &Listen::default()).unwrap_err();
        assert!(mistakes.len() == 1 && mistakes[0].contains(expected) && !mistakes[0].contains("4711"), "{mistakes:?}");
    }
}
