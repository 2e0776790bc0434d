//! 002: an RFC 9457 problem, `application/problem+json` over HTTP.

use super::FailurePart;
use super::foreign_failure::{ForeignFailure, Object, text};
use super::format::{ErrorData, Format, Mark, TextForm, WrittenCode};
use super::renderer::Options;
use crate::code::{ProblemType, Row};
use crate::failure::details::key;
use crate::{Code, Disclosure, Origin};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// What type URIs begin with, unless the operator sets another base.
pub const DEFAULT_BASE: &str = "urn:candor:problem:";
/// The media type of a problem over HTTP.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// The text cannot be the beginning of type URIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a URI of at most 200 bytes that ends in /, :, # or =, such as https://errors.example.com/")]
pub struct InvalidBase;

/// What type URIs begin with.
#[derive(Debug, Clone)]
pub(super) struct ProblemBase(Cow<'static, str>);

impl ProblemBase {
    /// A type's slug is appended as it is, so the base has to end where a segment begins.
    pub(super) fn new(base: Cow<'static, str>) -> Result<ProblemBase, InvalidBase> {
        const LONGEST: usize = 200;
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        };
        let is_uri = base.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
            && base.chars().all(|it| it.is_ascii_graphic() && !"\"<>\\^`{|}".contains(it))
            && base.ends_with(['/', ':', '#', '=']);
        if is_uri && base.len() <= LONGEST { Ok(ProblemBase(base)) } else { Err(InvalidBase) }
    }
}

impl Default for ProblemBase {
    fn default() -> Self {
        ProblemBase(Cow::Borrowed(DEFAULT_BASE))
    }
}

/// The type of a problem that says no more than its status.
const ABOUT_BLANK: &str = "about:blank";

/// What a service's failure is, unless it says more: 002's class for other services.
const API_ERROR: Code = Code::DependencyFailed;

/// Candor's names of details, and the members that 002 and its style give them.
const MEMBERS: [(&str, &str); 13] = [
    (key::URI, "uri"),
    (key::TOOL, "tool"),
    (key::ENTITY_ID, "entityId"),
    (key::ENTITY_TYPE, "entityType"),
    (key::FIELD, "field"),
    (key::INVALID_VALUE, "invalidValue"),
    (key::ENDPOINT, "endpoint"),
    (key::CONFIG_KEY, "configKey"),
    (key::CONSTRAINT, "constraint"),
    (key::LIMIT, "limit"),
    (key::PERIOD, "period"),
    (key::ORIGINAL_ERROR, "originalError"),
    (key::REQUEST_ID, "requestId"),
];

pub(super) struct Problem;

impl Format for Problem {
    const NAME: &'static str = "problem";
    const DOCUMENT: &'static str = "002";
    const MEANING: &'static str = "An RFC 9457 problem: type, title, status, detail and instance.";
    const LOSES: &'static [FailurePart] = &[];
    const MARK: Mark = Mark::OwnMembers;
    const TEXT: TextForm = TextForm::Json;
    const CONTENT_MEMBER: Option<&'static str> = None;
    const ERROR_DATA: ErrorData = ErrorData::WholeFailure(&["type", "title", "status", "detail", "instance"]);
    const USES_PROBLEM_BASE: bool = true;

    fn code(row: &Row) -> WrittenCode {
        let id = row.problem.value;
        WrittenCode {
            name: id.slug,
            identifier: format!("{} {}", id.slug, id.status),
            description: format!("{}, status {}, \"{}\"", id.slug, id.status, id.title),
            basis: row.problem.basis,
        }
    }

    fn fold(code: Code) -> Code {
        let problem = code.row().problem.value;
        Code::from_problem(problem.slug, Some(problem.status)).unwrap_or(code)
    }

