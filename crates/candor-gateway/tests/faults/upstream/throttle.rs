//! All the ways to say when to come back.

use super::Connection;
use std::io;
use std::time::{Duration, SystemTime};

pub(super) async fn answer(connection: &mut Connection, status: u16, form: &str) -> io::Result<()> {
    let now = SystemTime::now();
    let (date, later) = (httpdate::fmt_http_date(now), httpdate::fmt_http_date(now + Duration::from_secs(20)));
    let since_1970 = now.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    let reset = (since_1970 + 20).to_string();
    let told: &[(&str, &str)] = match form {
        "seconds" => &[("retry-after", "20")],
        "date" => &[("retry-after", &later)],
        "milliseconds" => &[("retry-after-ms", "20000")],
        "reset" => &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", &reset)],
        _ => &[],
    };
    let headers = [&[("content-type", "application/json"), ("date", &*date)], told].concat();
    connection.whole(status, &headers, br#"{"message": "Too much at once"}"#).await
}
