//! A failure as it goes over the wire.

use super::format::{Content, TextForm};
use super::json_text::{Output, StringBody, USUAL_LEN, write_json, written};
use super::prose::write_prose;
use super::renderer::Body;
use super::{Channel, META_KEY, Place, Renderer, output_schema};
use crate::Disclosure;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;

/// Enough for most text blocks.
const USUAL_TEXT_LEN: usize = 512;

/// A failure as it goes over the wire: a tool result or a JSON-RPC error. Serialized, it is what is under
/// `result` or `error` of the response.
#[derive(Clone, Copy)]
pub struct Reply<'a> {
    renderer: &'a Renderer,
    disclosure: &'a Disclosure,
    channel: Channel,
    has_structured_content: bool,
}

impl<'a> Reply<'a> {
    pub(super) fn new(renderer: &'a Renderer, disclosure: &'a Disclosure, place: Place<'a>) -> Reply<'a> {
        let channel = Channel::decide(renderer.dialect, renderer.revision, place, disclosure);
        let reply = Reply { renderer, disclosure, channel, has_structured_content: false };
        let has_structured_content = renderer.revision.has_structured_content()
            && renderer.dialect.has_structured_content()
            && match place {
                Place::Tool { output_schema: Some(schema) } => {
                    !reply.lacks_what_is_required(schema)
                        && serde_json::to_value(reply.content())
                            .is_ok_and(|content| output_schema::allows(schema, &content))
                }
                Place::Tool { output_schema: None } => true,
                Place::Request | Place::Resource | Place::Prompt => false,
            };
        Reply { has_structured_content, ..reply }
    }

    /// Whether it is a tool result or a JSON-RPC error.
    #[must_use]
    pub fn channel(&self) -> Channel {
        self.channel
    }

    /// The first text block of the tool result: enough for a model by itself.
    #[must_use]
    pub fn text(&self) -> String {
        written(USUAL_TEXT_LEN, |text| self.write_text(text))
    }

    /// The structured content of the tool result, where the revision has any and the tool's output schema lets it in.
    #[must_use]
    pub fn structured_content(&self) -> Option<Value> {
        self.has_structured_content.then(|| serde_json::to_value(self.content()).unwrap_or_default())
    }

    /// What is under `result` or `error`, as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What is under `result` or `error`, as JSON text.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(USUAL_LEN, |text| self.write_json(text)).into_bytes()
    }

    /// The whole JSON-RPC response to the request with this id, as JSON text.
    #[must_use]
    pub fn response(&self, id: &Value) -> Vec<u8> {
        written(USUAL_LEN, |text| self.write_response(text, id)).into_bytes()
    }

    fn body(&self) -> Body<'a> {
        self.renderer.body(self.disclosure)
    }

    /// Whether the schema requires a member that the content has in no case, as nearly all do: that is known without it.
    fn lacks_what_is_required(&self, schema: &Value) -> bool {
        let member = self.renderer.dialect.content_member();
        member.is_some_and(|member| output_schema::requires_beside(schema, member))
    }

    fn content(&self) -> Content<'a> {
        Content { body: self.body() }
    }

    /// Writes the first text block.
    fn write_text(&self, to: &mut impl Output) -> fmt::Result {
        match self.renderer.dialect.text_form() {
            TextForm::Prose => write_prose(to, self.disclosure),
            TextForm::Json => write_json(to, &self.content()),
        }
    }

    /// Writes the whole response.
    fn write_response(&self, to: &mut String, id: &Value) -> fmt::Result {
        to.push_str(r#"{"jsonrpc":"2.0","id":"#);
        write_json(to, id)?;
        to.push_str(match self.channel {
            Channel::ToolResult => r#","result":"#,
            Channel::Error(_) => r#","error":"#,
        });
        self.write_json(to)?;
        to.push('}');
        Ok(())
    }

    /// Writes what serializing it writes, byte for byte. The text block is written where it belongs: there is never a copy of
    /// it that would have to be escaped.
    fn write_json(&self, to: &mut String) -> fmt::Result {
        if let Channel::Error(_) = self.channel {
            return write_json(to, self);
        }
        to.push('{');
        if self.renderer.revision.has_result_type() {
            to.push_str(r#""resultType":"complete","#);
        }
        to.push_str(r#""content":[{"type":"text","text":""#);
        self.write_text(&mut StringBody(to))?;
        to.push_str(r#""}]"#);
        if self.has_structured_content {
            to.push_str(r#","structuredContent":"#);
            write_json(to, &self.content())?;
        }
        to.push_str(r#","isError":true"#);
        if let Some(member) = self.renderer.dialect.result_member() {
            to.push(',');
            write_json(to, &member)?;
            to.push(':');
            write_json(to, &self.body())?;
        }
        to.push_str(r#","_meta":"#);
        write_json(to, &Meta(self.disclosure))?;
        to.push('}');
        Ok(())
    }
}

impl Serialize for Reply<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.channel {
            Channel::ToolResult => {
                if self.renderer.revision.has_result_type() {
                    map.serialize_entry("resultType", "complete")?;
                }
                map.serialize_entry("content", &[TextBlock { kind: "text", text: &self.text() }])?;
                if self.has_structured_content {
                    map.serialize_entry("structuredContent", &self.content())?;
                }
                map.serialize_entry("isError", &true)?;
                if let Some(member) = self.renderer.dialect.result_member() {
                    map.serialize_entry(member, &self.body())?;
                }
                map.serialize_entry("_meta", &Meta(self.disclosure))?;
            }
            Channel::Error(number) => {
                map.serialize_entry("code", &number)?;
                map.serialize_entry("message", self.disclosure.message())?;
                map.serialize_entry("data", &ErrorData(self.body()))?;
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
struct TextBlock<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    text: &'a str,
}

struct Meta<'a>(&'a Disclosure);

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(META_KEY, self.0)])
    }
}

/// The data of a JSON-RPC error, as the dialect has it.
struct ErrorData<'a>(Body<'a>);

impl Serialize for ErrorData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.dialect.write_error_data(&self.0, serializer)
    }
}
