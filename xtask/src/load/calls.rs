//! What is called: a success, and one call for each class of failure.

use crate::mcp::load::Call;

/// A call, and where it can be measured.
pub(super) struct Case {
    pub(super) call: Call,
    pub(super) is_failure: bool,
    pub(super) upstream: Upstream,
    /// It is made so many times less often, because it takes longer.
    pub(super) divisor: u32,
}

/// Whether there is an API behind the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upstream {
    Up,
    Down,
}

/// What every failed result has.
const FAILED: &str = "\"isError\":true";

const fn failure(name: &'static str, tool: &'static str, arguments: &'static str, mark: &'static str) -> Case {
    Case { call: Call { name, tool, arguments, mark }, is_failure: true, upstream: Upstream::Up, divisor: 1 }
}

pub(super) const CALLS: [Case; 8] = [
    Case { is_failure: false, ..failure("success, 1 KB", "get_item", "{\"sku\": \"TEA-1\"}", "Picked by hand") },
    failure("404", "get_item", "{\"sku\": \"TEA-9\"}", FAILED),
    failure("500 with HTML", "fail", "{\"kind\": \"status_500_html_with_password\"}", FAILED),
    failure("broken JSON", "fail", "{\"kind\": \"broken_json\"}", FAILED),
    failure("refused arguments", "get_item", "{\"skew\": \"TEA-1\"}", FAILED),
    failure("unknown tool", "get_itm", "{\"sku\": \"TEA-1\"}", "-32602"),
    Case { divisor: 40, ..failure("time-out", "track_order", "{\"id\": 1001, \"carrier_takes_ms\": 20000}", FAILED) },
    Case { upstream: Upstream::Down, ..failure("upstream down", "get_item", "{\"sku\": \"TEA-1\"}", FAILED) },
];

/// Bodies of 20 MB.
pub(super) const STREAM: Case =
    Case { divisor: 20, ..failure("20 MB body", "fail", "{\"kind\": \"too_large\"}", FAILED) };

#[cfg(test)]
mod tests {
    use super::{CALLS, STREAM};
    use serde_json::Value;

    #[test]
    fn the_arguments_of_every_call_are_an_object() {
        for case in CALLS.iter().chain([&STREAM]) {
            let arguments: Value = serde_json::from_str(case.call.arguments).expect("JSON");
            assert!(arguments.is_object() && case.divisor > 0, "{}", case.call.name);
        }
        assert_eq!(CALLS.iter().filter(|case| !case.is_failure).count(), 1);
    }
}
