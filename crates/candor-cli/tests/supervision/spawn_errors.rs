//! Children that cannot be started, and what that is as a failure.

use crate::{CANDOR, TEST, new_test, shell, supervision, until, with_environment};
use candor::{Code, Failure, FailurePolicy, Origin};
use candor_gateway::{ChildCommand, ChildProcess, Supervision, WatcherProgram};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

fn failure(command: &ChildCommand) -> Failure {
    ChildProcess::spawn(command, &supervision()).unwrap_err().into()
}

#[track_caller]
fn assert_configuration(command: &ChildCommand, message: &str) {
    let failure = failure(command);
    assert_eq!((failure.code(), failure.origin()), (Code::Configuration, Origin::Configuration));
    assert_eq!(failure.message(), message);
}

/// A file that may be run.
fn script(name: &str, text: &str, mode: u32) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", new_test()));
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    path
}

#[tokio::test]
async fn a_program_that_is_not_there_is_a_mistake_of_the_configuration() {
    assert_configuration(
        &ChildCommand::new("candor-no-such-program").with_arguments(["--password=marlin-4711"]),
        "`candor-no-such-program` was not found; install it, or give the path of the program",
    );
    assert_configuration(
        &ChildCommand::new("/srv/nowhere/server"),
        "`server` was not found; install it, or give the path of the program",
    );
}

#[tokio::test]
async fn a_file_that_is_no_program_is_a_mistake_of_the_configuration() {
    let plain = script("plain", "#!/bin/sh\n", 0o644);
    let strange = script("strange", "neither a script nor a program\u{0}\n", 0o755);
    let lost = script("lost", "#!/srv/nowhere/interpreter\n", 0o755);
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    for path in [&plain, &strange] {
        let advice = "is not executable; give a program for this system, and make its file executable";
        assert_configuration(&ChildCommand::new(path), &format!("`{}` {advice}", name(path)));
    }
    let advice =
        "cannot be run: the interpreter or loader that it names was not found; install that, or correct its first line";
    assert_configuration(&ChildCommand::new(&lost), &format!("`{}` {advice}", name(&lost)));
    [plain, strange, lost].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[tokio::test]
async fn a_folder_in_the_place_of_a_program_is_called_one() {
    let advice = "is a directory, not a program; give the program in it, or the command that runs it";
    for (path, name) in [(env!("CARGO_TARGET_TMPDIR"), "tmp"), (".", ".")] {
        assert_configuration(&ChildCommand::new(path), &format!("`{name}` {advice}"));
    }
}

#[tokio::test]
async fn a_folder_or_arguments_that_cannot_be_used_are_mistakes_of_the_configuration() {
    assert_configuration(
        &shell("true").with_folder("/srv/nowhere"),
        "`sh` cannot be run: its folder is not there or cannot be entered; create it, or give another one",
    );
    assert_configuration(
        &shell("true").with_arguments(["zero\0byte"]),
        "`sh` cannot be run: its arguments or its environment are too long, or have a zero byte; correct them",
    );
    assert_configuration(
        &shell("true").with_arguments(["x".repeat(8 * 1024 * 1024)]),
        "`sh` cannot be run: its arguments or its environment are too long, or have a zero byte; correct them",
    );
}

#[tokio::test]
async fn nothing_runs_without_a_watcher() {
    let test = new_test();
    let command = shell("sleep 3600").with_environment(TEST, &test);
    let missing = Supervision::new(WatcherProgram::at("/srv/nowhere/candor"), FailurePolicy::new());
    let failure: Failure = ChildProcess::spawn(&command, &missing).unwrap_err().into();
    assert_eq!((failure.code(), failure.origin()), (Code::Unavailable, Origin::Transport));

    // One that is no watcher: it ends at once, and the child with it.
    let wrong = Supervision::new(WatcherProgram::at("/bin/true"), FailurePolicy::new());
    if let Ok(child) = ChildProcess::spawn(&command, &wrong) {
        child.ended().gone().await;
    }
    assert_eq!(with_environment(&test), [0_u32; 0]);
}

#[tokio::test]
async fn the_watcher_of_a_child_that_could_not_be_started_goes() {
    let before = watchers();
    failure(&ChildCommand::new("candor-no-such-program"));
    until("it has gone", || watchers() <= before).await;
}

/// How many watchers this process has.
fn watchers() -> usize {
    let own = std::process::id().to_string();
    let is_watcher = |process: &u32| {
        let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        line.windows(16).any(|window| window == b"__watch-children")
    };
    let is_own = |process: &u32| crate::stat(*process).is_some_and(|stat| stat[1] == own);
    crate::processes().filter(is_watcher).filter(is_own).count()
}

#[test]
fn the_watchers_command_by_hand_ends_nobody() {
    for arguments in [
        &["__watch-children"][..],
        &["__watch-children", "x"],
        &["__watch-children", "0123456789abcdef0123456789abcdef"],
    ] {
        let mut command = std::process::Command::new(CANDOR);
        let run = command.args(arguments).stdin(std::process::Stdio::null()).output().unwrap();
        assert_eq!((run.status.code(), run.stdout), (Some(2), Vec::new()));
    }
}
