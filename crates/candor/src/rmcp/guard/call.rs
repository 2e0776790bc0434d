//! A call of a tool, from its arguments to its result.

use super::core::{Core, Ended};
use super::foreign::{self, Foreign};
use super::inside::Inside;
use super::occasion::Occasion;
use super::report::Ending;
use super::settings::OutputMismatch;
use super::tools::{Found, KnownTool};
use crate::disclose::Allowed;
use crate::failure::{Origin, Retry, Safety};
use crate::render::Place;
use crate::rmcp::carried::Loan;
use crate::rmcp::schema::{allowing_places, nearest};
use crate::rmcp::words::{listed, shown};
use crate::rmcp::{incomplete, read};
use crate::{Code, Failure, reason};
use ::rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, JsonObject};
use ::rmcp::service::RequestContext;
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

impl Core {
    pub(super) async fn call_tool(
        &self,
        inside: &impl Inside,
        mut request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut occasion = Occasion::of("tools/call", &context).for_tool(request.name.clone());
        let deadline = self.settings().deadline_of(&request.name);
        let cancelled = context.ct.clone().cancelled_owned();
        let found = match self.tools.remembered(&request.name) {
            Some(tool) => Found::Tool(tool),
            None => {
                // Whoever lists tools may take its time, too.
                let work = self.look_up_tool(inside, &request.name, &context);
                match self.run(&occasion, deadline, cancelled, || (), work).await {
                    Ended::Done(found, _) => found,
                    Ended::Panicked(failure) => return self.answered(Attempt::new(occasion, None), failure),
                    Ended::TimedOut(deadline) => return self.out_of_time(Attempt::new(occasion, None), deadline),
                    Ended::Cancelled => return Err(self.silence(&occasion)),
                }
            }
        };
        let tool = match found {
            Found::Tool(tool) => Some(tool),
            Found::Unlisted => None,
            Found::Unknown(names) => {
                return Err(self.refusal(&occasion, Place::Request, unknown_tool(&request.name, &names)));
            }
        };
        occasion.is_tool_known = tool.is_some();
        let tool = match self.admitted(inside, tool, &mut request, &context).await {
            Ok(tool) => tool,
            Err(Refused::NoSuchTool(failure)) => return Err(self.refusal(&occasion, Place::Request, failure)),
            Err(Refused::Arguments(tool, failure)) => {
                let allowed = allowing_places(allowed_by(request.arguments.as_ref()).unwrap_or_default(), &failure);
                return self.answer(&occasion, Some(&tool), failure, Some(allowed)).map(CallToolResponse::Complete);
            }
        };
        let call = Attempt {
            allowed: allowed_by(request.arguments.as_ref()),
            has_state: request.request_state.is_some(),
            ..Attempt::new(occasion, tool)
        };
        if context.ct.is_cancelled() {
            return Err(self.silence(&call.occasion));
        }
        // The tool's own token, so that what it has started learns of the deadline too.
        let cancelled = context.ct.clone().cancelled_owned();
        let token = context.ct.child_token();
        context.ct = token.clone();
        let again = context.clone();
        let ended =
            self.run(&call.occasion, deadline, cancelled, || token.cancel(), inside.run_tool(request, context)).await;
        match ended {
            Ended::Done(Ok(CallToolResponse::Complete(result)), loan) if result.is_error == Some(true) => {
                self.failed_result(call, result, &loan)
            }
            Ended::Done(Ok(CallToolResponse::Complete(result)), _) => {
                self.succeeded(inside, call, result, &again).await
            }
            Ended::Done(Ok(mut response), _) => {
                if let CallToolResponse::Task(created) = &mut response {
                    self.scrub_status(&mut created.task);
                }
                self.ended(&call.occasion, Ending::Succeeded);
                Ok(response)
            }
            Ended::Done(Err(error), loan) => self.failed(inside, call, error, &loan, &again).await,
            Ended::Panicked(failure) => self.answered(call, failure),
            Ended::TimedOut(deadline) => self.out_of_time(call, deadline),
            Ended::Cancelled => Err(self.silence(&call.occasion)),
        }
    }

