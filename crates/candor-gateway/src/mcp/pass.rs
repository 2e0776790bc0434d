//! Requests that go to one server and are answered by it: what is common to all of them, and those that are not calls of tools.

use super::endpoint::{Answer, Asker, McpEndpoint};
use super::object::{RawObject, raw};
use super::read::Params;
use super::rounds::Rounds;
use super::{fault, held, progress, task};
use crate::frame::member;
use crate::send::mcp::{ServerAnswer, ServerRequest};
use candor::rmcp::relay::{Change, RelayedRequest};
use candor::{Failure, Incident};
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;

/// What becomes of a request that was sent on.
pub(super) struct Passed {
    pub(super) answer: Answer,
    /// The failure that it is answered with.
    pub(super) incident: Option<Incident>,
}

/// A request for one server, but for what is common to all.
pub(super) struct Outgoing<'a> {
    pub(super) server: usize,
    pub(super) params: Option<Box<RawValue>>,
    pub(super) subject: Option<&'a str>,
    pub(super) mirrored: Vec<(Box<str>, Box<str>)>,
    pub(super) traceparent: Option<Box<str>>,
    /// How long it may take, if not as long as others.
    pub(super) limit: Option<Duration>,
}

/// Sends the request to its server, and makes the client's answer of what comes back.
pub(super) async fn through(
    endpoint: &McpEndpoint,
    mut outgoing: Outgoing<'_>,
    params: &Params<'_>,
    relayed: &RelayedRequest,
    asker: &Asker<'_>,
) -> Passed {
    let own;
    let server = match (&asker.session, endpoint.servers().server(outgoing.server)) {
        (None, Some(server)) => server,
        (Some(session), Some(_)) => match session.server(endpoint, outgoing.server).await {
            Ok(server) => {
                own = server;
                &own
            }
            Err(failure) => return failed(endpoint, failure, relayed),
        },
        (_, None) => {
            let name = endpoint.servers().origins().name(outgoing.server);
            return failed(endpoint, fault::perhaps_out(relayed.method(), name, "is not started yet"), relayed);
        }
    };
    let of_client = || params.meta("traceparent").and_then(|it| serde_json::from_str(it.get()).ok());
    let mut traceparent: Option<Box<str>> = outgoing.traceparent.take().or_else(of_client);
    let limit = outgoing.limit.unwrap_or(server.settings().timeout);
    let mut rounds = Rounds::of(&outgoing, asker);
    let asking = match asker.session.is_none() && asker.is_modern() && held::may_ask(params) {
        true => endpoint.servers().asking(outgoing.server),
        false => None,
    };
    loop {
        let request = ServerRequest {
            subject: outgoing.subject.map(Into::into),
            mirrored: std::mem::take(&mut outgoing.mirrored),
            is_repeatable: relayed.is_repeatable(),
            traceparent: if rounds.is_some() { traceparent.clone() } else { traceparent.take() },
            capabilities: match &rounds {
                Some(rounds) => Some(rounds.capabilities()),
                None => params.capabilities().filter(|_| asker.is_modern()),
            },
            ..ServerRequest::new(relayed.method(), outgoing.params.take(), limit)
        };
        let answered = match asking {
            Some(asking) => match held::through(endpoint, asking, request, params, relayed, asker).await {
                Ok(answered) => answered,
                Err(asked) => return asked,
            },
            None => progress::request(endpoint, server, request, params, asker).await,
        };
        let result = match answered {
            Err(failure) => {
                return failed(endpoint, failure.with_context("server", server.name().to_string()), relayed);
            }
            Ok(ServerAnswer::Error(error)) => return judged(endpoint, "error", error.get(), relayed),
            Ok(ServerAnswer::Result(result)) => result,
        };
        let kind: Option<String> = member(&result, "resultType");
        if !asker.is_modern() && kind.as_deref() == Some("input_required") {
            let next = match &mut rounds {
                Some(rounds) => rounds.next(endpoint, server, &result, asker).await,
                None => Err(fault::input_required(server.name())),
            };
            match next {
                Ok(again) => {
                    outgoing.params = again.params;
                    outgoing.mirrored = again.mirrored;
                    continue;
                }
                Err(failure) => return failed(endpoint, failure, relayed),
            }
        }
        let result = match task::shown(endpoint, server, params, kind.as_deref(), &result, relayed, asker) {
            Ok(shown) => shown.unwrap_or(result),
            Err(refused) => return judged(endpoint, "error", &refused, relayed),
        };
        let renewed = if asker.is_modern() && kind.is_none() { renewed(&result, relayed.method()) } else { None };
        return judged(endpoint, "result", renewed.as_ref().unwrap_or(&result).get(), relayed);
    }
}

