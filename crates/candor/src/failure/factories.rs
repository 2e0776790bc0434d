//! Shorthands for the codes that are used most.

use super::{Failure, Retry, Safety};
use crate::Code;
use std::borrow::Cow;
use std::time::Duration;

macro_rules! factories {
    ($($(#[$doc:meta])* $name:ident => $code:ident),* $(,)?) => {
        /// 004's factories: one per code that handlers report most.
        impl Failure {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(message: impl Into<Cow<'static, str>>) -> Failure {
                    Failure::new(Code::$code, message)
                }
            )*
        }
    };
}

factories! {
    /// The parameters do not match the schema (004's `invalidParams`).
    invalid_params => InvalidParams,
    /// The request cannot be served as it is (004's `invalidRequest`).
    invalid_request => InvalidRequest,
    /// The resource does not exist (004's `notFound`).
    not_found => NotFound,
    /// The caller is not allowed to do this (004's `forbidden`).
    forbidden => Forbidden,
    /// The caller is not authenticated (004's `unauthorized`).
    unauthorized => Unauthorized,
    /// The input breaks a business rule (004's `validationError`).
    validation => Validation,
    /// The current state of the resource does not allow the operation (004's `conflict`).
    conflict => Conflict,
    /// Too many requests (004's `rateLimited`).
    rate_limited => RateLimited,
    /// The operation timed out (004's `timeout`).
    timeout => Timeout,
    /// A service is unreachable or unavailable (004's `serviceUnavailable`).
    unavailable => Unavailable,
    /// The server is misconfigured (004's `configurationError`).
    configuration => Configuration,
    /// The server has a defect (004's `internalError`).
    internal => Internal,
    /// Data could not be encoded or decoded (004's `serializationError`).
    serialization => Serialization,
    /// The storage layer failed (004's `databaseError`).
    database => Database,
}

/// 000's helpers: failures that write their own message.
impl Failure {
    /// A field of the input breaks a rule (000's `validation_error`).
    #[must_use]
    pub fn invalid_field(field: impl Into<String>, message: impl Into<Cow<'static, str>>) -> Failure {
        Failure::validation(message).with_field(field)
    }

    /// An entity of this type and id does not exist (000's `not_found_error`).
    ///
    /// ```
    /// use candor::Failure;
    ///
    /// let failure = Failure::entity_not_found("User", "usr_999");
    /// assert_eq!(failure.message(), "User 'usr_999' not found");
    /// assert_eq!(failure.recovery().hint(), "Verify the user ID exists.");
    /// ```
    #[must_use]
    pub fn entity_not_found(entity_type: impl Into<String>, id: impl Into<String>) -> Failure {
        let (entity_type, id) = (entity_type.into(), id.into());
        Failure::not_found(format!("{entity_type} '{id}' not found"))
            .with_recovery(format!("Verify the {} ID exists.", entity_type.to_lowercase()))
            .with_entity(entity_type, id)
    }

    /// More than `limit` requests came in a period; it is free again after `retry_after` (000's `rate_limit_error`).
    #[must_use]
    pub fn limit_exceeded(limit: u64, period: impl Into<String>, retry_after: Duration) -> Failure {
        let period = period.into();
        Failure::rate_limited(format!("Rate limit exceeded: {limit} requests per {period}"))
            .with_retry(Retry::After(retry_after, Safety::Always))
            .with_limit(limit, period)
    }
}
