//! When a rate limit begins anew: `x-ratelimit-reset`, and the names that vendors have for it.

use super::RetryTime;
use ::http::{HeaderMap, StatusCode};

/// Responses that a used-up limit can cause. Others carry the headers, too, and mean nothing by them.
const REFUSALS: [StatusCode; 3] =
    [StatusCode::TOO_MANY_REQUESTS, StatusCode::FORBIDDEN, StatusCode::SERVICE_UNAVAILABLE];

/// When the limits begin anew that are used up, as the response says; if it does not say which, and is a refusal for
/// too many requests, when all begin anew.
pub(super) fn reset(status: StatusCode, headers: &HeaderMap) -> Vec<RetryTime> {
    if !REFUSALS.contains(&status) {
        return Vec::new();
    }
    let limits: Vec<_> = headers.iter().filter_map(|(name, value)| limit(headers, name.as_str(), value)).collect();
    let used_up: Vec<_> = limits.iter().filter(|limit| limit.is_used_up).map(|limit| limit.reset).collect();
    if !used_up.is_empty() {
        used_up
    } else if status == StatusCode::TOO_MANY_REQUESTS {
        limits.iter().map(|limit| limit.reset).collect()
    } else {
        Vec::new()
    }
}

struct Limit {
    reset: RetryTime,
    is_used_up: bool,
}

/// The limit whose reset a header gives: `x-ratelimit-reset`, `ratelimit-reset`, `x-rate-limit-reset`,
/// `x-ratelimit-reset-requests`, `anthropic-ratelimit-tokens-reset` and the like.
fn limit(headers: &HeaderMap, name: &str, value: &::http::HeaderValue) -> Option<Limit> {
    if !name.contains("ratelimit") && !name.contains("rate-limit") {
        return None;
    }
    let (before, after) = name.split_once("reset")?;
    let text = value.to_str().ok()?;
    let reset = if after == "-ms" { RetryTime::parse_milliseconds(text) } else { RetryTime::parse(text) };
    // What follows the word says which limit it is, or how the number is meant.
    let which = if matches!(after, "-ms" | "-after") { "" } else { after };
    let remaining = headers.get(format!("{before}remaining{which}"));
    let is_used_up = remaining.and_then(|it| it.to_str().ok()).is_some_and(|it| it.trim().parse() == Ok(0.0));
    Some(Limit { reset: reset?, is_used_up })
}
