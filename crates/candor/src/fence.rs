//! The fence around code of users that must not take an answer along: a panic in it is caught, and so is one of what it
//! panicked with, when that is dropped.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What becomes of a panic on this thread.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Catcher {
    /// Nobody of Candor's catches it: it is for the hook that was there before.
    None,
    /// Who catches it goes on as if nothing had happened: the panic hook alone can tell of it.
    Ignores,
    /// Who catches it makes a failure of it, which an incident will tell of.
    Reports,
}

thread_local! {
    static CATCHER: Cell<Catcher> = const { Cell::new(Catcher::None) };
}

/// What becomes of a panic here. A thread that is ending may have no thread locals any more.
pub(crate) fn catcher() -> Catcher {
    CATCHER.try_with(Cell::get).unwrap_or(Catcher::None)
}

/// Runs work whose panic changes nothing: only the panic hook tells of it.
pub(crate) fn ignore_panic(work: impl FnOnce()) {
    let _ = unless_it_panics(work);
}

/// What the work gives, unless it panics; only the panic hook tells of the panic.
pub(crate) fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    under(Catcher::Ignores, work).map_err(drop_quietly).ok()
}

pub(crate) fn under<T>(catcher: Catcher, work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    let outer = CATCHER.try_with(|it| it.replace(catcher)).unwrap_or(Catcher::None);
    let ended = catch_unwind(AssertUnwindSafe(work));
    let _ = CATCHER.try_with(|it| it.set(outer));
    ended
}

/// Such a value may panic when it is dropped, and so may what it panics with.
pub(crate) fn drop_quietly(payload: Box<dyn Any + Send>) {
    if let Err(again) = under(Catcher::Ignores, || drop(payload)) {
        std::mem::forget(again);
    }
}
