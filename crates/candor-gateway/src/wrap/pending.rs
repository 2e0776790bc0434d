//! The requests of the client that the server has not answered yet.

use super::WrapLimits;
use crate::frame::IdKey;
use crate::server_fault::Passed;
use candor::rmcp::relay::RelayedRequest;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use tokio::time::Instant;

/// How many requests are open at once at most.
pub(super) const MOST_OPEN: usize = 10_000;
/// How many requests that are over are remembered, so that a late answer is known for one.
const REMEMBERED: usize = 1_024;

/// A request that waits for its answer.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) request: RelayedRequest,
    /// Under which the server reports progress of it.
    pub(super) progress: Option<IdKey>,
    pub(super) began: Instant,
    /// The last sign that the server works on it.
    pub(super) sign: Instant,
    /// None of a request that may take as long as it does.
    limits: Option<Limits>,
    /// Whether the server has got it.
    pub(super) was_sent: bool,
    pub(super) is_initialize: bool,
    /// Whether it asks for the first page of a list.
    pub(super) is_first_page: bool,
    /// Whether it is only observed, and what would have become of it was reported: whatever its answer is, there would be none.
    pub(super) is_reported: bool,
}

#[derive(Debug, Clone, Copy)]
struct Limits {
    idle_timeout: Duration,
    max_duration: Duration,
}

/// Requests that wait until something happens that is not the server's work.
const UNLIMITED: [&str; 2] = ["subscriptions/listen", "tasks/result"];

impl Pending {
    pub(super) fn new(request: RelayedRequest, progress: Option<IdKey>, limits: &WrapLimits, now: Instant) -> Pending {
        let is_initialize = request.method() == "initialize";
        let idle_timeout = if is_initialize { limits.init_timeout } else { limits.idle_timeout };
        let is_limited = !UNLIMITED.contains(&request.method());
        let limits = is_limited.then(|| Limits { idle_timeout, max_duration: limits.max_duration.max(idle_timeout) });
        Pending {
            request,
            progress,
            began: now,
            sign: now,
            limits,
            was_sent: false,
            is_initialize,
            is_first_page: true,
            is_reported: false,
        }
    }

    /// When it has passed a limit. While the server waits for the client, only the longest one counts.
    fn deadline(&self, is_client_asked: bool) -> Option<Instant> {
        let limits = self.limits.filter(|_| !self.is_reported)?;
        let end = self.began + limits.max_duration;
        Some(if is_client_asked { end } else { end.min(self.sign + limits.idle_timeout) })
    }

