//! How much memory requests and sessions may take.

#[cfg(test)]
mod measured;
mod weight;

use super::refusal;
use super::shape::MAX_DEPTH;
use crate::Failure;
pub(super) use weight::Weight;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most memory that the requests and sessions of a process may take. Clones share it.
///
/// [`HttpGuard`](super::HttpGuard) and [`LineTransport`](super::LineTransport) share [`of_process`](MemoryBudget::of_process),
/// 64 MB, unless `with_memory_budget` gives them another. What a message costs is counted before `rmcp` reads it: its bytes, and
/// what is made of its values, which takes up to 250 times as much. What reading takes of its text is given back when it is read;
/// the rest is held until the answer is sent and the handler has let go of the request, and what a session keeps of `initialize`,
/// until the session ends.
///
/// | what | limit | beyond |
/// |---|---|---|
/// | values in one message | 100,000, or as [`with_max_values`](MemoryBudget::with_max_values) sets it | -32600 |
/// | levels of objects and arrays | 127 | -32600 |
/// | the cost of one message | three quarters of the budget | -32600, over HTTP with 413 |
/// | all messages of more than 1/256 of the budget | three quarters of it | -32603, to be retried; over HTTP with 503 and `Retry-After` |
/// | the cost of `initialize` | 1/64 of the budget | -32600, over HTTP with 413 |
/// | all sessions | half of the budget | the one that is idle longest ends, of those that nobody has used before all others |
/// | all bodies over HTTP that are not whole and longer than 16 KiB | a quarter of the budget; one alone, three quarters | -32603, to be retried, with 503 and `Retry-After` |
/// | all together | the budget, of which an eighth is kept for small messages | -32603 likewise |
///
/// ```
/// use candor::rmcp::{MemoryBudget, stdio};
///
/// let budget = MemoryBudget::new(256 * 1024 * 1024).with_max_values(1_000_000);
/// let transport = stdio().with_memory_budget(budget.clone());
/// assert_eq!(budget.in_use(), 0);
/// ```
#[derive(Debug, Clone)]
pub struct MemoryBudget {
    account: Arc<Account>,
    max_values: usize,
}

#[derive(Debug)]
struct Account {
    bytes: usize,
    taken: Mutex<Taken>,
}

/// What is taken, in bytes.
#[derive(Debug, Default, Clone, Copy)]
struct Taken {
    all: usize,
    /// Of that, by large messages.
    large: usize,
    /// Of that, by sessions.
    sessions: usize,
    /// Of that, by bodies that are not whole yet.
    arriving: usize,
}

impl MemoryBudget {
    /// The bytes of a budget, unless others are set: 64 MB.
    pub const DEFAULT_BYTES: usize = 64 * 1024 * 1024;

    /// The most values in one message, unless another number is set.
    pub const DEFAULT_MAX_VALUES: usize = 100_000;

    /// A budget of this many bytes, for all that it is given to.
    #[must_use]
    pub fn new(bytes: usize) -> MemoryBudget {
        let account = Account { bytes, taken: Mutex::default() };
        MemoryBudget { account: Arc::new(account), max_values: Self::DEFAULT_MAX_VALUES }
    }

    /// The budget that all transports and guards of the process share, unless they are given another.
    #[must_use]
    pub fn of_process() -> MemoryBudget {
        static SHARED: LazyLock<MemoryBudget> = LazyLock::new(|| MemoryBudget::new(MemoryBudget::DEFAULT_BYTES));
        SHARED.clone()
    }

    /// The same budget, with at most this many values in one message: strings, numbers, words, objects and arrays.
    #[must_use]
    pub fn with_max_values(self, values: usize) -> MemoryBudget {
        MemoryBudget { max_values: values, ..self }
    }

    /// How many bytes are taken now, as they are counted.
    #[must_use]
    pub fn in_use(&self) -> usize {
        self.account.with(|taken| taken.all)
    }

