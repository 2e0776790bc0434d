//! The operator's log, on stderr: one line for each failure, under the id that the caller was given.
//!
//! A program of yours has `tracing-subscriber` for this. What is logged is scrubbed, whoever logs it: on stderr, others may
//! read it. If nobody reads it, nobody waits for it.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes what Candor logs to stderr from now on.
pub(crate) fn to_stderr() {
    // This is an error only if another subscriber is set already.
    let _ = tracing::subscriber::set_global_default(Listener);
}

struct Listener;

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && metadata.target() == "candor"
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        line.0.push('\n');
        // It never fails.
        let _ = candor::non_blocking_stderr().write_all(line.0.as_bytes());
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Each field as ` name=value`; line ends are escaped.
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let text = format!("{value:?}");
        let _ = write!(self.0, " {}={}", field.name(), text.replace('\n', "\\n"));
    }
}
