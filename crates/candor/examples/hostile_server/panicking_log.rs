//! A subscriber of the log that panics at every event.

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// From here on, whoever logs meets a panic.
pub(crate) fn install() {
    // This is an error only if another subscriber is set already.
    let _ = tracing::subscriber::set_global_default(Panicking);
}

struct Panicking;

impl Subscriber for Panicking {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && metadata.target() == "candor"
    }

    #[expect(clippy::panic, reason = "that is the attack")]
    fn event(&self, _: &Event<'_>) {
        panic!("the log is broken");
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
