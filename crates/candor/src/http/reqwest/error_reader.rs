//! Reads errors of `reqwest` for the classifier.

use super::fault::Fault;
use crate::classify::{ErrorReader, Evidence, Reading};
use std::error::Error;

/// Reads `reqwest::Error`: its status is evidence as that of any response; what happened before a response came is
/// decided by its kind.
pub(crate) struct ReqwestErrors;

impl ErrorReader for ReqwestErrors {
    fn name(&self) -> &'static str {
        "reqwest"
    }

    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        let error = error.downcast_ref::<::reqwest::Error>()?;
        Some(match error.status() {
            // The text of the error says no more than the status.
            Some(status) => Evidence::text("").with_http_status(status.as_u16()).into(),
            None => Fault::of(error).verdict().into(),
        })
    }
}
