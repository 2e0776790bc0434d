//! The program, run as people run it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

mod cli {
    mod bad_input;
    mod classify;
    mod demo;
    mod explain;
    mod install;
    mod scrub;
    mod serve;
    mod serve_demo;
    mod translate;
}

/// How a run of the program ended, and all that it said.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// The output of a run that succeeded.
    #[track_caller]
    fn fine(self) -> Run {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self
    }

    /// The one line of a run that was refused: exit code 2, nothing on standard output.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("candor: ") && self.stderr.ends_with('\n'), "{}", self.stderr);
        assert!(self.stderr.len() < 300, "{}", self.stderr);
        self.stderr.trim_end().to_owned()
    }

    /// The JSON of a run that succeeded.
    #[track_caller]
    fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.fine().stdout).unwrap()
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(arguments).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn candor(arguments: &[&str]) -> Run {
    program(arguments).output().unwrap().into()
}

fn candor_reading(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A program that has read enough closes its end: that is for the assertions to judge.
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let run = child.wait_with_output().unwrap().into();
    writer.join().unwrap();
    run
}
