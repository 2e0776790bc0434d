//! A source file as tokens, and the paths in it that lead to other modules.

/// The tokens of a file: identifiers, `::`, and single characters; without comments, texts and tests.
pub(super) struct Source(Vec<String>);

impl Source {
    pub(super) fn read(text: &str) -> Source {
        Source(without_tests(tokens(text)))
    }

    /// Whether these names are in a row somewhere, with `::` between them and nothing of the path after them.
    pub(super) fn has_path(&self, path: &str) -> bool {
        let wanted: Vec<&str> = path.split("::").flat_map(|name| [name, "::"]).collect();
        let wanted = &wanted[..wanted.len() - 1];
        self.0.windows(wanted.len()).any(|found| found.iter().eq(wanted.iter()))
    }

    /// The modules and names of this crate that the file uses, as paths from the crate's root.
    pub(super) fn uses(&self, module: &str) -> Vec<String> {
        let tokens = &self.0;
        let mut scope: Vec<String> =
            module.split("::").filter(|name| !name.is_empty()).map(ToOwned::to_owned).collect();
        // For each open brace, whether it opened a module.
        let mut braces = Vec::new();
        let mut found = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let follows_path = at > 0 && matches!(tokens[at - 1].as_str(), "::" | "$");
            if tokens[at] == "mod" && is(tokens, at + 2, "{") {
                scope.push(tokens[at + 1].clone());
                braces.push(true);
                at += 3;
                continue;
            }
            match tokens[at].as_str() {
                "{" => braces.push(false),
                "}" if braces.pop() == Some(true) => drop(scope.pop()),
                "use" => {
                    let mut paths = Vec::new();
                    at = tree(tokens, at + 1, &[], &mut paths);
                    found.extend(paths.iter().filter_map(|path| resolved(path, &scope)));
                    continue;
                }
                "crate" | "super" if !follows_path && is(tokens, at + 1, "::") => {
                    let mut path = vec![tokens[at].clone()];
                    while is(tokens, at + 1, "::") && tokens.get(at + 2).is_some_and(|token| is_name(token)) {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    found.extend(resolved(&path, &scope));
                }
                _ => {}
            }
            at += 1;
        }
        found
    }
}

fn is(tokens: &[String], at: usize, wanted: &str) -> bool {
    tokens.get(at).is_some_and(|token| token == wanted)
}

/// Reads one tree of a `use`, and gives where it ends.
fn tree(tokens: &[String], mut at: usize, before: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = tree(tokens, at, &path, paths);
                    if tokens.get(at).is_some_and(|token| token == ",") {
                        at += 1;
                    }
                }
                return at + 1;
            }
            Some("::") => {
                if path.is_empty() {
                    // `::http` is another crate.
                    path.push(String::new());
                }
            }
            Some("as") => at += 1,
            Some("*") => {}
            Some(name) if is_name(name) => path.push(name.to_owned()),
            _ => {
                paths.push(path);
                return at;
            }
        }
        at += 1;
    }
}

/// The path from the crate's root; nothing for one that leads to the root itself, to another crate or to a name in scope.
fn resolved(path: &[String], scope: &[String]) -> Option<String> {
    let (first, rest) = path.split_first()?;
    let ups = path.iter().take_while(|name| *name == "super").count();
    let names: Vec<String> = match first.as_str() {
        "crate" => rest.to_vec(),
        "super" => scope[..scope.len().checked_sub(ups)?].iter().chain(&path[ups..]).cloned().collect(),
        "self" => scope.iter().chain(rest).cloned().collect(),
        // In the crate's root, a name in scope is one of its modules.
        _ if scope.is_empty() => path.to_vec(),
        _ => return None,
    };
    let names: Vec<String> = names.into_iter().filter(|name| name != "self").collect();
    (!names.is_empty()).then(|| names.join("::"))
}

