//! Codex: `[mcp_servers.NAME]` in `.codex/config.toml` of the project, and in `config.toml` of the user.

use super::{Client, Place, Scope};
use crate::install::notation::Notation;
use crate::install::surroundings::Surroundings;

pub(super) static CLIENT: Client = Client { name: "codex", title: "Codex", notation: Notation::Toml, places };

const SERVERS: &str = "mcp_servers";

fn places(around: &Surroundings<'_>) -> Vec<Place> {
    let project = Place::new(around.project.join(".codex/config.toml"), Scope::Project, SERVERS);
    let folder = around.folder("CODEX_HOME").or_else(|| around.home.as_ref().map(|home| home.join(".codex")));
    let user = folder.map(|folder| Place::new(folder.join("config.toml"), Scope::User, SERVERS));
    [Some(project), user].into_iter().flatten().collect()
}
