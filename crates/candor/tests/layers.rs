//! The layers of the library: a module uses only those below it.
//!
//! The test reads the sources as tokens, and knows no types. It sees paths: `crate::x`, `super::super::x`,
//! `use crate::{a, b::c}`, and the names that the crate's root passes on.
//!
//! Of a method in a higher layer than its type, it sees only a call by its path, such as `Classifier::standard()`, and only
//! of the methods in `METHODS`. It does not see a call on a value, such as `failure.into_error_data(…)`, nor one of a trait
//! that is implemented in a higher layer, such as `into()`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod layers {
    mod source;

    use source::Source;
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    /// Lowest first. A module uses itself and what is above it in this list.
    const LAYERS: [&str; 29] = [
        // What may panic, and changes nothing.
        "fence",
        // What operators are told, off the path of the answer.
        "outbox",
        "stderr",
        // Names that are alike.
        "nearest",
        // Messages that would fit any failure.
        "vague",
        // What a body is, by its headers.
        "media_type",
        // What JSON escapes.
        "json_escape",
        // What a URI holds as it is.
        "uri",
        // What can go wrong, and everything about it.
        "code",
        "failure",
        // Where a panic happened.
        "panic_hook",
        "contract",
        // From evidence to a verdict.
        "classify",
        // From a failure to what leaves.
        "disclose",
        "outcome",
        "render",
        "glossary",
        // What knows foreign errors, and the classifier that is put together with it.
        "http",
        "rmcp::marker",
        "rmcp::error_reader",
        "standard",
        // What servers use.
        "policy",
        "problem_response",
        "capture",
        "retry",
        "schema",
        "rmcp",
        // What the tests of servers use.
        "testing",
        // Docs alone.
        "guide",
    ];

    /// Methods in a higher layer than their type: a caller of one uses that layer.
    const METHODS: [(&str, &str); 7] = [
        ("Classifier::new", "standard"),
        ("Classifier::standard", "standard"),
        ("Classifier::default", "standard"),
        ("Failure::from_error", "capture"),
        ("Failure::from_error_as", "capture"),
        ("Failure::from_error_by", "capture"),
        ("Failure::from_http", "http"),
    ];

    /// Macros of the crate's root, and where they are.
    const MACROS: [(&str, &str); 3] = [("reason", "failure"), ("warning_code", "outcome"), ("when_rmcp", "rmcp")];

    fn rank(path: &str) -> Option<usize> {
        let is_in = |layer: &str| path == layer || path.strip_prefix(layer).is_some_and(|rest| rest.starts_with("::"));
        let layers = LAYERS.iter().enumerate().filter(|(_, layer)| is_in(layer));
        layers.max_by_key(|(_, layer)| layer.len()).map(|(rank, _)| rank)
    }

    fn sources() -> Vec<(String, Source)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![root.clone()];
        let mut files: Vec<PathBuf> = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "rs") {
                    files.push(path);
                }
            }
        }
        files.sort();
        let module_of = |path: &Path| {
            let parts = path.strip_prefix(&root).unwrap().with_extension("");
            parts.iter().map(|part| part.to_str().unwrap().to_owned()).collect::<Vec<_>>().join("::")
        };
        files.iter().map(|path| (module_of(path), Source::read(&std::fs::read_to_string(path).unwrap()))).collect()
    }

    /// The names that the crate's root passes on, and the modules where they are.
    fn passed_on(root: &Source) -> BTreeMap<String, String> {
        let paths = root.uses("").into_iter().filter_map(|path| {
            let (module, name) = path.rsplit_once("::")?;
            Some((name.to_owned(), module.to_owned()))
        });
        let macros = MACROS.iter().map(|(name, module)| ((*name).to_owned(), (*module).to_owned()));
        paths.filter(|(_, module)| rank(module).is_some()).chain(macros).collect()
    }

    #[test]
    fn no_module_uses_one_above_it() {
        let sources = sources();
        let root = &sources.iter().find(|(module, _)| module == "lib").unwrap().1;
        let names = passed_on(root);
        let mut wrong = Vec::new();
        for (module, source) in sources.iter().filter(|(module, _)| module != "lib") {
            let own = rank(module).unwrap_or_else(|| panic!("{module} has no layer: add it to the table"));
            let mut used: Vec<String> = source.uses(module);
            let calls = METHODS.iter().filter(|(method, _)| source.has_path(method));
            used.extend(calls.map(|(_, layer)| (*layer).to_owned()));
            for path in used {
                let first = path.split("::").next().unwrap_or_default();
                let target =
                    if rank(&path).is_some() { path.clone() } else { names.get(first).cloned().unwrap_or_default() };
                match rank(&target) {
                    Some(rank) if rank <= own => {}
                    Some(_) => wrong.push(format!("{module} uses {path}, which stands above it")),
                    None => wrong.push(format!("{module} uses {path}, which has no layer")),
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(sources.len() > 150, "only {} files were read", sources.len());
    }

    #[test]
    fn the_names_of_the_root_are_known() {
        let sources = sources();
        let root = &sources.iter().find(|(module, _)| module == "lib").unwrap().1;
        let names = passed_on(root);
        assert_eq!(names.get("Failure").map(String::as_str), Some("failure"));
        assert_eq!(names.get("OrFail").map(String::as_str), Some("capture"));
    }

    #[test]
    fn a_module_of_its_own_layer_is_not_in_that_of_its_parent() {
        assert!(rank("rmcp::error_reader") < rank("standard"));
        assert!(rank("rmcp::errors") > rank("standard"));
        assert_eq!(rank("nowhere"), None);
    }
}
