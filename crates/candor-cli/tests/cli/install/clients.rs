//! The files of each client on each system: every server is wrapped, and undone byte for byte.

use super::{CANDOR, Home, text};
use std::path::{Path, PathBuf};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/install/fixtures");

/// The client, its fixtures, and the servers that can be wrapped in them.
const ROWS: [(&str, &str, &[&str]); 16] = [
    ("claude-desktop", "claude-desktop/linux.json", &["notes", "clock", "bare"]),
    ("claude-desktop", "claude-desktop/macos.json", &["notes", "empty"]),
    ("claude-desktop", "claude-desktop/windows.json", &["notes", "clock"]),
    ("claude-code", "claude-code/linux.json", &["notes"]),
    ("claude-code", "claude-code/macos.json", &["notes"]),
    ("claude-code", "claude-code/windows.json", &["notes"]),
    ("claude-code", "claude-code-project/linux.json", &["shop"]),
    ("claude-code", "claude-code-project/macos.json", &["shop"]),
    ("claude-code", "claude-code-project/windows.json", &["shop"]),
    ("cursor", "cursor/linux.json", &["notes", "off"]),
    ("cursor", "cursor/macos.json", &["notes", "bare"]),
    ("cursor", "cursor/windows.json", &["notes", "bare"]),
    ("vscode", "vscode/linux.json", &["notes", "bare"]),
    ("vscode", "vscode/macos.json", &["notes", "bare"]),
    ("vscode", "vscode/windows.json", &["notes", "bare"]),
    ("codex", "codex/dotted.toml", &["notes", "bare"]),
];
const CODEX: [(&str, &str, &[&str]); 3] = [
    ("codex", "codex/linux.toml", &["notes", "bare"]),
    ("codex", "codex/macos.toml", &["notes", "bare", "empty"]),
    ("codex", "codex/windows.toml", &["notes", "bare"]),
];

fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static [&'static str])> {
    ROWS.into_iter().chain(CODEX)
}

fn fixture(home: &Home, name: &str) -> (PathBuf, Vec<u8>) {
    let content = std::fs::read(Path::new(FIXTURES).join(name)).unwrap();
    (home.write(&format!("files/{}", name.replace('/', "-")), &content), content)
}

/// The lines of a text that another one does not have at the same place from the start or from the end.
fn changed_lines(before: &str, after: &str) -> usize {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let end =
        before[same..].iter().rev().zip(after[same..].iter().rev()).take_while(|(one, other)| one == other).count();
    after.len() - same - end
}

#[test]
fn every_server_of_every_file_is_wrapped_alone_and_undone_byte_for_byte() {
    for (client, name, servers) in rows() {
        let home = Home::new();
        let (path, content) = fixture(&home, name);
        let file = ["--client", client, "--config", text(&path)];
        for server in servers {
            home.install(&[&file as &[&str], &[server]].concat()).fine();
            let after = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
            let before = String::from_utf8(content.clone()).unwrap();
            assert!(after.contains(CANDOR) && after != before, "{name} {server}");
            assert!(changed_lines(&before, &after) <= 8, "{name} {server}: {after}");
            let endings = |text: &str| text.matches('\n').count() == text.matches("\r\n").count();
            assert_eq!(endings(&before), endings(&after), "{name} {server}");
            home.install(&[&file as &[&str], &["--undo", server]].concat()).fine();
            assert_eq!(std::fs::read(&path).unwrap(), content, "{name} {server}");
        }
        home.install(&[&file as &[&str], &["--all"]].concat()).fine();
        let after = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(after.matches(CANDOR).count(), servers.len(), "{name}: {after}");
        home.install(&[&file as &[&str], &["--all", "--undo"]].concat()).fine();
        assert_eq!(std::fs::read(&path).unwrap(), content, "{name}");
    }
}

