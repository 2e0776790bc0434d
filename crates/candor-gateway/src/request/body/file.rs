//! A file among the arguments: its content as text or in Base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use candor::Failure;
use http::HeaderValue;
use serde_json::{Value, json};

/// A file that is sent.
pub(super) struct File {
    pub(super) name: Option<String>,
    pub(super) content_type: Option<HeaderValue>,
    pub(super) bytes: Vec<u8>,
}

/// The schema of an argument that is a file.
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "description": "A file: its content either as `text` or as `base64`.",
        "properties": {
            "text": {"type": "string"},
            "base64": {"type": "string", "contentEncoding": "base64"},
            "filename": {"type": "string"},
            "content_type": {"type": "string"},
        },
        "oneOf": [{"required": ["text"]}, {"required": ["base64"]}],
        "additionalProperties": false,
    })
}

impl File {
    /// Reads a file from an argument. A text stands for its own content.
    pub(super) fn read(argument: &str, value: &Value) -> Result<File, Failure> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let refused = |message: String| Failure::invalid_params(message).with_field(argument);
        let bytes = match (value, text("text"), text("base64")) {
            (Value::String(text), _, _) => text.clone().into_bytes(),
            (_, Some(text), None) => text.to_owned().into_bytes(),
            (_, None, Some(encoded)) => {
                STANDARD.decode(encoded).map_err(|_| refused(format!("`base64` of `{argument}` is not Base64")))?
            }
            (_, _, _) => return Err(refused(format!("`{argument}` needs either `text` or `base64`"))),
        };
        let content_type = text("content_type").map(HeaderValue::from_str).transpose();
        let content_type =
            content_type.map_err(|_| refused(format!("`content_type` of `{argument}` is not a media type")))?;
        Ok(File { name: text("filename").map(str::to_owned), content_type, bytes })
    }
}
