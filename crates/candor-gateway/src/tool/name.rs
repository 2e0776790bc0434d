//! Names of tools: from the operation's id, or from its method and path.

use crate::finding::{Finding, Problem, Severity};
use crate::operation::Found;
use std::collections::HashMap;

/// The longest name: what clients and models accept, which is less than MCP allows.
const MAX_NAME: usize = 64;

/// Whether it can be the name of a tool.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(is_of_name)
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// The names of all operations, in their order. A name that several would have gets a mark of its operation's own at each
/// of them, so that none depends on the others or on their order.
pub(crate) fn names(operations: &[Found], findings: &mut Vec<Finding>) -> Vec<String> {
    let wanted: Vec<String> = operations.iter().map(wanted).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &wanted {
        *counts.entry(name).or_default() += 1;
    }
    let mut names = Vec::with_capacity(wanted.len());
    for (found, name) in operations.iter().zip(&wanted) {
        let count = counts.get(name.as_str()).copied().unwrap_or_default();
        if count < 2 {
            names.push(name.clone());
            continue;
        }
        let marked = marked(name, &found.key.to_string());
        let reason = format!("{count} operations would be called `{name}`; this one is `{marked}`");
        findings.push(Problem::new(found.place.clone(), reason).finding(Severity::Loosened, Some(found.key.clone())));
        names.push(marked);
    }
    names
}

fn wanted(found: &Found) -> String {
    let text = match &found.id {
        Some(id) => id.clone(),
        None => format!("{} {}", found.key.method().as_str().to_lowercase(), found.key.path()),
    };
    let mut name = String::new();
    for letter in text.chars() {
        match u8::try_from(letter) {
            Ok(byte) if is_of_name(byte) => name.push(letter),
            Ok(_) | Err(_) if name.ends_with('_') || name.is_empty() => {}
            Ok(_) | Err(_) => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() {
        return marked("operation", &found.key.to_string());
    }
    if name.len() > MAX_NAME { marked(name, &text) } else { name.to_owned() }
}

/// The name with a mark that follows from the text, within the limit.
fn marked(name: &str, text: &str) -> String {
    let mark = format!("_{:08x}", fnv(text.as_bytes()));
    let room = MAX_NAME - mark.len();
    format!("{}{mark}", name.get(..room).unwrap_or(name).trim_end_matches('_'))
}

/// FNV-1a: the same in every build, unlike the standard library's hashes.
fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
