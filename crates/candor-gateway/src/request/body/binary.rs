//! Anything else: bytes.

use super::file::File;
use super::{BodyKind, BodyPlan, Written, file};
use candor::Failure;
use serde_json::Value;

pub(super) const KIND: BodyKind = BodyKind {
    is_of: |name| !name.starts_with("multipart/"),
    media_type: "application/octet-stream",
    argument_schema: |schema| {
        *schema = file::schema();
        Vec::new()
    },
    write,
};

fn write(plan: &BodyPlan, value: &Value) -> Result<Written, Failure> {
    let file = File::read(&plan.argument, value)?;
    Ok((file.content_type.unwrap_or_else(|| plan.content_type.clone()), file.bytes))
}
