//! What the server is told on its command line.

use crate::misbehaviour::{self, Misbehaviour};
use std::io::Write;

/// What the server is told.
pub(crate) struct Options {
    /// Whether it knows the revision without sessions.
    pub(crate) is_modern: bool,
    /// Whether it has a log and resources that can be subscribed to.
    pub(crate) logs: bool,
    /// Whether it has everything that servers have besides tools.
    pub(crate) features: bool,
    /// How often it was started, this time included.
    pub(crate) starts: u64,
    pub(crate) misbehaves: Vec<Given>,
}

/// A misbehaviour that was asked for, with its number.
pub(crate) struct Given {
    pub(crate) what: &'static Misbehaviour,
    pub(crate) number: Option<u64>,
}

impl Options {
    pub(crate) fn read(arguments: &[String]) -> Options {
        let mut options = Options { is_modern: false, logs: false, features: false, starts: 1, misbehaves: Vec::new() };
        let mut rest = arguments.iter();
        while let Some(flag) = rest.next() {
            match flag.as_str() {
                "--modern" => options.is_modern = true,
                "--logs" => options.logs = true,
                "--features" => options.features = true,
                "--starts" => options.starts = started(rest.next().unwrap()),
                "--misbehave" => options.misbehaves.push(given(rest.next().unwrap())),
                other => panic!("unknown argument {other}"),
            }
        }
        options
    }
}

fn given(text: &str) -> Given {
    let (name, number) = text.split_once('=').map_or((text, None), |(name, number)| (name, number.parse().ok()));
    let what = misbehaviour::named(name).unwrap_or_else(|| panic!("unknown misbehaviour {name}"));
    Given { what, number }
}

/// Counts one more start in the file, which has a byte for each.
fn started(file: &str) -> u64 {
    std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap().write_all(b".").unwrap();
    std::fs::metadata(file).unwrap().len()
}
