//! A binary PKCS #12 container of keys, read as text with every invalid byte replaced.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::Text;

explained! {
    /// # What it removes
    ///
    /// A binary PKCS #12 container of keys (`.p12`, `.pfx`), read as text. Everything up to the end of the text is
    /// removed, because the bytes of its length are lost. In the example, control characters are written as escapes.
    ///
    /// # Why
    ///
    /// The container holds private keys; its password can be guessed offline.
    ///
    /// # Example
    ///
    /// ```text
    /// cannot parse 0\u{fffd}\n\u{fffd}\u{2}\u{1}\u{3}0\u{fffd}\n&\u{6}\t*\u{fffd}H\u{fffd}\u{fffd}\r\u{1}\u{7}\u{1}fake
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// cannot parse [redacted]
    /// ```
    ///
    /// # Instead
    ///
    /// Do not put the contents of a file into a message. Name the file and its size.
    pub(crate) const RULE: Rule = Rule {
        id: "pkcs12",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["\u{2}\u{1}\u{3}0"]),
        window: LONGEST_WINDOW,
        find,
    };
}

/// The object identifier of the data, 1.2.840.113549.1.7, with its invalid bytes replaced.
const DATA: &str = "\u{6}\t*\u{fffd}H\u{fffd}\u{fffd}\r\u{1}\u{7}";
/// The greatest distance from the tag of the sequence to its version, and from there to the object identifier.
const NEAR: usize = 16;

/// The trigger is the version of the container, 3. Its length is lost with the replaced bytes, so everything up to the
/// end of the text is removed.
fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let floor = hit.span.start.saturating_sub(NEAR).max(hit.from);
    let before = text.0.as_bytes().get(floor..hit.span.start).unwrap_or_default();
    let opening = before.iter().position(|byte| *byte == b'0').map(|at| floor + at);
    let after = text.0.as_bytes().get(hit.span.end..).unwrap_or_default();
    let has_data = after
        .get(..(NEAR + DATA.len()).min(after.len()))
        .is_some_and(|near| memchr::memmem::find(near, DATA.as_bytes()).is_some());
    match opening {
        Some(start) if has_data => {
            found.take(start..text.len());
            text.len()
        }
        _ => hit.span.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn a_container_is_removed_and_its_fragments_are_kept() {
        let container = format!("0\u{fffd}\t\u{7f}\u{2}\u{1}\u{3}0\u{fffd}\t5{DATA}\u{1}\u{fffd} more of it");
        assert_eq!(Scrubber::new().scrub(&container), "[redacted]");
        let other = "0\u{5}\u{2}\u{1}\u{3}0 is no container";
        assert_eq!(Scrubber::new().scrub(other), other);
        let fragment = format!("\u{1}\u{fffd}{DATA}\u{1} more of it");
        assert_eq!(Scrubber::new().scrub(&fragment), fragment);
    }
}
