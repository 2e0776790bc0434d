//! What calls can show to the user of a client, and whether they do.

use crate::client::{Client, Seen};
use serde_json::Value;

/// What every call has to show, by its name, for every client and over every transport; and what no call may.
pub(crate) struct Expected {
    pub(crate) rows: &'static [(&'static str, Shows)],
    pub(crate) secrets: &'static [&'static str],
}

/// What a call has to show.
pub(crate) enum Shows {
    /// A result that is not an error, with these words in its text blocks, and where these pointers lead, JSON that begins so.
    Success { says: &'static [&'static str], holds: &'static [(&'static str, &'static str)] },
    /// A tool result that says it failed. The first text block alone holds all of this.
    Failure(Failure),
    /// An exception, made of a JSON-RPC error with this number, reason, and words in the message.
    Refusal { number: i64, reason: &'static str, says: &'static [&'static str] },
}

pub(crate) struct Failure {
    pub(crate) code: &'static str,
    pub(crate) reason: &'static str,
    /// Words that the message holds.
    pub(crate) says: &'static [&'static str],
    /// Words that the recovery holds.
    pub(crate) recovery: &'static str,
    pub(crate) retry: &'static str,
    /// Whether the failure may be in the structured content too: only where the tool has no output schema.
    pub(crate) is_structured: bool,
}

/// A success with its data as structure.
pub(crate) const fn data(says: &'static [&'static str]) -> Shows {
    Shows::Success { says, holds: &[("/structuredContent", "{")] }
}

/// A failure of a tool with an output schema.
pub(crate) const fn failure(
    code: &'static str,
    reason: &'static str,
    says: &'static [&'static str],
    recovery: &'static str,
    retry: &'static str,
) -> Shows {
    Shows::Failure(Failure { code, reason, says, recovery, retry, is_structured: false })
}

/// Every expectation that does not hold, call by call.
pub(crate) fn broken(expected: &Expected, client: Client, seen: &Seen, log: &str) -> Vec<String> {
    let mut broken = Vec::new();
    let connected = seen.get("connected").unwrap_or(&Value::Null);
    if connected["protocol"].as_str() != client.protocol() {
        broken.push(format!("it speaks {:?}, but: {connected}", client.protocol()));
    }
    for (call, shows) in expected.rows {
        let seen = seen.get(*call).unwrap_or(&Value::Null);
        let mut missing = missing(client, shows, seen, log);
        let text = seen.to_string();
        let said = expected.secrets.iter().filter(|secret| text.contains(**secret));
        missing.extend(said.map(|secret| format!("nobody sees {secret:?}")));
        if !missing.is_empty() {
            broken.push(format!("{call}: {}\n  but: {seen}", missing.join("; ")));
        }
    }
    let is_expected = |name: &str| name == "connected" || expected.rows.iter().any(|(call, _)| *call == name);
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
        Shows::Success { says, holds } => check_success(&seen["result"], says, holds, &mut demand),
        Shows::Failure(failure) => check_failure(&seen["result"], failure, log, &mut demand),
        Shows::Refusal { number, reason, says } => {
            check_refusal(client, &seen["exception"], (*number, reason, says), log, &mut demand);
        }
    }
    missing
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

fn check_success(result: &Value, says: &[&str], holds: &[(&str, &str)], demand: &mut impl FnMut(bool, &str)) {
    demand(result["isError"] != true && result["content"].is_array(), "it is a success");
    for (pointer, begin) in holds {
        let there = result.pointer(pointer).unwrap_or(&Value::Null).to_string();
        demand(there.starts_with(begin), &format!("at {pointer} is {begin}…"));
    }
    let blocks = result["content"].as_array().into_iter().flatten();
    let text: String = blocks.filter_map(|block| block["text"].as_str()).collect();
    says.iter().for_each(|word| demand(text.contains(word), &format!("a text block says {word:?}")));
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
