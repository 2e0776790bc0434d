//! How a value is written where a carrier has it.

use super::encoding::base64;
use base64::alphabet;

/// A way to write a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// One word without quotation marks, brackets and separators.
    Word,
    /// As it is, to the end of the line.
    Line,
    /// Between `"`, with `\`.
    Double,
    /// Between `'`, with `\`.
    Single,
    /// Between `"`, which is doubled.
    DoubledDouble,
    /// Between `'`, which is doubled.
    DoubledSingle,
    /// Between `'` in a shell.
    Shell,
    /// Between signs that it does not have, over whatever it has.
    Code,
    /// With entities.
    Xml,
    /// Percent-encoded.
    Percent,
    /// As people write it in an address, not encoded.
    Address,
    /// Between `{` and `}`, which is doubled.
    Braces,
    /// In base64.
    Base64,
    /// In base64, with a user before it.
    UserBase64,
    /// In base64, as SASL PLAIN has it.
    SaslBase64,
    /// As a number.
    Number,
    /// As the name of a file or a host.
    File,
}

impl Written {
    /// The value written so, unless that is not possible.
    pub(crate) fn write(self, value: &str) -> Option<String> {
        let without = |signs: &str| {
            let has = |sign: char| signs.contains(sign) || sign.is_whitespace();
            (!value.contains(has)).then(|| value.to_owned())
        };
        match self {
            Written::Word => {
                without("\"'`,;&<>(){}[]|\\#").filter(|it| !it.starts_with(['-', '$', '%', '/', '=', ':']))
            }
            Written::Line => (!value.starts_with(['"', '\'', '{', '['])).then(|| value.to_owned()),
            Written::Double => Some(value.replace('\\', "\\\\").replace('"', "\\\"")),
            Written::Single => Some(value.replace('\\', "\\\\").replace('\'', "\\'")),
            Written::DoubledDouble => Some(value.replace('"', "\"\"")),
            Written::DoubledSingle => Some(value.replace('\'', "''")),
            Written::Shell => Some(value.replace('\'', "'\\''")),
            Written::Code => (!value.contains(['`', '*'])).then(|| value.to_owned()),
            Written::Xml => {
                Some(value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
            }
            Written::Percent => Some(percent(value)),
            Written::Address => without("\"'`@/?#<>[]{}|\\%^"),
            Written::Braces => Some(value.replace('}', "}}")),
            Written::Base64 => Some(base64(value.as_bytes(), &alphabet::STANDARD)),
            Written::UserBase64 => Some(base64(format!("ann:{value}").as_bytes(), &alphabet::STANDARD)),
            Written::SaslBase64 => Some(base64(format!("\0ann\0{value}").as_bytes(), &alphabet::STANDARD)),
            Written::File => {
                let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
                let is_name = value.starts_with(|sign: char| sign.is_ascii_alphabetic()) && value.chars().all(is_plain);
                is_name.then(|| value.to_lowercase())
            }
            Written::Number => {
                (value.bytes().all(|byte| byte.is_ascii_digit()) && !value.starts_with('0')).then(|| value.to_owned())
            }
        }
    }

    /// Whether the written value can be told from what it says.
    pub(crate) const fn is_readable(self) -> bool {
        !matches!(self, Written::Base64 | Written::UserBase64 | Written::SaslBase64)
    }
}

/// The text with all but letters, digits and `-_.~` percent-encoded.
pub(crate) fn percent(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
