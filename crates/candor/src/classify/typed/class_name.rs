//! The names of error classes that have one meaning; other names are read word by word.

mod dotnet;
mod http;
mod java;
mod javascript;
mod python;
mod ruby_and_php;
mod rust_and_go;
mod services;

use crate::classify::judgement::Judgement;
use crate::classify::words::Strength;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a class of errors means.
#[derive(Debug)]
pub(crate) struct ClassName {
    /// The rule's name: `class.` and the name without its package.
    pub(crate) rule: &'static str,
    pub(crate) judgement: Judgement,
    /// A broad name such as `OSError` counts only if nothing else is known.
    pub(crate) strength: Strength,
}

impl ClassName {
    const fn new(rule: &'static str, judgement: Judgement, strength: Strength) -> ClassName {
        ClassName { rule, judgement, strength }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.rule.strip_prefix("class.").unwrap_or(self.rule)
    }
}

/// One list per language or kind of service.
static LISTS: [&[ClassName]; 8] = [
    javascript::NAMES,
    python::NAMES,
    java::NAMES,
    dotnet::NAMES,
    ruby_and_php::NAMES,
    rust_and_go::NAMES,
    services::NAMES,
    http::NAMES,
];

static BY_NAME: LazyLock<HashMap<&'static str, &'static ClassName>> =
    LazyLock::new(|| LISTS.iter().flat_map(|list| list.iter()).map(|class| (class.name(), class)).collect());

/// The class with this name, whatever package is before it.
pub(crate) fn find(name: &str) -> Option<&'static ClassName> {
    find_short(without_package(name))
}

/// The class with this name, which has no package.
pub(crate) fn find_short(name: &str) -> Option<&'static ClassName> {
    BY_NAME.get(name).copied()
}

/// The last part of a name such as `java.net.ConnectException` or `Aws\S3\S3Exception`.
pub(crate) fn without_package(name: &str) -> &str {
    let name = name.trim();
    // What separates the parts is ASCII, so bytes tell as much as characters.
    let ends_name = |byte: &u8| matches!(byte, b'(' | b'<' | b'[' | b' ');
    let ends_part = |byte: &u8| matches!(byte, b'.' | b':' | b'\\' | b'/' | b'$' | b'#');
    let bytes = name.as_bytes();
    let bytes = bytes.split(ends_name).next().unwrap_or(bytes);
    let start = bytes.iter().rposition(ends_part).map_or(0, |at| at + 1);
    name.get(start..bytes.len()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_package_of_any_name_ends_at_its_last_separator(name in "[ -~\u{a0}é😀]{0,20}") {
            let first = name.trim().split(['(', '<', '[', ' ']).next().unwrap_or_default();
            let last = first.rsplit(['.', ':', '\\', '/', '$', '#']).next().unwrap_or_default();
            prop_assert_eq!(without_package(&name), last);
        }
    }

    #[test]
    fn no_name_is_listed_twice() {
        assert_eq!(BY_NAME.len(), LISTS.iter().map(|list| list.len()).sum::<usize>());
    }

    #[test]
    fn a_name_is_found_in_any_package() {
        for name in
            ["ConnectException", "java.net.ConnectException", "Foo\\Bar\\ConnectException", "a::ConnectException"]
        {
            assert_eq!(find(name).map(|class| class.rule), Some("class.ConnectException"), "{name}");
        }
    }
}
