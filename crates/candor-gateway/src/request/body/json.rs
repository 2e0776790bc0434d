//! JSON.

use super::{BodyKind, BodyPlan, Written, as_it_is, is_json};
use candor::Failure;
use serde_json::Value;

pub(super) const KIND: BodyKind =
    BodyKind { is_of: is_json, media_type: "application/json", argument_schema: as_it_is, write };

fn write(plan: &BodyPlan, value: &Value) -> Result<Written, Failure> {
    Ok((plan.content_type.clone(), value.to_string().into_bytes()))
}