    /// Lets the call in if its arguments fit the tool's input schema.
    async fn admitted(
        &self,
        inside: &impl Inside,
        tool: Option<Arc<KnownTool>>,
        request: &mut CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Option<Arc<KnownTool>>, Refused> {
        let Some(tool) = tool else { return Ok(None) };
        let had_arguments = request.arguments.is_some();
        let arguments = Value::Object(request.arguments.take().unwrap_or_default());
        let mut checked = (check_arguments(&tool, &request.name, &arguments), tool);
        if checked.0.is_err() {
            // The tool may have changed, or this caller may not get to see it at all.
            match self.look_up_tool(inside, &request.name, context).await {
                Found::Tool(now) if Arc::ptr_eq(&now, &checked.1) => {}
                Found::Tool(now) => checked = (check_arguments(&now, &request.name, &arguments), now),
                Found::Unknown(names) => return Err(Refused::NoSuchTool(unknown_tool(&request.name, &names))),
                Found::Unlisted => return Ok(None),
            }
        }
        if let Value::Object(members) = arguments
            && had_arguments
        {
            request.arguments = Some(members);
        }
        match checked {
            (Ok(()), tool) => Ok(Some(tool)),
            (Err(failure), tool) => Err(Refused::Arguments(tool, failure)),
        }
    }

    /// A result that claims to be none of a failure.
    async fn succeeded(
        &self,
        inside: &impl Inside,
        call: Attempt,
        result: CallToolResult,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let policy = self.settings().output_mismatch;
        let mut failure = match policy {
            OutputMismatch::Ignore => None,
            OutputMismatch::Fail | OutputMismatch::Warn => call.output_mismatch(&result),
        };
        if failure.is_some()
            && let Some(name) = &call.occasion.tool
            && let Found::Tool(now) = self.look_up_tool(inside, name, context).await
        {
            failure = Attempt::mismatch_with(&now, name, &result);
        }
        match (failure, policy) {
            (Some(failure), OutputMismatch::Fail) => self.answered(call, failure),
            (Some(failure), OutputMismatch::Warn | OutputMismatch::Ignore) => {
                let (_, incident) = call.occasion.noted_in(failure).disclose(&self.settings().discretion);
                self.report(&incident);
                self.ended(&call.occasion, Ending::Succeeded);
                Ok(CallToolResponse::Complete(self.without_secrets(result)))
            }
            (None, _) => {
                self.ended(&call.occasion, Ending::Succeeded);
                Ok(CallToolResponse::Complete(self.without_secrets(result)))
            }
        }
    }

    /// A result with `isError`: Candor's own, or a stranger's.
    fn failed_result(&self, call: Attempt, result: CallToolResult, loan: &Loan) -> Result<CallToolResponse, ErrorData> {
        let foreign = match foreign::id_in_result(&result).and_then(|id| loan.take(id)) {
            Some(failure) => Foreign::kept(failure),
            None => Foreign::of(&result, &self.settings().classifier),
        };
        let has_all_texts = foreign.has_all_texts();
        let failure = call.careful(foreign.failure);
        let mut answer = self.answered(call, failure)?;
        if let CallToolResponse::Complete(answer) = &mut answer {
            Foreign::keep_the_rest(has_all_texts, answer, result, &self.settings().discretion);
        }
        Ok(answer)
    }

    /// A JSON-RPC error in place of a result.
    async fn failed(
        &self,
        inside: &impl Inside,
        call: Attempt,
        error: ErrorData,
        loan: &Loan,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(failure) = incomplete::id_in(&error).and_then(|id| loan.take(id)) {
            return self.answered(call, failure);
        }
        // The state is the client's affair, which no model has seen: one that is refused is an error of the protocol.
        let is_about_state = call.has_state && error.code == ErrorCode::INVALID_PARAMS;
        if is_about_state || foreign::is_of_the_protocol(error.code, call.occasion.revision) {
            return Err(self.protocol_error(&call.occasion, error));
        }
        // The handler may not know a tool that was listed a moment ago, or that it never lists.
        if matches!(error.code, ErrorCode::INVALID_PARAMS | ErrorCode::METHOD_NOT_FOUND)
            && let Some(name) = &call.occasion.tool
        {
            match self.look_up_tool(inside, name, context).await {
                Found::Unknown(names) => {
                    return Err(self.refusal(&call.occasion, Place::Request, unknown_tool(name, &names)));
                }
                Found::Unlisted if is_about_the_tool(&error) => {
                    return Err(self.refusal(&call.occasion, Place::Request, unknown_tool(name, &[])));
                }
                // Nobody can say whether it was the tool that spoke, or somebody before it.
                Found::Unlisted => {
                    let failure = read::of_error(&error, &self.settings().classifier);
                    return Err(self.refusal(&call.occasion, Place::Request, failure));
                }
                Found::Tool(_) => {}
            }
        }
        let failure = call.careful(read::of_error(&error, &self.settings().classifier));
        self.answered(call, failure)
    }

    fn out_of_time(&self, call: Attempt, deadline: Duration) -> Result<CallToolResponse, ErrorData> {
        let failure = timed_out(&call, deadline);
        self.answered(call, failure)
    }

    fn answered(&self, call: Attempt, failure: Failure) -> Result<CallToolResponse, ErrorData> {
        self.answer(&call.occasion, call.tool.as_deref(), failure, call.allowed).map(CallToolResponse::Complete)
    }
}

/// Why a call was not let in.
enum Refused {
    /// This caller has no such tool.
    NoSuchTool(Failure),
    /// Its arguments do not fit.
    Arguments(Arc<KnownTool>, Failure),
}

/// A call that was let in.
struct Attempt {
    occasion: Occasion,
    tool: Option<Arc<KnownTool>>,
    allowed: Option<Allowed>,
    /// Whether it goes on with an earlier one, whose state the client has sent back.
    has_state: bool,
}

impl Attempt {
    fn new(occasion: Occasion, tool: Option<Arc<KnownTool>>) -> Attempt {
        Attempt { occasion, tool, allowed: None, has_state: false }
    }

