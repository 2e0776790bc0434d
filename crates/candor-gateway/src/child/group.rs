//! All processes of one child: its process group, and on Linux those that have left it and carry its mark.

#[cfg(target_os = "linux")]
mod members;

use super::Mark;
use rustix::process::{Pid, Signal, kill_process_group};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long processes that are killed have to be gone: longer only if the system itself keeps them.
#[cfg(target_os = "linux")]
const SURE_DEATH: Duration = Duration::from_secs(2);
/// The pauses between two looks at what is left: short at first, as most processes end at once.
const FIRST_LOOK: Duration = Duration::from_millis(2);
const LATER_LOOK: Duration = Duration::from_millis(50);

/// The processes of one child. The watcher leads the group and is not one of them.
///
/// Signals are never sent to a stranger: a group's number is not used again while one of its processes is left, the watcher is
/// waited for only after the last signal, and what carries the mark is looked at again by a handle that cannot be used again.
#[derive(Debug, Clone)]
pub(super) struct Group {
    leader: Pid,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux shows the environment of processes"))]
    mark: Mark,
}

impl Group {
    pub(super) fn new(leader: Pid, mark: Mark) -> Group {
        Group { leader, mark }
    }

    /// Asks all of them to end. One that is halted goes on, so that it can.
    pub(super) fn terminate(&self) {
        for signal in [Signal::TERM, Signal::CONT] {
            // There may be none left.
            let _ = kill_process_group(self.leader, signal);
        }
        #[cfg(target_os = "linux")]
        for member in members::of(self.leader, &self.mark).iter().flatten().filter(|member| !member.is_in_group()) {
            member.signal(Signal::TERM);
            member.signal(Signal::CONT);
        }
    }

    /// Kills the whole group with its leader, at once.
    pub(super) fn kill_with_leader(&self) {
        let _ = kill_process_group(self.leader, Signal::KILL);
    }

    /// Kills what is left of them. Waits until that is gone, at most [`SURE_DEATH`]. Whether it is.
    #[cfg(target_os = "linux")]
    pub(super) fn kill(&self) -> bool {
        let (end, mut look) = (Instant::now() + SURE_DEATH, FIRST_LOOK);
        loop {
            if self.is_empty() {
                return true;
            }
            let Some(members) = members::of(self.leader, &self.mark) else {
                // Without `/proc`, the group alone is known.
                self.kill_with_leader();
                return true;
            };
            if Instant::now() >= end {
                // They multiply faster than they are killed one by one.
                self.kill_with_leader();
                return self.is_empty();
            }
            members.iter().for_each(|member| member.signal(Signal::KILL));
            sleep(look);
            look = (look * 2).min(LATER_LOOK);
        }
    }

    /// Kills what is left of them, and the leader, which cannot be told apart from them.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn kill(&self) -> bool {
        self.kill_with_leader();
        true
    }

    /// Ends what is left of them: asks first, and kills what has not ended after the grace. Whether nothing is left.
    pub(super) fn clear(&self, grace: Duration) -> bool {
        if self.is_empty() {
            return true;
        }
        self.terminate();
        let (end, mut look) = (Instant::now() + grace, FIRST_LOOK);
        while Instant::now() < end {
            sleep(look.min(end.saturating_duration_since(Instant::now())));
            if self.is_empty() {
                return true;
            }
            look = (look * 2).min(LATER_LOOK);
        }
        self.kill()
    }

    /// Whether none of them is left, as far as that can be known.
    #[cfg(target_os = "linux")]
    pub(super) fn is_empty(&self) -> bool {
        let is_empty = || members::of(self.leader, &self.mark).is_some_and(|members| members.is_empty());
        // A process has no environment for a moment while it becomes another program, so one look is not enough.
        is_empty() && {
            sleep(FIRST_LOOK);
            is_empty()
        }
    }

    /// Cannot be known: the leader is in the group, too.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn is_empty(&self) -> bool {
        false
    }
}
