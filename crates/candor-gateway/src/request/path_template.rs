//! A path with places for parameters. Whatever their values are, the path keeps its segments.

use super::encode;
use candor::Failure;

/// A path such as `/pets/{id}/photos`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathTemplate {
    segments: Vec<Vec<Part>>,
    /// A query that the document writes into the path.
    query: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// Text of the document, encoded.
    Text(String),
    /// The name of a parameter.
    Parameter(String),
}

impl PathTemplate {
    /// Reads a path. A fragment is never sent.
    pub(crate) fn read(path: &str) -> PathTemplate {
        let path = path.split('#').next().unwrap_or_default();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let path = path.strip_prefix('/').unwrap_or(path);
        PathTemplate { segments: path.split('/').map(segment).collect(), query: encode::path_text(query) }
    }

    /// The parameters, in their order.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().flatten().filter_map(|part| match part {
            Part::Parameter(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    pub(super) fn query(&self) -> &str {
        &self.query
    }

    /// The path, with each parameter's text from `text`, which is encoded.
    ///
    /// # Errors
    ///
    /// A segment that would be empty, `.` or `..` because of a value: servers read another path then.
    pub(super) fn filled(&self, text: impl Fn(&str) -> Result<String, Failure>) -> Result<String, Failure> {
        let mut path = String::new();
        for segment in &self.segments {
            path.push('/');
            let start = path.len();
            let mut last = None;
            for part in segment {
                match part {
                    Part::Text(text) => path.push_str(text),
                    Part::Parameter(name) => {
                        path.push_str(&text(name)?);
                        last = Some(name);
                    }
                }
            }
            if let Some(name) = last
                && matches!(path.get(start..).unwrap_or_default(), "" | "." | "..")
            {
                let message = format!("The value of `{name}` cannot be part of a path: it is empty, `.` or `..`");
                return Err(Failure::invalid_params(message).with_field(name.clone()));
            }
        }
        Ok(path)
    }
}

fn segment(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{')
        && let Some((name, behind)) = after.split_once('}')
    {
        if !before.is_empty() {
            parts.push(Part::Text(encode::path_text(before)));
        }
        parts.push(Part::Parameter(name.to_owned()));
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(encode::path_text(rest)));
    }
    parts
}
