//! `candor install`: the wrapper before servers of a client's configuration, and no other byte touched.

mod clients;
mod disk;
mod hostile;
mod selection;

use crate::{Run, program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The program that is run.
const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

/// A user's home with a project in it, which goes with its test.
struct Home(PathBuf);

impl Home {
    fn new() -> Home {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let home = std::env::temp_dir().join(format!("candor-install-{}-{number}", std::process::id()));
        fs::create_dir_all(home.join("shop")).unwrap();
        Home(home.canonicalize().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The command, as this user runs it in the project's folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(&[&["install"], arguments].concat());
        command.current_dir(self.path("shop")).env("HOME", &self.0);
        for variable in ["XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA", "LOCALAPPDATA"] {
            command.env_remove(variable);
        }
        command
    }

    fn install(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    /// The one line of a run that was refused, and that every file is as it was.
    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let before = self.files();
        let run = self.install(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.starts_with("candor: "), "{}", run.stderr);
        assert_eq!(self.files(), before);
        run.stderr.trim_end().to_owned()
    }

    /// Every file below, with its content.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap() {
                    it if it.is_dir() => folders.push(entry.path()),
                    it if it.is_file() => found.push((entry.path(), fs::read(entry.path()).unwrap())),
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const NOTES: &str = r#"{
  "mcpServers": {
    "notes": {
      "command": "npx",
      "args": ["-y", "some-server"],
      "env": {"A": "b"}
    }
  }
}
"#;

/// The same, wrapped.
fn wrapped(options: &str) -> String {
    let own = format!("\"command\": \"{CANDOR}\",\n      \"args\": [\"wrap\", {options}\"--\", \"npx\", \"-y\"");
    NOTES.replace("\"command\": \"npx\",\n      \"args\": [\"-y\"", &own)
}

#[test]
fn the_wrapper_is_put_before_the_command_and_taken_away() {
    let home = Home::new();
    let file = home.write(".cursor/mcp.json", NOTES);
    let run = home.install(&["--client", "cursor", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), wrapped(""));
    let expected = format!(
        "{0}\n  notes  wrapped\nThe file as it was: {0}.candor-backup\nRestart Cursor for it to take effect.\n",
        text(&file)
    );
    assert_eq!((run.stdout, run.stderr.as_str()), (expected, ""));
    assert_eq!(home.read(".cursor/mcp.json.candor-backup"), NOTES);

    let run = home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), NOTES);
    assert!(run.stdout.contains("notes  no longer wrapped\nRestart Cursor"), "{}", run.stdout);
}

#[test]
fn options_after_the_hyphens_are_handed_to_the_wrapper_and_vanish_with_it() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    home.install(&["--client", "cursor", "notes", "--", "--timeout", "60s"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), wrapped("\"--timeout\", \"60s\", "));
    home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), NOTES);
}

#[test]
fn another_command_is_written_if_it_is_named() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    home.install(&["--client", "cursor", "--command", "candor", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), wrapped("").replace(CANDOR, "candor"));
    home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), NOTES);

    home.install(&["--client", "cursor", "--command", "our-wrapper", "notes"]).fine();
    let run = home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert!(run.stdout.contains("not wrapped"), "{}", run.stdout);
    home.install(&["--client", "cursor", "--undo", "--command", "our-wrapper", "notes"]).fine();
    assert_eq!(home.read(".cursor/mcp.json"), NOTES);
}

#[test]
fn a_server_that_is_wrapped_already_is_left_as_it_is() {
    let home = Home::new();
    for config in
        [wrapped(""), wrapped("\"--timeout\", \"5s\", "), wrapped("").replace(CANDOR, "C:\\\\x\\\\Candor.exe")]
    {
        home.write(".cursor/mcp.json", &config);
        let run = home.install(&["--client", "cursor", "notes"]).fine();
        assert!(run.stdout.contains("notes  wrapped already; nothing to do\n"), "{}", run.stdout);
        assert_eq!(home.files().len(), 1);
        assert_eq!(home.read(".cursor/mcp.json"), config);
    }
    let run = home.install(&["--client", "cursor", "notes", "--", "--timeout", "60s"]).fine();
    assert!(run.stdout.contains("for other options, --undo it first"), "{}", run.stdout);
}

