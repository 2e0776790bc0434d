//! The guides are files that people read, and pages of rustdoc. Their links work in both.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let wanted = entries.filter(|path| path.extension().is_some_and(|it| it == ending));
    wanted.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn guides() -> Vec<(PathBuf, String)> {
    let guides = files(&root().join("docs"), "md");
    assert!(guides.len() > 5);
    guides
}

/// The names of links that a guide defines, and where they lead.
fn definitions(guide: &str) -> impl Iterator<Item = (&str, &str)> {
    guide.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
}

#[test]
fn a_link_to_a_file_has_a_name() {
    for (path, guide) in guides() {
        let targets = guide.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let unnamed: Vec<_> =
            targets.filter(|target| !target.starts_with("https://") && !target.starts_with('#')).collect();
        assert!(unnamed.is_empty(), "{}: {unnamed:?}", path.display());
    }
}

#[test]
fn a_name_leads_to_a_file_that_is_there() {
    for (path, guide) in guides() {
        for (name, target) in definitions(&guide) {
            let file = target.split('#').next().unwrap();
            assert!(path.with_file_name(file).is_file(), "{}: [{name}]", path.display());
        }
    }
}

#[test]
fn a_name_leads_to_an_item_in_rustdoc() {
    let sources = files(&root().join("src"), "rs");
    for (path, guide) in guides() {
        let include = format!("include_str!(\"../docs/{}\")", path.file_name().unwrap().to_str().unwrap());
        for (name, _) in definitions(&guide) {
            let definition = format!("\"[{name}]: ");
            let (_, source) = sources.iter().find(|(_, source)| source.contains(&include)).expect(&include);
            let before = source.split(&include).next().unwrap();
            assert!(before.contains(&definition), "{}: [{name}]", path.display());
        }
    }
}
