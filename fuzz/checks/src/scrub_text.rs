//! What holds for every text that is scrubbed.

use candor::disclose::Scrubber;

/// No placeholder is longer, in bytes.
const LONGEST_PLACEHOLDER: usize = 32;

/// Panics unless everything holds for these bytes, read as text.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // The hardest secret is one that the text begins with. One with a bracket could be made of placeholders.
    let own: String = text.chars().take(12).filter(|it| !matches!(it, '[' | ']')).collect();
    for scrubber in
        [Scrubber::new(), Scrubber::new().with_secret("hunter2-production"), Scrubber::new().with_secret(own)]
    {
        removals_can_be_taken_out(&scrubber, &text);
        let scrubbed = scrubber.scrub(&text);
        assert_eq!(scrubber.scrub(&scrubbed), scrubbed, "scrubbing twice is scrubbing once");
        assert!(!scrubber.removals(&text).is_empty() || scrubbed == text, "what is removed is a removal");
        let placeholders = scrubbed.matches('[').count() * LONGEST_PLACEHOLDER;
        assert!(scrubbed.len() <= text.len() + placeholders, "{} of {} bytes", scrubbed.len(), text.len());
        assert!(!scrubbed.contains("hunter2-production") || scrubber.removals("hunter2-production").is_empty());
    }
}

/// In order, without overlaps, none empty, and none through a character.
fn removals_can_be_taken_out(scrubber: &Scrubber, text: &str) {
    let mut end = 0;
    for removal in scrubber.removals(text) {
        assert!(removal.span.start >= end, "{removal:?} begins before {end}");
        assert!(text.get(removal.span.clone()).is_some_and(|it| !it.is_empty()), "{removal:?} is no part of the text");
        assert!(
            removal.placeholder.starts_with('[') && removal.placeholder.len() <= LONGEST_PLACEHOLDER,
            "{removal:?}"
        );
        end = removal.span.end;
    }
}