#[test]
fn a_wrapper_behind_a_shell_is_seen_and_not_put_there_twice() {
    let home = Home::new();
    let config = NOTES.replace("\"npx\"", "\"cmd\"").replace("\"-y\"", "\"/c\", \"candor\", \"wrap\", \"--\", \"npx\"");
    home.write(".cursor/mcp.json", config);
    assert!(home.install(&["--client", "cursor", "notes"]).fine().stdout.contains("wrapped already"));
    assert!(home.refused(&["--client", "cursor", "--undo", "notes"]).contains("not wrapped in a way"));
    let gift = NOTES.replace("\"npx\"", "\"gift\"").replace("\"-y\"", "\"wrap\", \"--\"");
    home.write(".cursor/mcp.json", gift);
    assert!(home.install(&["--client", "cursor", "notes"]).fine().stdout.contains("notes  wrapped\n"));
}

#[test]
fn a_server_that_is_not_wrapped_has_nothing_to_undo() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    let run = home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert!(run.stdout.contains("notes  not wrapped; nothing to undo\n"), "{}", run.stdout);
    assert_eq!(home.files().len(), 1);
}

#[test]
fn undo_works_on_the_file_as_it_is_now_and_not_on_the_backup() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    home.install(&["--client", "cursor", "notes"]).fine();
    // An editor has laid it out in its own way since, and somebody has added a comment and an argument.
    let edited = format!(
        "{{\"mcpServers\": {{\"notes\": {{\"args\": [\n  \"wrap\",\n  \"--\",\n  \"npx\", // runs it\n  \"-y\",\n  \
         \"some-server\", \"--new\",\n], \"command\": \"{CANDOR}\"}}, \"more\": {{}}}}}}"
    );
    home.write(".cursor/mcp.json", edited);
    home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    let expected = "{\"mcpServers\": {\"notes\": {\"args\": [\n   // runs it\n  \"-y\",\n  \"some-server\", \"--new\",\n], \
                    \"command\": \"npx\"}, \"more\": {}}}";
    assert_eq!(home.read(".cursor/mcp.json"), expected);
}

#[test]
fn comments_around_what_is_taken_away_stay() {
    for (list, expected) in [
        ("[\"wrap\", \"--\", \"npx\" /* a, b */ // c, d\n, \"-y\"]", "[ /* a, b */ // c, d\n\"-y\"]"),
        ("[\"wrap\", \"--\", \"npx\" // a\n,]", "[ // a\n]"),
        ("[/* a */ \"wrap\", \"--\", \"npx\", /* b */ \"-y\" /* c */]", "[/* a */  /* b */ \"-y\" /* c */]"),
        ("[\n// a\n\"wrap\", \"--\", \"npx\", // b\n]", "[\n// a\n // b\n]"),
        ("[\"wrap\", \"--\", \"npx\" // b,\n]", "[ // b,\n]"),
    ] {
        let home = Home::new();
        let config = |command: &str, list: &str| {
            format!("{{\"mcpServers\": {{\"s\": {{\"command\": \"{command}\", \"args\": {list}}}}}}}")
        };
        home.write(".cursor/mcp.json", config("candor", list));
        home.install(&["--client", "cursor", "--undo", "s"]).fine();
        assert_eq!(home.read(".cursor/mcp.json"), config("npx", expected));
    }
}