/// What a file is after all of its servers are wrapped, with the program's path as `candor`.
fn all_wrapped(client: &str, name: &str) -> String {
    let home = Home::new();
    let (path, _) = fixture(&home, name);
    home.install(&["--client", client, "--config", text(&path), "--all", "--command", "candor"]).fine();
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn comments_commas_and_layout_stay() {
    let cursor = all_wrapped("cursor", "cursor/linux.json");
    for part in [
        "// Servers of every project.\n{\n",
        "\"command\": \"candor\", // needs Node 20\n      \"args\": [\n        // which package\n        \
         \"wrap\", \"--\", \"npx\", \"-y\", \"@example/notes-server\",\n        \"--api-key\", \"made-up-4711-key\", // mine\n      ],\n",
        "\"off\": { \"command\": \"candor\", \"args\": [ \"wrap\", \"--\", \"node server.js --fast\" ], \"disabled\": true, },\n",
    ] {
        assert!(cursor.contains(part), "{part}\n{cursor}");
    }
    let vscode = all_wrapped("vscode", "vscode/macos.json");
    for part in [
        "\t\t\t\"args\": [\n\t\t\t\t\"wrap\",\n\t\t\t\t\"--\",\n\t\t\t\t\"npx\",\n\t\t\t\t\"-y\",\n",
        "\t\t\t\"command\": \"candor\",\n\t\t\t\"args\": [ \"wrap\", \"--\", \"${workspaceFolder}/bare\" ]\n",
    ] {
        assert!(vscode.contains(part), "{part}\n{vscode}");
    }
    let windows = all_wrapped("cursor", "cursor/windows.json");
    assert!(windows.starts_with("\u{feff}{\r\n"), "{windows}");
    let part = "\"args\": [ \"wrap\", \"--\", \"cmd\", \"/c\", \"npx\", \"-y\", \"@example/notes-server\", ],\r\n";
    assert!(windows.contains(part), "{windows}");
    let part = "\"command\": \"candor\",\r\n\t\t\t\"args\": [ \"wrap\", \"--\", \"C:\\\\tools\\\\bare.exe\" ] // no arguments\r\n";
    assert!(windows.contains(part), "{windows}");
}

#[test]
fn an_item_on_a_line_of_its_own_gets_neighbours_on_lines_of_their_own() {
    let home = Home::new();
    let json = "{\"mcpServers\": {\"s\": {\"command\": \"uvx\", \"args\": [\r\n\t\"clock\"\r\n]}}}";
    let toml = "[mcp_servers.s]\ncommand = 'uvx'\nargs = [ # which\n    'clock'\n]\n";
    home.write(".cursor/mcp.json", json);
    home.write(".codex/config.toml", toml);
    for (client, file, before, items) in [
        ("cursor", ".cursor/mcp.json", json, "[\r\n\t\"wrap\",\r\n\t\"--\",\r\n\t\"uvx\",\r\n\t\"clock\"\r\n]"),
        ("codex", ".codex/config.toml", toml, "[ # which\n    \"wrap\",\n    \"--\",\n    'uvx',\n    'clock'\n]"),
    ] {
        home.install(&["--client", client, "s"]).fine();
        assert!(home.read(file).contains(items), "{}", home.read(file));
        home.install(&["--client", client, "--undo", "s"]).fine();
        assert_eq!(home.read(file), before);
    }
}

#[test]
fn toml_stays_in_its_own_form() {
    let linux = all_wrapped("codex", "codex/linux.toml");
    for part in [
        "command = \"candor\"  # needs Node 20\nargs = [\n  \"wrap\",\n  \"--\",\n  \"npx\",\n  \"-y\",\n",
        "  command = \"candor\"\n  args = [ \"wrap\", \"--\", 'bare-server' ] # no arguments\n  cwd = \"/srv\"\n",
    ] {
        assert!(linux.contains(part), "{part}\n{linux}");
    }
    let macos = all_wrapped("codex", "codex/macos.toml");
    for part in [
        "notes = { command = \"candor\", args = [\"wrap\", \"--\", \"npx\", \"-y\", \"@example/notes-server\"], env = {",
        "bare = { command = \"candor\", args = [ \"wrap\", \"--\", \"bare\" ] }\n",
        "empty = {command=\"candor\",args=[\"wrap\", \"--\", \"empty\"]}",
    ] {
        assert!(macos.contains(part), "{part}\n{macos}");
    }
    let dotted = all_wrapped("codex", "codex/dotted.toml");
    for part in [
        "mcp_servers.notes.command = \"candor\"\nmcp_servers.notes.args = [\"wrap\", \"--\", \"\"\"npx\"\"\" ]\n",
        "mcp_servers.bare.command = \"candor\"\nmcp_servers.bare.args = [ \"wrap\", \"--\", 'bare' ]   # alone\n",
    ] {
        assert!(dotted.contains(part), "{part}\n{dotted}");
    }
}

#[test]
fn a_path_of_windows_is_written_so_that_it_is_read_as_it_is() {
    let home = Home::new();
    let (path, content) = fixture(&home, "codex/windows.toml");
    let wrapper = "C:\\Users\\ann\\.cargo\\bin\\candor.exe";
    let file = ["--client", "codex", "--config", text(&path)];
    home.install(&[&file as &[&str], &["--command", wrapper, "bare"]].concat()).fine();
    let after = std::fs::read_to_string(&path).unwrap();
    let part = format!("command = '{wrapper}'\r\nargs = [ \"wrap\", \"--\", 'C:\\Program Files\\Bare\\bare.exe' ]\r\n");
    assert!(after.contains(&part), "{after}");
    home.install(&[&file as &[&str], &["--undo", "bare"]].concat()).fine();
    assert_eq!(std::fs::read(&path).unwrap(), content);
}

#[cfg(target_os = "linux")]
#[test]
fn each_client_is_found_where_it_keeps_its_files() {
    for (client, name, file, server) in [
        ("claude-desktop", "claude-desktop/linux.json", ".config/Claude/claude_desktop_config.json", "notes"),
        ("claude-code", "claude-code/linux.json", ".claude.json", "notes"),
        ("claude-code", "claude-code-project/linux.json", "shop/.mcp.json", "shop"),
        ("cursor", "cursor/linux.json", ".cursor/mcp.json", "notes"),
        ("cursor", "cursor/linux.json", "shop/.cursor/mcp.json", "notes"),
        ("vscode", "vscode/linux.json", ".config/Code/User/mcp.json", "notes"),
        ("vscode", "vscode/linux.json", "shop/.vscode/mcp.json", "notes"),
        ("codex", "codex/linux.toml", ".codex/config.toml", "notes"),
        ("codex", "codex/linux.toml", "shop/.codex/config.toml", "notes"),
    ] {
        let home = Home::new();
        let path = home.write(file, std::fs::read(Path::new(FIXTURES).join(name)).unwrap());
        let run = home.install(&["--client", client, server]).fine();
        assert!(run.stdout.starts_with(&format!("{}\n", text(&path))), "{client}: {}", run.stdout);
        assert!(home.read(file).contains(CANDOR), "{client} {file}");
        let is_shared = file.starts_with("shop/");
        assert_eq!(run.stdout.contains("Others who use this project"), is_shared, "{}", run.stdout);
    }
}

#[test]
fn a_server_at_a_url_is_listed_with_the_reason_and_refused() {
    for (client, name, server) in [
        ("cursor", "cursor/linux.json", "wiki"),
        ("vscode", "vscode/linux.json", "wiki"),
        ("codex", "codex/linux.toml", "my wiki"),
    ] {
        let home = Home::new();
        let (path, _) = fixture(&home, name);
        let run = home.install(&["--client", client, "--config", text(&path)]).fine();
        let line = run.stdout.lines().find(|line| line.trim_start().starts_with(server)).unwrap();
        assert!(line.contains("at a URL: it has no command to wrap; `candor serve --mcp URL`"), "{line}");
        let line = home.refused(&["--client", client, "--config", text(&path), server]);
        assert!(line.contains("is a server at a URL") && line.contains("candor serve --mcp URL"), "{line}");
    }
}
