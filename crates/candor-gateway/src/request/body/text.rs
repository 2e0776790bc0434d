//! Text in any form that is not JSON.

use super::{BodyKind, BodyPlan, Written};
use crate::media_type;
use crate::request::style::plain;
use candor::Failure;
use serde_json::{Value, json};

pub(super) const KIND: BodyKind =
    BodyKind { is_of: media_type::is_text, media_type: "text/plain", argument_schema, write };

/// The text as it is sent: what its document describes as an object, a caller writes out.
fn argument_schema(schema: &mut Value) -> Vec<String> {
    if schema.get("type") != Some(&json!("string")) {
        *schema = json!({"type": "string"});
    }
    Vec::new()
}

fn write(plan: &BodyPlan, value: &Value) -> Result<Written, Failure> {
    Ok((plan.content_type.clone(), plain(value).into_bytes()))
}
