//! What a client with a session wants to be told of: messages of logs, and changes of resources.

use super::endpoint::{Answer, Asker, McpEndpoint};
use super::read::Params;
use super::session::{announces, facts_of};
use super::{fault, pass};
use crate::send::mcp::{Era, McpServer};
use candor::Failure;
use candor::rmcp::relay::RelayedRequest;

/// `logging/setLevel`, for all servers that have a log.
pub(super) async fn set_level(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let servers = endpoint.settled_servers().await.servers();
    let Some(session) = asker.session.as_ref().filter(|_| servers.iter().any(has_log)) else {
        return endpoint.failed(fault::unsupported(relayed.method()), &relayed);
    };
    match params.text("level").map(|level| session.set_level(&level)) {
        // Those that are begun with later are told then.
        Ok(true) => {
            session.tell_level().await;
            endpoint.result("{}", &relayed)
        }
        Ok(false) => endpoint.failed(fault::unreadable_params("level", "a level of the log"), &relayed),
        Err(failure) => endpoint.failed(failure, &relayed),
    }
}

/// `resources/subscribe` and `resources/unsubscribe`, for the server of the resource.
pub(super) async fn subscription(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let servers = endpoint.settled_servers().await;
    let Some(session) = asker.session.as_ref().filter(|_| servers.servers().iter().any(has_subscriptions)) else {
        return endpoint.failed(fault::unsupported(relayed.method()), &relayed);
    };
    let uri = match params.text("uri") {
        Ok(uri) => uri,
        Err(failure) => return endpoint.failed(failure, &relayed),
    };
    let relayed = relayed.for_resource(&uri);
    let is_new = relayed.method() == "resources/subscribe";
    let server = match is_new {
        true => server_of(endpoint, &uri, asker).and_then(|server| {
            session.subscribe(&uri, server).map_err(|_| fault::too_many_subscriptions())?;
            Ok(server)
        }),
        // It may be one that is not listed any more.
        false => session.unsubscribe(&uri).map_or_else(|| server_of(endpoint, &uri, asker), Ok),
    };
    let server = match server {
        Ok(server) => server,
        Err(failure) => return endpoint.failed(failure, &relayed),
    };
    let outgoing = pass::Outgoing::new(server, params.for_server(&[]), None);
    let answer = pass::through(endpoint, outgoing, params, &relayed, asker).await.answer;
    if is_new && answer.is_error() {
        session.unsubscribe(&uri);
    }
    answer
}

fn server_of(endpoint: &McpEndpoint, uri: &str, asker: &Asker<'_>) -> Result<usize, Failure> {
    let catalogue = endpoint.servers().catalogue().clone();
    let listed = catalogue.resource(uri).map(|item| item.server);
    let found = listed.or_else(|| catalogue.server_of_template(uri)).filter(|_| asker.sees_all());
    found.ok_or_else(|| fault::unknown("resource", uri, "resources/list").with_uri(uri.to_owned()))
}

/// Whether clients can be told of the server's log.
pub(super) fn has_log(server: &McpServer) -> bool {
    facts_of(server).is_none_or(|facts| facts.era == Era::Legacy && announces(&facts, "logging"))
}

/// Whether clients can subscribe to the server's resources. What a server has that has not answered yet is not known.
pub(super) fn has_subscriptions(server: &McpServer) -> bool {
    facts_of(server).is_none_or(|facts| {
        let resources = super::object::RawObject::read(&facts.capabilities).and_then(|it| it.get("resources"));
        let subscribe = resources.and_then(|it| crate::frame::member(it, "subscribe"));
        facts.era == Era::Legacy && subscribe == Some(true)
    })
}
