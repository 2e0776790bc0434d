//! Where a panic happened: known to the panic hook alone, and told to whoever catches the panic on the same thread.

use crate::failure::trace::{SourcePlace, Trace, backtrace_if_enabled};
use crate::fence::{self, Catcher};
use std::any::Any;
use std::cell::Cell;
use std::panic::PanicHookInfo;
use std::sync::Once;

/// A panic that the hook has seen.
struct Seen {
    trace: Trace,
    /// What it said, by which its catcher knows it from another panic.
    message: Option<String>,
}

thread_local! {
    static SEEN: Cell<Option<Box<Seen>>> = const { Cell::new(None) };
}

/// Lets incidents say where a panic happened. Call it once, when the program starts.
///
/// A panic that Candor catches (in [`catch_panic`](crate::capture::catch_panic), in a guarded tool) is then no longer
/// written to stderr, where its words would not be scrubbed. Its place is in the incident and in the log, and so is its
/// backtrace if `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` asks for backtraces. Every other panic goes to the hook that was
/// there before, and so does a second panic that comes before the first is caught: it may end the process.
///
/// A panic hook belongs to the whole process, so Candor never sets one by itself. Without it, an incident has what the
/// panic said, and the hook that is there writes the place. A call after the first changes nothing. A panicking thread
/// cannot set a hook: there, the call has no effect.
///
/// ```
/// use candor::capture::{catch_panic, install_panic_hook};
///
/// install_panic_hook();
/// let failure = catch_panic(|| panic!("out of tea")).unwrap_err();
/// assert!(failure.place().is_some());
/// ```
pub fn install_panic_hook() {
    static INSTALLED: Once = Once::new();
    if std::thread::panicking() {
        return;
    }
    INSTALLED.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !note(info) {
                previous(info);
            }
        }));
    });
}

/// Notes the panic for its catcher. Whether that is enough: there is one, and no other panic is on its way to it.
fn note(info: &PanicHookInfo<'_>) -> bool {
    if fence::catcher() != Catcher::Reports {
        return false;
    }
    let place = info.location().map(|at| SourcePlace::new(at.file(), at.line(), Some(at.column())));
    let trace = Trace { place, backtrace: backtrace_if_enabled() };
    let message = text_of(info.payload()).map(ToOwned::to_owned);
    SEEN.try_with(|seen| seen.replace(Some(Box::new(Seen { trace, message }))).is_none()).unwrap_or(false)
}

/// What a panic said, if it is text.
fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied())
}

/// A panic that was caught: what it said, if that is text, and where it happened, if the hook has seen it.
pub(crate) struct CaughtPanic {
    pub(crate) message: Option<String>,
    pub(crate) trace: Trace,
}

/// Runs the work. A panic in it is for the caller to report.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    // One that is being unwound, while a `Drop` of its own catches others, is kept for its own catcher.
    let outer = SEEN.try_with(Cell::take).ok().flatten();
    let ended = fence::under(Catcher::Reports, work);
    let seen = SEEN.try_with(|seen| seen.replace(outer)).ok().flatten();
    ended.map_err(|payload| {
        let message = text_of(&*payload).map(ToOwned::to_owned);
        fence::drop_quietly(payload);
        // The last one that was seen may have been stopped on its way here.
        let trace = seen.filter(|seen| seen.message == message).map(|seen| seen.trace);
        CaughtPanic { message, trace: trace.unwrap_or_default() }
    })
}
