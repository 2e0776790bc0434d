//! `500ms`, `3s`, `2m`, `1h`

use super::{Format, always};
use crate::config::value::Value;
use std::time::Duration;

pub(crate) const DURATION: Format = Format {
    expected: "a duration such as `500ms`, `3s`, `2m` or `1h`",
    pattern: Some("^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$"),
    read: |text| read(text).map(Value::Duration),
    may_show: always,
};

/// Longer is a mistake.
const LONGEST: f64 = 24.0 * 3600.0;

/// Reads a duration; the text of an error says how to mend it.
pub(crate) fn read(text: &str) -> Result<Duration, String> {
    let number_length = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(number_length).unwrap_or((text, ""));
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "" if !number.is_empty() => return Err(format!("add the unit: `{number}s`")),
        _ => return Err(String::new()),
    };
    let number: f64 = number.parse().map_err(|_| String::new())?;
    let total = number * seconds;
    if total > LONGEST {
        return Err("the longest is `24h`".to_owned());
    }
    match Duration::try_from_secs_f64(total) {
        Ok(duration) if duration.as_millis() > 0 => Ok(duration),
        Ok(_) => Err("the shortest is `1ms`".to_owned()),
        Err(_) => Err(String::new()),
    }
}
