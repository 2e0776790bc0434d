//! `multipart/form-data`: one part per field, several for a list.

use super::file::{self, File};
use super::{BodyKind, BodyPlan, FieldPlan, Written, fields};
use crate::request::style::plain;
use candor::Failure;
use http::HeaderValue;
use serde_json::{Value, json};
use uuid::Uuid;

pub(super) const KIND: BodyKind = BodyKind {
    is_of: |name| name.starts_with("multipart/"),
    media_type: "multipart/form-data",
    argument_schema: with_files,
    write,
};

/// Fields that hold bytes become files.
fn with_files(schema: &mut Value) -> Vec<String> {
    let mut files = Vec::new();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return files };
    for (name, property) in properties {
        let file = match is_bytes(property) {
            true => Some(property),
            false => property.get_mut("items").filter(|items| is_bytes(items)),
        };
        if let Some(file) = file {
            make_file(file);
            files.push(name.clone());
        }
    }
    files
}

fn is_bytes(schema: &Value) -> bool {
    let is_binary = schema.get("format") == Some(&json!("binary"));
    let is_of_other_type = schema.get("contentMediaType").is_some() && schema.get("contentEncoding").is_none();
    is_binary || is_of_other_type
}

fn make_file(schema: &mut Value) {
    let description = schema.get("description").cloned();
    *schema = file::schema();
    if let (Some(description), Value::Object(members)) = (description, schema) {
        members.insert("description".to_owned(), description);
    }
}

fn write(plan: &BodyPlan, value: &Value) -> Result<Written, Failure> {
    // It is drawn, so that no content can hold it on purpose.
    let boundary = format!("candor-{}", Uuid::new_v4().simple());
    let mut body = Vec::new();
    for (name, value) in fields(plan, value)? {
        let field = plan.field(name);
        match value {
            Value::Array(items) => {
                for item in items {
                    part(&mut body, &boundary, name, item, field)?;
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                part(&mut body, &boundary, name, value, field)?;
            }
        }
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let media_type = plan.content_type.to_str().unwrap_or("multipart/form-data");
    let content_type = HeaderValue::from_str(&format!("{media_type}; boundary={boundary}"));
    let unusable = |_| Failure::internal("The content type of this body cannot be written");
    Ok((content_type.map_err(unusable)?, body))
}

fn part(
    body: &mut Vec<u8>,
    boundary: &str,
    name: &str,
    value: &Value,
    field: Option<&FieldPlan>,
) -> Result<(), Failure> {
    let planned_type = field.and_then(|field| field.content_type.clone());
    let (filename, content_type, bytes) = if field.is_some_and(|field| field.is_file) {
        let file = File::read(name, value)?;
        let content_type = file.content_type.or(planned_type);
        let content_type = content_type.unwrap_or(HeaderValue::from_static("application/octet-stream"));
        (Some(file.name.unwrap_or_else(|| "file".to_owned())), Some(content_type), file.bytes)
    } else if value.is_object() || value.is_array() {
        let json = HeaderValue::from_static("application/json");
        (None, Some(planned_type.unwrap_or(json)), value.to_string().into_bytes())
    } else {
        (None, planned_type, plain(value).into_bytes())
    };
    let mut head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"", quoted(name));
    if let Some(filename) = filename {
        head.push_str(&format!("; filename=\"{}\"", quoted(&filename)));
    }
    body.extend_from_slice(head.as_bytes());
    if let Some(content_type) = content_type {
        body.extend_from_slice(b"\r\nContent-Type: ");
        body.extend_from_slice(content_type.as_bytes());
    }
    body.extend_from_slice(b"\r\n\r\n");
    body.extend_from_slice(&bytes);
    body.extend_from_slice(b"\r\n");
    Ok(())
}

/// A name within quotation marks, which cannot end them or the line.
fn quoted(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '"' => quoted.push_str("%22"),
            '\r' => quoted.push_str("%0D"),
            '\n' => quoted.push_str("%0A"),
            '\\' => quoted.push_str("%5C"),
            letter if letter.is_control() => {}
            letter => quoted.push(letter),
        }
    }
    quoted
}
