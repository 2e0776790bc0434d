//! Operations in the one form that every version of OpenAPI is brought into.

mod openapi_3;
mod paths;
mod reading;
mod servers;
mod swagger_2;
mod version;

pub(crate) use paths::{Broken, Found, Paths};
pub(crate) use reading::Reading;
pub(crate) use servers::own_server;
pub(crate) use version::{Dialect, Version};

use crate::document::Node;
use crate::finding::Place;
use crate::request::{Location, Style};
use http::Method;
use std::fmt;

/// What names an operation in its document: `GET /pets/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OperationKey {
    method: Method,
    path: String,
}

impl OperationKey {
    pub(crate) fn new(method: Method, path: String) -> OperationKey {
        OperationKey { method, path }
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The path as the document has it, with `{…}` for its parameters.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for OperationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// What goes into an operation and what comes out of it.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Body>,
    pub(crate) responses: Vec<Response>,
}

/// A parameter outside of the body.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) location: Location,
    pub(crate) is_required: bool,
    pub(crate) description: Option<String>,
    pub(crate) schema: Option<SchemaSource>,
    pub(crate) form: ParameterForm,
    pub(crate) place: Place,
}

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterForm {
    Styled {
        style: Style,
        explode: bool,
        allow_reserved: bool,
    },
    /// As JSON.
    Json,
}

/// A body, with the media types that it may have.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) is_required: bool,
    pub(crate) description: Option<String>,
    pub(crate) media: Vec<Media>,
    pub(crate) place: Place,
}

/// A media type and what is in it.
#[derive(Debug)]
pub(crate) struct Media {
    /// In lower case, without its parameters.
    pub(crate) name: String,
    pub(crate) schema: Option<SchemaSource>,
    pub(crate) encodings: Vec<PartEncoding>,
}

/// How a field of a form is written.
#[derive(Debug, Clone)]
pub(crate) struct PartEncoding {
    pub(crate) field: String,
    pub(crate) content_type: Option<String>,
    pub(crate) style: Option<(Style, bool)>,
}

/// Where the schema of a value is.
#[derive(Debug, Clone)]
pub(crate) enum SchemaSource {
    /// A schema.
    Node(Node),
    /// An object whose fields are described one by one.
    Fields(Vec<Field>),
}

/// A field of an object.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) is_required: bool,
    pub(crate) schema: Node,
}

/// A response that is described.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: Status,
    pub(crate) description: Option<String>,
    pub(crate) media: Vec<Media>,
}

/// The status that a response is described under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// One status.
    Code(u16),
    /// A hundred: `2` for `2XX`.
    Class(u16),
    /// Every status that is not described otherwise.
    Default,
}

impl Status {
    /// `200`, `2XX` or `default`.
    pub(crate) fn read(text: &str) -> Option<Status> {
        if text == "default" {
            return Some(Status::Default);
        }
        if let [class @ b'1'..=b'5', b'X' | b'x', b'X' | b'x'] = text.as_bytes() {
            return Some(Status::Class(u16::from(class - b'0')));
        }
        text.parse().ok().filter(|code| (100..600).contains(code)).map(Status::Code)
    }

    /// Whether it is one of 2xx.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Status::Code(200..300) | Status::Class(2))
    }

    /// Whether a response with this code is meant.
    #[must_use]
    pub const fn covers(self, code: u16) -> bool {
        match self {
            Status::Code(own) => own == code,
            Status::Class(class) => code / 100 == class,
            Status::Default => true,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Code(code) => write!(f, "{code}"),
            Status::Class(class) => write!(f, "{class}XX"),
            Status::Default => f.write_str("default"),
        }
    }
}
