//! How the classifier learns what errors of a foreign type say.

use super::evidence::OwnedEvidence;
use super::{Evidence, Verdict};
use crate::Failure;
use std::error::Error;

/// Reads errors of a type that the classifier does not know by itself.
///
/// A reader is registered with [`Classifier::with_reader`](super::Classifier::with_reader). It is asked about each error
/// in a chain of causes, the outermost first, and returns what it knows:
///
/// ```
/// use candor::Code;
/// use candor::classify::{Classifier, ErrorReader, Evidence, Reading, Verdict};
/// use std::error::Error;
///
/// /// What a client for the warehouse returns.
/// #[derive(Debug)]
/// enum WarehouseError {
///     SoldOut,
///     Refused { status: u16, code: String },
/// }
/// # impl std::fmt::Display for WarehouseError {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
/// #         f.write_str("the warehouse failed")
/// #     }
/// # }
/// # impl Error for WarehouseError {}
///
/// struct WarehouseErrors;
///
/// impl ErrorReader for WarehouseErrors {
///     fn name(&self) -> &'static str {
///         "warehouse"
///     }
///
///     fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
///         Some(match error.downcast_ref::<WarehouseError>()? {
///             // Facts, which the classifier judges as it judges all others.
///             WarehouseError::Refused { status, code } => {
///                 Evidence::default().with_http_status(*status).with_name(code).into()
///             }
///             // The type decides.
///             WarehouseError::SoldOut => Verdict::new(Code::Conflict, "warehouse.sold_out").into(),
///         })
///     }
/// }
///
/// let classifier = Classifier::new().with_reader(WarehouseErrors);
/// let refused = WarehouseError::Refused { status: 400, code: "ThrottlingException".to_owned() };
/// assert_eq!(classifier.classify(&refused).code(), Code::RateLimited);
/// assert_eq!(classifier.classify(&std::io::Error::other(WarehouseError::SoldOut)).rule(), "warehouse.sold_out");
/// ```
pub trait ErrorReader: Send + Sync {
    /// The name of the reader, such as `reqwest`.
    fn name(&self) -> &'static str;

    /// What the error says; `None` if it is of another type or says nothing. Its causes are read after it.
    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>>;
}

/// What an [`ErrorReader`] found out about an error.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Reading<'e> {
    /// Facts that the classifier judges. Where no text is set, it adds the texts of the error and its causes.
    Evidence(Evidence<'e>),
    /// The same, where they cannot be borrowed from the error.
    #[doc(hidden)]
    Owned(Box<OwnedEvidence>),
    /// What the error means, where its type alone decides.
    Verdict(Verdict),
    /// The failure that the error carries. Its code, origin and retry become the verdict, under the reader's name.
    Failure(Failure),
}

impl<'e> From<Evidence<'e>> for Reading<'e> {
    fn from(evidence: Evidence<'e>) -> Reading<'e> {
        Reading::Evidence(evidence)
    }
}

impl From<Verdict> for Reading<'_> {
    fn from(verdict: Verdict) -> Self {
        Reading::Verdict(verdict)
    }
}

impl From<Failure> for Reading<'_> {
    fn from(failure: Failure) -> Self {
        Reading::Failure(failure)
    }
}
