//! Pipes that are closed or not read. Only another program in place of this one can close them without `unsafe`.

use crate::call::Call;
use crate::server::Server;
use std::process::Command;

pub(super) fn never_reads(_server: &Server, _number: Option<u64>) {
    super::sleep_for_ever();
}

pub(super) fn closes_stdout(_call: &Call) {
    become_sleep(">&-");
}

pub(super) fn closes_stdin(call: &Call) {
    call.answer_text("done");
    become_sleep("<&-");
}

/// Goes on as a program that does nothing, with one of its pipes closed.
#[cfg(unix)]
fn become_sleep(closing: &str) {
    use std::os::unix::process::CommandExt;
    let error = Command::new("sh").args(["-c", &format!("exec {closing}; exec sleep 3600")]).exec();
    panic!("{error}");
}

#[cfg(not(unix))]
fn become_sleep(_closing: &str) {
    let _ = Command::new("cmd");
    panic!("not on this system");
}
