//! A command that may take only so long.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Runs the command with its output in a file; one that takes longer is ended, and has no status.
pub(super) fn run(command: &mut Command, output: &Path, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let file = File::create(output)?;
    let mut child = command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).spawn()?;
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begin.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn a_command_that_takes_too_long_is_ended() {
        let output = std::env::temp_dir().join(format!("candor-bounded-{}", std::process::id()));
        let short = run(Command::new("cargo").arg("--version"), &output, Duration::from_secs(60)).expect("cargo");
        assert!(short.is_some_and(|status| status.success()));
        assert!(std::fs::read_to_string(&output).expect("its output").starts_with("cargo "));
        assert_eq!(run(Command::new("sleep").arg("60"), &output, Duration::ZERO).expect("sleep"), None);
        std::fs::remove_file(output).expect("to be there");
    }
}
