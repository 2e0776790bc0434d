//! The text around a canary: sentences, quotes, brackets, lists, lines, JSON.

use proptest::prelude::*;
use serde_json::json;

/// The text around a canary.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    before: &'static str,
    after: &'static str,
    /// How many times the whole is encoded as a JSON string.
    levels_of_json: usize,
}

/// What can be before and after any canary.
const AROUND: [[&str; 2]; 25] = [
    ["", ""],
    ["The call failed: ", " was refused"],
    ["Cannot go on with ", ""],
    ["", " is out of date"],
    ["It was ", "."],
    ["Got ", ", then nothing"],
    ["got \"", "\" instead"],
    ["got '", "' instead"],
    ["got `", "` instead"],
    ["(", ")"],
    ["(see ", ", then retry)"],
    ["[", "]"],
    ["{", "}"],
    ["<", ">"],
    ["first\n", "\nlast"],
    ["first\r\n", "\r\nlast"],
    ["\t", "\t"],
    ["- one\n- ", "\n- three"],
    ["one, ", ", three"],
    ["one; ", "; three"],
    ["one | ", " | three"],
    ["Schlüssel → ", " → Schloss"],
    ["Schlüssel … ", " … Schloss"],
    ["«", "»"],
    ["😀", "😀"],
];

/// What can be around a whole line.
const AROUND_A_LINE: [[&str; 2]; 4] =
    [["", ""], ["Error: out of tea\n", ""], ["Error: out of tea\n", "\nbye"], ["Error: out of tea\r\n", "\r\nbye"]];

/// Any context.
pub(super) fn anywhere() -> impl Strategy<Value = Context> {
    context(&AROUND)
}

/// A context that leaves the canary on a line of its own.
pub(super) fn on_a_line() -> impl Strategy<Value = Context> {
    context(&AROUND_A_LINE)
}

fn context(around: &'static [[&'static str; 2]]) -> impl Strategy<Value = Context> {
    let levels = prop_oneof![6 => Just(0_usize), 2 => Just(1), 1 => Just(2)];
    (prop::sample::select(around), levels).prop_map(|([before, after], levels_of_json)| Context {
        before,
        after,
        levels_of_json,
    })
}

impl Context {
    /// The text in this context.
    pub(super) fn around(self, text: &str) -> String {
        let whole = format!("{}{text}{}", self.before, self.after);
        (0..self.levels_of_json).fold(whole, |inner, _| json!({"error": inner, "page": 2}).to_string())
    }
}