fn is_name(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

fn tokens(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let peek = |at: usize| characters.get(at).copied().unwrap_or('\0');
    while at < characters.len() {
        let first = characters[at];
        match first {
            '/' if peek(at + 1) == '/' => {
                while at < characters.len() && characters[at] != '\n' {
                    at += 1;
                }
            }
            '/' if peek(at + 1) == '*' => {
                at += 2;
                while at < characters.len() && !(peek(at) == '*' && peek(at + 1) == '/') {
                    at += 1;
                }
                at += 2;
            }
            'r' if peek(at + 1) == '"' || (peek(at + 1) == '#' && matches!(peek(at + 2), '#' | '"')) => {
                let marks = characters[at + 1..].iter().take_while(|it| **it == '#').count();
                at += marks + 2;
                let is_end = |at: usize| peek(at) == '"' && (1..=marks).all(|mark| peek(at + mark) == '#');
                while at < characters.len() && !is_end(at) {
                    at += 1;
                }
                at += marks + 1;
            }
            '"' => {
                at += 1;
                while at < characters.len() && characters[at] != '"' {
                    at += if characters[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            // A character, and not a lifetime.
            '\'' if peek(at + 1) == '\\' => {
                at += 3;
                while at < characters.len() && characters[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if peek(at + 2) == '\'' => at += 3,
            ':' if peek(at + 1) == ':' => {
                tokens.push("::".to_owned());
                at += 2;
            }
            _ if first.is_alphanumeric() || first == '_' => {
                let begin = at;
                while peek(at).is_alphanumeric() || peek(at) == '_' {
                    at += 1;
                }
                tokens.push(characters[begin..at].iter().collect());
            }
            _ if first.is_whitespace() => at += 1,
            _ => {
                tokens.push(first.to_string());
                at += 1;
            }
        }
    }
    tokens
}

/// The tokens without `#[cfg(test)] mod … { … }`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const MARK: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_test = tokens[at..].iter().take(MARK.len()).eq(MARK.iter());
        if !is_test {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len() + 1;
        let mut depth = 0;
        while at < tokens.len() {
            match tokens[at].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    kept
}

#[test]
fn every_form_of_a_path_is_found() {
    let rows = [
        ("use crate::render;", "http", vec!["render"]),
        (
            "use crate::{Failure, render::{self, Dialect}, rmcp as other};",
            "http",
            vec!["Failure", "render", "render::Dialect", "rmcp"],
        ),
        ("pub(crate) use super::super::render::Dialect;", "http::body", vec!["render::Dialect"]),
        ("use super::content::Content;", "http::body", vec!["http::content::Content"]),
        ("fn f() { crate::rmcp::read(); super::super::rmcp::x(); }", "http::body", vec!["rmcp::read", "rmcp::x"]),
        ("mod inner { use super::super::rmcp; } use super::rmcp;", "http", vec!["rmcp", "rmcp"]),
        ("use ::http::StatusCode; use std::io; use content::Content;", "http", vec![]),
        (
            "// use crate::rmcp;\n/* crate::rmcp::x */ let a = \"crate::rmcp\"; let b = r#\"crate::rmcp\"#;",
            "http",
            vec![],
        ),
        ("let c = '\"'; let d = '\\''; crate::code::x(); fn f<'a>() {}", "http", vec!["code::x"]),
        ("#[cfg(test)] mod tests { use crate::rmcp; fn f() {} } use crate::code;", "http", vec!["code"]),
        ("macro_rules! m { () => { $crate::rmcp::x() } }", "http", vec![]),
        ("pub use failure::{Failure, Retry};", "", vec!["failure::Failure", "failure::Retry"]),
    ];
    for (text, module, expected) in rows {
        assert_eq!(Source::read(text).uses(module), expected, "{text}");
    }
    assert!(Source::read("Classifier::standard()").has_path("Classifier::standard"));
    assert!(!Source::read("Classifier::standardised()").has_path("Classifier::standard"));
}
