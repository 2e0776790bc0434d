//! What a `$ref` names: a file and a place in it.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// A reference in its parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference<'t> {
    /// The file; empty for the same one.
    pub(super) file: Cow<'t, str>,
    /// The names on the way from the file's root.
    pub(super) path: Vec<String>,
}

impl Reference<'_> {
    /// Reads a reference, or says why it leads nowhere.
    pub(super) fn read(text: &str) -> Result<Reference<'_>, String> {
        let (file, fragment) = text.split_once('#').unwrap_or((text, ""));
        if has_scheme(file) || file.starts_with("//") {
            return Err(format!("`{text}` leads to the network, from which nothing is fetched"));
        }
        let decoded = |part| percent_decode_str(part).decode_utf8().map_err(|_| format!("`{text}` is not UTF-8"));
        let file = decoded(file)?;
        if fragment.is_empty() {
            return Ok(Reference { file, path: Vec::new() });
        }
        let Some(pointer) = fragment.strip_prefix('/') else {
            return Err(format!("`{text}` is not a JSON pointer; anchors are not supported"));
        };
        let names = pointer.split('/').map(|name| Ok(decoded(name)?.replace("~1", "/").replace("~0", "~")));
        Ok(Reference { file, path: names.collect::<Result<_, String>>()? })
    }
}

fn has_scheme(file: &str) -> bool {
    let scheme = file.split_once(':').map(|(scheme, _)| scheme).unwrap_or_default();
    // One letter is a drive.
    scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_a_file_and_a_place_in_it() {
        let reference = Reference::read("models/a%20b.yml#/paths/~1pets~1%7Bid%7D/a~0b").unwrap();
        assert_eq!(reference.file, "models/a b.yml");
        assert_eq!(reference.path, ["paths", "/pets/{id}", "a~b"]);
        assert_eq!(Reference::read("pet.yml").unwrap().path, [""; 0]);
    }

    #[test]
    fn a_reference_to_the_network_or_to_an_anchor_is_refused() {
        for text in ["https://example.com/pet.yml#/Pet", "//example.com/pet.yml", "file:///etc/passwd", "#pet"] {
            assert!(Reference::read(text).is_err(), "{text}");
        }
    }
}
