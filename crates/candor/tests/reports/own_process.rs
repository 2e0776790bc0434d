//! Tests of what belongs to the whole process: they run themselves again, in their own.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

const IS_OWN_PROCESS: &str = "CANDOR_TEST_IN_ITS_OWN_PROCESS";

/// What the test of this name writes in a process of its own, whose stderr is first read after that time; nothing in that
/// process.
pub(crate) fn output_of(name: &str, read_after: Duration) -> Option<Output> {
    if std::env::var_os(IS_OWN_PROCESS).is_some() {
        return None;
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", name, "--nocapture"]).env(IS_OWN_PROCESS, "1");
    let child = again.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(read_after);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(output)
}
