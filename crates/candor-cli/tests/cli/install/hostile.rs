//! Files that are broken, ambiguous, huge or made to mislead.

use super::{CANDOR, Home, NOTES, text};

const FILE: &str = ".cursor/mcp.json";

#[track_caller]
fn refusal(content: impl AsRef<[u8]>) -> String {
    let home = Home::new();
    home.write(FILE, content);
    home.refused(&["--client", "cursor", "notes"])
}

#[track_caller]
fn toml_refusal(content: &str) -> String {
    let home = Home::new();
    home.write(".codex/config.toml", content);
    home.refused(&["--client", "codex", "notes"])
}

#[test]
fn what_does_not_parse_is_told_with_its_line_and_column() {
    for (content, said) in [
        (
            "{\n  \"mcpServers\": {\n    oops\n",
            ", line 3, column 5: not JSON: expected string for object property; mend it there",
        ),
        ("{\"mcpServers\": {\"notes\": {}", "line 1, column 16: not JSON: unterminated object"),
        ("{\"a\": 1 \"b\": 2}", "line 1, column 8: not JSON: expected comma"),
        ("{'a': 1}", "line 1, column 2: not JSON: single-quoted strings are not allowed"),
        ("{} {}", "line 1, column 4: not JSON"),
        ("\u{feff}{\"a\": tru}", "line 1, column 7: not JSON"),
        ("{\"é\": 1,\r\n\t!}", "line 2, column 2: not JSON"),
        ("{\"é\": 1, \"日\": !}", "line 1, column 15: not JSON"),
    ] {
        let line = refusal(content);
        assert!(line.contains(said) && line.contains("mcp.json, line "), "{content:?}: {line}");
    }
    let line = toml_refusal("model = \"x\"\n[mcp_servers.notes\ncommand = 1\n");
    assert!(line.contains("config.toml, line 2, column ") && line.contains(": not TOML: "), "{line}");
}

#[test]
fn a_mistake_is_told_without_what_is_in_the_file() {
    for content in ["{\"env\": {\"TOKEN\": \"made-up-4711\" \"made-up-4711\"", "{\"TOKEN\": made-up-4711}"] {
        assert!(!refusal(content).contains("made-up-4711"));
    }
    for content in
        ["token = made-up-4711\n", "token = \"made-up-4711\n", "[a]\ntoken = \"made-up-4711\" made-up-4711\n"]
    {
        assert!(!toml_refusal(content).contains("made-up-4711"));
    }
}

#[test]
fn what_is_not_utf8_is_refused() {
    assert!(refusal(b"{\"a\": \"\xff\"}").contains("is not UTF-8 (byte 8); save it as UTF-8"));
    let utf16: Vec<u8> = NOTES.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(refusal([b"\xff\xfe".as_slice(), &utf16].concat()).contains("is not UTF-8 (byte 1)"));
    refusal(utf16);
}

#[test]
fn an_empty_file_has_no_servers() {
    for content in ["", " \n", "// nothing yet\n", "\u{feff}", "{}", "null", "{\"mcpServers\": {}}"] {
        let line = refusal(content);
        assert!(line.contains("no server \"notes\"") && line.ends_with("it has no servers"), "{content:?}: {line}");
    }
    for content in ["{\"mcpServers\": []}", "{\"mcpServers\": \"x\"}", "{\n\"mcpServers\": null}"] {
        assert!(refusal(content).contains("the servers are not an object"), "{content:?}");
    }
    assert!(toml_refusal("").ends_with("it has no servers"));
    assert!(toml_refusal("mcp_servers = 1").contains("the servers are not an object"));
    assert!(toml_refusal("[[mcp_servers.notes]]\ncommand = \"x\"\n").contains("its entry is not an object"));
}

#[test]
fn a_huge_file_is_refused_and_one_below_the_bound_is_edited() {
    let padded = |length: usize| {
        let rest = NOTES.len() + "//\n".len();
        format!("//{}\n{NOTES}", "x".repeat(length - rest))
    };
    assert!(refusal(padded((16 << 20) + 1)).contains("is larger than 16 MiB, too large for a configuration"));
    let home = Home::new();
    let content = padded(16 << 20);
    home.write(FILE, &content);
    home.install(&["--client", "cursor", "notes"]).fine();
    assert!(home.read(FILE).contains(CANDOR));
    // The wrapper made it larger than what is read.
    assert_eq!(home.install(&["--client", "cursor", "--undo", "notes"]).code, Some(2));
    assert_eq!(home.read(".cursor/mcp.json.candor-backup"), content);
}

#[test]
fn deep_nesting_is_refused_and_many_entries_are_not() {
    for open in ["[", "{\"a\":", "[{\"a\":"] {
        let line = refusal(format!("{{\"deep\": {}", open.repeat(200_000)));
        assert!(line.contains("nesting depth"), "{line}");
    }
    assert!(toml_refusal(&format!("deep = {}", "[".repeat(200_000))).contains("not TOML"));
    assert!(toml_refusal(&format!("{}x = 1", "a.".repeat(100_000))).contains("TOML"));
    let home = Home::new();
    let entries: String = (0..20_000).map(|number| format!("\"s{number}\": {{\"command\": \"npx\"}},\n")).collect();
    home.write(FILE, format!("{{\"mcpServers\": {{{entries}}}}}"));
    home.install(&["--client", "cursor", "--all"]).fine();
    assert_eq!(home.read(FILE).matches(CANDOR).count(), 20_000);
}

