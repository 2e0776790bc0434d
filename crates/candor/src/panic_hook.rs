//! Where a panic happened: known to the panic hook alone, and told to whoever catches the panic on the same thread.

use crate::failure::trace::{SourcePlace, Trace, backtrace_if_enabled};
use crate::fence::{self, Catcher};
use crate::outbox::Outbox;
use crate::stderr::{scrubbed, write_scrubbed};
use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::io::Write as _;
use std::panic::PanicHookInfo;
use std::sync::Once;

/// A panic that the hook has seen.
struct Seen {
    trace: Trace,
    /// What it said, by which its catcher knows it from another panic.
    message: Option<String>,
}

impl Seen {
    fn of(info: &PanicHookInfo<'_>, backtrace: Option<Backtrace>) -> Seen {
        let place = info.location().map(|at| SourcePlace::new(at.file(), at.line(), Some(at.column())));
        let message = text_of(info.payload()).map(ToOwned::to_owned);
        Seen { trace: Trace { place, backtrace }, message }
    }

    /// What it said, scrubbed, and where it happened: lines of the log.
    fn told(&self) -> String {
        let message = self.message.as_deref().unwrap_or("a value that is not text");
        let message = scrubbed(message);
        match &self.trace.place {
            Some(place) => format!("panicked: {message}\n(at {})\n", place.in_package()),
            None => format!("panicked: {message}\n"),
        }
    }

    /// Writes it to stderr, which is not waited for: whoever panicked may be answering a caller.
    fn write(&self) {
        write_scrubbed(self.told());
    }

    /// Writes it in place of the standard hook: whoever panicked, and whether or not the process goes on.
    fn write_for_all(&self) {
        let thread = std::thread::current();
        let mut text = format!("thread '{}' ", thread.name().unwrap_or("<unnamed>")) + &self.told();
        let (frames, more) = self.trace.frames();
        for frame in frames {
            let place = frame.place.map(|place| format!(" at {}", place.in_package()));
            text.push_str(&format!("  {}{}\n", frame.function, place.unwrap_or_default()));
        }
        if more > 0 {
            text.push_str(&format!("  and {more} more\n"));
        }
        write_scrubbed(text);
        // The process may end with the thread.
        Outbox::flush_stderr_before_an_end();
    }
}

thread_local! {
    /// Those on this thread that began since the work under the innermost catcher did. All but the last one that is caught
    /// were stopped on their way: only then is known which those are.
    static SEEN: Cell<Vec<Seen>> = const { Cell::new(Vec::new()) };
}

/// Lets incidents say where a panic happened. Call it once, when the program starts.
///
/// A panic that Candor catches (in [`catch_panic`](crate::capture::catch_panic), in a guarded tool) is then no longer
/// written to stderr, where its words would not be scrubbed. Its place is in the incident and in the log, and so is its
/// backtrace if `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` asks for backtraces.
///
/// Two kinds of panics are in no incident: one that changes nothing, of an observer, of a subscriber or of an error that is
/// asked for its text; and one that is stopped on its way to Candor, by a `catch_unwind` in a tool, which is known when the
/// work that Candor runs has ended. What they said, scrubbed by the rules and of the secrets of every policy, and their places are written to
/// [`non_blocking_stderr`](crate::non_blocking_stderr), so that no answer waits for them. If a panic in a destructor ends
/// the process, what is known is written before that, scrubbed as well.
///
/// Every other panic, such as one in a task that a tool has spawned, is written in the same way, with the name of its thread: in
/// place of the standard hook. If the program has set a hook of its own before, that one is called instead, with words that
/// are not scrubbed. One that is set later can call this one.
///
/// A panic hook belongs to the whole process, so Candor never sets one by itself. Without it, an incident has what the
/// panic said, and the hook that is there writes each panic, caught or not, on the thread that panicked: the standard one
/// writes unscrubbed words, and the answer waits if nobody reads stderr. Candor can do nothing about that. A call after the first changes nothing. A panicking thread
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
        // Where none is set, the standard one is taken.
        let standard = std::panic::take_hook();
        let is_standard = is_same(&*previous, &*standard);
        std::panic::set_hook(Box::new(move |info| match note(info) {
            true => {}
            false if is_standard => Seen::of(info, backtrace_if_enabled()).write_for_all(),
            false => previous(info),
        }));
    });
}

/// Whether both hooks are the same function.
#[allow(ambiguous_wide_pointer_comparisons, reason = "without data, only their tables of functions tell them apart")]
fn is_same(one: &Hook, other: &Hook) -> bool {
    size_of_val(one) == 0 && std::ptr::eq(one, other)
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Sync + Send;

/// Notes the panic for its catcher, or writes it for one that ignores it. Whether there is one.
fn note(info: &PanicHookInfo<'_>) -> bool {
    let catcher = fence::catcher();
    if cfg!(panic = "abort") || catcher == Catcher::None {
        return false;
    }
    if ends_process(info) {
        for seen in SEEN.try_with(Cell::take).unwrap_or_default() {
            // Nobody is left to tell that it could not be written.
            let _ = std::io::stderr().write_all(seen.told().as_bytes());
        }
        Outbox::flush_stderr_before_an_end();
        return false;
    }
    if catcher == Catcher::Ignores {
        Seen::of(info, None).write();
        return true;
    }
    let panic = Seen::of(info, backtrace_if_enabled());
    SEEN.try_with(|cell| {
        let mut seen = cell.take();
        if seen.len() == MOST_SEEN {
            seen.remove(0);
        }
        seen.push(panic);
        cell.set(seen);
    })
    .is_ok()
}

/// How many panics are remembered, the last ones, of work that stops one after the other.
const MOST_SEEN: usize = 16;

/// Whether it is the panic that Rust raises where none may pass: the process ends with it.
fn ends_process(info: &PanicHookInfo<'_>) -> bool {
    const ENDS: [&str; 2] = ["panic in a destructor during cleanup", "panic in a function that cannot unwind"];
    text_of(info.payload()).is_some_and(|text| ENDS.contains(&text))
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
    let outer = SEEN.try_with(Cell::take).unwrap_or_default();
    let ended = fence::under(Catcher::Reports, work);
    let mut seen = SEEN.try_with(|seen| seen.replace(outer)).unwrap_or_default();
    let ended = ended.map_err(|payload| {
        let message = text_of(&*payload).map(ToOwned::to_owned);
        fence::drop_quietly(payload);
        let caught = seen.iter().rposition(|seen| seen.message == message).map(|place| seen.remove(place));
        CaughtPanic { message, trace: caught.map(|seen| seen.trace).unwrap_or_default() }
    });
    // They were stopped.
    seen.iter().for_each(Seen::write);
    ended
}
