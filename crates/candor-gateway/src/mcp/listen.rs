//! `subscriptions/listen`: what a client of 2026-07-28 wants to be told, for as long as its request is open.

use super::endpoint::{Answer, Asker, McpEndpoint};
use super::object::RawObject;
use super::progress::notification;
use super::read::Params;
use super::session::facts_of;
use super::subscriptions::{Key, Outcome, Subject, Told, Wanted};
use super::{Changed, fault, task};
use crate::frame::member;
use crate::send::mcp::{Era, ServerFacts};
use candor::rmcp::relay::RelayedRequest;
use candor::{Code, Failure, Retry, Safety, reason};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, interval_at, timeout};

pub(super) const METHOD: &str = "subscriptions/listen";
/// Under which each message says to which subscription it belongs.
const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// How many resources and tasks one request may name.
const MOST_SUBJECTS: usize = 100;
/// How long servers have to say whether they take a subscription. One that is silent is taken to.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);
/// How often a stream over HTTP is written to, so that a client that is gone is noticed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// The lists that a client can be told of: the member of its filter, and that of the notification.
const LISTS: [(&str, Changed, &str); 3] = [
    ("toolsListChanged", Changed::Tools, "tools"),
    ("promptsListChanged", Changed::Prompts, "prompts"),
    ("resourcesListChanged", Changed::Resources, "resources"),
];

/// Whether the server tells of changes of its resources.
pub(super) fn has_subscriptions(facts: &ServerFacts) -> bool {
    let resources: Option<&RawValue> = member(&facts.capabilities, "resources");
    resources.and_then(|resources| member(resources, "subscribe")) == Some(true)
}

/// Tells the client what it wants to be told until it goes, or the gateway ends.
pub(super) async fn answer(
    endpoint: &McpEndpoint,
    params: &Params<'_>,
    relayed: RelayedRequest,
    asker: &Asker<'_>,
) -> Answer {
    let Some(client) = &asker.notifications else {
        return endpoint.failed(fault::unsupported(METHOD), &relayed);
    };
    // That servers are heard of for the first time is no change.
    endpoint.settled_servers().await;
    // What is told while the filter is read counts.
    let (Some(mut listener), changes) = (endpoint.servers().subscriptions().listener(), endpoint.changes()) else {
        return endpoint.failed(too_many(), &relayed);
    };
    let filter = match Filter::read(endpoint, params, asker) {
        Ok(filter) => filter,
        Err(Refused::Failure(failure)) => return endpoint.failed(failure, &relayed),
        Err(Refused::Error(error)) => return super::pass::judged(endpoint, "error", &error, &relayed).answer,
    };
    let mut stream = Stream { endpoint, client, id: relayed.id(), changes, filter };
    stream.acknowledge().await;
    let ended = listener.ended();
    tokio::select! {
        () = stream.tell(&mut listener.told, asker) => {}
        () = ended => {}
    }
    let id = relayed.id();
    endpoint.result(&format!(r#"{{"resultType":"complete","_meta":{{"{SUBSCRIPTION_ID}":{id}}}}}"#), &relayed)
}

/// What a client wants to be told.
#[derive(Default)]
struct Filter {
    lists: Vec<(&'static str, Changed, &'static str)>,
    /// With what the client calls each.
    subjects: Vec<(Wanted, Box<str>)>,
}

enum Refused {
    Failure(Failure),
    /// An error of the protocol, in JSON.
    Error(String),
}

impl Filter {
    fn read(endpoint: &McpEndpoint, params: &Params<'_>, asker: &Asker<'_>) -> Result<Filter, Refused> {
        let unreadable = || Refused::Failure(fault::unreadable_params("notifications", "an object"));
        let asked = params.get("notifications").and_then(RawObject::read).ok_or_else(unreadable)?;
        let is_asked = |name: &str| asked.get(name).is_some_and(|value| value.get() == "true");
        let texts = |name: &str| match asked.get(name).filter(|value| value.get() != "null") {
            None => Ok(Vec::new()),
            Some(value) => serde_json::from_str::<Vec<String>>(value.get()).map_err(|_| {
                Refused::Failure(fault::unreadable_params(&format!("notifications.{name}"), "a list of texts"))
            }),
        };
        let (mut uris, mut tasks) = (texts("resourceSubscriptions")?, texts("taskIds")?);
        if uris.len() + tasks.len() > MOST_SUBJECTS {
            return Err(Refused::Failure(too_many_subjects()));
        }
        if !tasks.is_empty() && !params.takes_tasks() {
            return Err(Refused::Error(task::missing_capability()));
        }
        let lists = LISTS.into_iter().filter(|(name, changed, _)| {
            // What nobody may list does not change for anybody.
            is_asked(name) && (*changed != Changed::Resources || asker.sees_all())
        });
        let mut filter = Filter { lists: lists.collect(), subjects: Vec::new() };
        for list in [&mut uris, &mut tasks] {
            list.sort_unstable();
            list.dedup();
        }
        let servers = endpoint.servers();
        let catalogue = servers.catalogue().clone();
        let of_resource = |uri: &String| {
            let listed = catalogue.resource(uri).map(|item| item.server);
            let place = listed.or_else(|| catalogue.server_of_template(uri)).filter(|_| asker.sees_all())?;
            let facts = servers.server(place).and_then(facts_of)?;
            has_subscriptions(&facts).then(|| (place, Subject::Resource(uri.as_str().into())))
        };
        let of_task = |shown: &String| {
            let (place, own) = task::own_id(endpoint, shown, asker)?;
            let facts = servers.server(place).and_then(facts_of)?;
            (facts.era == Era::Modern).then_some((place, Subject::Task(own)))
        };
        let resources = uris.iter().filter_map(|uri| Some((of_resource(uri)?, uri)));
        let tasks = tasks.iter().filter_map(|shown| Some((of_task(shown)?, shown)));
        for (key, shown) in resources.chain(tasks) {
            let server = servers.server(key.0);
            let wanted = server.and_then(|server| servers.subscriptions().want(server, key));
            filter.subjects.extend(wanted.map(|wanted| (wanted, shown.as_str().into())));
        }
        Ok(filter)
    }

    /// Leaves out what servers refuse.
    async fn settle(&mut self) {
        let end = Instant::now() + ANSWER_LIMIT;
        let mut taken = Vec::with_capacity(self.subjects.len());
        for (wanted, shown) in std::mem::take(&mut self.subjects) {
            let left = end.saturating_duration_since(Instant::now());
            if timeout(left, wanted.outcome()).await != Ok(Outcome::Refused) {
                taken.push((wanted, shown));
            }
        }
        self.subjects = taken;
    }

    /// As the client is told it.
    fn to_json(&self) -> Value {
        let mut members: Map<String, Value> =
            self.lists.iter().map(|(name, ..)| ((*name).to_owned(), Value::Bool(true))).collect();
        for (subject, shown) in self.subjects.iter().map(|(wanted, shown)| (&wanted.key.1, shown)) {
            let name = match subject {
                Subject::Resource(_) => "resourceSubscriptions",
                Subject::Task(_) => "taskIds",
            };
            let list = members.entry(name).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                list.push(shown.to_string().into());
            }
        }
        Value::Object(members)
    }

    /// What the client calls this, if it wants to be told of it.
    fn shown(&self, key: &Key) -> Option<&str> {
        self.subjects.iter().find(|(wanted, _)| wanted.key == *key).map(|(_, shown)| &**shown)
    }
}

/// The way to the client.
struct Stream<'a> {
    endpoint: &'a McpEndpoint,
    client: &'a mpsc::Sender<Vec<u8>>,
    /// The id of the request, in JSON.
    id: &'a str,
    changes: broadcast::Receiver<Changed>,
    filter: Filter,
}

