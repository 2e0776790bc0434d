//! Where a parameter goes.

use super::Style;
use std::fmt;

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Location {
    Path,
    Query,
    Header,
    Cookie,
}

impl Location {
    const ALL: [Location; 4] = [Location::Path, Location::Query, Location::Header, Location::Cookie];

    /// The location that a document calls so.
    pub(crate) fn from_name(name: &str) -> Option<Location> {
        Location::ALL.into_iter().find(|location| location.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Location::Path => "path",
            Location::Query => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
        }
    }

    /// The style of parameters that name none.
    pub(crate) const fn default_style(self) -> Style {
        match self {
            Location::Path | Location::Header => Style::Simple,
            Location::Query | Location::Cookie => Style::Form,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
