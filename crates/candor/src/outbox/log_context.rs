//! Where an event of the log belongs: known to the thread that has it, and carried to the one that writes it.

use crate::fence::unless_it_panics;
use tracing::subscriber::NoSubscriber;
use tracing::{Dispatch, Span, dispatcher};

/// The subscriber and the span of the thread that it was made on.
#[derive(Clone)]
pub(crate) struct LogContext {
    dispatch: Dispatch,
    span: Span,
}

impl LogContext {
    /// The context of this thread, if anybody subscribes to its events.
    pub(crate) fn current() -> Option<LogContext> {
        let dispatch = dispatcher::get_default(Dispatch::clone);
        if dispatch.is::<NoSubscriber>() {
            return None;
        }
        // The subscriber is asked for it.
        let span = unless_it_panics(Span::current).unwrap_or_else(Span::none);
        Some(LogContext { dispatch, span })
    }

    /// The subscriber alone.
    pub(crate) fn without_span() -> Option<LogContext> {
        let dispatch = dispatcher::get_default(Dispatch::clone);
        (!dispatch.is::<NoSubscriber>()).then(|| LogContext { dispatch, span: Span::none() })
    }

    /// Runs work that is fenced itself: a subscriber that panics when it is asked for an event, and again when the span is
    /// left, would end the process.
    pub(crate) fn run(&self, work: impl FnOnce()) {
        dispatcher::with_default(&self.dispatch, || self.span.in_scope(work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    /// Keeps in which order spans are entered and left, and events come.
    #[derive(Clone, Default)]
    struct Order(Arc<Mutex<Vec<&'static str>>>);

    impl Subscriber for Order {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.lock().unwrap().push("event");
        }
        fn enter(&self, _: &Id) {
            self.0.lock().unwrap().push("enter");
        }
        fn exit(&self, _: &Id) {
            self.0.lock().unwrap().push("exit");
        }
    }

    #[test]
    fn work_on_another_thread_is_in_the_span_of_its_own() {
        let order = Order::default();
        let dispatch = Dispatch::new(order.clone());
        let span = dispatcher::with_default(&dispatch, || tracing::error_span!("a call"));
        let context = LogContext { dispatch, span };
        std::thread::spawn(move || context.run(|| tracing::error!("it failed"))).join().unwrap();
        assert_eq!(*order.0.lock().unwrap(), ["enter", "event", "exit"]);
    }
}
