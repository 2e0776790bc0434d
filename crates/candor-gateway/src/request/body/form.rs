//! `application/x-www-form-urlencoded`.

use super::{BodyKind, BodyPlan, as_it_is};
use crate::request::style::Expansion;
use crate::request::{Style, encode};
use candor::Failure;
use http::HeaderValue;
use serde_json::Value;

pub(super) const KIND: BodyKind =
    BodyKind { is_of: |name| name == "application/x-www-form-urlencoded", argument_schema: as_it_is, write };

fn write(plan: &BodyPlan, value: &Value) -> Result<(HeaderValue, Vec<u8>), Failure> {
    let mut pairs = Vec::new();
    for (name, value) in value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
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