    fn write<S: Serializer>(disclosure: &Disclosure, options: &Options, serializer: S) -> Result<S::Ok, S::Error> {
        let problem = type_of(disclosure);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &type_uri(problem.slug, &options.problem_base))?;
        map.serialize_entry("title", problem.title)?;
        map.serialize_entry("status", &options.status.unwrap_or(problem.status))?;
        map.serialize_entry("detail", disclosure.message())?;
        map.serialize_entry("instance", disclosure.instance())?;
        map.serialize_entry("timestamp", disclosure.time())?;
        for (name, value) in disclosure.details().iter() {
            if let Some((_, member)) = MEMBERS.iter().find(|(known, _)| *known == name) {
                map.serialize_entry(member, value)?;
            }
        }
        if is_api_error(disclosure) && Code::from_problem(problem.slug, Some(problem.status)) != Some(disclosure.code())
        {
            map.serialize_entry(CODE, disclosure.code().name())?;
        }
        map.serialize_entry("reason", disclosure.reason())?;
        map.serialize_entry("origin", &disclosure.origin())?;
        map.serialize_entry("retry", &disclosure.retry())?;
        map.serialize_entry("recovery", disclosure.recovery())?;
        if context(disclosure).next().is_some() {
            map.serialize_entry("context", &Context(disclosure))?;
        }
        map.end()
    }

    fn read(value: &Value) -> Option<ForeignFailure> {
        let object = value.as_object()?;
        let uri = text(object, "type");
        let status = object.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
        // Other data may have a type or a status; only together, or with a URI, do they make a problem.
        let has = |member: &str| object.get(member).is_some_and(Value::is_string);
        let is_uri = uri.is_some_and(|uri| uri.contains("://") || uri.starts_with("urn:") || uri == ABOUT_BLANK);
        let is_failure = status.is_some_and(|status| (400..=599).contains(&status));
        let is_problem = match uri {
            Some(uri) if is_uri || uri.starts_with('/') => has("title") && has("detail") || is_failure,
            Some(_) => is_failure && has("title") && has("detail"),
            None => is_failure && (has("title") || has("detail")),
        };
        if !is_problem || status.is_some() && !is_failure {
            return None;
        }
        let message = text(object, "detail").or(text(object, "title")).unwrap_or_default();
        let uri = uri.unwrap_or(ABOUT_BLANK);
        let named = named_code(uri, object);
        let foreign = match named {
            Some(code) => ForeignFailure::new(code, message.to_owned()),
            None => stated_by(uri, status, message.to_owned()),
        };
        let recovery = object.get("recovery").and_then(Value::as_object);
        let known =
            ["type", "title", "status", "detail", "instance", "timestamp", "reason", "origin", "retry", "recovery"];
        let is_known = |member: &str| known.contains(&member) || member == CODE && named.is_some();
        let extensions = object.iter().filter(|(member, _)| !is_known(member));
        let foreign = extensions.fold(foreign, |foreign, (member, value)| match (member.as_str(), value) {
            ("context", Value::Object(context)) => foreign.maybe_details(Some(context), &[]),
            (member, value) => foreign.maybe_detail(name_of(member), Some(value)),
        });
        Some(
            foreign
                .maybe_reason(text(object, "reason"))
                .maybe_origin(text(object, "origin"))
                .maybe_retry(object.get("retry"))
                .maybe_recovery(recovery.and_then(|it| text(it, "hint")), recovery.and_then(|it| text(it, "docs")))
                .maybe_occurrence(text(object, "instance"), text(object, "timestamp")),
        )
    }
}

/// The member that has the code of a service's failure, where type and status do not tell it.
const CODE: &str = "code";

/// Type, title and status of the problem: 002's class for other services if a service answered with a failure, else those
/// of the code.
pub(super) fn type_of(disclosure: &Disclosure) -> ProblemType {
    match status_of_service(disclosure) {
        Some(500..) => ProblemType { status: 503, ..API_ERROR.row().problem.value },
        Some(_) => ProblemType { status: 502, ..API_ERROR.row().problem.value },
        None => disclosure.code().row().problem.value,
    }
}

fn is_api_error(disclosure: &Disclosure) -> bool {
    status_of_service(disclosure).is_some()
}

/// The status of failure that a service answered with.
fn status_of_service(disclosure: &Disclosure) -> Option<u16> {
    let status = disclosure.details().get(key::STATUS).and_then(Value::as_u64)?;
    let status = u16::try_from(status).ok().filter(|status| (400..=599).contains(status))?;
    (disclosure.origin() == Origin::Upstream).then_some(status)
}

/// The code that a problem of that class names beside its type.
fn named_code(uri: &str, object: &Object) -> Option<Code> {
    let name = text(object, CODE).filter(|_| slug_of(uri) == API_ERROR.row().problem.value.slug)?;
    Code::all().find(|code| code.name() == name)
}

fn slug_of(uri: &str) -> &str {
    uri.rsplit(['/', ':', '#']).next().unwrap_or_default()
}

fn type_uri<'a>(slug: &'a str, ProblemBase(base): &ProblemBase) -> Cow<'a, str> {
    if slug == ABOUT_BLANK { Cow::Borrowed(slug) } else { Cow::Owned(format!("{base}{slug}")) }
}

/// A type counts by its last segment, whatever its base. One of the server's own is evidence, and so is its status.
fn stated_by(uri: &str, status: Option<u16>, message: String) -> ForeignFailure {
    let slug = slug_of(uri);
    if let (ABOUT_BLANK, None | Some(500)) = (uri, status) {
        return ForeignFailure::new(Code::Unknown, message);
    }
    if let Some(code) = Code::from_problem(slug, status).filter(|_| uri != ABOUT_BLANK) {
        return ForeignFailure::new(code, message);
    }
    let by_status = status.and_then(Code::from_http_status).unwrap_or(Code::Unknown);
    let name = Some(slug).filter(|_| uri != ABOUT_BLANK);
    ForeignFailure::open(by_status, message).maybe_status(status).maybe_identifier(name)
}

fn name_of(member: &str) -> &str {
    MEMBERS.iter().find(|(_, known)| *known == member).map_or(member, |(name, _)| name)
}

fn context(disclosure: &Disclosure) -> impl Iterator<Item = (&str, &Value)> {
    disclosure.details().iter().filter(|(name, _)| !key::NAMED.contains(name))
}

/// The details that 002 has no member for.
struct Context<'a>(&'a Disclosure);

impl Serialize for Context<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(context(self.0))
    }
}
