//! Which failures were disclosed by this process. Anyone can write what looks like a disclosed failure: a tool that passes on
//! what another server said, or that repeats what its caller sent. So whoever discloses one leaves a ticket for exactly what
//! it wrote, and the transport takes it when that leaves, once.

use ::rmcp::ErrorData;
use ::rmcp::model::{CallToolResult, JsonObject};
use serde::Serialize;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// How many tickets are kept, of 8 bytes each: answers that are on their way to the transport. Behind a transport of rmcp's
/// own, nobody takes them. An answer whose ticket is gone counts as the words of another: it is disclosed anew.
const MOST: usize = 65_536;

static TICKETS: Mutex<Tickets> = Mutex::new(Tickets::of_at_most(MOST));

/// The latest tickets, oldest first.
struct Tickets {
    kept: VecDeque<Seal>,
    most: usize,
}

impl Tickets {
    const fn of_at_most(most: usize) -> Tickets {
        Tickets { kept: VecDeque::new(), most }
    }

    fn add(&mut self, seal: Seal) {
        if self.kept.len() >= self.most {
            self.kept.pop_front();
        }
        self.kept.push_back(seal);
    }

    fn take(&mut self, seal: Seal) -> bool {
        let place = self.kept.iter().rposition(|ticket| *ticket == seal);
        place.is_some_and(|place| self.kept.remove(place).is_some())
    }
}

/// What was written, in short, under a key that nobody outside of the process knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seal(u64);

/// Leaves a ticket for this result.
pub(in crate::rmcp) fn issue_for_result(result: &CallToolResult) {
    let structure = result.structured_content.as_ref();
    let meta = result.meta.as_ref();
    issue(Seal::of([written(&result.content), structure.and_then(written), meta.and_then(written), None]));
}

/// Leaves a ticket for this result, which is JSON already.
pub(in crate::rmcp) fn issue_for_members(result: &JsonObject) {
    issue(Seal::of(PARTS_OF_RESULT.map(|name| result.get(name).and_then(written))));
}

/// Leaves a ticket for this error. Its number is not a part of it: rmcp may change it.
pub(in crate::rmcp) fn issue_for_error(error: &ErrorData) {
    issue(Seal::of([written(&error.message), error.data.as_ref().and_then(written)]));
}

/// Leaves a ticket for what is written as these parts.
pub(super) fn issue_for_parts<const COUNT: usize>(parts: [Option<&[u8]>; COUNT]) {
    issue(Seal::of(parts));
}

/// The members of a tool's result that hold what it says.
pub(super) const PARTS_OF_RESULT: [&str; 4] = ["content", "structuredContent", "_meta", "error"];
/// The same of an error.
pub(super) const PARTS_OF_ERROR: [&str; 2] = ["message", "data"];

fn issue(seal: Option<Seal>) {
    if let Some(seal) = seal {
        tickets().add(seal);
    }
}

/// Takes the ticket for what was written as these parts, if there is one.
pub(super) fn take<const COUNT: usize>(parts: [Option<&[u8]>; COUNT]) -> bool {
    let seal = Seal::of(parts);
    seal.is_some_and(|seal| tickets().take(seal))
}

fn tickets() -> MutexGuard<'static, Tickets> {
    // Nothing that panics runs while it is held.
    TICKETS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn written(part: &(impl Serialize + ?Sized)) -> Option<Vec<u8>> {
    serde_json::to_vec(part).ok()
}

impl Seal {
    /// The seal of these parts; `None` if there are none.
    fn of<const COUNT: usize, P: AsRef<[u8]>>(parts: [Option<P>; COUNT]) -> Option<Seal> {
        static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        if parts.iter().all(Option::is_none) {
            return None;
        }
        let mut hasher = KEY.build_hasher();
        for part in &parts {
            // The length keeps the end of one part from being the beginning of the next.
            let part = part.as_ref().map(AsRef::as_ref);
            hasher.write_usize(part.map_or(usize::MAX, <[u8]>::len));
            hasher.write(part.unwrap_or_default());
        }
        Some(Seal(hasher.finish()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::rmcp::model::ContentBlock;
    use serde_json::json;

    fn parts(result: &CallToolResult) -> [Option<Vec<u8>>; 4] {
        let value = serde_json::to_value(result).unwrap();
        PARTS_OF_RESULT.map(|name| value.get(name).map(|part| part.to_string().into_bytes()))
    }

    fn take_all(parts: &[Option<Vec<u8>>; 4]) -> bool {
        take(parts.each_ref().map(|part| part.as_deref()))
    }

    #[test]
    fn a_ticket_is_for_what_was_written_and_is_taken_once() {
        let mut result = CallToolResult::error(Vec::new());
        result.structured_content = Some(json!({"error": {"code": "a"}}));
        issue_for_result(&result);
        let mut other = result.clone();
        other.content.push(ContentBlock::text("and more"));
        let other = parts(&other);
        assert!(!take_all(&other));
        assert!(take_all(&parts(&result)));
        assert!(!take_all(&parts(&result)), "it was taken");
    }

    #[test]
    fn the_oldest_tickets_go_when_there_are_too_many() {
        let mut tickets = Tickets::of_at_most(3);
        (0..5).for_each(|number| tickets.add(Seal(number)));
        assert_eq!([0, 1, 2, 3, 4].map(|number| tickets.take(Seal(number))), [false, false, true, true, true]);
        assert!(tickets.kept.is_empty());
    }
}
