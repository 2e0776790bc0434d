//! Calls of tools: each is checked, sent to the server that has the tool, judged and recorded.

use super::endpoint::{Answer, Asker, McpEndpoint};
use super::pass::{self, Outgoing, Passed};
use super::read::Params;
use super::{fault, mirrored, task};
use crate::context::{CallOutcome, ExecutionContext, FailureFacts};
use crate::gateway::OpenCall;
use candor::Failure;
use candor::rmcp::relay::RelayedRequest;
use serde_json::Value;

/// The error of a header that does not say what the message says (2026-07-28).
const HEADER_MISMATCH: i64 = -32020;

/// Answers `tools/call`.
pub(super) async fn answer(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let has_arguments = params.get("arguments").is_none_or(|it| it.get().starts_with('{') || it.get() == "null");
    let name = match params.text("name") {
        Ok(name) if has_arguments => name,
        not_a_call => return malformed(endpoint, params, not_a_call.err(), &relayed),
    };
    if endpoint.gateway().has_tool(&name) && asker.sees(&name) {
        // It is recorded where it is carried out.
        let arguments = match params.arguments() {
            Ok(Value::Object(arguments)) => Some(arguments),
            Ok(_) => None,
            Err(failure) => return endpoint.failed(failure, &relayed),
        };
        let meta = params.meta_json();
        return Answer(endpoint.local().call(relayed.id(), &name, arguments, meta, asker).await);
    }
    let of_head = || asker.head.and_then(|head| head.headers.get("traceparent")?.to_str().ok()).map(ToOwned::to_owned);
    let own = params.meta("traceparent").and_then(|it| serde_json::from_str(it.get()).ok());
    let caller = asker.caller().map(|caller| caller.name.clone());
    let id = serde_json::from_str::<String>(relayed.id()).unwrap_or_else(|_| relayed.id().to_owned());
    let execution = ExecutionContext::new(id, caller, own.or_else(of_head), name.clone());
    let mut open = OpenCall::begin(endpoint.gateway(), execution.clone());
    let Passed { answer, incident } = call(endpoint, params, &name, relayed, asker, &execution).await;
    open.end(match incident {
        Some(incident) => CallOutcome::Failed(FailureFacts::of_incident(&incident)),
        None => CallOutcome::Succeeded,
    });
    answer
}

/// The answer to what is not a call, whatever tool it may be for.
fn malformed(endpoint: &McpEndpoint, params: &Params<'_>, why: Option<Failure>, relayed: &RelayedRequest) -> Answer {
    // What `serde_json` has no value for is told by what was missed first.
    let refused = params.value().and_then(|params| endpoint.relay().malformed(relayed, Some(&params))?.into_frame());
    refused.map(Answer).unwrap_or_else(|| {
        let failure = why.unwrap_or_else(|| fault::unreadable_params("arguments", "an object"));
        endpoint.failed(failure, relayed)
    })
}

async fn call(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    name: &str,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
    execution: &ExecutionContext,
) -> Passed {
    let servers = endpoint.servers();
    // Only who asks for what is not known yet waits for it.
    if servers.catalogue().tool(name).is_none() {
        endpoint.settled_servers().await;
    }
    let catalogue = servers.catalogue().clone();
    let Some(tool) = catalogue.tool(name).filter(|_| asker.sees(name)) else {
        if let Some(held) = catalogue.held_tool(name).filter(|_| asker.sees(name)) {
            let failure = fault::held_back(name, servers.origins().name(held.server), held.why);
            return pass::failed(endpoint, failure, &relayed.for_tool(name, None));
        }
        let own = endpoint.local().list(asker).await;
        let own: Vec<String> = own.iter().filter_map(|item| crate::frame::member(item, "name")).collect();
        let shown = catalogue.tools.iter().map(|tool| &*tool.item.shown).filter(|shown| asker.sees(shown));
        let names = own.iter().map(String::as_str).chain(shown);
        let relayed = relayed.for_tool(name, None);
        return pass::failed(endpoint, unknown(endpoint, name, names, asker), &relayed);
    };
    let server = tool.item.server;
    execution.note(|facts| facts.upstream = Some(endpoint.servers().origins().name(server).into()));
    let relayed = relayed.for_tool(name, tool.known.clone());
    let relayed = if params.get("requestState").is_some() { relayed.with_request_state() } else { relayed };
    let arguments = match params.arguments() {
        Ok(arguments) => arguments,
        Err(failure) => return pass::failed(endpoint, failure, &relayed),
    };
    let relayed = match arguments.as_object() {
        Some(arguments) => relayed.with_arguments(arguments),
        None => relayed,
    };
    if let Some(head) = asker.head.filter(|_| asker.is_modern())
        && let Err(why) = mirrored::check(&tool.mirrored, &arguments, &head.headers)
    {
        return mismatch(&why, &relayed);
    }
    if let Some(Err(failure)) = tool.known.as_ref().map(|known| known.check_arguments(&arguments)) {
        return pass::failed(endpoint, failure, &relayed);
    }
    if let Some(server) = servers.server(server) {
        execution.note(|facts| {
            facts.timeout = Some(server.settings().timeout);
            facts.attempts = 1;
        });
    }
    let own_name = [("name", Value::from(&*tool.item.own).to_string())];
    let asks_for_task = task::is_asked_for(endpoint, server, params, asker);
    let outgoing = Outgoing {
        server,
        params: match asks_for_task {
            true => params.for_server_of_tasks(&own_name),
            false => params.for_server(&own_name),
        },
        limit: None,
        subject: Some(&tool.item.own),
        mirrored: mirrored::values(&tool.mirrored, &arguments),
        traceparent: execution.traceparent().map(Into::into),
    };
    pass::through(endpoint, outgoing, params, &relayed, asker).await
}

/// A tool that is not there, or that may be one of a server of which nothing is known.
fn unknown<'a>(endpoint: &McpEndpoint, name: &str, names: impl Iterator<Item = &'a str>, asker: &Asker<'_>) -> Failure {
    let servers = endpoint.servers();
    let perhaps = servers.out().into_iter().find(|out| {
        let prefix = servers.origins().prefix(out.server);
        let is_prefixed = prefix.is_empty() || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('_'));
        is_prefixed && !servers.has_listed(out.server) && asker.sees(name)
    });
    match perhaps {
        Some(out) => fault::perhaps_out(name, servers.origins().name(out.server), &out.why),
        None => Failure::unknown_tool(name, names),
    }
}

/// An answer that the guard around the endpoint completes.
fn mismatch(why: &str, relayed: &RelayedRequest) -> Passed {
    let message = Value::from(format!("Header mismatch: {why}"));
    let error = format!(r#"{{"code":{HEADER_MISMATCH},"message":{message}}}"#);
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, relayed.id());
    Passed { answer: Answer(frame.into_bytes()), incident: None }
}
