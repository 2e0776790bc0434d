//! The files of an API's description: each is read once, when something refers to it.

mod builder;
mod folder;
mod json;
mod reference;
mod tree;
mod yaml;

pub(crate) use tree::{Entry, Node, NodeId};

use crate::finding::{Place, Problem};
use crate::options::Limits;
use crate::source_files::SourceFiles;
use folder::{AllowedFile, Folder};
use reference::Reference;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use tree::Tree;

/// How many references are followed one after the other.
const MAX_HOPS: usize = 64;

/// A description, with the files that it refers to.
pub(crate) struct Document {
    folder: Folder,
    limits: Limits,
    files: RefCell<Files>,
    root: Node,
}

#[derive(Default)]
struct Files {
    trees: Vec<(AllowedFile, Rc<Tree>)>,
    indices: HashMap<AllowedFile, usize>,
    bytes: u64,
    /// Files that cannot be read, so that nobody tries again.
    broken: HashMap<AllowedFile, Problem>,
    /// What references lead to, by the file that they are in.
    targets: HashMap<(usize, String), Node>,
    /// All but the first, as each looked before it was read.
    read: SourceFiles,
}

impl Document {
    /// Reads the first file.
    pub(crate) fn open(path: &Path, limits: Limits) -> Result<Document, Problem> {
        let shown: Arc<str> = path.display().to_string().into();
        let whole = |reason| Problem::new(Place { file: Arc::clone(&shown), line: 0, column: 0 }, reason);
        let (folder, file) = Folder::of(path).map_err(whole)?;
        let text = file.read(limits.file_bytes).map_err(whole)?;
        Document::first(folder, file, shown, text, limits)
    }

    /// Reads a text that stands for a file, in JSON: what it refers to is beside that.
    pub(crate) fn of_text(path: &Path, text: String, limits: Limits) -> Result<Document, Problem> {
        let shown: Arc<str> = path.display().to_string().into();
        let whole = |reason| Problem::new(Place { file: Arc::clone(&shown), line: 0, column: 0 }, reason);
        let (folder, file) = Folder::of(path).map_err(whole)?;
        Document::first(folder, file, shown, text, limits)
    }

    fn first(
        folder: Folder,
        file: AllowedFile,
        shown: Arc<str>,
        text: String,
        limits: Limits,
    ) -> Result<Document, Problem> {
        let tree = Rc::new(parse(&file, 0, shown, text, limits.parts)?);
        let root = Node::root(&tree);
        let mut files = Files { bytes: tree.source.len() as u64, ..Files::default() };
        files.indices.insert(file.clone(), 0);
        files.trees.push((file, tree));
        Ok(Document { folder, limits, files: RefCell::new(files), root })
    }

    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// The files that were referred to and read, as each looked before.
    pub(crate) fn files_read(&self) -> SourceFiles {
        self.files.borrow().read.clone()
    }

    /// Keys that occur twice, in all files that were read.
    pub(crate) fn repeated_keys(&self) -> Vec<Problem> {
        self.files.borrow().trees.iter().flat_map(|(_, tree)| tree.repeated_keys.iter().cloned()).collect()
    }

    /// The node itself or, if it is a reference, what that leads to in the end.
    pub(crate) fn follow(&self, node: &Node) -> Result<Node, Problem> {
        let mut node = node.clone();
        for _ in 0..MAX_HOPS {
            match self.target(&node)? {
                Some(target) => node = target,
                None => return Ok(node),
            }
        }
        Err(node.problem("this reference leads back to itself"))
    }

    /// What the node's own `$ref` leads to, if it has one.
    pub(crate) fn target(&self, node: &Node) -> Result<Option<Node>, Problem> {
        match node.get("$ref") {
            Some(reference) => match reference.text() {
                Some(text) => self.resolve(&reference, text).map(Some),
                // A property may be called `$ref`.
                None => Ok(None),
            },
            None => Ok(None),
        }
    }

