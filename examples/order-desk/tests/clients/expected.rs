//! What every call has to show to the user of a client, and what no call may.

use crate::shows::Shows::{self, Refusal};
use crate::shows::{Expected, Failure, data, failure};

/// What the order desk shows.
pub(crate) const EXPECTED: Expected = Expected { rows: &ROWS, secrets: &SECRETS };

/// Call by call, for every client and over every transport.
#[rustfmt::skip]
const ROWS: [(&str, Shows); 18] = [
    ("success",          data(&["\"customer\":\"Ada\""])),
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
    ("some_cancelled",   data(&["\"id\":1001", "\"after\":\"cancelled\"", "Order 1002 has shipped already",
                                   "There is no order 7", "2 of 3 items could not be cancelled"])),

    // Requests that are not part of the protocol.
    ("arguments_are_a_list", Refusal { number: -32602, reason: "malformed_params", says: &["arguments", "array"] }),
    ("no_tool_is_named",     Refusal { number: -32602, reason: "malformed_params", says: &["name"] }),

    // After all of that, the server serves as before.
    ("success_after_all", data(&["\"customer\":\"Grace\""])),
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
