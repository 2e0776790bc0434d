//! Claude Desktop: `mcpServers` in `claude_desktop_config.json`, beside its other settings.

use super::{Client, Place, Scope};
use crate::install::notation::Notation;
use crate::install::surroundings::{Surroundings, System};

pub(super) static CLIENT: Client =
    Client { name: "claude-desktop", title: "Claude Desktop", notation: Notation::Json, places };

/// What Windows calls the application as it is installed now; such a one has its own copy of the folder for settings.
const WINDOWS_PACKAGE: &str = "Claude_pzs8sxrjxfjjc";
const FILE: &str = "Claude/claude_desktop_config.json";

fn places(around: &Surroundings<'_>) -> Vec<Place> {
    let packaged = (around.system == System::Windows).then(|| {
        let local =
            around.folder("LOCALAPPDATA").or_else(|| around.home.as_ref().map(|home| home.join("AppData/Local")));
        local.map(|local| local.join("Packages").join(WINDOWS_PACKAGE).join("LocalCache/Roaming"))
    });
    let folders = packaged.flatten().into_iter().chain(around.settings());
    folders.map(|folder| Place::new(folder.join(FILE), Scope::User, "mcpServers")).collect()
}
