//! The forms that texts have in a configuration, one file each.

mod address;
mod duration;
mod header;
mod host;
mod method;
mod network;
mod path;
mod pointer;
mod size;
mod text;
mod url;

pub(crate) use address::ADDRESS;
pub(crate) use duration::{DURATION, read as read_duration};
pub(crate) use header::HEADER;
pub(crate) use host::HOST;
pub(crate) use method::METHOD;
pub(crate) use network::NETWORK;
pub(crate) use path::PATH;
pub(crate) use pointer::POINTER;
pub(crate) use size::SIZE;
pub(crate) use text::{
    API_NAME, FAILED_STATUS, HIDDEN, HIDDEN_VALUE, NAME, OPERATION, PREFIX, TEXT, TOOL_NAME, TOOL_PATTERN,
};
pub(crate) use url::{ORIGIN, URL};

use super::value::Value;

/// A form that a text has.
#[derive(Debug)]
pub(crate) struct Format {
    /// What is expected, after "expected".
    pub(crate) expected: &'static str,
    /// The form as a regular expression, for editors, if it is simple.
    pub(crate) pattern: Option<&'static str>,
    /// Reads it; the text of an error says how to mend it, or is empty.
    pub(crate) read: fn(&str) -> Result<Value, String>,
    /// Whether a value that is wrong may be shown.
    pub(crate) may_show: fn(&str) -> bool,
}

/// Values of most forms are nothing to hide.
fn always(_: &str) -> bool {
    true
}

fn never(_: &str) -> bool {
    false
}