    /// Words can tell that a service was never reached, but not what the tool had done by then: unless the tool says that
    /// it may be repeated, a retry is safe only if doing it twice does no harm.
    fn careful(&self, failure: Failure) -> Failure {
        let is_judged = failure.verdict().is_some();
        if !is_judged || self.tool.as_ref().is_some_and(|tool| tool.is_repeatable()) {
            return failure;
        }
        match failure.retry() {
            Retry::Backoff(_) => failure.with_retry(Retry::Backoff(Safety::IfIdempotent)),
            Retry::After(delay, _) => failure.with_retry(Retry::After(delay, Safety::IfIdempotent)),
            Retry::Never => failure,
        }
    }

    fn output_mismatch(&self, result: &CallToolResult) -> Option<Failure> {
        let (tool, name) = (self.tool.as_ref()?, self.occasion.tool.as_ref()?);
        Attempt::mismatch_with(tool, name, result)
    }

    fn mismatch_with(tool: &KnownTool, name: &str, result: &CallToolResult) -> Option<Failure> {
        let schema = tool.output.as_ref()?.compiled.as_ref().ok()?;
        schema.check_output(name, result.structured_content.as_ref()).err()
    }
}

fn check_arguments(tool: &KnownTool, name: &str, arguments: &Value) -> Result<(), Failure> {
    match &tool.input.compiled {
        Ok(schema) => schema.check_arguments(name, arguments),
        Err(_) => Ok(()),
    }
}

/// How many of its own words a caller may get to see again, and how long they may be: whoever sends lists of guesses is
/// not told which one was right.
const MOST_ALLOWED: usize = 16;
const LONGEST_ALLOWED: usize = 1_024;

/// What the caller has said itself may be said to it: whole arguments with a sign of a path or an address.
fn allowed_by(arguments: Option<&JsonObject>) -> Option<Allowed> {
    fn collect<'a>(value: &'a Value, words: &mut Vec<&'a str>, depth: usize) {
        match value {
            Value::String(text) if words.len() <= MOST_ALLOWED => {
                let is_one = text.len() <= LONGEST_ALLOWED && !text.contains(['\n', '\r', ',', ';']);
                if is_one && text.bytes().any(|byte| matches!(byte, b'/' | b'\\' | b'@')) {
                    words.push(text);
                }
            }
            Value::Array(items) if depth > 0 => items.iter().for_each(|item| collect(item, words, depth - 1)),
            Value::Object(members) if depth > 0 => {
                members.values().for_each(|member| collect(member, words, depth - 1));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            }
        }
    }
    let mut words = Vec::new();
    arguments?.values().for_each(|value| collect(value, &mut words, 64));
    let are_few = !words.is_empty() && words.len() <= MOST_ALLOWED;
    are_few.then(|| words.into_iter().fold(Allowed::new(), Allowed::with_text))
}

