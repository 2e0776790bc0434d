//! What is written to the log.

use candor::{Discretion, Failure};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps every event: its level, its target and its fields.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<Value>>>);

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        fields.0.insert("level".to_owned(), event.metadata().level().as_str().into());
        fields.0.insert("target".to_owned(), event.metadata().target().into());
        self.0.lock().unwrap().push(fields.0.into());
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }
}

/// The events that are written meanwhile.
pub(crate) fn events(work: impl FnOnce()) -> Vec<Value> {
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), work);
    let events = listener.0.lock().unwrap();
    events.clone()
}

/// The one event of the failure's incident.
pub(crate) fn event_of(failure: Failure, discretion: &Discretion) -> Value {
    let (_, incident) = failure.disclose(discretion);
    let mut events = events(|| incident.log(discretion));
    assert_eq!(events.len(), 1);
    events.remove(0)
}