/// The result of an older server with what the newest revision requires: it is complete, and what is read may not be kept.
fn renewed(result: &RawValue, method: &str) -> Option<Box<RawValue>> {
    let mut renewed = raw(RawObject::read(result)?.with("resultType", "\"complete\""))?;
    if method == "resources/read" {
        for (name, json) in [("ttlMs", "0"), ("cacheScope", "\"private\"")] {
            let object = RawObject::read(&renewed)?;
            if object.get(name).is_none() {
                let with = object.with(name, json);
                renewed = raw(with)?;
            }
        }
    }
    Some(renewed)
}

pub(super) fn judged(endpoint: &McpEndpoint, member: &str, json: &str, relayed: &RelayedRequest) -> Passed {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"{member}":{json}}}"#, relayed.id()).into_bytes();
    let judged = endpoint.relay().answer(&frame, relayed);
    let is_failure = matches!(judged.change(), Some(Change::Failure | Change::Unflagged)) || member == "error";
    let incident = judged.incident().filter(|_| is_failure).cloned();
    Passed { answer: Answer(judged.into_frame().unwrap_or(frame)), incident }
}

pub(super) fn failed(endpoint: &McpEndpoint, failure: Failure, relayed: &RelayedRequest) -> Passed {
    let answered = endpoint.relay().failure(failure, relayed);
    let incident = answered.incident().cloned();
    Passed { answer: Answer(answered.into_frame().unwrap_or_default()), incident }
}

/// `prompts/get`
pub(super) async fn prompt(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let name = match params.text("name") {
        Ok(name) => name,
        Err(failure) => return endpoint.failed(failure, &relayed),
    };
    let catalogue = endpoint.settled_servers().await.catalogue().clone();
    let Some(item) = catalogue.prompt(&name).filter(|_| asker.sees(&name)) else {
        return endpoint.failed(fault::unknown("prompt", &name, "prompts/list"), &relayed);
    };
    let own = params.for_server(&[("name", Value::from(&*item.own).to_string())]);
    let outgoing = Outgoing::new(item.server, own, Some(&item.own));
    through(endpoint, outgoing, params, &relayed, asker).await.answer
}

/// `resources/read`
pub(super) async fn resource(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let uri = match params.text("uri") {
        Ok(uri) => uri,
        Err(failure) => return endpoint.failed(failure, &relayed),
    };
    let relayed = relayed.for_resource(&uri);
    let catalogue = endpoint.settled_servers().await.catalogue().clone();
    let listed = catalogue.resource(&uri).map(|item| item.server);
    let server = listed.or_else(|| catalogue.server_of_template(&uri)).filter(|_| asker.sees_all());
    let Some(server) = server else {
        return endpoint.failed(fault::unknown("resource", &uri, "resources/list").with_uri(uri.clone()), &relayed);
    };
    let outgoing = Outgoing::new(server, params.for_server(&[]), Some(&uri));
    through(endpoint, outgoing, params, &relayed, asker).await.answer
}

/// `completion/complete`: what it completes says whose it is.
pub(super) async fn completion(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let unreadable = || fault::unreadable_params("ref", "a reference to a prompt or a template");
    let Some(reference) = params.get("ref").and_then(RawObject::read) else {
        return endpoint.failed(unreadable(), &relayed);
    };
    let catalogue = endpoint.settled_servers().await.catalogue().clone();
    let found = match (reference.text("type").as_deref(), reference.text("name"), reference.text("uri")) {
        (Some("ref/prompt"), Some(name), _) => {
            let item = catalogue.prompt(&name).filter(|_| asker.sees(&name));
            let renamed = |own: &str| reference.with("name", &Value::from(own).to_string());
            item.map(|item| (item.server, params.for_server(&[("ref", renamed(&item.own))])))
                .ok_or_else(|| fault::unknown("prompt", &name, "prompts/list"))
        }
        (Some("ref/resource"), _, Some(uri)) => {
            let listed = catalogue.template(&uri).or_else(|| catalogue.resource(&uri)).filter(|_| asker.sees_all());
            listed
                .map(|item| (item.server, params.for_server(&[])))
                .ok_or_else(|| fault::unknown("resource template", &uri, "resources/templates/list"))
        }
        _ => Err(unreadable()),
    };
    match found {
        Ok((server, own)) => through(endpoint, Outgoing::new(server, own, None), params, &relayed, asker).await.answer,
        Err(failure) => endpoint.failed(failure, &relayed),
    }
}

impl<'a> Outgoing<'a> {
    pub(super) fn new(server: usize, params: Option<Box<RawValue>>, subject: Option<&'a str>) -> Outgoing<'a> {
        Outgoing { server, params, subject, mirrored: Vec::new(), traceparent: None, limit: None }
    }
}