    /// The limit that it has passed by now.
    fn passed(&self, now: Instant, is_client_asked: bool) -> Option<Passed> {
        let limits = self.limits?;
        if self.deadline(is_client_asked).is_none_or(|deadline| now < deadline) {
            return None;
        }
        let is_last = limits.max_duration > limits.idle_timeout && now >= self.began + limits.max_duration;
        Some(if is_last { Passed::Longest(limits.max_duration) } else { Passed::Silence(limits.idle_timeout) })
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct PendingRequests {
    open: HashMap<IdKey, Pending>,
    /// Those that nobody waits for any more, oldest first.
    over: VecDeque<IdKey>,
}

/// What an answer belongs to.
#[derive(Debug)]
pub(super) enum Answered {
    Open(Box<Pending>),
    /// It was answered or cancelled before.
    Over,
    /// The client has never asked that.
    Never,
}

impl PendingRequests {
    pub(super) fn is_open(&self, id: &IdKey) -> bool {
        self.open.contains_key(id)
    }

    /// Whether as many are open as may be.
    pub(super) fn is_full(&self) -> bool {
        self.open.len() >= MOST_OPEN
    }

    /// Whether one is open that has to be answered at some time.
    pub(super) fn has_limited(&self) -> bool {
        self.open.values().any(|pending| pending.limits.is_some())
    }

    /// Whether the server has got a call that is open.
    pub(super) fn has_call(&self) -> bool {
        self.open.values().any(|pending| pending.was_sent && pending.request.tool().is_some())
    }

    /// The only request that the server has got.
    pub(super) fn only_one(&self) -> Option<IdKey> {
        let mut sent = self.open.iter().filter(|(_, pending)| pending.was_sent);
        let (id, _) = sent.next()?;
        sent.next().is_none().then(|| id.clone())
    }

    /// Nothing could be known of the server: from now on it can.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        self.open.values_mut().for_each(|pending| pending.sign = now);
    }

    pub(super) fn add(&mut self, id: IdKey, pending: Pending) {
        self.over.retain(|over| *over != id);
        self.open.insert(id, pending);
    }

    pub(super) fn get_mut(&mut self, id: &IdKey) -> Option<&mut Pending> {
        self.open.get_mut(id)
    }

    /// Takes the request out: it has its answer, or needs none any more.
    pub(super) fn close(&mut self, id: &IdKey) -> Answered {
        match self.open.remove(id) {
            Some(pending) => {
                if self.over.len() >= REMEMBERED {
                    self.over.pop_front();
                }
                self.over.push_back(id.clone());
                Answered::Open(Box::new(pending))
            }
            None if self.over.contains(id) => Answered::Over,
            None => Answered::Never,
        }
    }

    /// The server has reported progress under this token.
    pub(super) fn note_progress(&mut self, token: &IdKey, now: Instant) {
        for pending in self.open.values_mut().filter(|pending| pending.progress.as_ref() == Some(token)) {
            pending.sign = now;
        }
    }

    /// When the next one has passed a limit, unless there is a sign before.
    pub(super) fn next_deadline(&self, is_client_asked: bool) -> Option<Instant> {
        self.open.values().filter_map(|pending| pending.deadline(is_client_asked)).min()
    }

    /// Those that have passed a limit, oldest first.
    pub(super) fn take_passed(&mut self, now: Instant, is_client_asked: bool) -> Vec<(Pending, Passed)> {
        let taken = self.take(|pending| pending.passed(now, is_client_asked).is_some());
        let with_limit = |pending: Pending| pending.passed(now, is_client_asked).map(|passed| (pending, passed));
        taken.into_iter().filter_map(with_limit).collect()
    }

    /// Those that have passed a limit, which stay open because they are only observed. Each is given once.
    pub(super) fn note_passed(&mut self, now: Instant, is_client_asked: bool) -> Vec<(Pending, Passed)> {
        let open = self.open.values_mut();
        let passed = open.filter_map(|pending| Some((pending.passed(now, is_client_asked)?, pending)));
        let noted = passed.map(|(passed, pending)| {
            pending.is_reported = true;
            (pending.clone(), passed)
        });
        noted.collect()
    }

    /// All that the server has got, oldest first.
    pub(super) fn take_sent(&mut self) -> Vec<Pending> {
        self.take(|pending| pending.was_sent)
    }

    fn take(&mut self, is_taken: impl Fn(&Pending) -> bool) -> Vec<Pending> {
        let ids: Vec<IdKey> =
            self.open.iter().filter(|(_, pending)| is_taken(pending)).map(|(id, _)| id.clone()).collect();
        let taken = ids.iter().filter_map(|id| match self.close(id) {
            Answered::Open(pending) => Some(*pending),
            Answered::Over | Answered::Never => None,
        });
        let mut taken: Vec<Pending> = taken.collect();
        taken.sort_by_key(|pending| pending.began);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(method: &'static str, now: Instant) -> Pending {
        Pending::new(RelayedRequest::new("1", method), Some(IdKey::Integer(9)), &WrapLimits::default(), now)
    }

    #[test]
    fn progress_puts_the_limit_off_and_not_for_ever() {
        let now = Instant::now();
        let mut requests = PendingRequests::default();
        requests.add(IdKey::Integer(1), pending("tools/call", now));
        assert!(requests.take_passed(now + Duration::from_secs(29), false).is_empty());
        requests.note_progress(&IdKey::Integer(9), now + Duration::from_secs(29));
        assert!(requests.take_passed(now + Duration::from_secs(31), false).is_empty());
        for second in (31..600).step_by(20) {
            requests.note_progress(&IdKey::Integer(9), now + Duration::from_secs(second));
        }
        let passed = requests.take_passed(now + Duration::from_secs(600), false);
        assert!(matches!(passed.as_slice(), [(_, Passed::Longest(_))]), "{passed:?}");
        assert!(matches!(requests.close(&IdKey::Integer(1)), Answered::Over));
    }

    #[test]
    fn what_waits_for_events_has_no_limit_and_a_start_has_its_own() {
        let now = Instant::now();
        assert_eq!(pending("tasks/result", now).deadline(false), None);
        assert_eq!(pending("initialize", now).deadline(false), Some(now + Duration::from_secs(60)));
        assert_eq!(pending("tools/list", now).deadline(false), Some(now + Duration::from_secs(30)));
    }

    #[test]
    fn a_server_that_waits_for_the_client_is_not_silent() {
        let now = Instant::now();
        let mut requests = PendingRequests::default();
        requests.add(IdKey::Integer(1), pending("tools/call", now));
        assert!(requests.take_passed(now + Duration::from_secs(599), true).is_empty());
        assert_eq!(requests.take_passed(now + Duration::from_secs(600), true).len(), 1);
    }

    #[test]
    fn an_answer_belongs_to_a_request_once() {
        let mut requests = PendingRequests::default();
        let now = Instant::now();
        requests.add(IdKey::Integer(1), pending("ping", now));
        assert!(matches!(requests.close(&IdKey::Integer(1)), Answered::Open(_)));
        assert!(matches!(requests.close(&IdKey::Integer(1)), Answered::Over));
        assert!(matches!(requests.close(&IdKey::Integer(2)), Answered::Never));
        requests.add(IdKey::Integer(1), pending("ping", now));
        assert!(matches!(requests.close(&IdKey::Integer(1)), Answered::Open(_)));
    }
}
