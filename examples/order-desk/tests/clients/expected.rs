//! What every call has to show to the user of a client, and what no call may.

use crate::client::{Client, Seen};
use serde_json::Value;

/// What a call has to show.
enum Shows {
    /// A result that is not an error, with its data as structure, and these words in its text blocks.
    Success(&'static [&'static str]),
    /// A tool result that says it failed. The first text block alone holds all of this.
    Failure(Failure),
    /// An exception, made of a JSON-RPC error with this number, reason, and words in the message.
    Refusal { number: i64, reason: &'static str, says: &'static [&'static str] },
}

struct Failure {
    code: &'static str,
    reason: &'static str,
    /// Words that the message holds.
    says: &'static [&'static str],
    /// Words that the recovery holds.
    recovery: &'static str,
    retry: &'static str,
    /// Whether the failure may be in the structured content too: only where the tool has no output schema.
    is_structured: bool,
}

use Shows::{Refusal, Success};

const fn failure(
    code: &'static str,
    reason: &'static str,
    says: &'static [&'static str],
    recovery: &'static str,
    retry: &'static str,
) -> Shows {
    Shows::Failure(Failure { code, reason, says, recovery, retry, is_structured: false })
}

/// Call by call, for every client and over every transport.
#[rustfmt::skip]
const ROWS: [(&str, Shows); 18] = [
    ("success",          Success(&["\"customer\":\"Ada\""])),
    ("unknown_tool",     Refusal { number: -32602, reason: "unknown_tool", says: &["get_ordr", "get_order"] }),

    // Arguments that do not fit the schema: the place is named, and the tool has not run.
    ("missing_argument", failure("missing_required", "invalid_arguments", &["/items"], "/items", "only with changes")),
    ("wrong_type",       failure("invalid_params", "invalid_arguments", &["/id", "integer"], "/id", "only with changes")),
    ("out_of_range",     failure("out_of_range", "invalid_arguments", &["/items/0/quantity", "100"], "/items/0/quantity", "only with changes")),
    ("unknown_argument", failure("invalid_params", "invalid_arguments", &["/verbose"], "/verbose", "only with changes")),

    // What the tools' own contracts say.
    ("no_such_order",    failure("not_found", "no_such_order", &["There is no order 7"],
                                 "Call list_orders to see the ids of all orders.", "only with changes")),
    ("out_of_stock",     failure("conflict", "out_of_stock", &["Of TEA-2, 2 were ordered and 0 are left"],
                                 "Order at most 0 of TEA-2, or leave it out.", "only with changes")),
    ("rate_limit",       failure("rate_limited", "carrier_busy", &["The carrier takes no more requests for 30 s"],
                                 "Wait 30 s, then ask for the quote again.", "yes, after 30 s")),
    ("none_cancelled",   failure("conflict", "nothing_cancelled", &["None of the 2 orders was cancelled"],
                                 "call list_orders to see which are open", "only with changes")),

    // What the server did not expect: classified, and without the words that it came in.
    ("upstream_error",   failure("unavailable", "unavailable", &["Asking the carrier for a quote failed"],
                                 "retry", "yes, with backoff")),
    ("panic",            failure("internal", "panic", &["defect in the server"], "operator", "no")),
    ("wrong_shape",      failure("internal", "output_schema_mismatch", &["quote_shipping"], "operator", "no")),
    ("time_out",         Shows::Failure(Failure {
                             code: "timeout", reason: "deadline_exceeded", says: &["export_orders", "2 seconds"],
                             recovery: "Ask for less", retry: "yes, with backoff", is_structured: true,
                         })),

    // A batch in which some failed is a success that says which.
    ("some_cancelled",   Success(&["\"id\":1001", "\"after\":\"cancelled\"", "Order 1002 has shipped already",
                                   "There is no order 7", "2 of 3 items could not be cancelled"])),

    // Requests that are not part of the protocol.
    ("arguments_are_a_list", Refusal { number: -32602, reason: "malformed_params", says: &["arguments", "array"] }),
    ("no_tool_is_named",     Refusal { number: -32602, reason: "malformed_params", says: &["name"] }),

    // After all of that, the server serves as before.
    ("success_after_all", Success(&["\"customer\":\"Grace\""])),
];

/// What the carrier and the panic say, and only the operator may read.
const SECRETS: [&str; 10] = [
    "Wint3r-Rates-81",
    "rates.toml",
    "carrier.internal",
    "/etc/carrier",
    "SELECT",
    "price_cents FROM",
    "divide by zero",
    "carrier.rs",
    "desk-eu-1",
    "12.50 or so",
];

/// Every expectation that does not hold, call by call.
pub(crate) fn broken(client: Client, seen: &Seen, log: &str) -> Vec<String> {
    let mut broken = Vec::new();
    let connected = seen.get("connected").unwrap_or(&Value::Null);
    if connected["protocol"].as_str() != client.protocol() {
        broken.push(format!("it speaks {:?}, but: {connected}", client.protocol()));
    }
    for (call, shows) in &ROWS {
        let seen = seen.get(*call).unwrap_or(&Value::Null);
        let missing = missing(client, shows, seen, log);
        if !missing.is_empty() {
            broken.push(format!("{call}: {}\n  but: {seen}", missing.join("; ")));
        }
    }
    let unknown: Vec<_> = seen.keys().filter(|name| !is_expected(name)).collect();
    if !unknown.is_empty() {
        broken.push(format!("what every call shows is written down here, but not of {unknown:?}"));
    }
    broken
}

