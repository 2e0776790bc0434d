//! Delays as they are written in an attribute.

/// The delay in milliseconds, if the text is a positive whole number and a unit: `500ms`, `30s`, `5m`, `1h`.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let unit_at = text.find(|character: char| !character.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit_at);
    let unit_ms: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit_ms).filter(|ms| *ms > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_a_number_and_a_unit() {
        let rows = [("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("1h", 3_600_000)];
        for (text, ms) in rows {
            assert_eq!(parse(text), Some(ms), "{text}");
        }
    }

    #[test]
    fn anything_else_is_not_a_delay() {
        for text in ["", "30", "s", "0s", "-5s", "1.5s", "30 s", "30sec", "99999999999999999999s", "18446744073709551h"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
