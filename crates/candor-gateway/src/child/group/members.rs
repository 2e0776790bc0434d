//! The processes of a child as Linux lists them in `/proc`.

use crate::child::Mark;
use rustix::process::{Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal};
use std::fs::{self, File};
use std::io::Read;

/// A process that is in the group, or that has left it and carries the mark.
pub(super) struct Member<'g> {
    process: Pid,
    leader: Pid,
    mark: &'g Mark,
}

/// All that live, but for the leader and this process itself. What cannot be read is left out; none if nothing can.
pub(super) fn of(leader: Pid, mark: &Mark) -> Option<Vec<Member<'_>>> {
    let entries = fs::read_dir("/proc").ok()?;
    let (mut members, mut environment, own) = (Vec::new(), Vec::new(), getpid());
    for entry in entries.filter_map(Result::ok) {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw)
        else {
            continue;
        };
        let member = Member { process, leader, mark };
        if process != leader && process != own && member.belongs(&mut environment) && member.lives() {
            members.push(member);
        }
    }
    Some(members)
}

impl Member<'_> {
    /// Whether it gets the signals of the group.
    pub(super) fn is_in_group(&self) -> bool {
        self.stat().is_some_and(|stat| stat.group == self.leader.as_raw_nonzero().get())
    }

    /// Sends it a signal, and no other process that has got its number.
    pub(super) fn signal(&self, signal: Signal) {
        let handle = pidfd_open(self.process, PidfdFlags::empty());
        // The handle is that of the process that is looked at now, or of one that has ended.
        if !self.belongs(&mut Vec::new()) {
            return;
        }
        // It may have ended, or belong to somebody else.
        let _ = match handle {
            Ok(handle) => pidfd_send_signal(handle, signal),
            Err(rustix::io::Errno::SRCH) => return,
            // A system without such handles.
            Err(_) => kill_process(self.process, signal),
        };
    }

    fn belongs(&self, environment: &mut Vec<u8>) -> bool {
        if self.is_in_group() {
            return true;
        }
        environment.clear();
        let file = File::open(format!("/proc/{}/environ", self.process.as_raw_nonzero()));
        file.and_then(|mut file| file.read_to_end(environment)).is_ok() && self.mark.is_in(environment)
    }

    /// Whether it still runs: one that has ended is listed until its parent has asked how.
    fn lives(&self) -> bool {
        self.stat().is_some_and(|stat| !matches!(stat.state, b'Z' | b'X'))
    }

    /// What the system says of it. Processes of the kernel, and those of elsewhere, are in the group 0, of which `getpgid` makes a panic.
    fn stat(&self) -> Option<Stat> {
        let stat = fs::read(format!("/proc/{}/stat", self.process.as_raw_nonzero())).ok()?;
        // The members are behind the program's name, which may hold anything, parentheses included.
        let end = stat.iter().rposition(|byte| *byte == b')')?;
        let mut members = str::from_utf8(stat.get(end + 1..)?).ok()?.split_ascii_whitespace();
        let (state, _parent, group) = (members.next()?, members.next()?, members.next()?);
        Some(Stat { state: *state.as_bytes().first()?, group: group.parse().ok()? })
    }
}

/// As much of a process's state as decides what becomes of it.
struct Stat {
    state: u8,
    group: i32,
}
