//! Claude Code: `mcpServers` in `.mcp.json` of the project, and in `.claude.json` of the user, for all projects and for each.

use super::{Client, Key, Place, Scope};
use crate::install::notation::Notation;
use crate::install::surroundings::{Surroundings, System};

pub(super) static CLIENT: Client =
    Client { name: "claude-code", title: "Claude Code", notation: Notation::Json, places };

const SERVERS: &str = "mcpServers";

/// In the order in which Claude Code prefers them.
fn places(around: &Surroundings<'_>) -> Vec<Place> {
    let shared = Place::new(around.project.join(".mcp.json"), Scope::Project, SERVERS);
    let Some(folder) = around.folder("CLAUDE_CONFIG_DIR").or_else(|| around.home.clone()) else { return vec![shared] };
    let file = folder.join(".claude.json");
    let project = Key::Folder {
        path: around.project.to_string_lossy().into_owned(),
        is_of_windows: around.system == System::Windows,
    };
    let keys = vec![Key::Name("projects"), project, Key::Name(SERVERS)];
    let local = Place { file: file.clone(), scope: Scope::Local, keys };
    vec![local, shared, Place::new(file, Scope::User, SERVERS)]
}
