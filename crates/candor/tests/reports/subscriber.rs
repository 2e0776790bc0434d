//! Logs that misbehave.

use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Does this before it keeps an event of Candor's as text.
#[derive(Clone)]
pub(crate) struct Log {
    before: Arc<dyn Fn() + Send + Sync>,
    pub(crate) events: Arc<Mutex<Vec<String>>>,
}

impl Log {
    pub(crate) fn that(before: impl Fn() + Send + Sync + 'static) -> Log {
        Log { before: Arc::new(before), events: Arc::default() }
    }

    pub(crate) fn events(&self) -> Vec<String> {
        self.events.lock().unwrap().clone()
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "candor"
    }

    fn event(&self, event: &Event<'_>) {
        (self.before)();
        let mut text = Text(format!("{} ", event.metadata().level()));
        event.record(&mut text);
        self.events.lock().unwrap().push(text.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!("{field}={value:?} "));
    }
}
