//! The delay that a response asks for in its headers: one file per kind of header.

mod rate_limit;
mod retry_after;
mod retry_time;

pub(super) use retry_time::RetryTime;

use ::http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use std::time::Duration;

/// The longest delay that is passed on. Every usual period of a quota ends within it, and what is longer is a mistake
/// more often than a wish.
const LONGEST: Duration = Duration::from_hours(31 * 24);

/// One kind of header: what it says, if it is there and can be read.
type Source = fn(StatusCode, &HeaderMap) -> Vec<RetryTime>;

/// In order: the first kind that says anything counts. A number of milliseconds is finer than the same in seconds, and
/// both were meant for this very response, which a reset of a limit need not be.
const SOURCES: [Source; 3] = [retry_after::in_milliseconds, retry_after::in_seconds_or_at, rate_limit::reset];

/// How long the response asks to wait; `None` if it does not say so, or the time has passed.
///
/// A point in time is compared with the response's own `Date`, so that a clock that is wrong here does no harm, and
/// with `now` where there is none.
pub(super) fn of(status: StatusCode, headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let times = SOURCES.iter().map(|source| source(status, headers)).find(|times| !times.is_empty())?;
    let now = headers.get("date").and_then(|date| retry_time::http_date(date.to_str().ok()?)).unwrap_or(now);
    // Of several limits, the last to reset counts.
    times.into_iter().filter_map(|retry_time| retry_time.delay_from(now)).max()
}