impl Stream<'_> {
    async fn send(&self, method: &str, params: &str) {
        let _ = self.client.send(notification(self.endpoint, method, params)).await;
    }

    async fn acknowledge(&mut self) {
        self.filter.settle().await;
        let params =
            format!(r#"{{"_meta":{{"{SUBSCRIPTION_ID}":{}}},"notifications":{}}}"#, self.id, self.filter.to_json());
        self.send("notifications/subscriptions/acknowledged", &params).await;
    }

    async fn tell(&mut self, told: &mut broadcast::Receiver<Arc<Told>>, asker: &Asker<'_>) {
        let mut sign = interval_at(Instant::now() + SIGN_OF_LIFE, SIGN_OF_LIFE);
        loop {
            tokio::select! {
                changed = self.changes.recv() => match changed {
                    Ok(changed) => self.changed(|it| it == changed).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.changed(|_| true).await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                it = told.recv() => match it {
                    Ok(it) => self.told(&it.key, it.params.as_deref()).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.missed().await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                _ = sign.tick(), if !asker.is_alone() => {
                    // Nothing, as a comment.
                    let _ = self.client.send(Vec::new()).await;
                }
            }
        }
    }

    async fn changed(&self, is_it: impl Fn(Changed) -> bool) {
        let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION_ID}":{}}}}}"#, self.id);
        for (_, _, list) in self.filter.lists.iter().filter(|(_, changed, _)| is_it(*changed)) {
            self.send(&format!("notifications/{list}/list_changed"), &params).await;
        }
    }

    async fn told(&self, key: &Key, params: Option<&RawValue>) {
        let Some(shown) = self.filter.shown(key) else { return };
        match (&key.1, params.and_then(RawObject::read)) {
            (Subject::Resource(_), Some(params)) => {
                self.send("notifications/resources/updated", &self.in_subscription(&params)).await;
            }
            (Subject::Resource(uri), None) => {
                let params = json!({"_meta": { SUBSCRIPTION_ID: 0 }, "uri": uri}).to_string();
                if let Some(params) = super::object::raw(params).as_deref().and_then(RawObject::read) {
                    self.send("notifications/resources/updated", &self.in_subscription(&params)).await;
                }
            }
            (Subject::Task(_), Some(params)) => {
                let params = params.with("taskId", &Value::from(shown).to_string());
                if let Some(params) = super::object::raw(params).as_deref().and_then(RawObject::read) {
                    self.send("notifications/tasks", &self.in_subscription(&params)).await;
                }
            }
            // It is asked for all the same.
            (Subject::Task(_), None) => {}
        }
    }

    async fn missed(&self) {
        for (wanted, _) in &self.filter.subjects {
            self.told(&wanted.key, None).await;
        }
    }

    /// The params with the id of this subscription in the place of the server's.
    fn in_subscription(&self, params: &RawObject<'_>) -> String {
        let meta = params.get("_meta").and_then(RawObject::read).map(|meta| meta.with(SUBSCRIPTION_ID, self.id));
        params.with("_meta", &meta.unwrap_or_else(|| format!(r#"{{"{SUBSCRIPTION_ID}":{}}}"#, self.id)))
    }
}

fn too_many() -> Failure {
    Failure::new(Code::RateLimited, "The gateway has as many open subscriptions as it can have")
        .with_reason(reason!("too_many_subscriptions"))
        .with_retry(Retry::After(Duration::from_secs(30), Safety::Always))
}

fn too_many_subjects() -> Failure {
    Failure::invalid_params(format!("A subscription can name {MOST_SUBJECTS} resources and tasks at most"))
        .with_reason(reason!("too_many_subscriptions"))
        .with_field("notifications")
        .with_recovery("Open several subscriptions.")
}
