//! What went wrong, in one word: [`Code`], and the one table that says how every dialect writes it.

mod http_status;
mod lookup;
mod origin;
mod retry;
mod row;
mod table;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use lookup::same_words;
pub use origin::Origin;
pub use retry::{Retry, Safety};
pub use row::{
    Basis, Cell, EnvelopeCode, ErrorModelCategory, ErrorModelCode, ErrorType, JsonRpcCode, ProblemType, Row,
    StructuredCode,
};
pub use table::TABLE;

/// What kind of failure it is: the union of the codes of all five documents.
///
/// Everything that is known about a code is in its [`Row`]; dialects read the row and never match
/// on the code itself.
///
/// ```
/// use candor::Code;
///
/// assert_eq!(Code::RateLimited.row().structured.value.number, -32003);
/// assert_eq!("RATE_LIMIT_EXCEEDED".parse(), Ok(Code::RateLimited));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The request was not JSON.
    ParseError,
    /// The request was JSON, but not a request that can be served.
    InvalidRequest,
    /// The requested method does not exist.
    MethodNotFound,
    /// The parameters do not match the schema.
    InvalidParams,
    /// A required field is missing.
    MissingRequired,
    /// A field does not have the required format.
    InvalidFormat,
    /// A value is out of range.
    OutOfRange,
    /// The input breaks a business rule, or fails a check without a more specific code.
    Validation,
    /// The caller is not authenticated.
    Unauthorized,
    /// The credentials are wrong.
    InvalidCredentials,
    /// The credentials have expired.
    TokenExpired,
    /// The caller is authenticated, but is not allowed to do this.
    Forbidden,
    /// The caller has used up its quota.
    QuotaExceeded,
    /// The resource does not exist.
    NotFound,
    /// The resource already exists.
    AlreadyExists,
    /// The current state of the resource does not allow the operation.
    Conflict,
    /// Too many requests in too short a time.
    RateLimited,
    /// The operation timed out.
    Timeout,
    /// The operation was cancelled.
    Cancelled,
    /// A service is unreachable or unavailable.
    Unavailable,
    /// An upstream service failed or returned something unusable.
    DependencyFailed,
    /// The operation is not supported.
    NotImplemented,
    /// The storage layer failed.
    Database,
    /// The cache failed.
    Cache,
    /// The server is misconfigured and cannot do this.
    Configuration,
    /// The server or one of its parts did not start.
    InitializationFailed,
    /// Data could not be encoded or decoded.
    Serialization,
    /// The server has a defect.
    Internal,
    /// The cause is unknown: the last resort.
    Unknown,
}

impl Code {
    /// Every code, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Code> {
        TABLE.iter().map(|row| row.code)
    }

    /// All facts about this code.
    #[must_use]
    pub const fn row(self) -> &'static Row {
        #[expect(
            clippy::indexing_slicing,
            reason = "the table has one row per code, in order: checked at compile time"
        )]
        &table::ROWS[self as usize]
    }

    /// The code's name in Candor's canonical form, such as `rate_limited`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Code::from_name(&name).ok_or_else(|| serde::de::Error::custom(UnknownCode(name.into_owned())))
    }
}

/// No document knows a code by that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no failure code is called {:?}; use a name such as not_found or -32001", .0.chars().take(60).collect::<String>())]
pub struct UnknownCode(pub(crate) String);
