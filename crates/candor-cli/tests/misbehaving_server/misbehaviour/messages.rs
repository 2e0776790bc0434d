//! Messages that are not answered as they should be.

use crate::protocol::response;
use crate::server::Server;
use serde_json::{Value, json};

pub(super) fn hangs_from_start(_server: &Server, _message: &Value) -> bool {
    true
}

pub(super) fn answers_no_calls(_server: &Server, message: &Value) -> bool {
    message["method"] == "tools/call"
}

pub(super) fn refuses_initialize(server: &Server, message: &Value) -> bool {
    let is_refused = message["method"] == "initialize";
    if is_refused {
        let error = json!({"code": -32603, "message": "the licence of this server has expired"});
        server.send(&response(&message["id"], Err(error)));
    }
    is_refused
}
