//! The answer of a server to a request.

use super::found::Found;
use super::{Change, Relay, Relayed, RelayedRequest};
use super::{argument, salvage, unflagged, unknown};
use crate::classify::Classifier;
use crate::disclose::Discretion;
use crate::failure::Origin;
use crate::render::{Channel, Place, Revision};
use crate::rmcp::error_reader::URL_ELICITATION_REQUIRED;
use crate::rmcp::foreign_result::ForeignResult;
use crate::rmcp::guard::OutputMismatch;
use crate::rmcp::outbound::json::parts;
use crate::rmcp::outbound::secrets::{self, Whole};
use crate::rmcp::outbound::{self, failed};
use crate::rmcp::{incomplete, read};
use crate::{Code, Disclosure, Failure, Incident, reason};
use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, ErrorCode};
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use std::ops::Range;

/// The member of `_meta` that says by which sign a result without `isError` is a failure.
const UNFLAGGED: &str = "dev.candor/unflagged";

/// The longest result that is judged by its words.
const LONGEST_JUDGED: usize = 64 * 1024;

/// The answer as the client gets it.
pub(super) fn relayed(relay: &Relay, frame: &[u8], request: &RelayedRequest) -> Relayed {
    let written = |span: Range<usize>| frame.get(span).unwrap_or_default();
    let mut relayed = match Found::in_frame(frame) {
        Found::Error(span) => of_error(relay, written(span), request),
        Found::Result(span) if request.tool().is_some() => of_call(relay, written(span), request),
        Found::Repeated(span) => {
            let once = framed(request, "result", written(span));
            if is_broken(Some(&once)) {
                return failed(relay, not_an_answer(), request);
            }
            let Relayed { frame, change, incident } = relayed(relay, &once, request);
            return Relayed { frame: frame.or(Some(once)), change: change.or(Some(Change::Scrubbed)), incident };
        }
        // What a task has ended with is in it, too.
        Found::Result(_) | Found::Batch => {
            let new = outbound::filtered(&relay.policy, frame);
            return if is_broken(new.as_deref()) {
                failed(relay, not_an_answer(), request)
            } else {
                Relayed::by(new, Change::Scrubbed)
            };
        }
        Found::Nothing => return failed(relay, not_an_answer(), request),
    };
    let is_ours = relayed.frame.is_some();
    let whole = if is_ours { Whole::Disclosed } else { Whole::Message };
    if let Some(clean) = secrets::removed(&relay.policy, relayed.frame.as_deref().unwrap_or(frame), whole) {
        if is_broken(Some(&clean)) {
            return failed(relay, not_an_answer(), request);
        }
        relayed.frame = Some(clean);
        relayed.change = relayed.change.filter(|_| is_ours).or(Some(Change::Scrubbed));
    }
    relayed
}

/// The answer that a failure on the way takes the place of.
pub(super) fn failed(relay: &Relay, failure: Failure, request: &RelayedRequest) -> Relayed {
    let mut relayed = Reply::to(relay, request, failure).into_relayed(relay, None, Change::Failure);
    let clean = relayed.frame.as_deref().and_then(|frame| secrets::removed(&relay.policy, frame, Whole::Disclosed));
    relayed.frame = clean.or(relayed.frame);
    relayed
}

/// Whether the place of a frame that is no JSON was taken by another such.
fn is_broken(frame: Option<&[u8]>) -> bool {
    frame.is_some_and(|frame| serde_json::from_slice::<IgnoredAny>(frame).is_err())
}

/// What a frame is answered with that is neither a result nor an error.
fn not_an_answer() -> Failure {
    Failure::new(Code::DependencyFailed, "The server answered with neither a result nor an error")
        .with_reason(reason!("not_an_answer"))
        .with_origin(Origin::Upstream)
}

/// A frame with this answer and nothing else: other members of one that failed are the words of whatever failed.
fn framed(request: &RelayedRequest, member: &str, answer: &[u8]) -> Vec<u8> {
    let head = format!(r#"{{"jsonrpc":"2.0","id":{},"{member}":"#, request.id());
    [head.as_bytes(), answer, b"}"].concat()
}

/// A failure as it is answered.
struct Reply<'a> {
    disclosure: Disclosure,
    incident: Incident,
    request: &'a RelayedRequest,
}