#[test]
fn what_is_there_twice_is_refused_as_ambiguous() {
    let entry = "{\"command\": \"npx\", \"args\": []}";
    for (content, name) in [
        (format!("{{\"mcpServers\": {{\"notes\": {entry}}}, \"mcpServers\": {{}}}}"), "mcpServers"),
        (format!("{{\"mcpServers\": {{\"notes\": {entry}, \"n\\u006ftes\": {entry}}}}}"), "notes"),
        ("{\"mcpServers\": {\"notes\": {\"command\": \"a\", \"command\": \"b\"}}}".to_owned(), "command"),
        ("{\"mcpServers\": {\"notes\": {\"command\": \"a\", \"args\": [], \"args\": []}}}".to_owned(), "args"),
    ] {
        let line = refusal(&content);
        assert!(
            line.contains(&format!("\"{name}\" is there twice")) && line.contains("line 1, column "),
            "{content}: {line}"
        );
    }
    assert!(
        toml_refusal("[mcp_servers.notes]\ncommand = \"a\"\ncommand = \"b\"\n")
            .contains("line 3, column 1: not TOML: duplicate key")
    );
    // Elsewhere it is nobody's business.
    let home = Home::new();
    home.write(
        FILE,
        format!(
            "{{\"x\": 1, \"x\": 2, \"mcpServers\": {{\"notes\": {{\"env\": {{\"A\": \"1\", \"A\": \"2\"}}, {}}}}}",
            &entry[1..]
        ),
    );
    home.install(&["--client", "cursor", "notes"]).fine();
}

#[test]
fn names_cannot_steer_the_terminal_or_break_a_line() {
    let home = Home::new();
    let name = "\u{1b}[31mred\n--- fake\r\u{202e}";
    let config = serde_json::json!({"mcpServers": {name: {"command": "n\u{1b}[2Jpx", "args": ["\u{9b}31m", "a\nb"]}}});
    home.write(FILE, config.to_string());
    for arguments in
        [&[] as &[&str], &["--dry-run", name], &["nothing"], &["--dry-run", "--all"], &[name], &["--undo", name]]
    {
        let run = home.install(&[&["--client", "cursor"], arguments].concat());
        let said = run.stdout + &run.stderr;
        assert!(!said.contains(['\u{1b}', '\u{9b}', '\r', '\u{202e}']) && !said.contains("\n--- fake"), "{said:?}");
    }
    assert_eq!(home.read(FILE), config.to_string());
}

#[test]
fn odd_names_are_names() {
    for name in ["", " ", "a.b", "a\"b", "__proto__", "mcpServers", "日本", "a/b\\c", "'"] {
        let home = Home::new();
        let json = serde_json::json!({"mcpServers": {name: {"command": "npx"}}}).to_string();
        let toml = format!("[mcp_servers.{}]\ncommand = \"npx\"\n", serde_json::Value::from(name));
        home.write(FILE, &json);
        home.write(".codex/config.toml", &toml);
        for (client, file, before) in [("cursor", FILE, json), ("codex", ".codex/config.toml", toml)] {
            home.install(&["--client", client, name]).fine();
            assert!(home.read(file).contains(CANDOR), "{client} {name:?}");
            home.install(&["--client", client, "--undo", name]).fine();
            assert_eq!(home.read(file), before, "{client} {name:?}");
        }
    }
}

#[test]
fn what_only_looks_like_an_entry_is_not_touched() {
    let home = Home::new();
    let config = "// \"notes\": {\"command\": \"npx\"}\n{\"doc\": \"\\\"mcpServers\\\": {\\\"notes\\\": {\\\"command\\\": \\\"x\\\"}}\",\n\
                  \"other\": {\"mcpServers\": {\"notes\": {\"command\": \"x\"}}}, \"mcpServers\": {\"notes\": /* {\"command\": */ \
                  {\"args\": [1, null, {\"command\": \"x\"}, \"\\u002d\\u002d\"], \"command\": \"\\u006epx\" /* , \"args\": [] */}}}";
    home.write(FILE, config);
    home.install(&["--client", "cursor", "notes"]).fine();
    let expected = config
        .replace("[1, null", "[\"wrap\", \"--\", \"\\u006epx\", 1, null")
        .replace("\"command\": \"\\u006epx\"", &format!("\"command\": \"{CANDOR}\""));
    assert_eq!(home.read(FILE), expected);
    home.install(&["--client", "cursor", "--undo", "notes"]).fine();
    assert_eq!(home.read(FILE), config);
}

#[test]
fn a_key_that_cannot_have_a_neighbour_is_refused_with_what_helps() {
    let line = toml_refusal("mcp_servers = { notes.command = \"npx\" }\n");
    assert!(line.contains("cannot be edited in place; give it an empty `args` in "), "{line}");
    let home = Home::new();
    let config = "mcp_servers = { notes.command = \"npx\", notes.args = [] }\n";
    let path = home.write(".codex/config.toml", config);
    home.install(&["--client", "codex", "notes"]).fine();
    home.install(&["--client", "codex", "--undo", "notes"]).fine();
    assert_eq!(std::fs::read_to_string(text(&path)).unwrap(), config);
}
