//! `application/x-www-form-urlencoded`.

use super::{BodyKind, BodyPlan, Written, as_it_is, fields};
use crate::request::style::Expansion;
use crate::request::{Style, encode};
use candor::Failure;
use serde_json::Value;

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

pub(super) const KIND: BodyKind =
    BodyKind { is_of: |name| name == MEDIA_TYPE, media_type: MEDIA_TYPE, argument_schema: as_it_is, write };

fn write(plan: &BodyPlan, value: &Value) -> Result<Written, Failure> {
    let mut pairs = Vec::new();
    for (name, value) in fields(plan, value)? {
        let style = plan.field(name).and_then(|field| field.style);
        match style {
            Some((style, explode)) => {
                pairs.extend(style.expand(&Expansion { name, value, explode, encode: encode::strict }));
            }
            // An object without a style is JSON.
            None if value.is_object() => {
                pairs.push(format!("{}={}", encode::strict(name), encode::strict(&value.to_string())));
            }
            None => {
                let expansion = Expansion { name, value, explode: true, encode: encode::strict };
                pairs.extend(Style::Form.expand(&expansion));
            }
        }
    }
    Ok((plan.content_type.clone(), pairs.join("&").into_bytes()))
}
