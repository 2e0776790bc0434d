//! Success that admits its limits: data and warnings, or a failure, never both.

mod batch;
mod change;
mod degradation;
mod warning;

pub use batch::{Batch, BatchData, FailedItem};
pub use change::Change;
pub use degradation::{Degradation, ReportedAs};
pub use warning::{InvalidWarningCode, OwnWarningCode, Phase, Severity, Warning, WarningCode};

use crate::failure::Details;
use crate::failure::author_words::AuthorWords;
use crate::{Discretion, Failure};
use serde::Serialize;

/// The result of a tool call: a success, with warnings where it has limits, or a failure with a message.
///
/// A success with an error inside, or a failure without a message, cannot be built.
#[derive(Debug, Clone)]
pub enum Outcome<T> {
    /// It worked, whole or in part.
    Succeeded(Success<T>),
    /// It did not.
    Failed(Failure),
}

impl<T, E: Into<Failure>> From<Result<T, E>> for Outcome<T> {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(data) => Outcome::Succeeded(Success::new(data)),
            Err(error) => Outcome::Failed(error.into()),
        }
    }
}

/// A success: the data, and what it left out.
///
/// ```
/// use candor::outcome::{Success, Warning, WarningCode};
/// use candor::render::SuccessEnvelope;
/// use candor::Discretion;
///
/// let success = Success::new(["a", "b"]).with_warning(
///     Warning::coded(WarningCode::ContentDropped, "1 finding omitted").with_context("dropped_count", 1),
/// );
/// let envelope = SuccessEnvelope::new(&success.disclose(&Discretion::new())).to_value()?;
/// assert_eq!(envelope["meta"]["content_fidelity"], "partial");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct Success<T> {
    data: T,
    warnings: Vec<Warning>,
    request_id: Option<String>,
}

impl<T> Success<T> {
    /// A success without warnings.
    #[must_use]
    pub fn new(data: T) -> Success<T> {
        Success { data, warnings: Vec::new(), request_id: None }
    }

    /// The same with one more warning.
    #[must_use]
    pub fn with_warning(mut self, warning: Warning) -> Success<T> {
        self.warnings.push(warning);
        self
    }

    /// The same under the id by which the caller knows its request.
    #[must_use]
    pub fn with_request_id(self, id: impl Into<String>) -> Success<T> {
        Success { request_id: Some(id.into()), ..self }
    }

    /// The data.
    pub fn data(&self) -> &T {
        &self.data
    }

    /// The warnings.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Scrubs the warnings and the request's id, so that the success can leave. The data is the tool's own and stays
    /// as it is. Of very many warnings the first are kept, and the rest are counted.
    #[must_use]
    pub fn disclose(self, discretion: &Discretion) -> DisclosedSuccess<T> {
        let more = self.warnings.len().saturating_sub(MAX_WARNINGS);
        let mut warnings: Vec<_> =
            self.warnings.into_iter().take(MAX_WARNINGS).map(|warning| warning.disclose(discretion)).collect();
        if more > 0 {
            warnings.push(Warning::new(format!("{more} more warnings were left out.")));
        }
        let request_id = self.request_id.map(|id| discretion.disclosed(&id, AuthorWords::None, &Details::default()).0);
        DisclosedSuccess(Success { data: self.data, warnings, request_id })
    }
}

/// How many warnings a success can carry.
const MAX_WARNINGS: usize = 50;

/// How many warnings there are: the data and the words may hold what must not be printed.
impl<T> std::fmt::Debug for Success<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Success").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

/// A success whose warnings were scrubbed: what an envelope is made of.
#[derive(Debug, Clone)]
pub struct DisclosedSuccess<T>(Success<T>);

impl<T> DisclosedSuccess<T> {
    /// The data.
    pub fn data(&self) -> &T {
        &self.0.data
    }

    /// The warnings, scrubbed.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.0.warnings
    }

    /// The id by which the caller knows its request.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// `partial` where a warning says that content is missing.
    #[must_use]
    pub fn content_fidelity(&self) -> Option<ContentFidelity> {
        let reduces = |warning: &Warning| warning.code().is_some_and(WarningCode::reduces_content);
        self.warnings().iter().any(reduces).then_some(ContentFidelity::Partial)
    }
}

/// How much of the content is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentFidelity {
    /// Some of it is missing or replaced by a summary.
    Partial,
}