    fn resolve(&self, at: &Node, text: &str) -> Result<Node, Problem> {
        let from = at.id().file;
        let key = (from, text.to_owned());
        if let Some(target) = self.files.borrow().targets.get(&key) {
            return Ok(target.clone());
        }
        let reference = Reference::read(text).map_err(|reason| at.problem(reason))?;
        let mut node = self.file(at, from, &reference.file)?;
        for (hop, name) in reference.path.iter().enumerate() {
            node = self.step(&node, name, hop).ok_or_else(|| {
                let (place, own) = (node.place(), at.place());
                let place = match place.file == own.file {
                    true => format!("line {}", place.line),
                    false => place.to_string(),
                };
                at.problem(format!("`{text}` leads nowhere: there is no `{name}` at {place}"))
            })?;
        }
        self.files.borrow_mut().targets.insert(key, node.clone());
        Ok(node)
    }

    /// One name further, through a reference if there is one on the way.
    fn step(&self, node: &Node, name: &str, hop: usize) -> Option<Node> {
        let within = |node: &Node| match node.is_sequence() {
            true => node.items().nth(name.parse().ok()?),
            false => node.get(name),
        };
        if let Some(next) = within(node) {
            return Some(next);
        }
        // A pointer through a reference that leads through a reference, and so on, ends with the pointer.
        let reference = node.get("$ref").filter(|_| hop < MAX_HOPS)?;
        let reference_text = reference.text().filter(|text| !text.ends_with(name))?;
        let read = Reference::read(reference_text).ok()?;
        let mut target = self.file(&reference, reference.id().file, &read.file).ok()?;
        for name in &read.path {
            target = target.get(name)?;
        }
        within(&target)
    }

    /// The root of the file that a reference names.
    fn file(&self, at: &Node, from: usize, reference: &str) -> Result<Node, Problem> {
        let mut files = self.files.borrow_mut();
        let Some((from, tree)) = files.trees.get(from) else { return Ok(self.root.clone()) };
        if reference.is_empty() {
            return Ok(Node::root(tree));
        }
        let file = self.folder.file(from, reference).map_err(|reason| at.problem(reason))?;
        if let Some((_, tree)) = files.indices.get(&file).and_then(|index| files.trees.get(*index)) {
            return Ok(Node::root(tree));
        }
        if let Some(problem) = files.broken.get(&file) {
            return Err(problem.clone());
        }
        let index = files.trees.len();
        if index >= self.limits.files {
            return Err(at.problem(format!("the document has more than {} files", self.limits.files)));
        }
        files.read.note(file.path());
        let read = self.read(at, reference, &file, &mut files.bytes, index);
        match read {
            Ok(tree) => {
                let (tree, file_again) = (Rc::new(tree), file.clone());
                let root = Node::root(&tree);
                files.indices.insert(file, index);
                files.trees.push((file_again, tree));
                Ok(root)
            }
            Err(problem) => {
                files.broken.insert(file, problem.clone());
                Err(problem)
            }
        }
    }

    fn read(
        &self,
        at: &Node,
        reference: &str,
        file: &AllowedFile,
        bytes: &mut u64,
        index: usize,
    ) -> Result<Tree, Problem> {
        let refused = |reason| at.problem(format!("the file `{reference}` {reason}"));
        let text = file.read(self.limits.file_bytes).map_err(refused)?;
        *bytes += text.len() as u64;
        if *bytes > self.limits.total_bytes {
            return Err(at.problem(format!("the files are larger than {} bytes together", self.limits.total_bytes)));
        }
        parse(file, index, self.folder.name(file).into(), text, self.limits.parts)
    }
}

/// JSON by its first character, or by its name; anything else is YAML.
fn parse(file: &AllowedFile, index: usize, name: Arc<str>, text: String, max_parts: usize) -> Result<Tree, Problem> {
    let text: Rc<str> = text.into();
    let looks_like_json = text.trim_start().starts_with(['{', '[']);
    if looks_like_json || file.is_named_json() {
        let read = json::read(index, Arc::clone(&name), Rc::clone(&text), max_parts);
        if read.is_ok() || file.is_named_json() {
            return read;
        }
    }
    yaml::read(index, name, text, max_parts)
}
