//! JSON with values that `serde_json` does not hold, made such that it does, the same way for what is sent and received.

use serde_json::Number;

/// From here on, a float does not say which integer was sent.
const INEXACT: f64 = 9_007_199_254_740_992.0;

/// The same JSON, where halves of surrogate pairs are characters for private use, and numbers that are not exact are strings.
pub(super) fn repaired(json: &str) -> String {
    let mut repaired = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let (piece, later) = match first {
            '"' => rest.split_at(length_of_text(rest)),
            '-' | '0'..='9' => {
                let is_of_number = |character: char| matches!(character, '-' | '+' | '.' | 'e' | 'E' | '0'..='9');
                rest.split_at(rest.find(|character| !is_of_number(character)).unwrap_or(rest.len()))
            }
            _ => rest.split_at(first.len_utf8()),
        };
        match first {
            '"' => push_text(&mut repaired, piece),
            '-' | '0'..='9' if !is_exact(piece) => repaired.push_str(&format!("\"the number {piece}\"")),
            _ => repaired.push_str(piece),
        }
        rest = later;
    }
    repaired
}

/// How long the string at the beginning is, with its quotes.
fn length_of_text(json: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    json.len()
}

/// Writes a string. An escape of a high half that is followed by one of a low half stays.
fn push_text(repaired: &mut String, text: &str) {
    let mut rest = text;
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        repaired.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(half @ 0xD800..=0xDFFF), _) => {
                repaired.push_str(&format!("\\u{:04x}", half - 0xD800 + 0xE000));
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (whole, later) = escape.split_at_checked(length).unwrap_or((escape, ""));
        repaired.push_str(whole);
        rest = later;
    }
    repaired.push_str(rest);
}

/// The unit of UTF-16 that is escaped at the beginning.
fn unit(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Whether the number is held as it is written. What is not a number is not made one.
fn is_exact(number: &str) -> bool {
    match serde_json::from_str::<Number>(number) {
        Ok(number) => {
            let is_integer = |float: f64| float.fract() == 0.0 && float.abs() < INEXACT;
            number.is_i64() || number.is_u64() || number.as_f64().is_some_and(is_integer)
        }
        Err(_) => !is_number(number),
    }
}

/// Whether it has the grammar of a number.
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let integer = integer.strip_prefix('-').unwrap_or(integer);
    is_digits(integer)
        && (integer == "0" || !integer.starts_with('0'))
        && is_digits(fraction)
        && is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
}

#[cfg(test)]
mod tests {
    use super::repaired;

    #[test]
    fn only_what_cannot_be_held_is_changed() {
        for same in
            [r#"{"a\\":[1,-2.0,"é\ud83d\ude00\"1e400"],"b":null}"#, "18446744073709551615", "\"\\\\ud83d\"", "1E999.0"]
        {
            assert_eq!(repaired(same), same);
        }
        assert_eq!(
            repaired(r#"["\ud83d\ud83d\ude00",1e400,1.5]"#),
            r#"["\ue03d\ud83d\ude00","the number 1e400","the number 1.5"]"#
        );
    }
}
