//! The servers of a client as they are found: the files that there are, read, and the entries in them.

use super::client::{Client, Place, Scope};
use super::config_file::ConfigFile;
use super::notation::Notation;
use super::refusal::Refusal;
use super::tree::{Duplicate, Node, line_and_column};
use candor::nearest::nearest;
use std::path::{Path, PathBuf};

/// A file that has been read and understood.
pub(crate) struct Document {
    pub(crate) file: ConfigFile,
    pub(crate) notation: Notation,
    pub(crate) root: Option<Node>,
}

/// An entry of a file.
#[derive(Clone, Copy)]
pub(crate) struct Server<'d> {
    pub(crate) document: &'d Document,
    place: &'d Place,
    /// How many entries are before it.
    index: usize,
    pub(crate) scope: Scope,
    pub(crate) name: &'d str,
    /// Where its name is.
    pub(crate) position: usize,
    pub(crate) entry: &'d Node,
}

impl Document {
    /// Reads and parses a file; `None` if there is none.
    pub(crate) fn open(path: &Path, notation: Notation) -> Result<Option<Document>, Refusal> {
        let Some(file) = ConfigFile::read(path)? else { return Ok(None) };
        let root = notation.read(file.text()).map_err(|error| {
            let (line, column) = line_and_column(file.text(), error.position);
            let what = error.what.lines().next().unwrap_or_default().to_owned();
            Refusal::Syntax { file: path.to_owned(), line, column, notation: notation.name(), what }
        })?;
        Ok(Some(Document { file, notation, root }))
    }

    /// What a name that is there twice means for this file.
    pub(crate) fn duplicate(&self, duplicate: Duplicate) -> Refusal {
        let (line, column) = line_and_column(self.file.text(), duplicate.position);
        Refusal::Duplicate { file: self.file.path.clone(), line, column, name: duplicate.name }
    }

    /// The servers at a place of this file.
    fn servers<'d>(&'d self, place: &'d Place) -> Result<Vec<Server<'d>>, Refusal> {
        let Some(root) = &self.root else { return Ok(Vec::new()) };
        let Some(servers) = place.servers(root).map_err(|it| self.duplicate(it))? else { return Ok(Vec::new()) };
        let Some(table) = servers.table() else {
            let (line, column) = line_and_column(self.file.text(), servers.span.start);
            return Err(Refusal::NoServers { file: self.file.path.clone(), line, column });
        };
        if let Some(duplicate) = table.duplicate() {
            return Err(self.duplicate(duplicate));
        }
        let entries = table.members.iter().enumerate().map(|(index, member)| Server {
            document: self,
            place,
            index,
            scope: place.scope,
            name: &member.name,
            position: member.key.start,
            entry: &member.node,
        });
        Ok(entries.collect())
    }
}

impl Server<'_> {
    /// The entry of the same server in the tree of an edited text, in which all entries have kept their order.
    pub(crate) fn entry_in<'t>(&self, root: &'t Node) -> Option<&'t Node> {
        let servers = self.place.servers(root).ok().flatten()?.table()?;
        let member = servers.members.get(self.index)?;
        (member.name == self.name).then_some(&member.node)
    }
}

/// Opens every file that there is. Two names of one file are one.
pub(crate) fn documents(client: &'static Client, places: &[Place]) -> Result<Vec<Document>, Refusal> {
    let mut documents: Vec<Document> = Vec::new();
    let mut looked_at: Vec<PathBuf> = Vec::new();
    for place in places {
        if looked_at.contains(&place.file) {
            continue;
        }
        looked_at.push(place.file.clone());
        if let Some(document) = Document::open(&place.file, client.notation)?
            && !documents.iter().any(|known| known.file.real == document.file.real)
        {
            documents.push(document);
        }
    }
    match documents.is_empty() {
        true if looked_at.is_empty() => Err(Refusal::NoHome),
        true => Err(Refusal::NoFile { client: client.title, looked_at }),
        false => Ok(documents),
    }
}

/// All servers, place by place.
pub(crate) fn servers<'d>(documents: &'d [Document], places: &'d [Place]) -> Result<Vec<Server<'d>>, Refusal> {
    let mut servers = Vec::new();
    for document in documents {
        let mut keys = Vec::new();
        for place in places.iter().filter(|place| place.file == document.file.path) {
            if !keys.contains(&&place.keys) {
                keys.push(&place.keys);
                servers.extend(document.servers(place)?);
            }
        }
    }
    Ok(servers)
}

/// The one server of this name.
pub(crate) fn named<'d>(servers: &[Server<'d>], documents: &[Document], name: &str) -> Result<Server<'d>, Refusal> {
    let found: Vec<_> = servers.iter().filter(|server| server.name == name).collect();
    match found.as_slice() {
        [one] => Ok(**one),
        [] => {
            let names = servers.iter().map(|server| server.name);
            Err(Refusal::UnknownServer {
                server: name.to_owned(),
                files: documents.iter().map(|document| document.file.path.clone()).collect(),
                nearest: nearest(name, names.clone()).into_iter().map(str::to_owned).collect(),
                present: names.map(str::to_owned).collect(),
            })
        }
        several => Err(Refusal::SeveralPlaces {
            server: name.to_owned(),
            places: several.iter().map(|server| (server.scope, server.document.file.path.clone())).collect(),
        }),
    }
}
