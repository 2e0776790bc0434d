//! Where each argument of a tool goes.

use super::body::BodyPlan;
use super::outgoing::OutgoingRequest;
use super::path_template::PathTemplate;
use super::style::{Expansion, plain};
use super::{Location, encode};
use crate::finding::{Place, Problem};
use crate::operation::ParameterForm;
use candor::{Code, Failure};
use http::header::{ACCEPT, CONTENT_TYPE, COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde_json::{Map, Value};
use url::Url;

/// How arguments become a request: method, path, and where each argument goes and how it is written.
#[derive(Debug, Clone)]
pub struct RequestPlan(PlanParts);

/// The parts of a plan.
#[derive(Debug, Clone)]
pub(crate) struct PlanParts {
    pub(crate) method: Method,
    pub(crate) path: PathTemplate,
    pub(crate) parameters: Vec<ParameterPlan>,
    pub(crate) body: Option<BodyPlan>,
    pub(crate) accept: HeaderValue,
    pub(crate) server: Option<String>,
    /// Where the operation is written.
    pub(crate) place: Place,
    pub(crate) fixed: Map<String, Value>,
}

/// Where an argument goes.
#[derive(Debug, Clone)]
pub(crate) struct ParameterPlan {
    /// The name of the argument.
    pub(crate) argument: String,
    /// The name in the request.
    pub(crate) name: String,
    pub(crate) location: Location,
    pub(crate) form: ParameterForm,
    pub(crate) is_required: bool,
    /// The header, if it is one.
    pub(crate) header: Option<HeaderName>,
}

impl RequestPlan {
    pub(crate) fn new(parts: PlanParts) -> RequestPlan {
        RequestPlan(parts)
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.0.method
    }

    /// The server that the document names for this operation alone, if it does. No argument changes it.
    #[must_use]
    pub fn server(&self) -> Option<&str> {
        self.0.server.as_deref()
    }

    /// The address that the path is appended to, for an API at this one; none, if the operation is at another origin.
    ///
    /// A document may name a server for one operation alone. Where that is another origin, it is not called: the operator has
    /// named one address, and the credential is for that.
    pub(crate) fn address(&self, base: &Url) -> Option<Url> {
        match self.server() {
            Some(server) => base.join(server).ok().filter(|url| url.origin() == base.origin()),
            None => Some(base.clone()),
        }
    }

    /// Why the operation cannot be called at an API with this address, if it cannot.
    pub(crate) fn elsewhere(&self, base: &Url) -> Option<Problem> {
        let server = self.server().filter(|_| self.address(base).is_none())?;
        let reason = format!(
            "its own server, `{server}`, is not at `{}`, where the API is; skip it, or add that server as an API of its own",
            base.origin().ascii_serialization()
        );
        Some(Problem::new(self.0.place.clone(), reason))
    }

    /// The request for these arguments. They are meant to have passed the tool's schema; whatever they are, they change
    /// neither the segments of the path nor any header that is not theirs.
    ///
    /// # Errors
    ///
    /// An argument that is missing, or that cannot be written where it belongs: a line break in a header, `..` as a
    /// segment of the path, a text that is not Base64 where it must be.
    pub fn request(&self, arguments: &Map<String, Value>) -> Result<OutgoingRequest, Failure> {
        let parts = &self.0;
        let mut target = parts.path.filled(|name| self.path_text(name, arguments))?;
        let mut query: Vec<String> = vec![parts.path.query().to_owned()];
        let mut cookies = Vec::new();
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, parts.accept.clone());
        for parameter in &parts.parameters {
            let Some(value) = self.value(parameter, arguments)? else { continue };
            match parameter.location {
                Location::Path => {}
                Location::Query => query.extend(parameter.written(value)),
                Location::Cookie => cookies.extend(parameter.written(value)),
                Location::Header => {
                    if let Some(name) = &parameter.header {
                        headers.insert(name, parameter.header_value(value)?);
                    }
                }
            }
        }
        query.retain(|pair| !pair.is_empty());
        if !query.is_empty() {
            target = format!("{target}?{}", query.join("&"));
        }
        if !cookies.is_empty() {
            let cookies = HeaderValue::try_from(cookies.join("; ")).map_err(|_| unwritable("cookies"))?;
            headers.insert(COOKIE, cookies);
        }
        let body = match &parts.body {
            Some(plan) => plan.written(self.given(plan.argument(), arguments))?,
            None => None,
        };
        let body = body.map(|(content_type, bytes)| {
            headers.insert(CONTENT_TYPE, content_type);
            bytes
        });
        Ok(OutgoingRequest { method: parts.method.clone(), target, headers, body })
    }

    /// The argument's value: the one that is fixed, or else the one that was given.
    fn given<'a>(&'a self, argument: &str, arguments: &'a Map<String, Value>) -> Option<&'a Value> {
        self.0.fixed.get(argument).or_else(|| arguments.get(argument))
    }

    /// The value to write; null is as good as none.
    fn value<'a>(
        &'a self,
        parameter: &ParameterPlan,
        arguments: &'a Map<String, Value>,
    ) -> Result<Option<&'a Value>, Failure> {
        match self.given(&parameter.argument, arguments).filter(|value| !value.is_null()) {
            None if parameter.is_required => Err(missing(&parameter.argument)),
            value => Ok(value),
        }
    }

    fn path_text(&self, name: &str, arguments: &Map<String, Value>) -> Result<String, Failure> {
        let is_meant = |parameter: &&ParameterPlan| parameter.location == Location::Path && parameter.name == name;
        let parameter = self.0.parameters.iter().find(is_meant).ok_or_else(|| missing(name))?;
        let value = self.value(parameter, arguments)?.ok_or_else(|| missing(name))?;
        Ok(parameter.written(value).concat())
    }
}

impl ParameterPlan {
    /// The value as it is written: one text for a path or header, any number of pairs for a query or cookie.
    fn written(&self, value: &Value) -> Vec<String> {
        let encode = match (self.location, self.form) {
            (Location::Header, _) => encode::as_it_is,
            (Location::Query, ParameterForm::Styled { allow_reserved: true, .. }) => encode::allowing_reserved,
            (Location::Path | Location::Query | Location::Cookie, _) => encode::strict,
        };
        match self.form {
            ParameterForm::Styled { style, explode, .. } => {
                style.expand(&Expansion { name: &self.name, value, explode, encode })
            }
            ParameterForm::Json => {
                let text = encode(&value.to_string());
                match self.location {
                    Location::Path | Location::Header => vec![text],
                    Location::Query | Location::Cookie => vec![format!("{}={text}", encode::strict(&self.name))],
                }
            }
        }
    }

    fn header_value(&self, value: &Value) -> Result<HeaderValue, Failure> {
        let text = match value {
            Value::Array(_) | Value::Object(_) => self.written(value).concat(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => plain(value),
        };
        HeaderValue::try_from(text.as_bytes()).map_err(|_| unwritable(&self.argument))
    }
}

pub(super) fn missing(argument: &str) -> Failure {
    Failure::new(Code::MissingRequired, format!("The argument `{argument}` is missing")).with_field(argument)
}

fn unwritable(argument: &str) -> Failure {
    let message = format!("The value of `{argument}` has a character that a header cannot hold, such as a line break");
    Failure::invalid_params(message).with_field(argument)
}
