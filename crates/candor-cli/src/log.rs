//! The operator's log, on standard error: one line for each incident, under the id that the caller was given.
//!
//! It is a subscriber of its own: `tracing-subscriber` brings a registry of spans, of which there are none here, and crates that
//! this project refuses.

use std::fmt::{self, Debug, Write as _};
use std::io::Write as _;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The target of what Candor logs.
const OWN: &str = "candor";

/// Writes what Candor logs to standard error from now on, and what others warn of. If nobody reads it, nobody waits for it.
pub(crate) fn to_stderr() {
    // This is an error only if another subscriber is set already.
    let _ = tracing::subscriber::set_global_default(Lines);
}

struct Lines;

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let most = if metadata.target() == OWN { Level::INFO } else { Level::WARN };
        metadata.is_event() && *metadata.level() <= most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = String::with_capacity(1024);
        line.push_str(event.metadata().level().as_str());
        let mut fields = Fields(line);
        event.record(&mut fields);
        fields.0.push('\n');
        // What it cannot keep it counts; it never fails.
        let _ = candor::non_blocking_stderr().with_fields_alone().write_all(fields.0.as_bytes());
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The level, and each field as ` name=value`; all of it is one line.
struct Fields(String);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        let start = self.0.len();
        self.0.push(' ');
        self.0.push_str(field.name());
        self.0.push('=');
        if !push_quoted(&mut self.0, value) {
            self.0.truncate(start);
            self.record_debug(field, &value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a text does not fail.
        let _ = write!(self.0, " {}=", field.name());
        let _ = write!(OneLine(&mut self.0), "{value:?}");
    }
}

/// Adds a text as `Debug` writes it, if there are no characters in it but those that ASCII prints. Whether it is added.
fn push_quoted(line: &mut String, text: &str) -> bool {
    line.push('"');
    let mut rest = text;
    let is_other = |byte: u8| matches!(byte, b'"' | b'\\') || !matches!(byte, b' '..=b'~');
    while let Some(at) = rest.bytes().position(is_other) {
        let (Some(before), Some(escaped @ ("\"" | "\\")), Some(after)) =
            (rest.get(..at), rest.get(at..=at), rest.get(at + 1..))
        else {
            return false;
        };
        line.push_str(before);
        line.push('\\');
        line.push_str(escaped);
        rest = after;
    }
    line.push_str(rest);
    line.push('"');
    true
}

/// Escapes the ends of lines.
struct OneLine<'a>(&'a mut String);

impl fmt::Write for OneLine<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.0.push_str("\\n");
            }
            self.0.push_str(line);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_quoted_as_debug_does() {
        for text in ["", "plain", "a \"b\" c", "\\", "\"\\\"", "it's ~ {\"a\":\"\\n\"}"] {
            let mut line = String::new();
            assert!(push_quoted(&mut line, text));
            assert_eq!(line, format!("{text:?}"));
        }
        for text in ["\n", "a\u{1b}[2J", "é", "\"\u{202e}", "\u{7f}"] {
            assert!(!push_quoted(&mut String::new(), text), "{text:?}");
        }
    }
}
