//! Texts that are part of the program: they never change, so the scrubber looks at each of them once.

use super::Scrubber;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The address and length of a text. What is `'static` never moves or changes.
type Place = (usize, usize);

/// More texts than a program has; a program that leaks texts to make them `'static` does not fill the memory here, too.
const MOST: usize = 10_000;

/// Whether no rule finds anything in a text of the program. Configured secrets are not looked for.
pub(super) fn is_clean(text: &'static str) -> bool {
    static KNOWN: LazyLock<RwLock<HashMap<Place, bool>>> = LazyLock::new(RwLock::default);
    let place = (text.as_ptr().addr(), text.len());
    if let Some(is_clean) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&place) {
        return *is_clean;
    }
    // What the strictest scrubber leaves as it is, every other leaves as it is.
    let is_clean = Scrubber::new().hiding_schema_names().removals(text).is_empty();
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if known.len() < MOST {
        known.insert(place, is_clean);
    }
    is_clean
}

#[cfg(test)]
mod tests {
    use crate::{Discretion, Failure};

    #[test]
    fn a_text_of_the_program_is_scrubbed_like_any_other_except_for_its_addresses() {
        for _ in 0..2 {
            let failure = Failure::internal("see /etc/shop/prices.csv")
                .with_recovery("Write to desk@corp.io with password=hunter2 at once.");
            let (disclosure, incident) = failure.disclose(&Discretion::new());
            assert_eq!(disclosure.message(), "see [path]");
            assert_eq!(disclosure.recovery().hint(), "Write to desk@corp.io with password=[redacted] at once.");
            assert!(!incident.rules().is_empty());
        }
    }

    #[test]
    fn a_secret_that_is_configured_later_is_found_in_a_text_of_the_program() {
        let disclosed = |discretion: &Discretion| {
            let failure = Failure::internal("winter-rates are closed").with_recovery("Ask for winter-rates next year.");
            let (disclosure, _) = failure.disclose(discretion);
            format!("{} {}", disclosure.message(), disclosure.recovery().hint())
        };
        assert!(disclosed(&Discretion::new()).contains("winter-rates"));
        assert!(!disclosed(&Discretion::new().with_secret("winter-rates")).contains("winter-rates"));
    }
}
