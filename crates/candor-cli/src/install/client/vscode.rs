//! Visual Studio Code: `servers` in `.vscode/mcp.json` of the project, and in `mcp.json` of the user's default profile.

use super::{Client, Place, Scope};
use crate::install::notation::Notation;
use crate::install::surroundings::Surroundings;

pub(super) static CLIENT: Client =
    Client { name: "vscode", title: "Visual Studio Code", notation: Notation::Json, places };

fn places(around: &Surroundings<'_>) -> Vec<Place> {
    let project = Place::new(around.project.join(".vscode/mcp.json"), Scope::Project, "servers");
    let user = around.settings().map(|folder| Place::new(folder.join("Code/User/mcp.json"), Scope::User, "servers"));
    [Some(project), user].into_iter().flatten().collect()
}
