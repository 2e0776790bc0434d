//! What is wrong in a configuration: all of it at once, each with its place.

use crate::finding::Place;
use crate::source_files::SourceFiles;
use std::fmt;
use std::path::PathBuf;

/// A mistake in a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is written: in the configuration, or in a document that it names.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// The line, with what is wrong marked. Values that may be secret are left out of it.
    pub excerpt: Option<Excerpt>,
    /// How to mend it.
    pub help: Option<String>,
}

/// A line of a configuration with a mark under a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the line.
    pub line: u32,
    /// The line as it is shown.
    pub text: String,
    /// How many characters stand before what is marked.
    pub indent: usize,
    /// How many characters are marked; at least one.
    pub width: usize,
}

/// `candor.toml:3:1: …`, the line, and how to mend it.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.place, self.message)?;
        if let Some(excerpt) = &self.excerpt {
            let number = excerpt.line.to_string();
            let margin = " ".repeat(number.len());
            writeln!(f, " {number} | {}", excerpt.text)?;
            writeln!(f, " {margin} | {}{}", " ".repeat(excerpt.indent), "^".repeat(excerpt.width))?;
        }
        if let Some(help) = &self.help {
            writeln!(f, "   help: {}", help.replace('\n', "\n         "))?;
        }
        Ok(())
    }
}

/// Why a configuration is refused: every mistake in it. As text, it is the report for the operator, over several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors {
    pub(crate) file: PathBuf,
    pub(crate) mistakes: Vec<Mistake>,
    pub(crate) skips: Vec<SkipLines>,
    /// The files that were read until then.
    pub(crate) files: SourceFiles,
}

/// Operations of an API that cannot be brought over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SkipLines {
    pub(crate) api: String,
    pub(crate) operations: Vec<String>,
}

impl ConfigErrors {
    /// The mistakes, in the order of the files.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }
}

impl std::error::Error for ConfigErrors {}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mistake in &self.mistakes {
            writeln!(f, "{mistake}")?;
        }
        for skip in &self.skips {
            writeln!(f, "To serve the rest of \"{}\", give --skip-unsupported, or add to its [[api]]:\n", skip.api)?;
            writeln!(f, "{}", skip_lines(&skip.operations))?;
        }
        let mistakes = match self.mistakes.len() {
            1 => "1 mistake".to_owned(),
            count => format!("{count} mistakes"),
        };
        write!(f, "{}: {mistakes}; nothing is served", self.file.display())
    }
}

/// `skip = […]`, in TOML.
pub(crate) fn skip_lines(operations: &[String]) -> String {
    let mut text = "skip = [\n".to_owned();
    for operation in operations {
        text.push_str(&format!("    {},\n", super::quoted(operation)));
    }
    text.push_str("]\n");
    text
}
