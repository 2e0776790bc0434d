//! Secrets that a program prints.

use super::{LONGEST, Secret, SecretError, checked};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a program may take.
pub(super) const TIME: Duration = Duration::from_secs(30);
/// How long a program that has closed its output has to end before it is looked at again.
const LOOK: Duration = Duration::from_millis(5);

/// Runs the program and reads what it prints. Its standard error is thrown away, as it may hold the secret.
pub(super) fn read(argv: &[String], time: Duration) -> Result<Secret, SecretError> {
    let Some((program, arguments)) = argv.split_first() else {
        return Err(SecretError("the command of a secret is empty".to_owned()));
    };
    // The arguments may hold a secret of their own, such as a password for a vault.
    let source = format!("the command `{program}`");
    let end = Instant::now() + time;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().map_err(|error| SecretError(format!("{source} cannot be run: {error}")))?;
    let mut child = Running(child);

    let bytes = match printed(&mut child.0, end) {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => return Err(SecretError(format!("{source} cannot be read: {error}"))),
        Err(_) => return Err(late(&source, time)),
    };
    if bytes.len() > LONGEST {
        return checked(bytes, &format!("what {source} prints"));
    }
    match ended(&mut child.0, end) {
        Some(status) if status.success() => checked(bytes, &format!("what {source} prints")),
        Some(status) => Err(SecretError(format!("{source} failed: {status}"))),
        None => Err(late(&source, time)),
    }
}

fn late(source: &str, time: Duration) -> SecretError {
    SecretError(format!("{source} did not end within {} s", time.as_secs_f32()))
}

/// A program that does not outlive the reading of its output.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already, or it is ended here; that it cannot be does not change what was read.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// All that the program prints, or enough of it to know that it is too long.
fn printed(child: &mut Child, end: Instant) -> Result<std::io::Result<Vec<u8>>, mpsc::RecvTimeoutError> {
    let Some(output) = child.stdout.take() else { return Ok(Ok(Vec::new())) };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.take(LONGEST as u64 + 3).read_to_end(&mut bytes);
        // Nobody waits any more if the time is up.
        let _ = sender.send(read.map(|_| bytes));
    });
    receiver.recv_timeout(end.saturating_duration_since(Instant::now()))
}

/// How the program ended, once it has closed its output.
fn ended(child: &mut Child, end: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => std::thread::sleep(LOOK),
            Ok(None) | Err(_) => return None,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(argv: &[&str]) -> Result<String, String> {
        let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
        let read = read(&argv, Duration::from_millis(500));
        read.map(|secret| secret.reveal().to_owned()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_a_program_prints_is_the_secret() {
        assert_eq!(run(&["printf", "swordfish-77\\n"]).unwrap(), "swordfish-77");
    }

    #[test]
    fn no_shell_reads_the_arguments() {
        assert_eq!(run(&["echo", "$HOME;", "`id`"]).unwrap(), "$HOME; `id`");
    }

    #[test]
    fn a_program_that_fails_says_so_and_nothing_of_what_it_wrote() {
        let error = run(&["sh", "-c", "echo swordfish-77; echo marlin-4711 >&2; exit 3"]).unwrap_err();
        assert_eq!(error, "the command `sh` failed: exit status: 3");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = run(&["candor-no-such-program", "--password=swordfish-77"]).unwrap_err();
        assert!(error.starts_with("the command `candor-no-such-program` cannot be run: "), "{error}");
        assert!(!error.contains("swordfish"), "{error}");
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let before = Instant::now();
        assert_eq!(run(&["sleep", "60"]).unwrap_err(), "the command `sleep` did not end within 0.5 s");
        assert_eq!(
            run(&["sh", "-c", "exec >&-; exec sleep 60"]).unwrap_err(),
            "the command `sh` did not end within 0.5 s"
        );
        assert!(before.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn endless_output_is_not_read_to_its_end() {
        assert_eq!(run(&["yes"]).unwrap_err(), "what the command `yes` prints is longer than 64 KiB");
    }

    #[test]
    fn a_program_that_prints_nothing_has_no_secret() {
        assert_eq!(run(&["true"]).unwrap_err(), "what the command `true` prints is empty");
    }
}