    /// What a message takes, unless none may be like it.
    pub(super) fn weigh(&self, text: &[u8]) -> Result<Weight, Inadmissible> {
        let weight = Weight::of(text);
        if weight.deepest > MAX_DEPTH {
            return Err(Inadmissible::Ever(refusal::too_deep(MAX_DEPTH, weight.deepest)));
        }
        if weight.values > self.max_values {
            return Err(Inadmissible::Ever(refusal::too_many_values(self.max_values, weight.values)));
        }
        Ok(weight)
    }

    /// Charges what it takes to read a message of this weight.
    pub(super) fn admit(&self, charge: &mut Charge, weight: &Weight) -> Result<(), Inadmissible> {
        let cost = weight.cost();
        charge.become_message(cost).map_err(|no_room| self.inadmissible(no_room, cost))
    }

    /// Why this is too much for the first message of a session, which is kept as long as the session is.
    pub(super) fn too_much_for_initialize(&self, cost: usize) -> Option<Failure> {
        let limit = self.account.share_of_initialize();
        (cost > limit).then(|| refusal::too_costly(limit, cost))
    }

    /// What it means that there is no room for a message that takes this much.
    pub(super) fn inadmissible(&self, no_room: NoRoom, cost: usize) -> Inadmissible {
        match no_room {
            NoRoom::Ever => Inadmissible::TooCostly(refusal::too_costly(self.account.share_of_large(), cost)),
            NoRoom::Now => Inadmissible::Now(refusal::no_memory()),
            #[cfg(feature = "rmcp-http")]
            NoRoom::AmongSessions => Inadmissible::Now(refusal::no_memory()),
        }
    }

    /// A charge that can grow as a message arrives.
    pub(super) fn open_charge(&self) -> Charge {
        Charge { account: self.account.clone(), bytes: AtomicUsize::new(0), holder: Holder::Message }
    }

    /// The same for one of many clients: what is not whole takes a part of the budget only, until it is admitted.
    #[cfg(feature = "rmcp-http")]
    pub(super) fn open_arriving(&self) -> Charge {
        Charge { account: self.account.clone(), bytes: AtomicUsize::new(0), holder: Holder::Arriving }
    }

    /// Charges what a connection keeps of the first message, or says why it cannot.
    pub(super) fn charge_initialize(&self, cost: usize) -> Result<Charge, Inadmissible> {
        if let Some(failure) = self.too_much_for_initialize(cost) {
            return Err(Inadmissible::TooCostly(failure));
        }
        let mut charge = self.open_charge();
        charge.resize(cost).map_err(|no_room| self.inadmissible(no_room, cost)).map(|()| charge)
    }

    /// Charges what a session keeps.
    #[cfg(feature = "rmcp-http")]
    pub(super) fn charge_session(&self, bytes: usize) -> Result<Charge, NoSession> {
        let mut charge = Charge { account: self.account.clone(), bytes: AtomicUsize::new(0), holder: Holder::Session };
        match charge.resize(bytes) {
            Ok(()) => Ok(charge),
            Err(NoRoom::AmongSessions | NoRoom::Ever) => Err(NoSession::Sessions),
            Err(NoRoom::Now) => Err(NoSession::Messages),
        }
    }
}

/// What takes the room that a session needs.
#[cfg(feature = "rmcp-http")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoSession {
    /// Other sessions: one has to end.
    Sessions,
    /// Messages, which will be done soon.
    Messages,
}

/// Why a message is not read.
#[derive(Debug)]
pub(super) enum Inadmissible {
    /// It has more than any message may have.
    Ever(Failure),
    /// It takes more than the budget has for one.
    TooCostly(Failure),
    /// There will be room for it later.
    Now(Failure),
}

impl Inadmissible {
    pub(super) fn into_failure(self) -> Failure {
        match self {
            Inadmissible::Ever(failure) | Inadmissible::TooCostly(failure) | Inadmissible::Now(failure) => failure,
        }
    }
}

/// Why a charge is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// It is more than the budget has for one.
    Ever,
    /// There will be room when others have ended.
    Now,
    /// There will be room when a session has ended: others take all that there is for sessions.
    #[cfg(feature = "rmcp-http")]
    AmongSessions,
}

/// Who holds a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Message,
    /// A message that is not whole yet.
    #[cfg(feature = "rmcp-http")]
    Arriving,
    #[cfg(feature = "rmcp-http")]
    Session,
}

