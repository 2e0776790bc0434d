//! The one table of codes. A row holds all facts about a code; nothing else in Candor knows them.

use super::Code;
use super::row::{
    Basis, Cell, EnvelopeCode, ErrorModelCategory, ErrorModelCode, ErrorType, JsonRpcCode, ProblemType, Row,
    StructuredCode,
};
use super::{Origin, Retry, Safety};

const VALIDATION_ERROR: ErrorModelCode = model(2001, "VALIDATION_ERROR", ErrorModelCategory::Validation);
const MISSING_REQUIRED_FIELD: ErrorModelCode = model(2002, "MISSING_REQUIRED_FIELD", ErrorModelCategory::Validation);
const INVALID_FORMAT: ErrorModelCode = model(2003, "INVALID_FORMAT", ErrorModelCategory::Validation);
const RATE_LIMIT_EXCEEDED: ErrorModelCode = model(3001, "RATE_LIMIT_EXCEEDED", ErrorModelCategory::System);
const TIMEOUT: ErrorModelCode = model(3002, "TIMEOUT", ErrorModelCategory::System);
const ADAPTER_ERROR: ErrorModelCode = model(4001, "ADAPTER_ERROR", ErrorModelCategory::Adapter);
const BACKEND_UNAVAILABLE: ErrorModelCode = model(4002, "BACKEND_UNAVAILABLE", ErrorModelCategory::System);
const NOT_IMPLEMENTED: ErrorModelCode = model(5001, "NOT_IMPLEMENTED", ErrorModelCategory::Adapter);

const PARSE_ERROR: JsonRpcCode = jsonrpc(-32700, "PARSE_ERROR", true);
const INVALID_REQUEST: JsonRpcCode = jsonrpc(-32600, "INVALID_REQUEST", true);
const METHOD_NOT_FOUND: JsonRpcCode = jsonrpc(-32601, "METHOD_NOT_FOUND", true);
const INVALID_PARAMS: JsonRpcCode = jsonrpc(-32602, "INVALID_PARAMS", false);
const REFUSED_REQUEST: JsonRpcCode = jsonrpc(-32600, "INVALID_REQUEST", false);
const INTERNAL_ERROR: JsonRpcCode = jsonrpc(-32603, "INTERNAL_ERROR", false);
const TIMEOUT_ERROR: JsonRpcCode =
    JsonRpcCode { failure_mode: Some("timeout"), ..jsonrpc(-32603, "INTERNAL_ERROR", true) };

const RETRY_LATER: &str = "Retry later; give the reference to the operator if it lasts.";

const BACKOFF: Retry = Retry::Backoff(Safety::IfIdempotent);
const BACKOFF_UNSENT: Retry = Retry::Backoff(Safety::Always);

const fn stated<T: Copy>(value: T) -> Cell<T> {
    Cell { value, basis: Basis::Stated }
}

const fn analogy<T: Copy>(value: T) -> Cell<T> {
    Cell { value, basis: Basis::Analogy }
}

const fn number(number: i32, name: &'static str) -> StructuredCode {
    StructuredCode { number, name }
}

const fn entry(error_code: &'static str, error_type: ErrorType) -> EnvelopeCode {
    EnvelopeCode { error_code, error_type }
}

const fn model(number: u16, name: &'static str, category: ErrorModelCategory) -> ErrorModelCode {
    ErrorModelCode { number, name, category }
}

const fn jsonrpc(number: i32, name: &'static str, is_error: bool) -> JsonRpcCode {
    JsonRpcCode { number, name, failure_mode: None, is_error }
}

const fn problem(slug: &'static str, title: &'static str, status: u16) -> ProblemType {
    ProblemType { slug, title, status }
}

/// One row per code, in the order of [`Code`].
pub static TABLE: &[Row] = &ROWS;

