//! The frames.

use crate::mcp::Revision;
use serde_json::{Value, json};

/// One line or body.
pub(super) struct Frame {
    pub(super) bytes: Vec<u8>,
    /// The ids in it, as JSON.
    pub(super) ids: Vec<String>,
    /// Whether each of them has to be answered.
    pub(super) is_owed: bool,
    pub(super) kind: &'static str,
}

/// Every frame, again and again, with other ids and sizes. The same in every run.
pub(super) struct Frames {
    revision: Revision,
    number: u64,
    chance: u64,
}

/// Values that JSON can write and a reader may not hold.
const UNREADABLE: [&str; 6] =
    [r#""\ud83d""#, r#""\udc00 and more""#, "1e400", "-1E999", r#""\ud800\ud800""#, "1e-400000"];

impl Frames {
    pub(super) fn of(revision: Revision) -> Frames {
        Frames { revision, number: 0, chance: 0x5eed_cafe }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        self.chance % limit.max(1)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        let index = usize::try_from(self.below(from.len() as u64)).unwrap_or(0);
        from.get(index).copied().unwrap_or_default()
    }

    /// A call, with this where its `x` stands.
    fn call_with(&self, id: &str, x: &str) -> String {
        let call = self.revision.call(&json!("ID"), "get_order", json!({"id": 1001, "x": "VALUE"}));
        call.to_string().replacen("\"ID\"", id, 1).replacen("\"VALUE\"", x, 1)
    }
}

impl Iterator for Frames {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        self.number += 1;
        let number = self.number;
        let id = if number.is_multiple_of(3) { format!("\"f{number}\"") } else { number.to_string() };
        let request = |id: &str, method: &str, params: Value| {
            let text = self.revision.request(&json!("ID"), method, params).to_string();
            text.replacen("\"ID\"", id, 1)
        };
        let known =
            |bytes: String, kind| Frame { bytes: bytes.into_bytes(), ids: vec![id.clone()], is_owed: true, kind };
        let frame = match number % 16 {
            0 => {
                let value = self.pick(&UNREADABLE);
                known(self.call_with(&id, value), "unreadable value")
            }
            1 => {
                let value = self.pick(&UNREADABLE);
                let text =
                    self.call_with(&id, "1").replacen("\"arguments\"", &format!("\"extra\":{value},\"arguments\""), 1);
                known(text, "unreadable member")
            }
            2 => {
                let huge = (u64::MAX - number).to_string();
                Frame {
                    bytes: self.call_with(&huge, "1").into_bytes(),
                    ids: vec![huge],
                    is_owed: true,
                    kind: "huge id",
                }
            }
            3 => {
                let negative = (i64::MIN + i64::try_from(number).unwrap_or(0)).to_string();
                Frame {
                    bytes: self.call_with(&negative, "1").into_bytes(),
                    ids: vec![negative],
                    is_owed: true,
                    kind: "negative id",
                }
            }
            4 => {
                let text = json!({"jsonrpc": "2.0", "id": "ID", "method": "tools/call",
                                  "params": {"name": "get_order", "arguments": {"id": 1001}, "_meta": 17}});
                known(text.to_string().replacen("\"ID\"", &id, 1), "_meta is a number")
            }
            5 => known(format!("\u{feff}{}", self.call_with(&id, "1")), "byte order mark"),
            6 => {
                let second = format!("\"second {number}\"");
                let bytes = format!("[{},{}]", self.call_with(&id, "1"), self.call_with(&second, "1"));
                Frame { bytes: bytes.into_bytes(), ids: vec![id, second], is_owed: true, kind: "batch" }
            }
            7 => {
                let length = 1 + self.below(300);
                let bytes = (0..length).map(|_| u8::try_from(self.below(256)).unwrap_or(b'x'));
                let bytes =
                    bytes.map(|byte| if matches!(byte, b'\n' | b'\r' | b'{' | b'[') { b'x' } else { byte }).collect();
                Frame { bytes, ids: Vec::new(), is_owed: true, kind: "noise" }
            }
            8 => {
                let depth = usize::try_from(100 + self.below(20_000)).unwrap_or(100);
                known(self.call_with(&id, &format!("{}{}", "[".repeat(depth), "]".repeat(depth))), "deep")
            }
            9 => {
                let depth = usize::try_from(100 + self.below(20_000)).unwrap_or(100);
                known(
                    self.call_with(&id, &format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth))),
                    "deep objects",
                )
            }
            10 => {
                let width = usize::try_from(self.below(50_000)).unwrap_or(0);
                known(self.call_with(&id, &format!("[{}0]", "0,".repeat(width))), "wide")
            }
            11 => known(request(&id, "no/such/method", json!({"x": [1]})), "unknown method"),
            12 => known(request(&id, "resources/read", json!({"uri": 5})), "wrong type"),
            13 => {
                let text = request(&id, "tools/call", json!({"name": 7, "arguments": []}));
                known(text, "wrong types")
            }
            14 => {
                let long = "x".repeat(usize::try_from(self.below(100_000)).unwrap_or(0));
                let id = format!("\"{number} {long}\"");
                // Whether an id of any length is given back is the server's choice.
                Frame { bytes: self.call_with(&id, "1").into_bytes(), ids: vec![id], is_owed: false, kind: "long id" }
            }
            _ => {
                let texts = [
                    r#"{"jsonrpc":"2.0","method":"notifications/no_such_thing","params":{"x":1}}"#,
                    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                    r#"{"jsonrpc":"2.0","id":"never asked","result":{}}"#,
                    r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
                    r#"{"jsonrpc":"2.0""#,
                    "[]",
                    "17",
                    "",
                ];
                Frame {
                    bytes: self.pick(&texts).as_bytes().to_vec(),
                    ids: Vec::new(),
                    is_owed: true,
                    kind: "unanswerable",
                }
            }
        };
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::{Frames, Revision};

    #[test]
    fn no_frame_breaks_its_line_and_each_id_is_in_its_frame() {
        for frame in Frames::of(Revision::STATELESS).take(500) {
            assert!(!frame.bytes.contains(&b'\n'), "{}", frame.kind);
            let text = String::from_utf8_lossy(&frame.bytes);
            assert!(frame.ids.iter().all(|id| text.contains(id)), "{}: {text}", frame.kind);
        }
    }
}
