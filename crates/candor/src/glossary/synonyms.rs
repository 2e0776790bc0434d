//! Names that a document uses for a code beside those of the table.

use crate::Code;
use crate::code::same_words;

/// The name and its code: classes and identifiers of the documents' own servers.
const SYNONYMS: [(&str, Code); 44] = [
    // 000: the helpers, and the codes of its examples.
    ("rate_limit_error", Code::RateLimited),
    ("INVALID_EMAIL", Code::InvalidFormat),
    ("USER_NOT_FOUND", Code::NotFound),
    ("PermissionError", Code::Forbidden),
    // 001: the identifiers of its examples.
    ("ORDER_NOT_FOUND", Code::NotFound),
    ("INVALID_ORDER_STATE", Code::Conflict),
    // 002: classes, and the identifiers they carry.
    ("DisneyMcpError", Code::Unknown),
    ("NotFoundError", Code::NotFound),
    ("ConfigError", Code::Configuration),
    // 003: the implementations it names.
    ("ContextError", Code::InvalidRequest),
    ("ToolValidationError", Code::InvalidParams),
    ("ToolTimeoutError", Code::Timeout),
    ("TimeoutException", Code::Timeout),
    ("httpx.HTTPError", Code::Unavailable),
    // 004: the rest of its status table.
    ("4xx", Code::InvalidRequest),
    ("5xx", Code::Unavailable),
    // 004: constructor names.
    ("SyntaxError", Code::Validation),
    ("RangeError", Code::Validation),
    ("URIError", Code::Validation),
    ("ZodError", Code::Validation),
    ("ReferenceError", Code::Internal),
    ("EvalError", Code::Internal),
    ("AggregateError", Code::Internal),
    ("TypeError", Code::Internal),
    // Cancellation has a code of its own; 004 calls it a time-out.
    ("AbortError", Code::Cancelled),
    // 004: identifiers of providers.
    ("ThrottlingException", Code::RateLimited),
    ("TooManyRequestsException", Code::RateLimited),
    ("insufficient_quota", Code::RateLimited),
    ("AccessDenied", Code::Forbidden),
    ("UnauthorizedOperation", Code::Forbidden),
    ("row level security", Code::Forbidden),
    ("ResourceNotFoundException", Code::NotFound),
    ("model_not_found", Code::NotFound),
    ("context_length_exceeded", Code::Validation),
    ("foreign key constraint", Code::Validation),
    ("unique constraint", Code::Conflict),
    ("duplicate key", Code::Conflict),
    ("JWT expired", Code::Unauthorized),
    ("ETIMEDOUT", Code::Timeout),
    ("connection timeout", Code::Timeout),
    ("ECONNREFUSED", Code::Unavailable),
    ("ECONNRESET", Code::Unavailable),
    ("ENOTFOUND", Code::Unavailable),
    ("DNS", Code::Unavailable),
];

pub(super) fn code_of(name: &str) -> Option<Code> {
    SYNONYMS.iter().find(|(synonym, _)| same_words(synonym, name)).map(|(_, code)| *code)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SYNONYMS.iter().map(|(name, _)| *name)
}
