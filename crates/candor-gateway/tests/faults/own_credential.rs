//! The API refuses the gateway's own credential, or repeats it.

use super::client::{Answer, CREDENTIAL, Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor_gateway::{Credential, Secret};
use serde_json::json;

async fn with(upstream: &Upstream, credential: Credential) -> Client {
    let mut api = at(upstream.base_url());
    api.credential = Some(credential);
    Client::with(api, Dialect::Structured).await
}

fn bearer() -> Credential {
    Credential::Bearer(Secret::new(CREDENTIAL))
}

fn is_the_operators(answer: &Answer) {
    assert_eq!(answer.facts(), ("configuration", "credential_refused", "configuration"));
    assert_eq!(answer.failure()["retry"]["retryable"], false);
    assert!(answer.text().contains("operator"), "{}", answer.text());
}

#[tokio::test]
async fn a_401_for_the_gateways_own_credential_is_the_operators_matter() {
    let upstream = Upstream::start().await;
    let client = with(&upstream, bearer()).await;
    for form in ["json", "html", "empty", "credential"] {
        is_the_operators(&client.call("status", json!({"status": 401, "form": form})).await);
    }
    assert_eq!(upstream.request_count(), 4, "a bearer token is not another one the second time");
    assert_eq!(upstream.requests()[0].header("authorization"), Some(&*format!("Bearer {CREDENTIAL}")));
}

#[tokio::test]
async fn a_403_is_the_operators_matter_where_it_speaks_of_the_credential_or_its_scope() {
    let upstream = Upstream::start().await;
    let client = with(&upstream, bearer()).await;
    let answer = client.call("status", json!({"status": 403, "form": "credential"})).await;
    is_the_operators(&answer);
    assert!(!answer.text().contains("orders:write"), "nothing of the credential: {}", answer.text());
}

#[tokio::test]
async fn any_other_403_is_the_callers() {
    let upstream = Upstream::start().await;
    let client = with(&upstream, bearer()).await;
    let answer = client.call("status", json!({"status": 403, "form": "json"})).await;
    let (code, _, origin) = answer.facts();
    assert_eq!((code, origin), ("forbidden", "upstream"), "{:#}", answer.0);
}

#[tokio::test]
async fn a_401_without_a_credential_of_the_gateway_is_the_operators_matter() {
    let upstream = Upstream::start().await;
    let answer = Client::of(&upstream).await.call("status", json!({"status": 401, "form": "json"})).await;
    assert_eq!(answer.facts(), ("configuration", "credential_missing", "configuration"), "{:#}", answer.0);
    assert_eq!(answer.failure()["retry"]["retryable"], false);
}

#[tokio::test]
async fn a_401_where_the_clients_headers_are_sent_on_says_what_it_is() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.forwarded_headers = vec![http::HeaderName::from_static("x-user-key")];
    let client = Client::with(api, Dialect::Structured).await;
    let answer = client.call("status", json!({"status": 401, "form": "json"})).await;
    let (code, _, origin) = answer.facts();
    assert_eq!((code, origin), ("unauthorized", "upstream"), "{:#}", answer.0);
}

#[tokio::test]
async fn the_credential_does_not_come_back_in_any_form() {
    let upstream = Upstream::start().await;
    let key = Credential::Header { name: "x-api-key".parse().unwrap(), value: Secret::new(CREDENTIAL) };
    for credential in [bearer(), key] {
        let client = with(&upstream, credential).await;
        for form in ["plain", "base64", "wrapped_base64", "percent", "every_percent", "hex", "header"] {
            for status in [200, 400, 404, 500] {
                // The client looks for the credential itself.
                let answer = client.call("credential", json!({"status": status, "form": form})).await.0.to_string();
                for told in forms() {
                    assert!(!answer.to_lowercase().contains(&told), "{form} {status}: {answer}");
                }
            }
        }
    }
}

/// What would give it away, in lower case.
fn forms() -> [String; 4] {
    use base64::Engine;
    let base64 = base64::prelude::BASE64_STANDARD.encode(CREDENTIAL).to_lowercase();
    let hex: String = CREDENTIAL.bytes().map(|byte| format!("{byte:02x}")).collect();
    let percent: String = CREDENTIAL.bytes().map(|byte| format!("%{byte:02x}")).collect();
    // Where it stands in the middle of base64, its ends are others.
    [base64.trim_end_matches('=').to_owned(), hex, percent, CREDENTIAL.replace('-', "%2d").to_lowercase()]
}

#[tokio::test]
async fn what_the_client_shows_of_itself_is_not_sent_on() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await.with_header("authorization", "Bearer the-callers-own");
    let client = client.with_header("cookie", "session=the-callers-own").with_header("x-forwarded-for", "10.1.2.3");
    client.call("get_order", json!({"id": "7"})).await.success();
    let requests = upstream.requests();
    assert!(!format!("{requests:?}").contains("the-callers-own"), "{requests:?}");
}

#[tokio::test]
async fn not_even_an_operator_can_have_it_sent_on() {
    let upstream = Upstream::start().await;
    let mut api = at(upstream.base_url());
    api.credential = Some(bearer());
    api.forwarded_headers = ["authorization", "cookie", "x-tenant"].map(http::HeaderName::from_static).to_vec();
    let client = Client::with(api, Dialect::Structured).await.with_header("authorization", "Bearer the-callers-own");
    let client = client.with_header("cookie", "session=the-callers-own").with_header("x-tenant", "north");
    client.call("get_order", json!({"id": "7"})).await.success();
    let requests = upstream.requests();
    assert!(!format!("{requests:?}").contains("the-callers-own"), "{requests:?}");
    assert_eq!(requests[0].header("x-tenant"), Some("north"));
    assert_eq!(requests[0].header("authorization"), Some(&*format!("Bearer {CREDENTIAL}")));
}
