//! Frames that no well-behaved client sends, and a few that one does.

use serde_json::{Value, json};

/// How many frames a run sends.
pub(crate) const COUNT: u64 = 10_000;

/// What a server must not say, whatever it is asked: it is in the errors of the carrier of the example.
pub(crate) const SECRETS: [&str; 4] = ["Wint3r-Rates-81", "/etc/carrier", "SELECT ", "panicked at"];

/// One line for the server.
pub(crate) struct Frame {
    pub(crate) bytes: Vec<u8>,
    /// The requests in it that have ids, each of which must be answered once.
    pub(crate) ids: Vec<Value>,
    /// Whether it is a message, so that a server over HTTP can be asked about it.
    pub(crate) kind: &'static str,
}

/// A source of numbers that is the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// A call of one of the tools that end soon, each differently.
fn call(chance: &mut Chance, id: &Value) -> Value {
    let (name, arguments) = match chance.below(11) {
        0 => ("list_orders", json!({})),
        1 => ("get_order", json!({"id": 999_999})),
        2 => ("get_order", json!({"id": "one"})),
        3 => ("get_ordr", json!({"id": 1})),
        4 => ("create_order", json!({"custmer": "Ann", "items": []})),
        5 => ("quote_shipping", json!({"destination": "Atlantis", "kilograms": 1})),
        6 => ("quote_shipping", json!({"destination": "Bermuda", "kilograms": 1})),
        7 => ("quote_shipping", json!({"destination": "x".repeat(chance.below(5_000)), "kilograms": 1})),
        8 => ("quote_shipping", json!({"destination": "Cairo", "kilograms": 1})),
        9 => ("quote_shipping", json!({"destination": "Edinburgh", "kilograms": 1})),
        _ => ("cancel_orders", json!({"ids": [1, 2, 999]})),
    };
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
}

/// An invalid request, with its id.
fn malformed(chance: &mut Chance, id: &Value) -> Value {
    match chance.below(10) {
        0 => json!({"jsonrpc": "2.0", "id": id, "method": 7}),
        1 => json!({"jsonrpc": "1.0", "id": id, "method": "ping"}),
        2 => json!({"id": id, "method": "ping"}),
        3 => json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"arguments": {}}}),
        4 => {
            json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "get_order", "arguments": []}})
        }
        5 => json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": [1, 2]}),
        6 => json!({"jsonrpc": "2.0", "id": id, "method": "no/such/method"}),
        7 => json!({"jsonrpc": "2.0", "id": id, "method": "resources/read", "params": {"uri": 5}}),
        8 => json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "result": {}}),
        _ => json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": {"protocolVersion": 1}}),
    }
}

/// A message that must not be answered.
fn unanswerable(chance: &mut Chance) -> Value {
    match chance.below(6) {
        0 => json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        1 => json!({"jsonrpc": "2.0", "method": "notifications/no_such_thing", "params": {"x": [1]}}),
        2 => json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "never sent"}}),
        3 => json!({"jsonrpc": "2.0", "id": "never asked", "result": {}}),
        4 => json!({"jsonrpc": "2.0", "id": "never asked", "error": {"code": -32700, "message": "echo"}}),
        _ => json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "echo"}}),
    }
}

/// The frame with this number.
pub(crate) fn frame(number: u64, chance: &mut Chance) -> Frame {
    let id = if number.is_multiple_of(3) { json!(format!("id {number}")) } else { json!(number + 1_000) };
    let of = |value: Value, ids: Vec<Value>, kind| Frame { bytes: value.to_string().into_bytes(), ids, kind };
    match chance.below(21) {
        0..=5 => of(call(chance, &id), vec![id], "call"),
        6..=8 => of(malformed(chance, &id), vec![id], "malformed"),
        9..=10 => of(unanswerable(chance), Vec::new(), "unanswerable"),
        11..=12 => {
            let mut text = call(chance, &id).to_string();
            text.truncate(1 + chance.below(text.len() - 1));
            // Whose request it is, is known before the place where it breaks off.
            let is_known = text.contains(&format!("\"id\":{id},")) && text.contains("\"method\":\"tools/call\"");
            let ids = if is_known { vec![id] } else { Vec::new() };
            Frame { bytes: text.into_bytes(), ids, kind: "truncated" }
        }
        13..=14 => {
            let length = 1 + chance.below(300);
            let bytes = (0..length).map(|_| u8::try_from(chance.below(256)).unwrap());
            let bytes = bytes.map(|byte| if matches!(byte, b'\n' | b'\r') { b'x' } else { byte }).collect();
            Frame { bytes, ids: Vec::new(), kind: "noise" }
        }
        15 => of(json!([call(chance, &id), {"jsonrpc": "2.0", "method": "notifications/x"}]), vec![id], "batch"),
        16 => {
            let depth = 100 + chance.below(2_000);
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":");
            let text = format!("{start}{{\"name\":\"list_orders\",\"arguments\":{{\"x\":{open}{close}}}}}}}");
            Frame { bytes: text.into_bytes(), ids: vec![id], kind: "deep" }
        }
        17 => {
            let name = "x".repeat(1 << (4 + chance.below(14)));
            let value = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}});
            of(value, vec![id], "large")
        }
        18 => {
            let bad = [json!(null), json!([1]), json!({}), json!(true)];
            let value = json!({"jsonrpc": "2.0", "id": bad[chance.below(bad.len())], "method": "ping"});
            of(value, Vec::new(), "bad id")
        }
        19 => {
            let id = if number.is_multiple_of(2) { json!(u64::MAX - number) } else { id };
            let values = [r#""\ud83d""#, r#""\udc00 and more""#, "1e400", "-1E999", "NaN", r#""\x41""#, "\"\u{0}\""];
            let call =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "VALUE", "_meta": {}}});
            let text = call.to_string().replace("\"VALUE\"", values[chance.below(values.len())]);
            Frame { bytes: text.into_bytes(), ids: vec![id], kind: "unreadable" }
        }
        _ => {
            let meta =
                json!({"traceparent": "00-zz", "progressToken": [1], "io.modelcontextprotocol/protocolVersion": 5});
            let params = json!({"name": "get_order", "arguments": {"id": 1}, "_meta": meta});
            of(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}), vec![id], "odd meta")
        }
    }
}
