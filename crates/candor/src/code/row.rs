//! What a row of the code table is made of.

use super::Code;
use super::{Origin, Retry};
use serde::Serialize;

/// All facts about one [`Code`].
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The code that the row is about.
    pub code: Code,
    /// Its name in Candor's canonical form.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// What a caller can do about it when the failure itself does not say.
    pub recovery: &'static str,
    /// How 004 writes it.
    pub structured: Cell<StructuredCode>,
    /// How 000 writes it.
    pub envelope: Cell<EnvelopeCode>,
    /// How 001 writes it.
    pub error_model: Cell<ErrorModelCode>,
    /// How 002 writes it.
    pub problem: Cell<ProblemType>,
    /// How 003 writes it.
    pub jsonrpc: Cell<JsonRpcCode>,
    /// Whose fault it is unless the failure says otherwise.
    pub origin: Cell<Origin>,
    /// Whether a retry can help unless the failure says otherwise.
    pub retry: Cell<Retry>,
}

/// A fact, and whether a document states it for this code or it was filled by analogy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cell<T> {
    /// The fact.
    pub value: T,
    /// Where it comes from.
    pub basis: Basis,
}

/// Where a cell of the table comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A document states it for this very code.
    Stated,
    /// No document does; it follows the nearest code that has one.
    Analogy,
}

/// A code of 004: the number in `structuredContent.error.code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StructuredCode {
    /// The number, such as -32001.
    pub number: i32,
    /// 004's name for it, such as `NotFound`.
    pub name: &'static str,
}

/// A code of 000: `error_code` and `error_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EnvelopeCode {
    /// The name in the registry's style, such as `RESOURCE_NOT_FOUND`.
    pub error_code: &'static str,
    /// The category.
    pub error_type: ErrorType,
}

/// The eight categories of 000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// The input is invalid.
    Validation,
    /// The credentials are absent or wrong.
    Authentication,
    /// The permissions do not suffice.
    Authorization,
    /// The resource does not exist.
    NotFound,
    /// The state does not allow it.
    Conflict,
    /// Too many requests.
    RateLimit,
    /// The server failed.
    Internal,
    /// A service is unavailable.
    Unavailable,
}

impl ErrorType {
    /// Every category, in 000's order.
    pub const ALL: &'static [ErrorType] = &[
        ErrorType::Validation,
        ErrorType::Authentication,
        ErrorType::Authorization,
        ErrorType::NotFound,
        ErrorType::Conflict,
        ErrorType::RateLimit,
        ErrorType::Internal,
        ErrorType::Unavailable,
    ];

    /// The name on the wire, such as `rate_limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorType::Validation => "validation",
            ErrorType::Authentication => "authentication",
            ErrorType::Authorization => "authorization",
            ErrorType::NotFound => "not_found",
            ErrorType::Conflict => "conflict",
            ErrorType::RateLimit => "rate_limit",
            ErrorType::Internal => "internal",
            ErrorType::Unavailable => "unavailable",
        }
    }

    /// What the category is about, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            ErrorType::Validation => "The input is invalid; the caller must correct it.",
            ErrorType::Authentication => "The credentials are missing or not accepted.",
            ErrorType::Authorization => "The caller does not have the permission or the quota.",
            ErrorType::NotFound => "A resource or method does not exist.",
            ErrorType::Conflict => "The current state does not allow the operation; the caller should read it first.",
            ErrorType::RateLimit => "The caller sends too many requests and should wait.",
            ErrorType::Internal => "The server failed.",
            ErrorType::Unavailable => "A service is unavailable.",
        }
    }

    /// The code that stands for the whole category: what `error_type` alone decodes to.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            ErrorType::Validation => Code::Validation,
            ErrorType::Authentication => Code::Unauthorized,
            ErrorType::Authorization => Code::Forbidden,
            ErrorType::NotFound => Code::NotFound,
            ErrorType::Conflict => Code::Conflict,
            ErrorType::RateLimit => Code::RateLimited,
            ErrorType::Internal => Code::Internal,
            ErrorType::Unavailable => Code::Unavailable,
        }
    }

    /// The HTTP status that 000 compares the category with.
    #[must_use]
    pub const fn http_analog(self) -> u16 {
        self.code().row().problem.value.status
    }
}

/// A code of 001.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ErrorModelCode {
    /// The number, such as 3001.
    pub number: u16,
    /// 001's name for it, such as `RATE_LIMIT_EXCEEDED`.
    pub name: &'static str,
    /// The category 001's table of codes gives it; its table of ranges disagrees and does not count.
    pub category: ErrorModelCategory,
}

/// The categories of 001.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ErrorModelCategory {
    /// MCP, the transport, the protocol.
    Protocol,
    /// Parameters and schemas.
    Validation,
    /// Rules of the business.
    Business,
    /// Infrastructure and time limits.
    System,
    /// The integration with a backend.
    Adapter,
}

impl ErrorModelCategory {
    /// Every category, in the order of 001's ranges.
    pub const ALL: &'static [ErrorModelCategory] = &[
        ErrorModelCategory::Protocol,
        ErrorModelCategory::Validation,
        ErrorModelCategory::Business,
        ErrorModelCategory::System,
        ErrorModelCategory::Adapter,
    ];

    /// 001's name for the category.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorModelCategory::Protocol => "Protocol",
            ErrorModelCategory::Validation => "Validation",
            ErrorModelCategory::Business => "Business",
            ErrorModelCategory::System => "System",
            ErrorModelCategory::Adapter => "Adapter",
        }
    }

    /// What the category is about.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            ErrorModelCategory::Protocol => "the protocol and its transport",
            ErrorModelCategory::Validation => "parameters and schemas",
            ErrorModelCategory::Business => "business rules",
            ErrorModelCategory::System => "infrastructure and time limits",
            ErrorModelCategory::Adapter => "the integration with a backend",
        }
    }

    /// The code for a number of the category's range that 001 does not list.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            ErrorModelCategory::Protocol => Code::InvalidRequest,
            ErrorModelCategory::Validation | ErrorModelCategory::Business => Code::Validation,
            ErrorModelCategory::System => Code::Internal,
            ErrorModelCategory::Adapter => Code::DependencyFailed,
        }
    }

    /// The range of numbers that 001 sets aside for the category.
    #[must_use]
    pub const fn range(self) -> std::ops::RangeInclusive<u16> {
        match self {
            ErrorModelCategory::Protocol => 1000..=1999,
            ErrorModelCategory::Validation => 2000..=2999,
            ErrorModelCategory::Business => 3000..=3999,
            ErrorModelCategory::System => 4000..=4999,
            ErrorModelCategory::Adapter => 5000..=5999,
        }
    }
}

/// A problem type of 002. Where another service answered with a failure, it is `api-error`, whatever the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ProblemType {
    /// The last segment of the type URI, such as `not-found`; `about:blank` is written alone.
    pub slug: &'static str,
    /// The title, the same for every occurrence of the type.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
}

/// A code of the JSON-RPC specification, the only ones that may be in a JSON-RPC `error.code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JsonRpcCode {
    /// The number, such as -32602.
    pub number: i32,
    /// 003's name for it, such as `INVALID_PARAMS`.
    pub name: &'static str,
    /// The value of `failure_mode` where it is not that of the origin's category.
    pub failure_mode: Option<&'static str>,
    /// Whether 003 answers a failed tool call with a JSON-RPC error, not with a tool result.
    pub is_error: bool,
}