/// Whether an error says that there is no such tool, in the words that handlers use.
fn is_about_the_tool(error: &ErrorData) -> bool {
    let message = error.message.to_ascii_lowercase();
    error.code == ErrorCode::METHOD_NOT_FOUND
        || (message.contains("tool") && ["not found", "unknown", "no such"].iter().any(|word| message.contains(word)))
}

/// The caller named a tool that does not exist.
fn unknown_tool(name: &str, names: &[String]) -> Failure {
    let near = nearest(name, names.iter().map(String::as_str));
    let shown_name = shown(name);
    let (message, recovery) = if near.is_empty() {
        (format!("There is no tool {shown_name}"), "List the tools with tools/list and call one of them.".to_owned())
    } else {
        let names = listed(&near);
        (
            format!("There is no tool {shown_name}; did you mean {names}?"),
            format!("Call {names} instead, or list the tools with tools/list."),
        )
    };
    let failure = Failure::new(Code::NotFound, message)
        .with_reason(reason!("unknown_tool"))
        .with_origin(Origin::Caller)
        .with_retry(Retry::Never)
        .with_recovery(recovery)
        .with_tool(shown_name);
    if near.is_empty() { failure } else { failure.with_context("did_you_mean", near) }
}

/// The tool took longer than it may.
fn timed_out(call: &Attempt, deadline: Duration) -> Failure {
    let is_repeatable = call.tool.as_ref().is_some_and(|tool| tool.is_repeatable());
    let name = call.occasion.tool.as_deref().unwrap_or("The tool");
    let (safety, recovery) = if is_repeatable {
        (Safety::Always, "Ask for less in one call, or try again later.")
    } else {
        (
            Safety::IfIdempotent,
            "It may have taken effect: check before you call it again, and ask for less in one call.",
        )
    };
    Failure::new(Code::Timeout, format!("{name} did not finish within {}", spoken_duration(deadline)))
        .with_reason(reason!("deadline_exceeded"))
        .with_origin(Origin::Internal)
        .with_retry(Retry::Backoff(safety))
        .with_recovery(recovery)
        .with_context(
            crate::failure::details::key::DEADLINE_MS,
            u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX),
        )
}

fn spoken_duration(duration: Duration) -> String {
    match (duration.as_secs(), duration.subsec_millis()) {
        (1, 0) => "1 second".to_owned(),
        (seconds, 0) => format!("{seconds} seconds"),
        (0, millis) => format!("{millis} ms"),
        (seconds, millis) => format!("{seconds}.{millis:03} seconds"),
    }
}
