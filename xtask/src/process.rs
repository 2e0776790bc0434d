//! Other programs, and their own messages when they fail.

use std::ffi::OsString;
use std::process::{Command, Stdio};

/// The cargo that runs this program, or the one on the path.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Runs a command that prints for itself, and says how it failed.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} failed: {status}", line(command))),
        Err(error) => Err(format!("{} does not start: {error}", line(command))),
    }
}

/// What a command prints on standard output; if it fails, with all that it printed on standard error.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{} does not start: {error}", line(command)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    Err(format!("{} failed: {}\n{}", line(command), output.status, words.join("\n").trim()))
}

/// The last lines of what a program printed, for a message about its failure.
pub(crate) fn last_lines(text: &str) -> String {
    const MOST: usize = 20;
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.get(lines.len().saturating_sub(MOST)..).unwrap_or_default();
    if last.is_empty() { "it printed nothing".to_owned() } else { last.join("\n") }
}

/// The command as it would be typed.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{cargo, last_lines, output, run};
    use std::process::Command;

    #[test]
    fn a_command_that_fails_is_shown_with_its_own_words() {
        let words =
            output(cargo().args(["metadata", "--manifest-path", "/nowhere/Cargo.toml"])).expect_err("no manifest");
        assert!(words.contains("/nowhere/Cargo.toml failed: exit status") && words.contains("\nerror: "), "{words}");
        assert!(output(cargo().arg("--version")).is_ok_and(|text| text.starts_with("cargo ")));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        for result in
            [run(&mut Command::new("no-such-program")), output(&mut Command::new("no-such-program")).map(drop)]
        {
            assert!(result.is_err_and(|words| words.starts_with("no-such-program does not start: ")));
        }
    }

    #[test]
    fn the_end_of_a_long_output_is_kept() {
        let text: String = (1..=50).map(|number| format!("line {number}\n\n")).collect();
        assert!(last_lines(&text).starts_with("line 31\n") && last_lines(&text).ends_with("line 50"));
        let npm = "npm error code EAI_AGAIN\nnpm error request to a registry failed\n";
        assert!(last_lines(npm).ends_with("request to a registry failed"));
        assert_eq!(last_lines("\n"), "it printed nothing");
    }
}
