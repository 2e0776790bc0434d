//! The standard classifier: the built-in rules, with the readers of this crate's features.

use crate::classify::{Classifier, ErrorReader};

/// The readers of foreign error types, one line each.
static READERS: &[&dyn ErrorReader] = &[
    #[cfg(feature = "reqwest")]
    &crate::http::reqwest::ReqwestErrors,
    #[cfg(feature = "rmcp")]
    &crate::rmcp::error_reader::RmcpErrors,
];

impl Classifier {
    /// The built-in rules; errors of `reqwest` and `rmcp` are known, where their features are on.
    #[must_use]
    pub const fn new() -> Classifier {
        Classifier::with_crate_readers(READERS)
    }

    /// The same, shared.
    #[must_use]
    pub fn standard() -> &'static Classifier {
        static STANDARD: Classifier = Classifier::new();
        &STANDARD
    }
}

impl Default for Classifier {
    fn default() -> Classifier {
        Classifier::new()
    }
}