/// Bytes of a budget, until it is dropped.
#[derive(Debug)]
pub(super) struct Charge {
    account: Arc<Account>,
    bytes: AtomicUsize,
    holder: Holder,
}

impl Charge {
    /// Makes it this many bytes, or leaves it as it is.
    pub(super) fn resize(&mut self, bytes: usize) -> Result<(), NoRoom> {
        self.become_of(self.holder, bytes)
    }

    /// Makes it that of a message of this many bytes, or leaves it as it is.
    fn become_message(&mut self, bytes: usize) -> Result<(), NoRoom> {
        self.become_of(Holder::Message, bytes)
    }

    fn become_of(&mut self, holder: Holder, bytes: usize) -> Result<(), NoRoom> {
        self.account.exchange((self.holder, self.bytes()), (holder, bytes))?;
        (self.holder, self.bytes) = (holder, AtomicUsize::new(bytes));
        Ok(())
    }

    /// Gives back what is beyond this many bytes, whoever shares it.
    pub(super) fn shrink_to(&self, bytes: usize) {
        let old = self.bytes.fetch_min(bytes, Ordering::Relaxed);
        if old > bytes {
            // To give back is never refused.
            let _ = self.account.exchange((self.holder, old), (self.holder, bytes));
        }
    }

    /// What it is now.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        // To give back is never refused.
        let _ = self.account.exchange((self.holder, self.bytes()), (self.holder, 0));
    }
}

impl Account {
    /// The cost up to which a message is small.
    fn small(&self) -> usize {
        self.bytes / 256
    }

    fn share_of_large(&self) -> usize {
        self.bytes / 4 * 3
    }

    fn share_of_initialize(&self) -> usize {
        self.bytes / 64
    }

    /// What all but small messages leave to these.
    fn kept_for_small(&self) -> usize {
        self.bytes / 8
    }

    #[cfg(feature = "rmcp-http")]
    fn share_of_sessions(&self) -> usize {
        self.bytes / 2
    }

    #[cfg(feature = "rmcp-http")]
    fn share_of_arriving(&self) -> usize {
        self.bytes / 4
    }

