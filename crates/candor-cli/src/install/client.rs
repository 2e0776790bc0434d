//! The clients whose configuration files are known, one file each.

mod claude_code;
mod claude_desktop;
mod codex;
mod cursor;
#[cfg(test)]
mod places;
mod vscode;

use super::notation::Notation;
use super::surroundings::Surroundings;
use super::tree::{Duplicate, Node};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// Where a client keeps its servers.
#[derive(Debug)]
pub(crate) struct Client {
    /// What `--client` calls it.
    pub(crate) name: &'static str,
    /// What people call it.
    pub(crate) title: &'static str,
    pub(crate) notation: Notation,
    /// Its files, in the order in which they are looked at.
    pub(crate) places: fn(&Surroundings<'_>) -> Vec<Place>,
}

/// The servers of a client within one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) scope: Scope,
    /// The way from the root of the file to the servers.
    pub(crate) keys: Vec<Key>,
}

/// Whom the servers of a place are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// The user, in every project
    User,
    /// Everyone who works on the project in the current folder
    Project,
    /// The user, in the project in the current folder (claude-code)
    Local,
}

/// A step on the way to the servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Key {
    Name(&'static str),
    /// A key that is the path of a folder, which Windows writes in several ways.
    Folder {
        path: String,
        is_of_windows: bool,
    },
}

/// All of them. To add one is a file and a line here.
static CLIENTS: [&Client; 5] =
    [&claude_desktop::CLIENT, &claude_code::CLIENT, &cursor::CLIENT, &vscode::CLIENT, &codex::CLIENT];

/// Reads the name of a client on the command line.
pub(crate) fn parser() -> impl TypedValueParser<Value = &'static Client> {
    let names = CLIENTS.iter().map(|client| PossibleValue::new(client.name).help(client.title));
    PossibleValuesParser::new(names).try_map(|name| {
        let found = CLIENTS.iter().copied().find(|client| client.name == name);
        found.ok_or_else(|| format!("no client is called {name}"))
    })
}

impl Scope {
    /// What `--scope` calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::User => "user",
            Scope::Project => "project",
            Scope::Local => "local",
        }
    }
}

impl Key {
    fn fits(&self, name: &str) -> bool {
        match self {
            Key::Name(key) => *key == name,
            Key::Folder { path, is_of_windows: true } => unified(path) == unified(name),
            Key::Folder { path, is_of_windows: false } => path == name,
        }
    }
}

/// A path of Windows with slashes of one kind. Letters of either case name the same folder.
fn unified(path: &str) -> String {
    path.replace('\\', "/").trim_end_matches('/').to_lowercase()
}

impl Place {
    fn new(file: PathBuf, scope: Scope, key: &'static str) -> Place {
        Place { file, scope, keys: vec![Key::Name(key)] }
    }

    /// What is at this place in the file.
    pub(crate) fn servers<'t>(&self, root: &'t Node) -> Result<Option<&'t Node>, Duplicate> {
        let mut node = root;
        for key in &self.keys {
            let Some(table) = node.table() else { return Ok(None) };
            let Some(member) = table.only(|name| key.fits(name))? else { return Ok(None) };
            node = &member.node;
        }
        Ok(Some(node))
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn windows_writes_the_path_of_a_project_in_several_ways() {
        let key = |path: &str, is_of_windows| Key::Folder { path: path.to_owned(), is_of_windows };
        for written in ["C:/Users/ann/shop", "c:/users/ann/shop", "C:\\Users\\ann\\shop", "C:\\Users\\ann\\shop\\"] {
            assert!(key("C:\\Users\\ann\\shop", true).fits(written), "{written}");
        }
        assert!(!key("C:\\Users\\ann\\shop", true).fits("C:/Users/ann/shop2"));
        assert!(!key("/home/ann/shop", false).fits("/home/ann/Shop"));
    }
}
