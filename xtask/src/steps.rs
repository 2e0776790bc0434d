//! What a command runs, one step after the other.

use crate::process::cargo;
use crate::say;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// One thing that has to succeed.
pub(crate) struct Step {
    title: &'static str,
    work: Work,
}

enum Work {
    Cargo { arguments: &'static [&'static str], environment: Option<(&'static str, &'static str)> },
    Own { command: &'static str, check: fn() -> Result<(), String> },
}

/// A run of cargo.
pub(crate) const fn cargo_step(title: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { title, work: Work::Cargo { arguments, environment: None } }
}

/// A check of this program, which `command` runs alone.
pub(crate) const fn own_step(title: &'static str, command: &'static str, check: fn() -> Result<(), String>) -> Step {
    Step { title, work: Work::Own { command, check } }
}

impl Step {
    /// With a variable in the environment.
    pub(crate) const fn with(self, name: &'static str, value: &'static str) -> Step {
        match self.work {
            Work::Cargo { arguments, .. } => {
                Step { title: self.title, work: Work::Cargo { arguments, environment: Some((name, value)) } }
            }
            Work::Own { .. } => self,
        }
    }

    fn run(&self, folders: &[(&'static str, PathBuf)]) -> Result<(), String> {
        match &self.work {
            Work::Cargo { arguments, environment } => {
                let status = cargo().args(*arguments).envs(*environment).envs(folders.iter().cloned()).status();
                match status {
                    Ok(status) if status.success() => Ok(()),
                    Ok(status) => Err(status.to_string()),
                    Err(error) => Err(format!("cargo does not start: {error}")),
                }
            }
            Work::Own { check, .. } => check(),
        }
    }

    /// The command line that does the same.
    fn by_hand(&self) -> String {
        match &self.work {
            Work::Cargo { arguments, environment } => {
                let environment = environment.map(|(name, value)| format!("{name}=\"{value}\" ")).unwrap_or_default();
                format!("{environment}cargo {}", arguments.join(" "))
            }
            Work::Own { command, .. } => format!("cargo xtask {command}"),
        }
    }
}

/// Runs the steps up to the first that fails, and says how long each took. Each finds these folders in its environment.
pub(crate) fn run(steps: &[Step], folders: &[(&'static str, PathBuf)]) -> ExitCode {
    let begin = Instant::now();
    let mut passed = Vec::new();
    for (number, step) in (1..).zip(steps) {
        say(&format!("[{number}/{}] {}: {}", steps.len(), step.title, step.by_hand()));
        let started = Instant::now();
        if let Err(why) = step.run(folders) {
            say(&format!("{} failed ({why}); run it alone with: {}", step.title, step.by_hand()));
            return ExitCode::FAILURE;
        }
        passed.push((step.title, started.elapsed()));
    }
    for (title, time) in &passed {
        say(&format!("{title:<22} passed in {:>6.1} s", time.as_secs_f64()));
    }
    say(&format!("all passed in {:.1} s", begin.elapsed().as_secs_f64()));
    ExitCode::SUCCESS
}
