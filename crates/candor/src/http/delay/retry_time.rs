//! The time of a retry, as headers write it: a number of seconds, a time since 1970, a date, a span such as `6m0s`.

use super::LONGEST;
use jiff::{Span, SpanRelativeTo, Timestamp};
use std::time::Duration;

/// When to retry: after a delay, or at a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum RetryTime {
    After(Duration),
    At(Timestamp),
}

impl RetryTime {
    /// A time in whichever form it is written; `None` for anything else, negative numbers among it.
    pub(in crate::http) fn parse(text: &str) -> Option<RetryTime> {
        let text = text.trim();
        if text.len() > LONGEST_TEXT {
            return None;
        }
        match number(text) {
            Some(number) => RetryTime::from_number(number),
            None => http_date(text).or_else(|| text.parse().ok()).map(RetryTime::At).or_else(|| span(text)),
        }
    }

    /// So many milliseconds from now.
    pub(in crate::http) fn parse_milliseconds(text: &str) -> Option<RetryTime> {
        RetryTime::from_seconds(number(text.trim())? / 1_000.0)
    }

    /// So many seconds from now.
    pub(in crate::http) fn from_seconds(seconds: f64) -> Option<RetryTime> {
        // What is too long for a duration is longer than the longest that counts.
        (seconds >= 0.0).then(|| RetryTime::After(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST)))
    }

    /// A bare number: seconds from now, or seconds or milliseconds since 1970, whichever is near the present.
    fn from_number(number: f64) -> Option<RetryTime> {
        let milliseconds = match number {
            // 2001 and later; as a delay, it would be 31 years and more.
            1e9..1e11 => number * 1_000.0,
            1e12..1e14 => number,
            ..1e9 => return RetryTime::from_seconds(number),
            _ => return None,
        };
        Timestamp::from_millisecond(milliseconds as i64).ok().map(RetryTime::At)
    }

    /// The delay, at most [`LONGEST`]; `None` if there is nothing left to wait for.
    pub(in crate::http) fn delay_from(self, now: Timestamp) -> Option<Duration> {
        let delay = match self {
            RetryTime::After(delay) => delay,
            RetryTime::At(time) => Duration::try_from(time.duration_since(now)).ok()?,
        };
        Some(delay.min(LONGEST)).filter(|delay| !delay.is_zero())
    }
}

/// No form of a time is longer, in bytes.
const LONGEST_TEXT: usize = 64;

/// Digits, with a fraction perhaps: no sign, no exponent, no `inf`.
fn number(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits(whole) && is_digits(fraction) { text.parse().ok() } else { None }
}

/// A date in one of HTTP's three forms.
pub(super) fn http_date(text: &str) -> Option<Timestamp> {
    // The last hours of the year 9999 are beyond a timestamp.
    httpdate::parse_http_date(text).ok().map(|time| Timestamp::try_from(time).unwrap_or(Timestamp::MAX))
}

/// Numbers with units, such as `1s`, `20ms` or `1h2m3.5s`.
fn span(text: &str) -> Option<RetryTime> {
    let span: Span = text.parse().ok()?;
    let duration = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
    Duration::try_from(duration).ok().map(RetryTime::After)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-15T18:30:00Z";

    const ROWS: [(&str, Option<u64>); 38] = [
        ("30", Some(30_000)),
        (" 30 ", Some(30_000)),
        ("0.65", Some(650)),
        ("0", None),
        ("0.0", None),
        // Since 1970, in seconds, with a fraction, and in milliseconds.
        ("1794767460", Some(60_000)),
        ("1794767400.5", Some(500)),
        ("1794767460000", Some(60_000)),
        ("1000000000", None),
        // Dates in the three forms of HTTP, and RFC 3339.
        ("Sun, 15 Nov 2026 18:31:00 GMT", Some(60_000)),
        ("Sunday, 15-Nov-26 18:31:00 GMT", Some(60_000)),
        ("Sun Nov 15 18:31:00 2026", Some(60_000)),
        ("2026-11-15T18:31:00Z", Some(60_000)),
        ("2026-11-15T19:31:00.250+01:00", Some(60_250)),
        ("2026-11-15T18:29:00Z", None),
        ("Sun, 06 Nov 1994 08:49:37 GMT", None),
        // Spans.
        ("6m0s", Some(360_000)),
        ("1s", Some(1_000)),
        ("20ms", Some(20)),
        ("1h2m3.5s", Some(3_723_500)),
        ("2m59.56s", Some(179_560)),
        ("1d", Some(86_400_000)),
        ("0s", None),
        ("-6m", None),
        // Longer than is plausible: the longest delay that is passed on.
        ("999999999", Some(2_678_400_000)),
        ("99999999999", Some(2_678_400_000)),
        ("Fri, 31 Dec 9999 23:59:59 GMT", Some(2_678_400_000)),
        ("9000000h", Some(2_678_400_000)),
        // Nothing that can be read.
        ("", None),
        ("-30", None),
        ("+30", None),
        ("1e3", None),
        ("inf", None),
        ("NaN", None),
        ("soon", None),
        ("30 seconds and a half", None),
        ("999999999999999999999999999999", None),
        ("2026-11-15T18:31:00", None),
    ];

    #[test]
    fn a_time_is_read_in_every_form_that_headers_use() {
        for (text, milliseconds) in ROWS {
            let delay = RetryTime::parse(text).and_then(|time| time.delay_from(NOW.parse().unwrap()));
            assert_eq!(delay, milliseconds.map(Duration::from_millis), "{text:?}");
        }
    }

    #[test]
    fn a_text_of_any_length_is_refused_at_once() {
        assert_eq!(RetryTime::parse(&"9".repeat(1_000_000)), None);
        assert_eq!(RetryTime::parse(&"1h".repeat(1_000_000)), None);
    }

    #[test]
    fn milliseconds_are_a_time_from_now_however_many_they_are() {
        assert_eq!(RetryTime::parse_milliseconds("1500"), Some(RetryTime::After(Duration::from_millis(1_500))));
        assert_eq!(RetryTime::parse_milliseconds("1.5"), Some(RetryTime::After(Duration::from_micros(1_500))));
        assert_eq!(RetryTime::parse_milliseconds("Sun, 15 Nov 2026 18:31:00 GMT"), None);
        let forever =
            RetryTime::parse_milliseconds(&"9".repeat(400)).and_then(|it| it.delay_from(Timestamp::UNIX_EPOCH));
        assert_eq!(forever, Some(LONGEST));
    }
}
