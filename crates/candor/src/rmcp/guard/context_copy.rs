//! Copies of the context of a request, without what would make them large.

use ::rmcp::RoleServer;
use ::rmcp::model::{JsonObject, RequestMetaObject};
use ::rmcp::service::RequestContext;
use serde_json::Value;

/// How much of `_meta` is copied, in bytes: all of an ordinary one. What is longer is as long as the request may be, and only
/// the handler gets it.
const MOST_COPIED: usize = 16 * 1024;
/// What a value takes beside its text.
const VALUE: usize = 64;

/// A copy for the guard's own use, such as to list the tools; the handler gets the context itself.
pub(super) fn copy_of(context: &RequestContext<RoleServer>) -> RequestContext<RoleServer> {
    let mut copy = RequestContext::new(context.id.clone(), context.peer.clone());
    copy.ct = context.ct.clone();
    copy.meta = small_part(&context.meta);
    copy.extensions = context.extensions.clone();
    copy
}

/// The same, made with less.
pub(super) fn copy_beside(context: &mut RequestContext<RoleServer>) -> RequestContext<RoleServer> {
    let meta = std::mem::take(&mut context.meta);
    let mut copy = context.clone();
    copy.meta = small_part(&meta);
    context.meta = meta;
    copy
}

/// The members that there is room for.
fn small_part(meta: &RequestMetaObject) -> RequestMetaObject {
    let mut room = MOST_COPIED;
    let mut small = RequestMetaObject::new();
    for (name, value) in meta.iter() {
        let mut left = room;
        if takes(&mut left, name) && takes_value(&mut left, value) {
            room = left;
            small.insert(name.clone(), value.clone());
        }
    }
    small
}

fn takes(room: &mut usize, text: &str) -> bool {
    match room.checked_sub(VALUE.saturating_add(text.len())) {
        Some(left) => {
            *room = left;
            true
        }
        None => false,
    }
}

/// Takes room for a value, and stops where there is none.
fn takes_value(room: &mut usize, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => takes(room, ""),
        Value::String(text) => takes(room, text),
        Value::Array(items) => takes(room, "") && items.iter().all(|item| takes_value(room, item)),
        Value::Object(members) => takes(room, "") && takes_members(room, members),
    }
}

fn takes_members(room: &mut usize, members: &JsonObject) -> bool {
    members.iter().all(|(name, value)| takes(room, name) && takes_value(room, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn meta(value: Value) -> RequestMetaObject {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn an_ordinary_meta_is_copied_whole() {
        let capabilities =
            json!({"elicitation": {}, "sampling": {"tools": {}}, "experimental": {"x": [1, "two", null]}});
        let ordinary = meta(json!({
            "progressToken": 7, "traceparent": "00-1-1-01", "com.example/tenant": "north",
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        }));
        assert_eq!(small_part(&ordinary), ordinary);
    }

    #[test]
    fn what_is_large_is_left_out_and_what_is_small_beside_it_stays() {
        let rows = [json!("x".repeat(MOST_COPIED)), json!(vec![json!([]); 1_000]), json!([[[{"a": vec![1; 1_000]}]]])];
        for large in rows {
            let mixed = meta(json!({"a": large, "io.modelcontextprotocol/protocolVersion": "2026-07-28", "z": [1]}));
            let small = meta(json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "z": [1]}));
            assert_eq!(small_part(&mixed), small);
        }
    }
}
