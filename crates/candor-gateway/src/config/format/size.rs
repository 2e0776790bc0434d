//! `64KiB`, `1MiB`

use super::{Format, always};
use crate::config::value::Value;

pub(crate) const SIZE: Format = Format {
    expected: "a size such as `512B`, `64KiB` or `1MiB`",
    pattern: Some("^[0-9]+(B|KiB|MiB|GiB)$"),
    read,
    may_show: always,
};

/// Larger is a mistake.
const LARGEST: u64 = 64 << 30;

fn read(text: &str) -> Result<Value, String> {
    let number_length = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(number_length).unwrap_or((text, ""));
    let shift = match unit {
        "B" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        "" if !number.is_empty() => return Err(format!("add the unit: `{number}B`")),
        "K" | "KB" | "k" | "kB" | "kb" => return Err(format!("a unit counts in 1024: `{number}KiB`")),
        "M" | "MB" | "m" | "mb" => return Err(format!("a unit counts in 1024: `{number}MiB`")),
        _ => return Err(String::new()),
    };
    let number: u64 = number.parse().map_err(|_| String::new())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("the smallest is `1B`".to_owned()),
        Some(bytes) if bytes <= LARGEST => usize::try_from(bytes).map(Value::Size).map_err(|_| String::new()),
        Some(_) | None => Err("the largest is `64GiB`".to_owned()),
    }
}
