//! Where clients learn which authorization server to ask (RFC 9728).

use super::authorization_server::{TempFile, inbound, resource_server};
use super::endpoint::Endpoint;
use super::signing::{ISSUER, RESOURCE, Signer};
use candor_gateway::{Inbound, KeySource};
use serde_json::json;

async fn endpoint(resource: &str) -> Endpoint {
    let file = TempFile::with(&[&Signer::new("ES256", "k1")]);
    let mut oauth = resource_server(KeySource::File(file.0.clone()));
    oauth.resource = resource.parse().unwrap();
    Endpoint::of(inbound(oauth)).await
}

#[tokio::test]
async fn metadata_are_for_everyone_at_the_root_and_at_the_path_of_the_endpoint() {
    let endpoint = endpoint(RESOURCE).await;
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let answer = endpoint.get(path).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        let expected = json!({"resource": RESOURCE, "authorization_servers": [ISSUER],
                              "bearer_methods_supported": ["header"], "scopes_supported": ["mcp:use"]});
        assert_eq!(answer.json(), expected);
    }
    endpoint.get("/.well-known/oauth-protected-resource/other").await.problem(404, "unknown_resource");
}

#[tokio::test]
async fn behind_another_path_the_metadata_are_there_too() {
    let endpoint = endpoint("https://example.com/a/b/{c}").await;
    let answer = endpoint.get("/.well-known/oauth-protected-resource/mcp").await;
    assert_eq!(answer.json()["resource"], "https://example.com/a/b/%7Bc%7D");
    let refused = endpoint.call(&[]).await;
    let expected = r#"resource_metadata="https://example.com/.well-known/oauth-protected-resource/a/b/%7Bc%7D""#;
    assert!(refused.header("www-authenticate").unwrap().ends_with(expected), "{refused:?}");
    let answer = endpoint.get("/.well-known/oauth-protected-resource/a/b/%7Bc%7D").await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[tokio::test]
async fn without_an_authorization_server_there_are_none() {
    let endpoint = Endpoint::of(Inbound::default()).await;
    assert_eq!(endpoint.get("/.well-known/oauth-protected-resource").await.status, 404);
}
