//! Processes that stay.

use crate::call::Call;
use crate::server::Server;
use std::process::{Command, exit};

/// Becomes itself again, by way of a shell that ignores the signal: what is ignored stays so.
#[cfg(unix)]
pub(super) fn ignores_sigterm(_server: &Server, _number: Option<u64>) {
    use std::os::unix::process::CommandExt;
    const DONE: &str = "MISBEHAVING_SERVER_IGNORES_SIGTERM";
    if std::env::var_os(DONE).is_none() {
        let own = std::env::current_exe().unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"trap "" TERM; exec "$0" "$@""#]).arg(own).args(std::env::args_os().skip(1));
        let error = shell.env(DONE, "1").exec();
        panic!("{error}");
    }
}

#[cfg(not(unix))]
pub(super) fn ignores_sigterm(_server: &Server, _number: Option<u64>) {}

/// What is left has none of the server's pipes: only its supervisor can find it.
const WITHOUT_PIPES: &str = "</dev/null >/dev/null 2>&1";

pub(super) fn leaves_a_child(call: &Call) {
    leave(call, "sleep 3600");
}

pub(super) fn leaves_a_daemon(call: &Call) {
    leave(call, "setsid sleep 3600");
}

fn leave(call: &Call, command: &str) {
    let script = format!("{command} {WITHOUT_PIPES} & echo $!");
    let printed = Command::new("sh").args(["-c", &script]).output().unwrap();
    call.answer_text(String::from_utf8(printed.stdout).unwrap().trim());
    exit(0);
}
