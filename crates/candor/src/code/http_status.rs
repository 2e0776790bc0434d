//! What an HTTP status means: the one table, after 004.

use super::Code;

impl Code {
    /// The code for an HTTP status of an upstream, by 004's status table; `None` below 400 and above 599.
    ///
    /// ```
    /// use candor::Code;
    ///
    /// assert_eq!(Code::from_http_status(504), Some(Code::Timeout));
    /// assert_eq!(Code::from_http_status(204), None);
    /// ```
    #[must_use]
    pub const fn from_http_status(status: u16) -> Option<Code> {
        Some(match status {
            400 => Code::InvalidParams,
            401 => Code::Unauthorized,
            402 | 403 => Code::Forbidden,
            404 => Code::NotFound,
            408 | 425 | 504 => Code::Timeout,
            409 | 423 | 424 => Code::Conflict,
            422 => Code::Validation,
            429 => Code::RateLimited,
            405..=499 => Code::InvalidRequest,
            500 => Code::Internal,
            // 004 has one number for both, so `internal` and `not_implemented` are the same there.
            501 => Code::NotImplemented,
            502..=599 => Code::Unavailable,
            _ => return None,
        })
    }
}
