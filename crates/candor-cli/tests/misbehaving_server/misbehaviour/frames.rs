//! Frames that are not, or not quite.

use crate::call::{Call, content};
use crate::output;
use crate::server::Server;
use serde_json::{Value, json};
use std::time::Duration;

const BETWEEN_BYTES: Duration = Duration::from_micros(500);

pub(super) fn greets(_server: &Server, _number: Option<u64>) {
    output::bytes(b"Misbehaving server 1.0.0 is listening on stdio\n");
}

pub(super) fn garbage_between_frames(frame: &Value) {
    output::bytes(b"DEBUG: about to write\n\n{\"level\":\"info\",\"message\":\"a log line as JSON\"}\n[1, 2\n");
    output::properly(frame);
}

pub(super) fn byte_by_byte(frame: &Value) {
    for byte in format!("{frame}\n").as_bytes() {
        output::bytes(std::slice::from_ref(byte));
        std::thread::sleep(BETWEEN_BYTES);
    }
}

pub(super) fn two_frames_in_a_line(frame: &Value) {
    let log =
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "hello"}});
    output::bytes(format!("{log}{frame}\n").as_bytes());
}

pub(super) fn pretty_printed(frame: &Value) {
    output::bytes(format!("{frame:#}\n").as_bytes());
}

pub(super) fn invalid_utf8(call: &Call) {
    let frame = call.response(Ok(content("caf@ au lait"))).to_string();
    let bytes: Vec<u8> = frame.bytes().chain([b'\n']).map(|byte| if byte == b'@' { 0xe9 } else { byte }).collect();
    output::bytes(&bytes);
}

pub(super) fn duplicate_members(call: &Call) {
    let id = &call.id;
    let frame = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"first"}}],"isError":true,"content":[{{"type":"text","text":"second"}}],"isError":false}}}}"#
    );
    output::bytes(format!("{frame}\n").as_bytes());
}

pub(super) fn batch_answer(call: &Call) {
    output::properly(&json!([call.response(Ok(content("in a batch")))]));
}
