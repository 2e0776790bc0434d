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
    is_in_group: bool,
}

/// All that live, but for the leader and this process itself. What cannot be read is left out; none if nothing can.
pub(super) fn of(leader: Pid, mark: &Mark) -> Option<Vec<Member<'_>>> {
    let entries = fs::read_dir("/proc").ok()?;
    let (mut members, mut read, own) = (Vec::new(), Vec::new(), getpid());
    for entry in entries.filter_map(Result::ok) {
        let process = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(process) = process.filter(|process| *process != leader && *process != own) else { continue };
        members.extend(Member::at(process, leader, mark, &mut read));
    }
    Some(members)
}

impl<'g> Member<'g> {
    /// The member of this number, if there is one that lives.
    fn at(process: Pid, leader: Pid, mark: &'g Mark, read: &mut Vec<u8>) -> Option<Member<'g>> {
        let is_in_group = group_of_living(process, read)? == leader.as_raw_nonzero().get();
        let belongs = is_in_group || (is_read(process, "environ", read) && mark.is_in(read));
        belongs.then_some(Member { process, leader, mark, is_in_group })
    }

    /// Whether it gets the signals of the group.
    pub(super) fn is_in_group(&self) -> bool {
        self.is_in_group
    }

    /// Sends it a signal, and no other process that has got its number.
    pub(super) fn signal(&self, signal: Signal) {
        let handle = pidfd_open(self.process, PidfdFlags::empty());
        // The handle is that of the process that is looked at now, or of one that has ended.
        if Member::at(self.process, self.leader, self.mark, &mut Vec::new()).is_none() {
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
}

/// The group of a process that runs; none if it has ended, although it is listed until its parent has asked how. The number is 0 for
/// processes of the system itself.
fn group_of_living(process: Pid, read: &mut Vec<u8>) -> Option<i32> {
    if !is_read(process, "stat", read) {
        return None;
    }
    // State, parent and group are behind the program's name, which may hold anything, parentheses included.
    let behind = read.iter().rposition(|byte| *byte == b')').and_then(|end| read.get(end + 1..))?;
    let mut fields = std::str::from_utf8(behind).ok()?.split_ascii_whitespace();
    let lives = fields.next().is_some_and(|state| !matches!(state, "Z" | "X"));
    let group = fields.nth(1)?.parse().ok()?;
    lives.then_some(group)
}

/// Reads one of a process's files. Whether it can be read.
fn is_read(process: Pid, name: &str, into: &mut Vec<u8>) -> bool {
    into.clear();
    let file = File::open(format!("/proc/{}/{name}", process.as_raw_nonzero()));
    file.and_then(|mut file| file.read_to_end(into)).is_ok()
}
