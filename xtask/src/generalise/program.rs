//! The program that is scored: `candor scrub --jsonl`, `candor classify --jsonl`.

use super::rows::{Kind, Set};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A built program.
pub(super) struct Program(PathBuf);

impl Program {
    pub(super) const fn new(path: PathBuf) -> Program {
        Program(path)
    }

    /// What it answers to the rows of the set, by their ids: texts or folded codes.
    pub(super) fn answers(&self, set: &Set) -> Result<BTreeMap<String, String>, String> {
        let command = set.kind.command();
        let name = format!("{} {command} --jsonl", self.0.display());
        let lines: String = set.rows.iter().map(|row| format!("{}\n", row.input)).collect();
        let mut process = Command::new(&self.0)
            .args([command, "--jsonl"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} does not start: {error}"))?;
        let stdin = process.stdin.take();
        // It answers while it reads: whoever writes all of it first waits forever.
        let output = std::thread::scope(|scope| {
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(lines.as_bytes())));
            process.wait_with_output()
        });
        let output = output.map_err(|error| format!("{name}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{name} failed: {}", output.status));
        }
        let key = if set.kind == Kind::Messages { "code" } else { "text" };
        let answer = |line: &str| -> Option<(String, String)> {
            let value: Value = serde_json::from_str(line).ok()?;
            let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
            Some((text("id")?, text(key)?))
        };
        let answers: BTreeMap<_, _> = String::from_utf8_lossy(&output.stdout).lines().filter_map(answer).collect();
        match set.rows.iter().find(|row| !answers.contains_key(&row.id)) {
            Some(row) => Err(format!("{name} has not answered {} of {}", row.id, set.name)),
            None => Ok(answers),
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::super::rows::set;
    use super::Program;
    use std::os::unix::fs::PermissionsExt;

    /// A program that does what the script says.
    fn script(name: &str, text: &str) -> Program {
        let path = std::env::temp_dir().join(format!("generalise-{name}-{}", std::process::id()));
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("the folder for temporary files");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a file of ours");
        Program::new(path)
    }

    #[test]
    fn a_program_answers_by_id_however_much_it_is_asked() {
        let lines: String = (0..5000).map(|id| format!("{{\"id\":\"{id}\",\"text\":\"tea {id}\"}}\n")).collect();
        let set = set("scrub/tea".to_owned(), &lines, None).expect("a set");
        let program = script("echo", "[ \"$*\" = 'scrub --jsonl' ] && cat");
        let answers = program.answers(&set).expect("all is answered");
        assert_eq!((answers.len(), &*answers["4711"]), (5000, "tea 4711"));
        std::fs::remove_file(program.0).expect("the script");
    }

    #[test]
    fn a_row_without_an_answer_and_a_failure_are_named() {
        let set = set("scrub/tea".to_owned(), "{\"id\":\"a\",\"text\":\"tea\"}", None).expect("a set");
        for (name, text, words) in [
            ("silent", "cat > /dev/null", "has not answered a of scrub/tea"),
            ("failing", "exit 3", "failed: exit status: 3"),
        ] {
            let program = script(name, text);
            let why = program.answers(&set).expect_err("it does not answer");
            assert!(why.contains(words), "{why}");
            std::fs::remove_file(program.0).expect("the script");
        }
    }
}
