//! How the whole of a carrier is encoded.

use super::written::percent;
use base64::Engine;
use base64::alphabet::{self, Alphabet};
use base64::engine::general_purpose::{GeneralPurpose, PAD};
use std::io::Write;

/// A text, and the part of it that must go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) before: String,
    pub(crate) hidden: String,
    pub(crate) after: String,
}

impl Passage {
    pub(crate) fn text(&self) -> String {
        [&*self.before, &*self.hidden, &*self.after].concat()
    }

    fn each(&self, change: impl Fn(&str) -> String) -> Passage {
        Passage { before: change(&self.before), hidden: change(&self.hidden), after: change(&self.after) }
    }

    /// The same within other text.
    pub(crate) fn within(self, before: &str, after: &str) -> Passage {
        Passage { before: [before, &self.before].concat(), after: [&self.after, after].concat(), ..self }
    }
}

/// An encoding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Encoding {
    pub(crate) id: &'static str,
    pub(crate) encode: fn(&Passage) -> Passage,
    /// Whether people can still read it, so that it must stay if there is nothing to hide.
    pub(crate) is_readable: bool,
    /// Whether the result is one line, whatever the text.
    pub(crate) joins_lines: bool,
}

const fn row(id: &'static str, encode: fn(&Passage) -> Passage) -> Encoding {
    Encoding { id, encode, is_readable: true, joins_lines: true }
}

/// One that only programs can read.
const fn opaque(id: &'static str, encode: fn(&Passage) -> Passage) -> Encoding {
    Encoding { is_readable: false, ..row(id, encode) }
}

/// No encoding.
pub(crate) const PLAIN: Encoding = Encoding { joins_lines: false, ..row("plain", Passage::clone) };

/// All others.
pub(crate) const ENCODINGS: &[Encoding] = &[
    row("json-string", |it| it.each(json).within("{\"error\": \"", "\", \"page\": 2}")),
    row("json-string-twice", |it| {
        it.each(json).within("{\"error\": \"", "\"}").each(json).within("{\"body\": \"", "\", \"page\": 2}")
    }),
    row("percent", |it| it.each(percent)),
    row("percent-as-query", |it| it.each(percent).within("https://example.com/log?page=2&text=", "&sort=asc")),
    Encoding { joins_lines: false, ..row("entities", |it| it.each(entities)) },
    row("numeric-entities", |it| it.each(|text| text.chars().map(|sign| format!("&#{};", u32::from(sign))).collect())),
    row("unicode-escapes", |it| it.each(|text| text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect())),
    row("hex-escapes", |it| it.each(|text| text.bytes().map(|byte| format!("\\x{byte:02x}")).collect())),
    opaque("base64", |it| in_base64(it, &alphabet::STANDARD)),
    opaque("base64url", |it| in_base64(it, &alphabet::URL_SAFE)),
    opaque("base64-data-url", |it| in_base64(it, &alphabet::STANDARD).within("data:text/plain;base64,", "")),
    opaque("hex", |it| it.each(|text| text.bytes().map(|byte| format!("{byte:02x}")).collect())),
    opaque("gzip-base64", |it| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        writer.write_all(it.text().as_bytes()).unwrap();
        let hidden = base64(&writer.finish().unwrap(), &alphabet::STANDARD);
        Passage { before: String::new(), hidden, after: String::new() }
    }),
];

/// As it is between the quotation marks of a JSON string.
pub(crate) fn json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn entities(text: &str) -> String {
    let sign = |sign: char| match sign {
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(sign).collect()
}

/// The bytes in base64, with padding.
pub(crate) fn base64(bytes: &[u8], alphabet: &Alphabet) -> String {
    GeneralPurpose::new(alphabet, PAD).encode(bytes)
}

/// All in base64. What must go are the digits that nothing but the hidden bytes decides.
fn in_base64(passage: &Passage, alphabet: &Alphabet) -> Passage {
    let whole = base64(passage.text().as_bytes(), alphabet);
    let (start, length) = (passage.before.len(), passage.hidden.len());
    let own = (start * 8).div_ceil(6)..(start + length) * 8 / 6;
    Passage {
        before: whole[..own.start].to_owned(),
        hidden: whole[own.clone()].to_owned(),
        after: whole[own.end..].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_in_base64_is_what_the_secret_alone_decides() {
        let encoding = ENCODINGS.iter().find(|it| it.id == "base64").unwrap();
        for before in ["", "a", "ab", "abc"] {
            let encode = |around: [&str; 2], hidden: &str| {
                let [before, after] = around.map(str::to_owned);
                (encoding.encode)(&Passage { before, hidden: hidden.to_owned(), after })
            };
            let passage = encode([before, "tail"], "hunter2horse");
            assert_eq!(passage.text(), base64(format!("{before}hunter2horsetail").as_bytes(), &alphabet::STANDARD));
            let elsewhere = encode([&"z".repeat(before.len()), "else"], "hunter2horse");
            assert_eq!(passage.hidden, elsewhere.hidden);
            assert!((15..=16).contains(&passage.hidden.len()), "{}", passage.hidden);
        }
    }

    #[test]
    fn every_encoding_hides_what_it_encodes() {
        let [before, hidden, after] = ["{\"a\": \"", "hunter2 <horse>", "\"}"].map(str::to_owned);
        let passage = Passage { before, hidden, after };
        for encoding in ENCODINGS {
            let encoded = (encoding.encode)(&passage);
            let is_changed = encoded.text() != passage.text() && !encoded.hidden.is_empty();
            assert!(is_changed, "{}", encoding.id);
        }
    }
}
