//! Which server of which file is meant, and what is said where that is not clear.

use super::{CANDOR, Home, NOTES, text};

#[test]
fn without_a_server_all_are_listed_with_what_can_be_done() {
    let home = Home::new();
    let config = format!(
        r#"{{"mcpServers": {{
          "plain": {{"command": "npx"}}, "wrapped": {{"command": "{CANDOR}", "args": ["wrap", "--", "npx"]}},
          "url": {{"url": "https://example.com/mcp"}}, "sse": {{"type": "sse"}}, "both": {{"command": "x", "url": "https://example.com"}},
          "list": [], "number": {{"command": 7}}, "words": {{"command": "x", "args": "y"}}, "nothing": {{}}, "blank": {{"command": " "}}
        }}}}"#
    );
    let file = home.write(".cursor/mcp.json", config);
    let run = home.install(&["--client", "cursor"]).fine();
    let url = "at a URL: it has no command to wrap; `candor serve --mcp URL` is for those";
    let expected = [
        ("plain", "can be wrapped"),
        ("wrapped", "wrapped"),
        ("url", url),
        ("sse", url),
        ("both", "cannot be wrapped: it has both a command and a URL"),
        ("list", "cannot be wrapped: its entry is not an object"),
        ("number", "cannot be wrapped: its `command` is not a string"),
        ("words", "cannot be wrapped: its `args` is not a list"),
        ("nothing", "cannot be wrapped: it has no `command`"),
        ("blank", "cannot be wrapped: its `command` is empty"),
    ];
    let lines: String = expected.iter().map(|(name, what)| format!("  {name:7}  {what}\n")).collect();
    assert_eq!(run.stdout, format!("{}\n{lines}", text(&file)));
    assert_eq!(home.files().len(), 1);

    let run = home.install(&["--client", "cursor", "--all"]).fine();
    assert!(run.stdout.contains("  plain    wrapped\n  wrapped  wrapped already"), "{}", run.stdout);
    assert!(run.stdout.contains("  number   left as it is: cannot be wrapped"), "{}", run.stdout);
    assert_eq!(home.read(".cursor/mcp.json").matches(CANDOR).count(), 2);
    assert!(home.refused(&["--client", "cursor", "words"]).contains("its `args` is not a list; mend it in"));
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest_and_with_all() {
    let home = Home::new();
    home.write(
        ".cursor/mcp.json",
        r#"{"mcpServers": {"github": {"command": "a"}, "gitlab": {"command": "b"}, "clock": {"command": "c"}}}"#,
    );
    let line = home.refused(&["--client", "cursor", "guthub"]);
    assert!(line.contains("no server \"guthub\" in ") && line.contains("did you mean github"), "{line}");
    assert!(line.ends_with("there are github, gitlab, clock"), "{line}");
    home.write(".cursor/mcp.json", "{}");
    assert!(home.refused(&["--client", "cursor", "github"]).ends_with("it has no servers"));
}

#[test]
fn a_client_without_a_file_is_told_where_it_was_looked_for() {
    let home = Home::new();
    let line = home.refused(&["--client", "cursor", "notes"]);
    let (project, user) = (home.path("shop/.cursor/mcp.json"), home.path(".cursor/mcp.json"));
    let expected = format!(
        "candor: Cursor has no configuration here: there is no {}, {}; give the file with --config PATH",
        text(&project),
        text(&user)
    );
    assert_eq!(line, expected);
    let line = home.refused(&["--client", "cursor", "--config", "nowhere.json", "notes"]);
    assert!(line.contains("there is no nowhere.json;"), "{line}");
}

#[test]
fn a_server_in_two_files_is_refused_until_one_is_chosen() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    let project = home.write("shop/.cursor/mcp.json", NOTES);
    let line = home.refused(&["--client", "cursor", "notes"]);
    assert!(line.contains("\"notes\" is in several places: ") && line.contains("(project), "), "{line}");
    assert!(line.ends_with("choose one with --scope or --config PATH"), "{line}");
    assert!(home.refused(&["--client", "cursor", "--all"]).contains("servers are in several files"));

    home.install(&["--client", "cursor", "--scope", "user", "notes"]).fine();
    assert!(home.read(".cursor/mcp.json").contains(CANDOR));
    assert_eq!(home.read("shop/.cursor/mcp.json"), NOTES);
    home.install(&["--client", "cursor", "--config", text(&project), "notes"]).fine();
    assert!(home.read("shop/.cursor/mcp.json").contains(CANDOR));
    assert!(
        home.refused(&["--client", "cursor", "--scope", "local", "notes"]).contains("no servers of the scope local")
    );
}