    /// Gives back what is old and takes what is new, or leaves it as it is.
    fn exchange(&self, (was, old): (Holder, usize), (holder, new): (Holder, usize)) -> Result<(), NoRoom> {
        self.with(|taken| {
            let others = taken.without(was, old, self.small());
            let after = others.with(holder, new, self.small());
            if new > self.share_of_large() {
                return Err(NoRoom::Ever);
            }
            let (is_small, has_share) = match holder {
                Holder::Message => (new <= self.small(), after.large <= self.share_of_large()),
                // One alone may have more, or it would never arrive.
                #[cfg(feature = "rmcp-http")]
                Holder::Arriving => (false, others.arriving == 0 || after.arriving <= self.share_of_arriving()),
                #[cfg(feature = "rmcp-http")]
                Holder::Session => (false, after.sessions <= self.share_of_sessions()),
            };
            let most = if is_small { self.bytes } else { self.bytes.saturating_sub(self.kept_for_small()) };
            if new > old || was != holder {
                #[cfg(feature = "rmcp-http")]
                if !has_share && holder == Holder::Session {
                    return Err(NoRoom::AmongSessions);
                }
                if !has_share || after.all > most {
                    return Err(NoRoom::Now);
                }
            }
            *taken = after;
            Ok(())
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut Taken) -> T) -> T {
        // No change panics halfway, so a poisoned account is whole.
        change(&mut self.taken.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Taken {
    fn without(self, holder: Holder, bytes: usize, small: usize) -> Taken {
        self.changed(holder, bytes, small, usize::saturating_sub)
    }

    fn with(self, holder: Holder, bytes: usize, small: usize) -> Taken {
        self.changed(holder, bytes, small, usize::saturating_add)
    }

    fn changed(self, holder: Holder, bytes: usize, small: usize, change: fn(usize, usize) -> usize) -> Taken {
        let (large, sessions, arriving) = match holder {
            Holder::Message if bytes > small => (bytes, 0, 0),
            Holder::Message => (0, 0, 0),
            #[cfg(feature = "rmcp-http")]
            Holder::Arriving => (0, 0, bytes),
            #[cfg(feature = "rmcp-http")]
            Holder::Session => (0, bytes, 0),
        };
        Taken {
            all: change(self.all, bytes),
            large: change(self.large, large),
            sessions: change(self.sessions, sessions),
            arriving: change(self.arriving, arriving),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KB: usize = 1024;

    fn budget() -> MemoryBudget {
        MemoryBudget::new(1_024 * KB)
    }

    fn charge(budget: &MemoryBudget, bytes: usize) -> Result<Charge, NoRoom> {
        let mut charge = budget.open_charge();
        charge.resize(bytes).map(|()| charge)
    }

    #[test]
    fn what_a_charge_takes_is_given_back_when_it_is_dropped() {
        let budget = budget();
        let mut held = charge(&budget, 3 * KB).unwrap();
        assert_eq!(budget.clone().in_use(), 3 * KB);
        held.resize(500 * KB).unwrap();
        assert_eq!(budget.in_use(), 500 * KB);
        held.resize(KB).unwrap();
        assert_eq!(budget.in_use(), KB);
        drop(held);
        assert_eq!(budget.in_use(), 0);
    }

    #[test]
    fn what_never_fits_is_told_apart_from_what_does_not_fit_now() {
        let budget = budget();
        assert_eq!(charge(&budget, 769 * KB).unwrap_err(), NoRoom::Ever);
        let mut held = charge(&budget, 400 * KB).unwrap();
        assert_eq!(charge(&budget, 400 * KB).unwrap_err(), NoRoom::Now);
        assert_eq!(held.resize(800 * KB), Err(NoRoom::Ever));
        assert_eq!(budget.in_use(), 400 * KB, "a refusal leaves it as it is");
        drop(held);
        assert!(charge(&budget, 400 * KB).is_ok());
    }

    #[test]
    fn small_messages_have_room_however_many_large_ones_there_are() {
        let budget = budget();
        let large: Vec<_> = std::iter::from_fn(|| charge(&budget, 5 * KB).ok()).collect();
        assert!((760 * KB..=768 * KB).contains(&budget.in_use()));
        let small: Vec<_> = std::iter::from_fn(|| charge(&budget, 4 * KB).ok()).collect();
        assert!(small.len() >= 60, "{}", small.len());
        assert!(budget.in_use() <= 1_024 * KB);
        drop(large);
    }

    #[test]
    #[cfg(feature = "rmcp-http")]
    fn sessions_take_half_at_most_and_leave_room_for_small_messages() {
        let budget = budget();
        let sessions: Vec<_> = std::iter::from_fn(|| budget.charge_session(16 * KB).ok()).collect();
        assert_eq!(budget.in_use(), 512 * KB);
        let large: Vec<_> = std::iter::from_fn(|| charge(&budget, 64 * KB).ok()).collect();
        assert_eq!(budget.in_use(), 896 * KB);
        assert!(charge(&budget, 4 * KB).is_ok());
        drop((sessions, large));
        assert_eq!(budget.in_use(), 0);
    }

    #[test]
    #[cfg(feature = "rmcp-http")]
    fn what_arrives_takes_a_quarter_until_it_is_whole_and_one_alone_what_a_message_may() {
        let budget = budget();
        let arriving = |bytes| {
            let mut charge = budget.open_arriving();
            charge.resize(bytes).map(|()| charge)
        };
        let mut some: Vec<_> = std::iter::from_fn(|| arriving(4 * KB).ok()).collect();
        assert_eq!(budget.in_use(), 256 * KB);
        some[0].become_message(8 * KB).unwrap();
        assert_eq!(budget.in_use(), 260 * KB);
        assert!(arriving(4 * KB).is_ok() && charge(&budget, 600 * KB).is_ok());
        drop(some);
        let alone = arriving(600 * KB).unwrap();
        assert_eq!(arriving(4 * KB).unwrap_err(), NoRoom::Now);
        drop(alone);
        assert_eq!(arriving(800 * KB).unwrap_err(), NoRoom::Ever);
        assert_eq!(budget.in_use(), 0);
    }
}