impl<'a> Reply<'a> {
    fn to(relay: &Relay, request: &'a RelayedRequest, failure: Failure) -> Reply<'a> {
        let failure = request.note_in(failure).relayed();
        let (disclosure, incident) = failure.disclose(&request.discretion(&relay.policy));
        relay.policy.report(&incident);
        Reply { disclosure, incident, request }
    }

    /// The member of the response that holds it, and what that is, with the rest of the result that it was found in.
    fn written(&self, relay: &Relay, rest: Option<Rest>) -> (&'static str, Value) {
        let renderer = self.request.renderer(&relay.policy);
        // A tool that is not there has no result.
        let is_unknown_tool = self.disclosure.reason().as_str() == UNKNOWN_TOOL;
        let place = if is_unknown_tool { Place::Request } else { self.request.place() };
        let reply = renderer.reply(&self.disclosure, place);
        let mut value = reply.to_value();
        match reply.channel() {
            Channel::Error(_) => ("error", value),
            Channel::ToolResult => {
                if let (Some(rest), Value::Object(members)) = (rest, &mut value) {
                    rest.add_to(members, &self.request.discretion(&relay.policy));
                }
                ("result", value)
            }
        }
    }

    fn into_relayed(self, relay: &Relay, rest: Option<Rest>, change: Change) -> Relayed {
        let (member, value) = self.written(relay, rest);
        let frame = framed(self.request, member, value.to_string().as_bytes());
        Relayed { frame: Some(frame), change: Some(change), incident: Some(self.incident) }
    }
}

/// The reason of a failure to find a tool.
const UNKNOWN_TOOL: &str = "unknown_tool";

/// What a failed result holds beside its failure.
struct Rest {
    result: ForeignResult,
    /// The sign by which it is a failure, if `isError` does not say so.
    sign: Option<&'static str>,
}

impl Rest {
    fn add_to(self, members: &mut Map<String, Value>, discretion: &Discretion) {
        let mut beside = CallToolResult::error(Vec::new());
        self.result.add_to(&mut beside, discretion);
        let blocks = beside.content.iter().filter_map(|block| serde_json::to_value(block).ok());
        if let Some(Value::Array(content)) = members.get_mut("content") {
            content.extend(blocks);
        }
        if let Some(Value::Object(meta)) = members.get_mut("_meta") {
            let beside = beside.meta.into_iter().flat_map(|meta| meta.0);
            meta.extend(beside.filter(|(name, _)| name != UNFLAGGED));
            meta.extend(self.sign.map(|sign| (UNFLAGGED.to_owned(), Value::from(sign))));
        }
    }
}

/// A JSON-RPC error.
fn of_error(relay: &Relay, written: &[u8], request: &RelayedRequest) -> Relayed {
    let classifier = relay.policy.classifier();
    let Some(error) = salvage::error(written) else {
        let failure = failed::unreadable("An error of the server").with_origin(Origin::Upstream);
        return Reply::to(relay, request, failure).into_relayed(relay, None, Change::Failure);
    };
    if keeps_its_number(&error, request) {
        let mut incident = None;
        let message = error.message.clone();
        let (error, _) = incomplete::completed_by(&relay.policy, error, |failure| {
            let failure = unknown::named(failure, &message, request);
            let reply = Reply::to(relay, request, failure);
            incident = Some(reply.incident);
            reply.disclosure
        });
        let new = serde_json::to_vec(&error).unwrap_or_else(|_| b"{}".to_vec());
        return Relayed { frame: Some(framed(request, "error", &new)), change: Some(Change::Failure), incident };
    }
    let failure = match request.tool() {
        Some(_) if let Some(unknown) = unknown::tool(&error.message, request) => unknown,
        None if error.code == ErrorCode::RESOURCE_NOT_FOUND => Failure::new(Code::NotFound, error.message),
        Some(_) | None => by_another(relay, read::of_error(&error, classifier)).naming(request.subject()),
    };
    Reply::to(relay, request, argument::named(failure, request)).into_relayed(relay, None, Change::Failure)
}

/// Whether the number of an error must reach the client as it is. A failure of a tool becomes what the dialect makes of it, and a
/// resource that is not there has another number in each revision.
fn keeps_its_number(error: &ErrorData, request: &RelayedRequest) -> bool {
    match error.code {
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::INVALID_REQUEST
        | ErrorCode::METHOD_NOT_FOUND => true,
        URL_ELICITATION_REQUIRED => request.revision() < Revision::V2026_07_28,
        ErrorCode::RESOURCE_NOT_FOUND => false,
        ErrorCode::INVALID_PARAMS if request.has_state() => true,
        _ => request.tool().is_none(),
    }
}

/// A failure that another server has had: what nothing says is that server's.
fn by_another(relay: &Relay, failure: Failure) -> Failure {
    match failure.origin() {
        Origin::Internal => failure.with_origin(Origin::Upstream),
        Origin::Transport | Origin::Configuration if relay.is_in_gateway => failure.with_origin(Origin::Upstream),
        Origin::Caller | Origin::Upstream | Origin::Transport | Origin::Configuration => failure,
    }
}

/// The result of a tool.
fn of_call(relay: &Relay, written: &[u8], request: &RelayedRequest) -> Relayed {
    let is_flagged = is_flagged(written);
    let is_judged = is_flagged || (written.len() <= LONGEST_JUDGED && may_be_a_failure(written));
    if is_judged && let Some((result, sign)) = failure_in(written, is_flagged, relay.policy.classifier()) {
        let Some(result) = result else {
            let failure = failed::unreadable("A failed result of the server").with_origin(Origin::Upstream);
            return Reply::to(relay, request, failure).into_relayed(relay, None, Change::Failure);
        };
        let unknown = unknown::tool_in(&result, request);
        let (failure, rest) =
            ForeignResult::read_as(result, relay.policy.classifier(), request.subject(), Code::DependencyFailed);
        let change = if sign.is_some() { Change::Unflagged } else { Change::Failure };
        let rest = Rest { result: rest, sign };
        let failure = unknown.unwrap_or_else(|| argument::named(by_another(relay, failure), request));
        return Reply::to(relay, request, failure).into_relayed(relay, Some(rest), change);
    }
    mismatch(relay, written, request).map_or_else(Relayed::default, |failure| match relay.output_mismatch {
        OutputMismatch::Fail => {
            let failure = failure.with_origin(Origin::Upstream);
            Reply::to(relay, request, failure).into_relayed(relay, None, Change::OutputMismatch)
        }
        OutputMismatch::Warn | OutputMismatch::Ignore => {
            let incident = Reply::to(relay, request, failure.with_origin(Origin::Upstream)).incident;
            Relayed { frame: None, change: Some(Change::OutputMismatch), incident: Some(incident) }
        }
    })
}

/// Whether the result has `isError: true`.
fn is_flagged(result: &[u8]) -> bool {
    (failed::may_be_in(result) || memchr::memmem::find(result, b"\\u00").is_some())
        && parts(result, 0..result.len())
            .any(|part| part.is_named(result, "isError") && result.get(part.value) == Some(b"true"))
}

/// A quick look for what every failure that is not flagged has in it.
fn may_be_a_failure(result: &[u8]) -> bool {
    const SIGNS: [&[u8]; 5] = [b"rror", b"raceback", b"xception", b"xecution failed", b"success"];
    SIGNS.iter().any(|sign| memchr::memmem::find(result, sign).is_some())
        || memchr::memmem::find(result, b"ERROR").is_some()
}

type FailedResult = (Option<CallToolResult>, Option<&'static str>);

/// The result, if it is a failure, and the sign by which it is one if it is not flagged.
fn failure_in(written: &[u8], is_flagged: bool, classifier: &Classifier) -> Option<FailedResult> {
    if is_flagged {
        return Some((salvage::result(written), None));
    }
    let mut result = serde_json::from_slice::<CallToolResult>(written).ok()?;
    let sign = if read::is_failure(&result) {
        "states_failure"
    } else {
        let [block] = result.content.as_slice() else { return None };
        let text = block.as_text().filter(|_| result.structured_content.is_none())?;
        unflagged::sign(&text.text, classifier)?
    };
    result.is_error = Some(true);
    Some((Some(result), Some(sign)))
}

/// What is wrong with a success by its tool's output schema, if that is to be known.
fn mismatch(relay: &Relay, written: &[u8], request: &RelayedRequest) -> Option<Failure> {
    /// A result that comes later has its content then.
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Success {
        result_type: Option<String>,
        structured_content: Option<Value>,
        task: Option<serde::de::IgnoredAny>,
    }
    let tool = request.known_tool().filter(|tool| tool.has_output_schema())?;
    if relay.output_mismatch == OutputMismatch::Ignore {
        return None;
    }
    let success: Success = serde_json::from_slice(written).ok()?;
    let is_whole = success.task.is_none() && success.result_type.is_none_or(|it| it == "complete");
    is_whole.then(|| tool.mismatch(success.structured_content.as_ref())).flatten()
}