#[test]
fn one_file_under_two_names_is_one() {
    let home = Home::new();
    home.write("shop/.cursor/mcp.json", NOTES);
    let mut command = home.command(&["--client", "cursor", "notes"]);
    command.env("HOME", home.path("shop"));
    assert_eq!(command.output().unwrap().status.code(), Some(0));
    assert!(home.read("shop/.cursor/mcp.json").contains(CANDOR));
}

#[cfg(unix)]
#[test]
fn one_file_that_a_link_leads_to_is_one() {
    let home = Home::new();
    home.write("shop/.cursor/mcp.json", NOTES);
    std::os::unix::fs::symlink(home.path("shop/.cursor"), home.path(".cursor")).unwrap();
    home.install(&["--client", "cursor", "notes"]).fine();
    assert!(home.read("shop/.cursor/mcp.json").contains(CANDOR));
}

#[test]
fn claude_code_has_servers_for_one_project_in_the_users_file() {
    let home = Home::new();
    let project = home.path("shop");
    let entry = r#"{"command": "npx", "args": []}"#;
    let config = format!(
        r#"{{"mcpServers": {{"notes": {entry}}}, "projects": {{"/elsewhere": {{"mcpServers": {{"far": {entry}}}}},
        "{}": {{"mcpServers": {{"notes": {entry}, "near": {entry}}}}}}}}}"#,
        text(&project)
    );
    let file = home.write(".claude.json", &config);
    let run = home.install(&["--client", "claude-code"]).fine();
    let expected = format!(
        "{}\n  notes  can be wrapped (for this project alone)\n  near   can be wrapped (for this project alone)\n  notes  can be wrapped\n",
        text(&file)
    );
    assert_eq!(run.stdout, expected);
    home.install(&["--client", "claude-code", "near"]).fine();
    home.install(&["--client", "claude-code", "--undo", "near"]).fine();
    assert_eq!(home.read(".claude.json"), config);
    let line = home.refused(&["--client", "claude-code", "notes"]);
    assert!(line.contains("(local), ") && line.contains("(user)"), "{line}");
    home.install(&["--client", "claude-code", "--scope", "local", "notes"]).fine();
    assert!(home.read(".claude.json").find(CANDOR) > config.find("/elsewhere"));
    home.install(&["--client", "claude-code", "--config", text(&file), "--all"]).fine();
    assert_eq!(home.read(".claude.json").matches(CANDOR).count(), 3);
    assert!(home.refused(&["--client", "claude-code", "far"]).contains("no server \"far\""));
}

#[test]
fn options_that_do_not_go_together_are_refused_before_anything_is_read() {
    let home = Home::new();
    for (arguments, said) in [
        (&["--undo"] as &[&str], "give the SERVER, or --all"),
        (&["--dry-run"], "give the SERVER, or --all"),
        (&["--", "--timeout", "1s"], "options after -- are for a server"),
        (&["--undo", "notes", "--", "--timeout", "1s"], "leave those after -- out"),
        (&["notes", "--", "npx", "-y"], "they are for `candor wrap`"),
        (&["notes", "--", "--record", "--", "x"], "another -- ends them too early"),
    ] {
        let line = home.refused(&[&["--client", "cursor"], arguments].concat());
        assert!(line.contains(said), "{arguments:?}: {line}");
    }
    for arguments in [&["notes"] as &[&str], &["--client", "emacs", "notes"], &["--client", "cursor", "--all", "notes"]]
    {
        assert_eq!(home.install(arguments).code, Some(2), "{arguments:?}");
    }
    let unknown = home.install(&["--client", "emacs"]).stderr;
    assert!(unknown.contains("claude-desktop, claude-code, cursor, vscode, codex"), "{unknown}");
}