#[test]
fn a_dry_run_shows_what_would_change_and_writes_nothing() {
    let home = Home::new();
    let file = home.write(".cursor/mcp.json", NOTES);
    let run = home.install(&["--client", "cursor", "--dry-run", "notes"]).fine();
    let diff = format!(
        "--- {0}\n+++ {0}\n@@ line 3: notes @@\n-  \"command\": \"npx\"\n-  \"args\": [\"-y\", \"some-server\"]\n\
         +  \"command\": \"{CANDOR}\"\n+  \"args\": [\"wrap\", \"--\", \"npx\", \"-y\", \"some-server\"]\n",
        text(&file)
    );
    assert_eq!(
        run.stdout,
        format!("{}\n  notes  would be wrapped\n\n{diff}\nNothing was written (--dry-run).\n", text(&file))
    );
    assert_eq!(home.files(), [(file, NOTES.into())]);
}

#[test]
fn no_secret_is_printed() {
    let secrets = [
        "made-up-4711-key",
        "made-up-8844-pass",
        "made-up-5522-token",
        "made-up-9191-env",
        "hunter2hunter2",
        "made-up-1234-bearer",
        "-made-up-5678",
        "made-up-2468-docker",
    ];
    let home = Home::new();
    let config = r#"{"mcpServers": {
      "notes": {"command": "npx", "args": ["-y", "some-server", "--api-key", "made-up-4711-key", "--token=made-up-5522-token",
        "postgres://ann:made-up-8844-pass@db.example.com/x", "-p", "hunter2hunter2", "made-up-9191-env", "/home/ann/My Notes",
        "--header", "Authorization: Bearer made-up-1234-bearer", "--password", "-made-up-5678", "-e", "DB_PASSWORD=made-up-2468-docker"],
        "env": {"NAME": "made-up-9191-env"}},
      "wiki": {"url": "https://wiki.example.com/mcp?key=made-up-4711-key"}
    }}"#;
    home.write(".cursor/mcp.json", config);
    for arguments in [
        &["--client", "cursor"] as &[&str],
        &["--client", "cursor", "--dry-run", "notes"],
        &["--client", "cursor", "--dry-run", "--all"],
        &["--client", "cursor", "--json"],
        &["--client", "cursor", "wiki"],
        &["--client", "cursor", "--json", "notes"],
        &["--client", "cursor", "--dry-run", "--undo", "notes"],
    ] {
        let run = home.install(arguments);
        for secret in secrets {
            assert!(!run.stdout.contains(secret) && !run.stderr.contains(secret), "{secret}: {run:?}");
        }
    }
    home.write(".cursor/mcp.json", config);
    let run = home.install(&["--client", "cursor", "--dry-run", "notes"]).fine();
    for kept in ["\"-y\", \"some-server\", \"--api-key\", \"[redacted]\"", "/home/ann/My Notes"] {
        assert!(run.stdout.contains(kept), "{kept}: {}", run.stdout);
    }
}

#[test]
fn programs_get_one_json_object() {
    let home = Home::new();
    let file = home.write(".cursor/mcp.json", NOTES);
    let said = home.install(&["--client", "cursor", "--json", "notes"]).json();
    let expected = serde_json::json!({
        "client": "cursor", "action": "install", "files": [text(&file)], "written": true, "dry_run": false,
        "restart": "Cursor",
        "backup": format!("{}.candor-backup", text(&file)),
        "servers": [{"name": "notes", "file": text(&file), "scope": "user", "state": "wrapped", "changed": true, "what": "wrapped"}],
    });
    assert_eq!(said, expected);
    let said = home.install(&["--client", "cursor", "--json", "notes"]).json();
    assert_eq!((&said["written"], &said["servers"][0]["changed"]), (&false.into(), &false.into()));
    let said = home.install(&["--client", "cursor", "--json"]).json();
    assert_eq!((&said["action"], &said["servers"][0]["state"]), (&"list".into(), &"wrapped".into()));
    let said = home.install(&["--client", "cursor", "--json", "--undo", "--dry-run", "notes"]).json();
    assert_eq!(
        (&said["action"], &said["written"], &said["servers"][0]["changed"]),
        (&"undo".into(), &false.into(), &true.into())
    );
}
