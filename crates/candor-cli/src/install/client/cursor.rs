//! Cursor: `mcpServers` in `.cursor/mcp.json`, of the project and of the user.

use super::{Client, Place, Scope};
use crate::install::notation::Notation;
use crate::install::surroundings::Surroundings;

pub(super) static CLIENT: Client = Client { name: "cursor", title: "Cursor", notation: Notation::Json, places };

const FILE: &str = ".cursor/mcp.json";

fn places(around: &Surroundings<'_>) -> Vec<Place> {
    let project = Place::new(around.project.join(FILE), Scope::Project, "mcpServers");
    let user = around.home.as_ref().map(|home| Place::new(home.join(FILE), Scope::User, "mcpServers"));
    [Some(project), user].into_iter().flatten().collect()
}
