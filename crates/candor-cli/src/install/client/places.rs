//! Where each client's files are, on every system.

use super::{CLIENTS, Client, Scope};
use crate::install::surroundings::{Surroundings, System};
use std::ffi::OsString;
use std::path::PathBuf;

const HOMES: [(System, &str, &str); 3] = [
    (System::Linux, "/home/ann", "/home/ann/shop"),
    (System::MacOs, "/Users/ann", "/Users/ann/shop"),
    (System::Windows, "C:/Users/ann", "C:/Users/ann/shop"),
];

fn client(name: &str) -> &'static Client {
    CLIENTS.iter().find(|client| client.name == name).unwrap()
}

/// The files of a client, in order, with their scopes.
fn files(name: &str, system: System, variables: &[(&str, &str)]) -> Vec<(Scope, String)> {
    let (_, home, project) = HOMES.into_iter().find(|(it, ..)| *it == system).unwrap();
    let variable = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let around =
        Surroundings { system, variable: &variable, home: Some(PathBuf::from(home)), project: PathBuf::from(project) };
    let places = (client(name).places)(&around).into_iter();
    places.map(|place| (place.scope, place.file.to_string_lossy().into_owned())).collect()
}

fn of_user(name: &str, system: System, variables: &[(&str, &str)]) -> Vec<String> {
    let files = files(name, system, variables).into_iter();
    files.filter(|(scope, _)| *scope == Scope::User).map(|(_, file)| file).collect()
}

#[test]
fn each_client_has_its_file_on_each_system() {
    let rows: [(&str, [&[&str]; 3]); 5] = [
        (
            "claude-desktop",
            [
                &["/home/ann/.config/Claude/claude_desktop_config.json"],
                &["/Users/ann/Library/Application Support/Claude/claude_desktop_config.json"],
                &[
                    "C:/Users/ann/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json",
                    "C:/Users/ann/AppData/Roaming/Claude/claude_desktop_config.json",
                ],
            ],
        ),
        ("claude-code", [&["/home/ann/.claude.json"], &["/Users/ann/.claude.json"], &["C:/Users/ann/.claude.json"]]),
        (
            "cursor",
            [&["/home/ann/.cursor/mcp.json"], &["/Users/ann/.cursor/mcp.json"], &["C:/Users/ann/.cursor/mcp.json"]],
        ),
        (
            "vscode",
            [
                &["/home/ann/.config/Code/User/mcp.json"],
                &["/Users/ann/Library/Application Support/Code/User/mcp.json"],
                &["C:/Users/ann/AppData/Roaming/Code/User/mcp.json"],
            ],
        ),
        (
            "codex",
            [
                &["/home/ann/.codex/config.toml"],
                &["/Users/ann/.codex/config.toml"],
                &["C:/Users/ann/.codex/config.toml"],
            ],
        ),
    ];
    for (name, expected) in rows {
        for ((system, ..), expected) in HOMES.into_iter().zip(expected) {
            assert_eq!(of_user(name, system, &[]), expected, "{name} {system:?}");
        }
    }
}

#[test]
fn each_client_but_claude_desktop_has_a_file_of_the_project() {
    for (name, file) in [
        ("claude-code", ".mcp.json"),
        ("cursor", ".cursor/mcp.json"),
        ("vscode", ".vscode/mcp.json"),
        ("codex", ".codex/config.toml"),
    ] {
        for (system, _, project) in HOMES {
            let expected = (Scope::Project, format!("{project}/{file}"));
            assert!(files(name, system, &[]).contains(&expected), "{name} {system:?}");
        }
    }
    assert!(files("claude-desktop", System::Linux, &[]).iter().all(|(scope, _)| *scope == Scope::User));
}

#[test]
fn the_environment_moves_what_the_client_lets_it_move() {
    let rows = [
        ("claude-desktop", System::Linux, "XDG_CONFIG_HOME", "/conf", "/conf/Claude/claude_desktop_config.json"),
        ("vscode", System::Linux, "XDG_CONFIG_HOME", "/conf", "/conf/Code/User/mcp.json"),
        ("vscode", System::Linux, "XDG_CONFIG_HOME", "conf", "/home/ann/.config/Code/User/mcp.json"),
        ("vscode", System::Linux, "XDG_CONFIG_HOME", "", "/home/ann/.config/Code/User/mcp.json"),
        (
            "vscode",
            System::MacOs,
            "XDG_CONFIG_HOME",
            "/conf",
            "/Users/ann/Library/Application Support/Code/User/mcp.json",
        ),
        ("vscode", System::Windows, "APPDATA", "D:/Roaming", "D:/Roaming/Code/User/mcp.json"),
        ("claude-code", System::MacOs, "CLAUDE_CONFIG_DIR", "/Users/ann/.work", "/Users/ann/.work/.claude.json"),
        ("codex", System::Windows, "CODEX_HOME", "D:/codex", "D:/codex/config.toml"),
        ("codex", System::Linux, "CODEX_HOME", "", "/home/ann/.codex/config.toml"),
    ];
    for (name, system, variable, value, expected) in rows {
        assert_eq!(of_user(name, system, &[(variable, value)]), [expected], "{name} {variable}={value}");
    }
    let variables = [("APPDATA", "D:/Roaming"), ("LOCALAPPDATA", "D:/Local")];
    let desktop = of_user("claude-desktop", System::Windows, &variables);
    assert!(
        desktop[0].starts_with("D:/Local/Packages/") && desktop[1].starts_with("D:/Roaming/Claude/"),
        "{desktop:?}"
    );
}

#[test]
fn without_a_home_only_the_project_has_files() {
    for (name, expected) in [("claude-desktop", 0), ("claude-code", 1), ("cursor", 1), ("vscode", 1), ("codex", 1)] {
        let around =
            Surroundings { system: System::Linux, variable: &|_| None, home: None, project: PathBuf::from("/srv") };
        assert_eq!((client(name).places)(&around).len(), expected, "{name}");
    }
}