pub(super) static ROWS: [Row; 29] = [
    Row {
        code: Code::ParseError,
        name: "parse_error",
        meaning: "The request is not valid JSON.",
        recovery: "Send the request as one valid JSON value.",
        structured: stated(number(-32700, "ParseError")),
        envelope: analogy(entry("PARSE_ERROR", ErrorType::Validation)),
        error_model: analogy(INVALID_FORMAT),
        problem: analogy(problem("parse-error", "Request Not Parsable", 400)),
        jsonrpc: stated(PARSE_ERROR),
        origin: stated(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::InvalidRequest,
        name: "invalid_request",
        meaning: "The request is valid JSON, but it needs an operation or capability that is not supported.",
        recovery: "Check the request against the tool's description and send it in a supported form.",
        structured: stated(number(-32600, "InvalidRequest")),
        envelope: analogy(entry("INVALID_REQUEST", ErrorType::Validation)),
        error_model: analogy(VALIDATION_ERROR),
        problem: analogy(problem("invalid-request", "Invalid Request", 400)),
        jsonrpc: stated(INVALID_REQUEST),
        origin: stated(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::MethodNotFound,
        name: "method_not_found",
        meaning: "The requested method does not exist.",
        recovery: "Call a method that the server lists.",
        structured: stated(number(-32601, "MethodNotFound")),
        envelope: analogy(entry("METHOD_NOT_FOUND", ErrorType::NotFound)),
        error_model: analogy(NOT_IMPLEMENTED),
        problem: analogy(problem("method-not-found", "Method Not Found", 404)),
        jsonrpc: stated(METHOD_NOT_FOUND),
        origin: stated(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::InvalidParams,
        name: "invalid_params",
        meaning: "The parameters do not match the schema.",
        recovery: "Correct the named parameters and send the request again.",
        structured: stated(number(-32602, "InvalidParams")),
        envelope: analogy(entry("INVALID_PARAMS", ErrorType::Validation)),
        error_model: analogy(VALIDATION_ERROR),
        problem: analogy(problem("validation-error", "Validation Failed", 400)),
        jsonrpc: stated(INVALID_PARAMS),
        origin: stated(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::MissingRequired,
        name: "missing_required",
        meaning: "A required field is missing.",
        recovery: "Add the missing field and send the request again.",
        structured: analogy(number(-32602, "InvalidParams")),
        envelope: stated(entry("MISSING_REQUIRED", ErrorType::Validation)),
        error_model: stated(MISSING_REQUIRED_FIELD),
        problem: analogy(problem("validation-error", "Validation Failed", 400)),
        jsonrpc: analogy(INVALID_PARAMS),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::InvalidFormat,
        name: "invalid_format",
        meaning: "A field does not have the required format.",
        recovery: "Correct the format of the field and send the request again.",
        structured: analogy(number(-32602, "InvalidParams")),
        envelope: stated(entry("INVALID_FORMAT", ErrorType::Validation)),
        error_model: stated(INVALID_FORMAT),
        problem: analogy(problem("validation-error", "Validation Failed", 400)),
        jsonrpc: analogy(INVALID_PARAMS),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::OutOfRange,
        name: "out_of_range",
        meaning: "A value is out of range.",
        recovery: "Choose a value within the range and send the request again.",
        structured: analogy(number(-32602, "InvalidParams")),
        envelope: stated(entry("VALUE_OUT_OF_RANGE", ErrorType::Validation)),
        error_model: analogy(VALIDATION_ERROR),
        problem: analogy(problem("validation-error", "Validation Failed", 400)),
        jsonrpc: analogy(INVALID_PARAMS),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Validation,
        name: "validation",
        meaning: "The input breaks a business rule, or fails a check without a more specific code.",
        recovery: "Change the input so that it follows the rule, then send it again.",
        structured: stated(number(-32007, "ValidationError")),
        envelope: stated(entry("VALIDATION_ERROR", ErrorType::Validation)),
        error_model: stated(VALIDATION_ERROR),
        problem: stated(problem("validation-error", "Validation Failed", 400)),
        jsonrpc: analogy(INVALID_PARAMS),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::Unauthorized,
        name: "unauthorized",
        meaning: "The caller is not authenticated.",
        recovery: "Authenticate with valid credentials, then send the request again.",
        structured: stated(number(-32006, "Unauthorized")),
        envelope: stated(entry("AUTHENTICATION_REQUIRED", ErrorType::Authentication)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("session-error", "Session Error", 401)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::InvalidCredentials,
        name: "invalid_credentials",
        meaning: "The credentials are not accepted.",
        recovery: "Replace the credentials with valid ones, then send the request again.",
        structured: analogy(number(-32006, "Unauthorized")),
        envelope: stated(entry("INVALID_CREDENTIALS", ErrorType::Authentication)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("session-error", "Session Error", 401)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::TokenExpired,
        name: "token_expired",
        meaning: "The credentials have expired.",
        recovery: "Refresh the token or sign in again, then send the request again.",
        structured: analogy(number(-32006, "Unauthorized")),
        envelope: stated(entry("TOKEN_EXPIRED", ErrorType::Authentication)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("session-error", "Session Error", 401)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Forbidden,
        name: "forbidden",
        meaning: "The caller is authenticated, but is not allowed to do this.",
        recovery: "Ask the owner for the permission, or choose something you may access.",
        structured: stated(number(-32005, "Forbidden")),
        envelope: stated(entry("PERMISSION_DENIED", ErrorType::Authorization)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("session-error", "Session Error", 403)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::QuotaExceeded,
        name: "quota_exceeded",
        meaning: "The caller has used up its quota.",
        recovery: "Ask for a larger quota, or wait until the current one is renewed.",
        structured: analogy(number(-32005, "Forbidden")),
        envelope: stated(entry("QUOTA_EXCEEDED", ErrorType::Authorization)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("quota-exceeded", "Quota Exceeded", 403)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::NotFound,
        name: "not_found",
        meaning: "The resource does not exist.",
        recovery: "Verify the identifier, or list what exists first.",
        structured: stated(number(-32001, "NotFound")),
        envelope: stated(entry("RESOURCE_NOT_FOUND", ErrorType::NotFound)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("not-found", "Resource Not Found", 404)),
        jsonrpc: analogy(INVALID_PARAMS),
        origin: analogy(Origin::Caller),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::AlreadyExists,
        name: "already_exists",
        meaning: "The resource already exists.",
        recovery: "Use the existing one, or choose another identifier.",
        structured: analogy(number(-32002, "Conflict")),
        envelope: stated(entry("RESOURCE_ALREADY_EXISTS", ErrorType::Conflict)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("already-exists", "Resource Already Exists", 409)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Conflict,
        name: "conflict",
        meaning: "The current state of the resource does not allow the operation.",
        recovery: "Read the current state first, then decide whether to repeat the operation.",
        structured: stated(number(-32002, "Conflict")),
        envelope: stated(entry("RESOURCE_CONFLICT", ErrorType::Conflict)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("conflict", "Resource Conflict", 409)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::RateLimited,
        name: "rate_limited",
        meaning: "Too many requests were sent in a short time; this one was not executed.",
        recovery: "Wait before retrying, and send fewer requests at a time.",
        structured: stated(number(-32003, "RateLimited")),
        envelope: stated(entry("RATE_LIMIT_EXCEEDED", ErrorType::RateLimit)),
        error_model: stated(RATE_LIMIT_EXCEEDED),
        problem: analogy(problem("rate-limit-exceeded", "Rate Limit Exceeded", 429)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: stated(BACKOFF_UNSENT),
    },
    Row {
        code: Code::Timeout,
        name: "timeout",
        meaning: "The operation timed out; it may have taken effect.",
        recovery: "Check whether it took effect before retrying, or ask for less at once.",
        structured: stated(number(-32004, "Timeout")),
        envelope: analogy(entry("TIMEOUT", ErrorType::Unavailable)),
        error_model: stated(TIMEOUT),
        problem: analogy(problem("timeout", "Timeout", 504)),
        jsonrpc: stated(TIMEOUT_ERROR),
        origin: stated(Origin::Transport),
        retry: stated(BACKOFF),
    },
    Row {
        code: Code::Cancelled,
        name: "cancelled",
        meaning: "The operation was cancelled before it finished.",
        recovery: "Start the operation again if its result is still needed.",
        structured: analogy(number(-32011, "Cancelled")),
        envelope: analogy(entry("CANCELLED", ErrorType::Conflict)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("cancelled", "Cancelled", 499)),
        jsonrpc: analogy(REFUSED_REQUEST),
        origin: analogy(Origin::Caller),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Unavailable,
        name: "unavailable",
        meaning: "A service is unreachable or unavailable.",
        recovery: "Wait a moment and retry; tell the operator if it lasts.",
        structured: stated(number(-32000, "ServiceUnavailable")),
        envelope: stated(entry("SERVICE_UNAVAILABLE", ErrorType::Unavailable)),
        error_model: stated(BACKEND_UNAVAILABLE),
        problem: stated(problem("api-error", "External API Error", 503)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Upstream),
        retry: stated(BACKOFF),
    },
    Row {
        code: Code::DependencyFailed,
        name: "dependency_failed",
        meaning: "An upstream service failed or returned something unusable.",
        recovery: "Retry later; tell the operator of the server if it lasts.",
        structured: analogy(number(-32000, "ServiceUnavailable")),
        envelope: stated(entry("DEPENDENCY_FAILED", ErrorType::Unavailable)),
        error_model: stated(ADAPTER_ERROR),
        problem: stated(problem("api-error", "External API Error", 502)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: stated(Origin::Upstream),
        retry: analogy(BACKOFF),
    },
    Row {
        code: Code::NotImplemented,
        name: "not_implemented",
        meaning: "The operation is not supported.",
        recovery: "Use another tool or another operation that the server supports.",
        structured: analogy(number(-32603, "InternalError")),
        envelope: analogy(entry("NOT_IMPLEMENTED", ErrorType::Internal)),
        error_model: stated(NOT_IMPLEMENTED),
        problem: analogy(problem("not-implemented", "Not Implemented", 501)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: stated(Retry::Never),
    },
    Row {
        code: Code::Database,
        name: "database",
        meaning: "The storage layer failed.",
        recovery: RETRY_LATER,
        structured: stated(number(-32010, "DatabaseError")),
        envelope: analogy(entry("DATABASE_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("database-error", "Database Error", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: analogy(BACKOFF),
    },
    Row {
        code: Code::Cache,
        name: "cache",
        meaning: "The cache failed.",
        recovery: RETRY_LATER,
        structured: analogy(number(-32010, "DatabaseError")),
        envelope: analogy(entry("CACHE_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("cache-error", "Cache Error", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: analogy(BACKOFF),
    },
    Row {
        code: Code::Configuration,
        name: "configuration",
        meaning: "The server is misconfigured and cannot do this.",
        recovery: "Give the reference to the operator, who must correct the configuration.",
        structured: stated(number(-32008, "ConfigurationError")),
        envelope: analogy(entry("CONFIGURATION_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("configuration-error", "Configuration Error", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: stated(Origin::Configuration),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::InitializationFailed,
        name: "initialization_failed",
        meaning: "The server or one of its parts did not start.",
        recovery: "Give the reference to the operator, who must start the server again.",
        structured: stated(number(-32009, "InitializationFailed")),
        envelope: analogy(entry("INITIALIZATION_FAILED", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("configuration-error", "Configuration Error", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Configuration),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Serialization,
        name: "serialization",
        meaning: "Data could not be encoded or decoded.",
        recovery: "Give the reference to the operator; the same request will fail again.",
        structured: stated(number(-32070, "SerializationError")),
        envelope: analogy(entry("SERIALIZATION_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("serialization-error", "Serialization Error", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: analogy(Retry::Never),
    },
    Row {
        code: Code::Internal,
        name: "internal",
        meaning: "The server has a defect.",
        recovery: "Retry once if repeating it does no harm; give the reference to the operator if it fails again.",
        structured: stated(number(-32603, "InternalError")),
        envelope: stated(entry("INTERNAL_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: analogy(problem("internal-error", "Internal Error", 500)),
        jsonrpc: stated(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: stated(BACKOFF),
    },
    Row {
        code: Code::Unknown,
        name: "unknown",
        meaning: "The cause is unknown.",
        recovery: "Retry once if repeating it does no harm, or give the reference to the operator, who can see the cause.",
        structured: stated(number(-32099, "UnknownError")),
        envelope: analogy(entry("UNKNOWN_ERROR", ErrorType::Internal)),
        error_model: analogy(ADAPTER_ERROR),
        problem: stated(problem("about:blank", "An error occurred", 500)),
        jsonrpc: analogy(INTERNAL_ERROR),
        origin: analogy(Origin::Internal),
        retry: analogy(BACKOFF),
    },
];

const _: () = {
    let mut index = 0;
    while index < ROWS.len() {
        #[expect(clippy::indexing_slicing, reason = "bounded by the loop's condition, and run by the compiler only")]
        let row = &ROWS[index];
        assert!(row.code as usize == index, "the rows of the table stand in the order of Code");
        index += 1;
    }
};
