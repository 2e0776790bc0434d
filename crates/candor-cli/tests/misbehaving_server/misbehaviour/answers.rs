//! Answers that do not fit their requests.

use crate::call::{Call, content};
use crate::output;
use crate::protocol::response;
use serde_json::{Value, json};
use std::time::Duration;

/// The id of a request that nobody makes.
const NOBODYS: u64 = 987_654_321;

pub(super) fn hangs_in_call(_call: &Call) {
    super::sleep_for_ever();
}

pub(super) fn wrong_id(call: &Call) {
    call.server.send(&response(&json!(NOBODYS), Ok(content("for somebody else"))));
}

pub(super) fn null_id(call: &Call) {
    call.server.send(&response(&Value::Null, Ok(content("for nobody"))));
}

pub(super) fn answers_twice(call: &Call) {
    call.answer_text("first");
    call.answer_text("second");
}

pub(super) fn answers_unknown_request(call: &Call) {
    wrong_id(call);
    call.answer_text("done");
}

pub(super) fn asks_with_same_id(call: &Call) {
    call.server.send(&json!({"jsonrpc": "2.0", "id": call.id, "method": "ping"}));
    call.answer_text("done");
}

pub(super) fn answers_though_cancelled(call: &Call) {
    while call.waits(Duration::from_secs(1)) {}
    call.answer_text("too late");
}

pub(super) fn asks_and_waits(call: &Call) {
    call.server
        .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "Sure?"}}));
    if call.waits(Duration::from_millis(call.number.unwrap_or(2_000))) {
        call.answer_text("done");
    }
}

pub(super) fn logs_json(call: &Call) {
    let line = json!({"level": "info", "id": call.id, "msg": "handling tools/call"});
    output::bytes(format!("{line}\n").as_bytes());
    call.answer_text("done");
}
