//! The log of the test's process.

use serde_json::Value;
use std::sync::{Arc, Mutex, OnceLock};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// All incidents that were logged.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Entry>>>);

#[derive(Default)]
struct Entry {
    id: String,
    /// All of its fields.
    text: String,
}

/// Listens to all threads: what one thread alone listens to, another can switch off for good.
pub(crate) fn listen() -> Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    let listen = || {
        let log = Log::default();
        tracing::subscriber::set_global_default(log.clone()).unwrap();
        log
    };
    LOG.get_or_init(listen).clone()
}

impl Log {
    /// How often the incident with this `instance` was logged.
    pub(crate) fn count(&self, instance: &Value) -> usize {
        self.texts(instance).len()
    }

    /// What was logged of the incident with this `instance`.
    pub(crate) fn texts(&self, instance: &Value) -> Vec<String> {
        let id = instance.as_str().unwrap().trim_start_matches("urn:uuid:");
        let entries = self.0.lock().unwrap();
        entries.iter().filter(|logged| logged.id == id).map(|logged| logged.text.clone()).collect()
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "candor"
    }

    fn event(&self, event: &Event<'_>) {
        let mut entry = Entry::default();
        event.record(&mut entry);
        self.0.lock().unwrap().push(entry);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl Visit for Entry {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "error.id" {
            self.id = format!("{value:?}");
        }
        self.text.push_str(&format!("{field}={value:?} "));
    }
}
