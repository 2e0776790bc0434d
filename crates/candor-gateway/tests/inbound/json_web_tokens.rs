//! Tokens of an authorization server.

use super::authorization_server::{TempFile, inbound, resource_server};
use super::endpoint::{Endpoint, token};
use super::signing::{ALGORITHMS, RESOURCE, Signer, claims, encoded, in_seconds};
use candor_gateway::{Admission, Inbound, KeySource, ToolAccess};
use ring::hmac;
use serde_json::{Value, json};

const CHALLENGE: &str = r#"Bearer realm="mcp""#;
const METADATA: &str = r#"resource_metadata="https://gateway.example.com/.well-known/oauth-protected-resource/mcp""#;

/// An endpoint that knows these keys.
async fn knowing(signers: &[&Signer]) -> Endpoint {
    let file = TempFile::with(signers);
    Endpoint::of(inbound(resource_server(KeySource::File(file.0.clone())))).await
}

/// Checks that the token is refused for this reason, and that nothing of it is in the answer.
async fn refused(endpoint: &Endpoint, token: &str, reason: &str) {
    let answer = endpoint.call_with(token).await;
    answer.problem(401, reason);
    let challenge = answer.header("www-authenticate").unwrap();
    assert!(challenge.starts_with(&format!(r#"{CHALLENGE}, error="invalid_token""#)), "{challenge}");
    assert!(challenge.ends_with(METADATA), "{challenge}");
    let whole = format!("{answer:?}");
    for part in token.split('.').filter(|part| part.len() > 8) {
        assert!(!whole.contains(part), "{whole}");
    }
    assert!(!whole.contains("user-17"), "{whole}");
}

#[tokio::test]
async fn every_algorithm_of_a_public_key_is_accepted() {
    for algorithm in ALGORITHMS {
        let signer = Signer::new(algorithm, "k1");
        let endpoint = knowing(&[&signer]).await;
        let caller = endpoint.call_with(&signer.token(&claims(json!({})))).await.caller();
        assert_eq!((&caller["name"], &caller["tools"]), (&json!("user-17"), &json!("*")), "{algorithm}");
        assert_eq!(caller["authorization"], Value::Null);
    }
}

#[tokio::test]
async fn a_token_that_was_changed_is_refused_whatever_its_algorithm() {
    for algorithm in ALGORITHMS {
        let signer = Signer::new(algorithm, "k1");
        let endpoint = knowing(&[&signer]).await;
        let token = signer.token(&claims(json!({})));
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let (header, _) = signed.split_once('.').unwrap();
        let other = encoded(claims(json!({"sub": "root"})).to_string().as_bytes());
        refused(&endpoint, &format!("{header}.{other}.{signature}"), "invalid_signature").await;
        let zeros = encoded(&[0; 64]);
        refused(&endpoint, &format!("{signed}.{zeros}"), "invalid_signature").await;
        refused(&endpoint, &format!("{signed}."), "invalid_signature").await;
    }
}

#[tokio::test]
async fn a_key_of_another_algorithm_is_not_used_whatever_the_token_says() {
    let (rs, ps) = (Signer::new("RS256", "k1"), Signer::new("PS256", "k1"));
    let (es, ed) = (Signer::new("ES256", "es"), Signer::new("EdDSA", "ed"));
    // The same key pair, but the key is for RS256 alone.
    refused(&knowing(&[&rs]).await, &ps.token(&claims(json!({}))), "invalid_signature").await;
    let endpoint = knowing(&[&rs, &es, &ed]).await;
    for (signer, algorithm, key) in
        [(&es, "RS256", "k1"), (&es, "EdDSA", "es"), (&ed, "ES256", "ed"), (&ed, "EdDSA", "es"), (&rs, "RS256", "ed")]
    {
        let header = json!({"alg": algorithm, "typ": "JWT", "kid": key});
        refused(&endpoint, &signer.token_with(&header, &claims(json!({}))), "invalid_signature").await;
    }
    // The name of one key and the signature of another.
    let other = Signer::new("ES256", "es");
    refused(&endpoint, &other.token(&claims(json!({}))), "invalid_signature").await;
}

#[tokio::test]
async fn neither_none_nor_a_shared_secret_is_an_algorithm() {
    let signer = Signer::new("RS256", "k1");
    let endpoint = knowing(&[&signer]).await;
    let payload = encoded(claims(json!({})).to_string().as_bytes());
    for algorithm in ["none", "None", "NONE", "", "RS1", "rs256", "HS256", "HS384", "HS512", "ES512", "ES256K"] {
        let header = encoded(json!({"alg": algorithm, "typ": "JWT", "kid": "k1"}).to_string().as_bytes());
        refused(&endpoint, &format!("{header}.{payload}."), "unsupported_token").await;
        // The public key as the secret, which everybody knows.
        for secret in [signer.key()["n"].as_str().unwrap().as_bytes(), signer.key().to_string().as_bytes()] {
            let signed = format!("{header}.{payload}");
            let signature = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), signed.as_bytes());
            refused(&endpoint, &format!("{signed}.{}", encoded(signature.as_ref())), "unsupported_token").await;
        }
    }
}

#[tokio::test]
async fn a_key_in_the_token_is_not_a_key_of_the_authorization_server() {
    let (own, stranger) = (Signer::new("ES256", "k1"), Signer::new("ES256", "k2"));
    let endpoint = knowing(&[&own]).await;
    for kid in [json!("k1"), json!("k2"), Value::Null] {
        let header = json!({"alg": "ES256", "typ": "JWT", "kid": kid, "jwk": stranger.key(),
                            "jku": "http://127.0.0.1:1/keys", "x5u": "http://127.0.0.1:1/chain"});
        let reason = if kid == "k2" { "unknown_key" } else { "invalid_signature" };
        refused(&endpoint, &stranger.token_with(&header, &claims(json!({}))), reason).await;
    }
}

#[tokio::test]
async fn a_token_says_who_issued_it_for_whom_and_when() {
    let signer = Signer::new("ES256", "k1");
    let endpoint = knowing(&[&signer]).await;
    let rows = [
        (json!({"iss": "https://evil.example"}), "wrong_issuer"),
        (json!({"iss": "https://auth.example.com.evil.example"}), "wrong_issuer"),
        (json!({"iss": null}), "wrong_issuer"),
        (json!({"iss": ["https://auth.example.com"]}), "malformed_token"),
        (json!({"aud": "https://other.example.com/mcp"}), "wrong_audience"),
        (json!({"aud": ["https://other.example.com/mcp"]}), "wrong_audience"),
        (json!({"aud": []}), "wrong_audience"),
        (json!({"aud": null}), "wrong_audience"),
        (json!({"aud": {"a": RESOURCE}}), "malformed_token"),
        (json!({"exp": in_seconds(-61)}), "expired_token"),
        (json!({"exp": 0}), "expired_token"),
        (json!({"exp": -1e300}), "expired_token"),
        (json!({"exp": null}), "malformed_token"),
        (json!({"exp": "tomorrow"}), "malformed_token"),
        (json!({"nbf": in_seconds(120)}), "token_not_yet_valid"),
        (json!({"iat": in_seconds(120)}), "token_not_yet_valid"),
        (json!({"sub": "", "client_id": null}), "malformed_token"),
        (json!({"sub": null, "client_id": null}), "malformed_token"),
        (json!({"sub": "a\r\nX-Admin: 1"}), "malformed_token"),
        (json!({"sub": "x".repeat(257)}), "malformed_token"),
    ];
    for (others, reason) in rows {
        refused(&endpoint, &signer.token(&claims(others)), reason).await;
    }
    for valid in [
        json!({"exp": in_seconds(-50)}),
        json!({"nbf": in_seconds(50), "iat": in_seconds(50)}),
        json!({"aud": ["https://other.example.com/mcp", RESOURCE]}),
        json!({"exp": 4e9}),
        json!({"iss": "https://auth.example.com/"}),
        json!({"scope": null, "scp": ["other", "mcp:use"]}),
        json!({"scope": null, "scp": "other mcp:use"}),
    ] {
        endpoint.call_with(&signer.token(&claims(valid))).await.caller();
    }
    let of_client = signer.token(&claims(json!({"sub": null})));
    assert_eq!(endpoint.call_with(&of_client).await.caller()["name"], "agent");
}

#[tokio::test]
async fn a_token_has_the_form_of_one() {
    let signer = Signer::new("ES256", "k1");
    let endpoint = knowing(&[&signer]).await;
    let good = claims(json!({})).to_string();
    let header = |text: &str| signer.signed(text, &good);
    for (token, reason) in [
        ("not-a-jwt-but-a-token".to_owned(), "malformed_token"),
        ("a.b".to_owned(), "malformed_token"),
        ("a.b.c".to_owned(), "malformed_token"),
        ("..".to_owned(), "malformed_token"),
        (format!("{}.{}", signer.token(&claims(json!({}))), "more.parts"), "malformed_token"),
        (header("[]"), "malformed_token"),
        (header("{}"), "malformed_token"),
        (header(r#"{"alg":"ES256","alg":"ES256","typ":"JWT","kid":"k1"}"#), "malformed_token"),
        (header(r#"{"alg":"ES256","kid":"k1"}"#), "unsupported_token"),
        (header(r#"{"alg":"ES256","typ":"logout+jwt","kid":"k1"}"#), "unsupported_token"),
        (header(r#"{"alg":"ES256","typ":"JWT","kid":"k1","crit":["b64"],"b64":false}"#), "unsupported_token"),
        (signer.signed(r#"{"alg":"ES256","typ":"JWT","kid":"k1"}"#, "[]"), "malformed_token"),
        (signer.signed(r#"{"alg":"ES256","typ":"JWT","kid":"k1"}"#, r#"{"sub":"a","sub":"b"}"#), "malformed_token"),
    ] {
        refused(&endpoint, &token, reason).await;
    }
    for kind in ["at+jwt", "AT+JWT", "application/at+jwt", "JWT"] {
        let header = json!({"alg": "ES256", "typ": kind, "kid": "k1"});
        endpoint.call_with(&signer.token_with(&header, &claims(json!({})))).await.caller();
    }
}

#[tokio::test]
async fn a_token_that_is_too_long_is_not_looked_at() {
    let signer = Signer::new("ES256", "k1");
    let endpoint = knowing(&[&signer]).await;
    let long = signer.token(&claims(json!({"text": "x".repeat(Admission::MAX_TOKEN_LENGTH)})));
    refused(&endpoint, &long, "malformed_token").await;
}

#[tokio::test]
async fn a_token_without_the_scope_is_told_which_one_it_needs() {
    let signer = Signer::new("ES256", "k1");
    let endpoint = knowing(&[&signer]).await;
    for scope in [json!("other mcp:use:all"), json!(""), Value::Null] {
        let answer = endpoint.call_with(&signer.token(&claims(json!({"scope": scope})))).await;
        let problem = answer.problem(403, "insufficient_scope");
        assert_eq!(problem["context"]["missing_scopes"], json!(["mcp:use"]), "{problem:#}");
        let expected = format!(r#"{CHALLENGE}, error="insufficient_scope", scope="mcp:use", {METADATA}"#);
        assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
    }
}

#[tokio::test]
async fn a_scope_says_which_tools_its_token_is_for() {
    let signer = Signer::new("ES256", "k1");
    let file = TempFile::with(&[&signer]);
    let mut oauth = resource_server(KeySource::File(file.0.clone()));
    for (scope, pattern) in [("orders:read", "get_*"), ("orders:write", "put_*")] {
        oauth.tools_by_scope.insert(scope.to_owned(), ToolAccess::Only([pattern.to_owned()].into()));
    }
    oauth.tools_by_scope.insert("all".to_owned(), ToolAccess::All);
    let endpoint = Endpoint::of(inbound(oauth)).await;
    for (scope, tools) in [
        ("mcp:use orders:read", json!(["get_*"])),
        ("orders:write mcp:use orders:read", json!(["get_*", "put_*"])),
        ("mcp:use orders:read all", json!("*")),
    ] {
        let caller = endpoint.call_with(&signer.token(&claims(json!({"scope": scope})))).await.caller();
        assert_eq!(caller["tools"], tools, "{scope}");
    }
}

#[tokio::test]
async fn where_scopes_have_tools_a_token_with_none_of_them_has_no_tools() {
    let signer = Signer::new("ES256", "k1");
    let file = TempFile::with(&[&signer]);
    let mut oauth = resource_server(KeySource::File(file.0.clone()));
    oauth.tools_by_scope.insert("orders:read".to_owned(), ToolAccess::Only(["get_*".to_owned()].into()));
    oauth.tools_by_scope.insert("admin".to_owned(), ToolAccess::Only(["*".to_owned()].into()));
    let endpoint = Endpoint::of(inbound(oauth)).await;
    for scope in ["mcp:use", "mcp:use orders:write", "mcp:use *"] {
        let answer = endpoint.call_with(&signer.token(&claims(json!({"scope": scope})))).await;
        let problem = answer.problem(403, "insufficient_scope");
        assert_eq!(problem["context"]["one_of_scopes"], json!(["admin", "orders:read"]), "{problem:#}");
        let expected =
            format!(r#"{CHALLENGE}, error="insufficient_scope", scope="mcp:use admin orders:read", {METADATA}"#);
        assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
    }
    let all = endpoint.call_with(&signer.token(&claims(json!({"scope": "mcp:use admin"})))).await.caller();
    assert_eq!(all["tools"], json!(["*"]));
}

#[tokio::test]
async fn a_request_without_a_token_is_told_where_to_get_one() {
    let endpoint = knowing(&[&Signer::new("ES256", "k1")]).await;
    let answer = endpoint.call(&[]).await;
    answer.problem(401, "missing_token");
    let expected = format!(r#"{CHALLENGE}, scope="mcp:use", {METADATA}"#);
    assert_eq!(answer.header("www-authenticate"), Some(expected.as_str()));
}

#[tokio::test]
async fn another_audience_can_be_set() {
    let signer = Signer::new("ES256", "k1");
    let file = TempFile::with(&[&signer]);
    let mut oauth = resource_server(KeySource::File(file.0.clone()));
    oauth.audience = Some("api://gateway".to_owned());
    let endpoint = Endpoint::of(inbound(oauth)).await;
    endpoint.call_with(&signer.token(&claims(json!({"aud": "api://gateway"})))).await.caller();
    refused(&endpoint, &signer.token(&claims(json!({}))), "wrong_audience").await;
}

#[tokio::test]
async fn static_tokens_are_accepted_beside_those_of_the_authorization_server() {
    let signer = Signer::new("ES256", "k1");
    let file = TempFile::with(&[&signer]);
    let oauth = Some(resource_server(KeySource::File(file.0.clone())));
    let both = Inbound { oauth, tokens: vec![token("ci", "ci-7f3a9c1e5b2d4860")], ..Inbound::default() };
    let endpoint = Endpoint::of(both).await;
    assert_eq!(endpoint.call_with("ci-7f3a9c1e5b2d4860").await.caller()["name"], "ci");
    assert_eq!(endpoint.call_with(&signer.token(&claims(json!({})))).await.caller()["name"], "user-17");
    refused(&endpoint, "ci-7f3a9c1e5b2d4861", "malformed_token").await;
}
