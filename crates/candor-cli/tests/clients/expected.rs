//! What every call has to show to the user of a client of the gateway, and what no call may.

use crate::shows::Shows::{self, Refusal, Success};
use crate::shows::{Expected, Failure, data, failure};
pub(crate) use order_desk::rest::PASSWORD;

/// What the gateway shows of itself to the API.
pub(crate) const TOKEN: &str = "order-desk-7fK2mQ9xTz";

/// What the gateway before the order desk's API shows.
pub(crate) const EXPECTED: Expected = Expected { rows: &ROWS, secrets: &SECRETS };

/// Call by call, for every client and over every transport.
#[rustfmt::skip]
const ROWS: [(&str, Shows); 35] = [
    // Successes of every kind.
    ("object",           data(&["\"customer\":\"Ada\""])),
    ("list",             Success { says: &["[{\"name\":\"Green tea"], holds: &[("/structuredContent/result/0/sku", "\"TEA-1\"")] }),
    ("text",             Success { says: &["1001,\"Ada\",open\r\n"], holds: &[("/structuredContent", "null")] }),
    ("image",            Success { says: &[], holds: &[
                             ("/content/0/type", "\"image\""), ("/content/0/mimeType", "\"image/png\""),
                             ("/content/0/data", "\"iVBORw0KGgo"), ("/structuredContent", "null"),
                         ] }),
    ("nothing",          Success { says: &["without content"], holds: &[("/structuredContent", "null")] }),

    // Arguments that do not fit the schema: the place is named, and nothing was sent.
    ("unknown_tool",     Refusal { number: -32602, reason: "unknown_tool", says: &["get_ordr", "get_order"] }),
    ("missing_argument", failure("missing_required", "invalid_arguments", &["/body/items"], "/body/items", "only with changes")),
    ("wrong_type",       failure("invalid_params", "invalid_arguments", &["/id", "integer"], "/id", "only with changes")),
    ("out_of_range",     failure("out_of_range", "invalid_arguments", &["/body/items/0/quantity", "100"],
                                 "/body/items/0/quantity", "only with changes")),
    ("unknown_argument", failure("invalid_params", "invalid_arguments", &["/verbose"], "/verbose", "only with changes")),

    // What the API refuses, in its own words.
    ("no_such_order",    failure("not_found", "not_found", &["404", "There is no order 7"], "list what exists", "no")),
    ("no_such_label",    structured("not_found", "not_found", &["404", "There is no order 7"], "list what exists", "no")),
    ("out_of_stock",     failure("conflict", "conflict", &["409", "Of TEA-2, 2 were ordered and 0 are left"], "current state", "no")),
    ("rate_limit",       failure("rate_limited", "rate_limited", &["Too Many Requests"], "Wait", "yes, after 30 s")),
    ("closed_for_a_while", failure("unavailable", "unavailable", &["503", "Stock-taking"], "retry", "yes, after 120 s, if repeating it does no harm")),
    ("says_it_failed",   failure("validation", "says_it_failed", &["The order was not accepted: the card was declined"],
                                 "Change the input", "no")),

    // What the API should not answer: none of its words, where they are not for callers.
    ("error_page",       failure("internal", "internal", &["500"], "Retry once", BACKOFF)),
    ("credential_refused", failure("configuration", "credential_refused", &["this server's credential", "401"], "operator", "no")),
    ("scope_missing",    failure("configuration", "credential_refused", &["this server's credential", "403"], "operator", "no")),
    ("empty",            failure("dependency_failed", "empty_response", &["without a body"], "operator", "no")),
    ("not_json",         failure("dependency_failed", "unexpected_content_type", &["text/html", "application/json"], "operator", "no")),
    ("broken_json",      failure("dependency_failed", "malformed_body", &["in the middle of its JSON"], "nothing has changed", BACKOFF)),
    ("wrong_charset",    failure("dependency_failed", "malformed_body", &["not valid UTF-8"], "operator", "no")),
    ("wrong_shape",      failure("dependency_failed", "schema_mismatch", &["/ok must be boolean", "/message is missing"], "operator", "no")),
    ("too_large",        failure("dependency_failed", "response_too_large", &["1 MiB"], "Ask for less", "no")),
    ("redirects",        failure("dependency_failed", "redirect_not_followed", &["302"], "operator", "no")),

    // An API that does not answer, or not to the end.
    ("truncated",        failure("dependency_failed", "malformed_body", &["orders"], "nothing has changed", BACKOFF)),
    ("hangs_up",         failure("dependency_failed", "malformed_body", &["orders"], "nothing has changed", BACKOFF)),
    ("time_out",         failure("timeout", "response_timed_out", &["the gateway's limit of 1 s"], "nothing has changed", BACKOFF)),
    ("slow_body",        failure("timeout", "body_timed_out", &["the gateway's limit of 1 s"], "nothing has changed", BACKOFF)),
    ("resets",           failure("unavailable", "connection_reset", &["reset the connection"], "nothing has changed", BACKOFF)),
    ("down",             structured("unavailable", "connection_refused", &["warehouse refused the connection"], "nothing was sent", "yes, with backoff")),

    // Requests that are not part of the protocol.
    ("arguments_are_a_list", Refusal { number: -32602, reason: "malformed_params", says: &["arguments", "array"] }),
    ("no_tool_is_named",     Refusal { number: -32602, reason: "malformed_params", says: &["name"] }),

    // After all of that, the gateway serves as before.
    ("success_after_all", data(&["\"customer\":\"Grace\""])),
];

/// The answer to a retry where the call may have taken effect.
const BACKOFF: &str = "yes, with backoff, if repeating it does no harm";

/// A failure of a tool without an output schema.
const fn structured(
    code: &'static str,
    reason: &'static str,
    says: &'static [&'static str],
    recovery: &'static str,
    retry: &'static str,
) -> Shows {
    Shows::Failure(Failure { code, reason, says, recovery, retry, is_structured: true })
}

/// What an error page says, what the gateway shows of itself to the API, and pages for people.
const SECRETS: [&str; 9] = [
    PASSWORD,
    TOKEN,
    "postgres:",
    "orders.internal",
    "/srv/orders",
    "Traceback",
    "<h",
    "Please log in",
    "orders.example.com",
];
