//! Redirects: followed within the origin at most, and never with the credential to another one.

use super::client::{CREDENTIAL, Client, at};
use super::upstream::Upstream;
use candor::Dialect;
use candor_gateway::{Credential, Secret};
use serde_json::json;

const ALL: [u16; 5] = [301, 302, 303, 307, 308];

#[tokio::test]
async fn a_redirect_to_another_origin_is_not_followed() {
    let (upstream, other) = (Upstream::start().await, Upstream::start().await);
    let mut api = at(upstream.base_url());
    api.credential = Some(Credential::Bearer(Secret::new(CREDENTIAL)));
    let client = Client::with(api, Dialect::Structured).await;
    let to = format!("other-{}", other.address().port());
    for status in ALL {
        for tool in ["moved", "post_moved"] {
            let answer = client.call(tool, json!({"status": status, "to": to})).await;
            assert_eq!(answer.facts(), ("dependency_failed", "redirect_not_followed", "upstream"), "{status} {tool}");
            // What it would do with the method is found out first.
            let told = if tool == "post_moved" && status < 303 { "another method" } else { "another server" };
            assert!(answer.text().contains(told), "{}", answer.text());
            assert!(!answer.0.to_string().contains(&other.address().port().to_string()), "{:#}", answer.0);
        }
    }
    assert_eq!((upstream.request_count(), other.connection_count()), (10, 0));
}

#[tokio::test]
async fn a_redirect_within_the_origin_is_followed_when_reading() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for status in ALL {
        let answer = client.call("moved", json!({"status": status, "to": "same"})).await;
        assert_eq!(answer.success()["structuredContent"]["id"], 7, "{status}");
    }
}

#[tokio::test]
async fn a_redirect_of_a_write_is_followed_only_where_http_says_with_which_method() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (status, method) in [(301, None), (302, None), (303, Some("GET")), (307, Some("POST")), (308, Some("POST"))] {
        let before = upstream.request_count();
        let answer = client.call("post_moved", json!({"status": status, "to": "same"})).await;
        let requests = upstream.requests();
        assert_eq!(requests.get(before + 1).map(|it| it.method.as_str()), method, "{status}");
        match method {
            Some(_) => _ = answer.success(),
            None => assert_eq!(answer.facts().1, "redirect_not_followed", "{status}"),
        }
    }
}

#[tokio::test]
async fn a_redirect_that_never_arrives_is_given_up() {
    let upstream = Upstream::start().await;
    let answer = Client::of(&upstream).await.call("moved", json!({"status": 302, "to": "loop"})).await;
    assert_eq!(answer.facts(), ("dependency_failed", "too_many_redirects", "upstream"), "{:#}", answer.0);
    assert!(upstream.request_count() <= 21, "{}", upstream.request_count());
}

#[tokio::test]
async fn a_redirect_to_nowhere_is_no_success() {
    let upstream = Upstream::start().await;
    for status in ALL {
        let answer = Client::of(&upstream).await.call("moved", json!({"status": status, "to": "nowhere"})).await;
        let (code, _, origin) = answer.facts();
        assert_eq!((code, origin), ("dependency_failed", "upstream"), "{status}: {:#}", answer.0);
    }
}