/// What one call has to show and does not.
fn missing(client: Client, shows: &Shows, seen: &Value, log: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let mut demand = |holds: bool, what: &str| {
        if !holds {
            missing.push(what.to_owned());
        }
    };
    match shows {
        Success(words) => check_success(&seen["result"], words, &mut demand),
        Shows::Failure(failure) => check_failure(&seen["result"], failure, log, &mut demand),
        Refusal { number, reason, says } => {
            check_refusal(client, &seen["exception"], (*number, reason, says), log, &mut demand);
        }
    }
    let text = seen.to_string();
    SECRETS.iter().for_each(|secret| demand(!text.contains(secret), &format!("nobody sees {secret:?}")));
    missing
}

fn is_expected(name: &str) -> bool {
    name == "connected" || ROWS.iter().any(|(call, _)| *call == name)
}

impl Client {
    /// The revision of the protocol that it speaks with the server, if it says so.
    fn protocol(self) -> Option<&'static str> {
        match self {
            Client::Python1 => Some("2025-11-25"),
            Client::Python2 | Client::TypeScript2 => Some("2026-07-28"),
            Client::TypeScript1 => None,
        }
    }

    /// The class of the exception that a JSON-RPC error becomes.
    fn exception(self) -> &'static str {
        match self {
            Client::Python1 | Client::TypeScript1 => "McpError",
            Client::Python2 => "MCPError",
            Client::TypeScript2 => "ProtocolError",
        }
    }
}

fn check_success(result: &Value, words: &[&str], demand: &mut impl FnMut(bool, &str)) {
    demand(result["isError"] != true && result["content"].is_array(), "it is a success");
    demand(result["structuredContent"].is_object(), "the data is there as structure");
    let blocks = result["content"].as_array().into_iter().flatten();
    let text: String = blocks.filter_map(|block| block["text"].as_str()).collect();
    words.iter().for_each(|word| demand(text.contains(word), &format!("a text block says {word:?}")));
}

fn check_failure(result: &Value, failure: &Failure, log: &str, demand: &mut impl FnMut(bool, &str)) {
    demand(result["isError"] == true, "it is a tool result with isError");
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    let line = |label: &str| text.lines().find_map(|line| line.strip_prefix(label)).unwrap_or_default();

    // The message may have several lines: it ends where the recovery begins.
    let message = text.split("\nRecovery: ").next().and_then(|text| text.strip_prefix("Error: ")).unwrap_or_default();
    failure.says.iter().for_each(|word| demand(message.contains(word), &format!("the first text block says {word:?}")));
    demand(line("Recovery: ").contains(failure.recovery), &format!("the recovery says {:?}", failure.recovery));
    let code = if failure.reason == failure.code { String::new() } else { format!(" ({})", failure.code) };
    let reason = format!("{}{code}; origin: ", failure.reason);
    demand(line("Reason: ").starts_with(&reason), &format!("the first text block gives the reason {reason:?}"));
    let retry = format!("; retry: {}", failure.retry);
    demand(line("Reason: ").ends_with(&retry), &format!("the first text block answers {:?} to a retry", failure.retry));

    let meta = &result["_meta"]["dev.candor/failure"];
    let instance = meta["instance"].as_str().unwrap_or_default();
    check_reference(instance, log, demand);
    let reference = line("Reference: ");
    let is_short_form = reference.len() == 8 && instance.starts_with(&format!("urn:uuid:{reference}"));
    demand(is_short_form, "the first text block has the first eight digits of the reference");
    demand(meta["code"] == failure.code && meta["reason"] == failure.reason, "_meta has the same code and reason");
    demand(meta["recovery"]["hint"] == line("Recovery: "), "_meta has the same recovery");
    let is_retryable = failure.retry.starts_with("yes");
    demand(meta["retry"]["retryable"] == is_retryable, "_meta says the same of a retry");

    let error = &result["structuredContent"]["error"];
    if failure.is_structured {
        demand(error["data"]["reason"] == failure.reason, "the structured content has the failure");
    } else {
        // One client holds errors against the output schema too, and shows its own complaint in place of the failure.
        demand(result.get("structuredContent").is_none(), "there is no structured content to hold against the schema");
    }
}

fn check_refusal(
    client: Client,
    exception: &Value,
    (number, reason, says): (i64, &str, &[&str]),
    log: &str,
    demand: &mut impl FnMut(bool, &str),
) {
    demand(exception["class"] == client.exception(), &format!("it is a {}", client.exception()));
    demand(exception["code"] == number, &format!("the number is {number}"));
    let message = exception["message"].as_str().unwrap_or_default();
    says.iter().for_each(|word| demand(message.contains(word), &format!("the message says {word:?}")));
    let data = &exception["data"];
    demand(data["reason"] == reason, &format!("the data gives the reason {reason:?}"));
    demand(data["recovery"]["hint"].as_str().is_some_and(|hint| hint.len() > 10), "the data has a recovery");
    check_reference(data["instance"].as_str().unwrap_or_default(), log, demand);
}

/// The reference is one that the operator finds in the log.
fn check_reference(reference: &str, log: &str, demand: &mut impl FnMut(bool, &str)) {
    let id = reference.strip_prefix("urn:uuid:").unwrap_or_default();
    demand(id.len() == 36, "there is a reference id");
    demand(id.is_empty() || log.contains(&format!("error.id={id}")), "the operator's log has the reference id");
}
