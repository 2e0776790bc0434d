//! 429, and 503 that says when to come back.

use super::client::Client;
use super::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn however_the_api_says_when_the_caller_learns_when() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for (status, code) in [(429, "rate_limited"), (503, "unavailable")] {
        for form in ["seconds", "date", "milliseconds", "reset"] {
            let answer = client.call("throttle", json!({"status": status, "form": form})).await;
            let (found, _, origin) = answer.facts();
            assert_eq!((found, origin), (code, "upstream"), "{form}");
            let retry = &answer.failure()["retry"];
            assert_eq!(retry["retryable"], true, "{:#}", answer.0);
            // A date has whole seconds, and some time has passed since it was written.
            let after = retry["after_ms"].as_u64().unwrap_or_else(|| panic!("{form} {status}: {:#}", answer.0));
            assert!((18_000..=21_000).contains(&after), "{form} {status}: {after}");
            assert!(answer.text().contains("Too much at once"), "{}", answer.text());
        }
    }
    assert_eq!(upstream.request_count(), 8);
}

#[tokio::test]
async fn a_request_over_the_limit_was_not_carried_out() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    for tool in ["throttle", "post_throttle"] {
        for form in ["seconds", "none"] {
            let answer = client.call(tool, json!({"status": 429, "form": form})).await;
            assert_eq!(answer.failure()["retry"]["safe"], "always", "{tool} {form}: {:#}", answer.0);
        }
    }
    assert_eq!(upstream.request_count(), 4);
}
