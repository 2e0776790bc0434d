//! `cargo xtask api`: the list of all public names, a line each, kept in `docs/public-api/` so that a review sees every change.
//!
//! It is read from rustdoc's pages: what a user finds in the docs is what is public, and the stable toolchain writes them.

mod page;

use crate::process::{self, cargo};
use crate::{root, say, target_folder};
use page::Page;
use std::path::{Path, PathBuf};

/// The libraries that others depend on.
const CRATES: [&str; 4] = ["candor", "candor-gateway", "candor-macros", "candor-scrub"];

/// Documents the libraries and writes the lists.
pub(crate) fn write() -> Result<(), String> {
    let mut doc = cargo();
    doc.args(["doc", "--all-features", "--no-deps"]).args(CRATES.iter().flat_map(|name| ["--package", name]));
    process::run(doc.current_dir(root()))?;
    for name in CRATES {
        let (path, text) = (list_of(name), listing(name)?);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, &text));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        say(&format!("{}: {} names", path.display(), text.lines().count()));
    }
    Ok(())
}

/// Compares the lists with the docs as they were built last.
pub(crate) fn check() -> Result<(), String> {
    let mut changes = Vec::new();
    for name in CRATES {
        let path = list_of(name);
        let listed =
            std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        changes.extend(changed(&listed, &listing(name)?));
    }
    if changes.is_empty() {
        return Ok(());
    }
    let changes = changes.join("\n");
    Err(format!("public names changed; if that is meant, cargo xtask api writes the list anew:\n{changes}\n"))
}

/// `- ` before each line that is only in the first list, `+ ` before each that is only in the second.
fn changed(old: &str, new: &str) -> Vec<String> {
    let only_in = |here: &str, there: &str, sign: char| -> Vec<String> {
        let there: std::collections::HashSet<_> = there.lines().collect();
        here.lines().filter(|line| !there.contains(line)).map(|line| format!("{sign} {line}")).collect()
    };
    [only_in(old, new, '-'), only_in(new, old, '+')].concat()
}

fn list_of(name: &str) -> PathBuf {
    root().join("docs").join("public-api").join(format!("{name}.txt"))
}

/// The names of a crate, from its pages.
fn listing(name: &str) -> Result<String, String> {
    let name = name.replace('-', "_");
    let mut names = Vec::new();
    module(&target_folder().join("doc").join(&name), &name, &mut names)?;
    names.sort();
    names.dedup();
    names.push(String::new());
    Ok(names.join("\n"))
}

/// Adds a module, and all that can be reached from its page. Pages that no other names are left from earlier builds.
fn module(folder: &Path, path: &str, names: &mut Vec<String>) -> Result<(), String> {
    names.push(format!("{path} mod"));
    for item in read(&folder.join("index.html"))?.items() {
        let inner = format!("{path}::{}", item.name);
        match item.kind {
            "mod" => module(&folder.join(item.name), &inner, names)?,
            "reexport" => names.push(format!("{inner} re-export")),
            kind => {
                let page = read(&folder.join(item.file))?;
                let open = if page.is_non_exhaustive() { " (non-exhaustive)" } else { "" };
                names.push(format!("{inner} {kind}{open}"));
                names.extend(page.members().map(|member| format!("{inner}::{} {}", member.name, member.kind)));
            }
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Page, String> {
    let text = std::fs::read_to_string(path);
    text.map(Page::new)
        .map_err(|error| format!("cannot read {}: {error}; cargo xtask api makes the docs", path.display()))
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn a_name_that_is_gone_and_one_that_is_new_are_both_shown() {
        assert_eq!(changed("a mod\na::B enum\n", "a mod\na::C enum\n"), ["- a::B enum", "+ a::C enum"]);
        assert!(changed("a mod\n", "a mod\n").is_empty());
    }
}
