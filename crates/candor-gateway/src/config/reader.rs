//! What the readers of all sections share: the text, the folder that paths are relative to, and where they report mistakes.

use super::mistake::{ConfigErrors, Mistake, SkipLines};
use super::source::Source;
use super::value::{At, Table};
use super::{Given, check, section};
use crate::finding::{Finding, Place};
use crate::settings::GatewaySettings;
use crate::source_files::SourceFiles;
use crate::upstream::{Secret, SecretSource};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The reading of one file.
pub(crate) struct Reader<'a> {
    pub(crate) source: Source,
    pub(crate) given: &'a Given,
    pub(crate) path: &'a Path,
    mistakes: Vec<Found>,
    skips: Vec<SkipLines>,
    /// Secrets that were read, so that none is asked for twice.
    secrets: HashMap<String, Option<Secret>>,
    /// All that was read, and the file itself.
    pub(crate) files: SourceFiles,
}

/// A mistake, before its line is looked up.
struct Found {
    at: Where,
    message: String,
    help: Option<String>,
}

enum Where {
    /// In the configuration; an empty one at its beginning means all of it.
    Here(Range<usize>),
    /// In another file.
    There(Place),
}

impl<'a> Reader<'a> {
    /// A reader of the text of a file, which was noted before it was read.
    pub(crate) fn new(path: &'a Path, text: String, files: SourceFiles, given: &'a Given) -> Reader<'a> {
        let source = Source::new(path.display().to_string().into(), text);
        Reader { source, given, path, mistakes: Vec::new(), skips: Vec::new(), secrets: HashMap::new(), files }
    }

    /// Reads the whole file.
    pub(crate) fn settings(&mut self) -> (GatewaySettings, Table) {
        let text = self.source.text.clone();
        let (root, errors) = DeTable::parse_recoverable(&text);
        self.source.is_broken = !errors.is_empty();
        for error in errors {
            // The texts of these errors are fixed; they repeat nothing of the file.
            self.mistake(error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()), None);
        }
        let root = Spanned::new(0..0, DeValue::Table(root.into_inner()));
        let mut scalars = Vec::new();
        check::scalars(&root, &mut scalars);
        scalars.sort_by_key(|scalar| scalar.start);
        self.source.scalars = scalars;
        let empty = DeTable::default();
        let table = if let DeValue::Table(table) = root.get_ref() { table } else { &empty };
        let table = self.table(&section::ROOT, table, 0..0);
        let settings = section::read(&table, self);
        (settings, table)
    }

    /// The mistakes that were found, if there are any.
    pub(crate) fn finish(self) -> Result<(), ConfigErrors> {
        if self.mistakes.is_empty() {
            return Ok(());
        }
        let source = &self.source;
        let mut mistakes: Vec<Mistake> = self.mistakes.into_iter().map(|found| found.shown(source)).collect();
        mistakes.sort_by(|one, other| {
            let key = |it: &Mistake| (it.place.file != source.name, it.place.clone(), it.message.clone());
            key(one).cmp(&key(other))
        });
        mistakes.dedup();
        Err(ConfigErrors { file: self.path.to_owned(), mistakes, skips: self.skips, files: self.files })
    }

    /// Notes a mistake. It stands for others in the same place, which follow from it.
    pub(crate) fn mistake(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        self.mistakes.push(Found { at: Where::Here(span), message: message.into(), help });
    }

    /// Notes that something is not there. Where the file is not TOML, it may be there and cannot be seen.
    pub(crate) fn missing(&mut self, table: &Table, message: &str, help: &str) {
        if !self.source.is_broken {
            self.mistake(table.span.clone(), message, Some(help.to_owned()));
        }
    }

    /// Notes what was found in another file.
    pub(crate) fn finding(&mut self, finding: &Finding, help: Option<String>) {
        let message = match &finding.operation {
            Some(operation) => format!("{operation}: {}", finding.reason),
            None => finding.reason.clone(),
        };
        self.mistakes.push(Found { at: Where::There(finding.place.clone()), message, help });
    }

    pub(crate) fn skip_lines(&mut self, lines: SkipLines) {
        self.skips.push(lines);
    }

    /// Refuses a name that occurs twice.
    pub(crate) fn unique(&mut self, what: &str, names: Vec<At<String>>) {
        let mut seen: HashMap<String, u32> = HashMap::new();
        for name in names {
            let line = self.source.place(name.span.start).line;
            match seen.get(&name.value) {
                Some(first) => self.mistake(
                    name.span,
                    format!("the {what} `{}` is there already, at line {first}", name.value),
                    None,
                ),
                None => drop(seen.insert(name.value, line)),
            }
        }
    }

    /// A path of the file; it is relative to the folder of the configuration.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }

    /// A secret, read now.
    pub(crate) fn secret(&mut self, source: &At<SecretSource>) -> Option<Secret> {
        let key = format!("{:?}", source.value);
        if let Some(Some(known)) = self.secrets.get(&key) {
            return Some(known.clone());
        }
        if let SecretSource::File(path) = &source.value {
            self.files.note(path);
        }
        let read = source.value.read();
        let secret = match read {
            Ok(secret) => Some(secret),
            Err(error) => {
                self.mistake(source.span.clone(), format!("this secret cannot be read: {error}"), None);
                None
            }
        };
        self.secrets.insert(key, secret.clone());
        secret
    }

    /// The path of a file that can be read.
    pub(crate) fn readable(&mut self, path: &At<PathBuf>) -> Option<PathBuf> {
        let full = self.path(&path.value);
        self.files.note(&full);
        let read = std::fs::metadata(&full).and_then(|data| match data.is_file() {
            true => std::fs::File::open(&full).map(drop),
            false => Err(std::io::Error::other("it is not a file")),
        });
        match read {
            Ok(()) => Some(full),
            Err(error) => {
                self.mistake(path.span.clone(), format!("`{}` cannot be read: {error}", full.display()), None);
                None
            }
        }
    }

    /// The path of a file with certificates.
    pub(crate) fn certificates(&mut self, path: &At<PathBuf>) -> Option<PathBuf> {
        let full = self.readable(path)?;
        let mut certificates = CertificateDer::pem_file_iter(&full).into_iter().flatten();
        if matches!(certificates.next(), Some(Ok(_))) && certificates.all(|it| it.is_ok()) {
            return Some(full);
        }
        let message = format!("`{}` has no certificates in PEM", full.display());
        self.mistake(
            path.span.clone(),
            message,
            Some("such a file begins with `-----BEGIN CERTIFICATE-----`".to_owned()),
        );
        None
    }

    /// A private key, read now.
    pub(crate) fn private_key(&mut self, source: &At<SecretSource>) -> Option<Secret> {
        let secret = self.secret(source)?;
        if PrivateKeyDer::from_pem_slice(secret.reveal().as_bytes()).is_ok() {
            return Some(secret);
        }
        let help = "such a key begins with `-----BEGIN PRIVATE KEY-----`";
        self.mistake(source.span.clone(), "this is not a private key in PEM", Some(help.to_owned()));
        None
    }
}

impl Found {
    fn shown(self, source: &Source) -> Mistake {
        let (place, excerpt) = match self.at {
            Where::Here(Range { start: 0, end: 0 }) => {
                (Place { file: std::sync::Arc::clone(&source.name), line: 0, column: 0 }, None)
            }
            Where::Here(span) => (source.place(span.start), source.excerpt(&span)),
            Where::There(place) => (place, None),
        };
        Mistake { place, message: self.message, excerpt, help: self.help }
    }
}
