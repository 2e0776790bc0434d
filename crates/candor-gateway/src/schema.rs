//! Schemas of every version as JSON Schema 2020-12. What is referred to is converted once per document and shared by all
//! tools.

mod bundle;
mod convert;
mod cut;
mod definitions;
mod keyword;
mod nullable;
mod pattern;
mod references;
mod shared;

pub(crate) use convert::Converted;
pub(crate) use definitions::Definitions;
pub use shared::Schema;

/// Whether a schema describes what is sent or what comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    /// Arguments: what is only read is left out.
    Input,
    /// Answers: what is only written need not be there.
    Output,
}
