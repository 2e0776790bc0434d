//! `serde_json::Error`, by its category.

use crate::classify::judgement::{SERIALIZATION, VALIDATION};
use crate::classify::{ErrorReader, Reading, Step};
use serde_json::error::Category;
use std::error::Error;

pub(super) struct SerdeJsonErrors;

impl ErrorReader for SerdeJsonErrors {
    fn name(&self) -> &'static str {
        "serde_json"
    }

    #[inline]
    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        let (judgement, rule) = match error.downcast_ref::<serde_json::Error>()?.classify() {
            // The I/O error below it says more.
            Category::Io => return None,
            Category::Syntax => (SERIALIZATION, "serde_json.syntax"),
            Category::Eof => (SERIALIZATION, "serde_json.eof"),
            Category::Data => (VALIDATION, "serde_json.data"),
        };
        Some(judgement.verdict(Step::Typed, rule, rule).into())
    }
}
