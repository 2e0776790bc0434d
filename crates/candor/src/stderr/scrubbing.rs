//! What is scrubbed from the log, whoever writes it: by all rules, and of the secrets of all policies.

use candor_scrub::{Allowed, Scrubber};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, PoisonError, RwLock, Weak};

/// The longest word that may be cut in two by the end of a text, in bytes.
const LONGEST_WORD: usize = 1024;

/// The secrets of the policies that live.
static SECRETS: RwLock<Vec<Weak<Scrubber>>> = RwLock::new(Vec::new());

/// Secrets that are in no line of the log, as long as this lives.
#[derive(Clone, Default)]
pub(crate) struct LogSecrets {
    /// None if there are no secrets. Held for the list.
    _scrubber: Option<Arc<Scrubber>>,
}

impl LogSecrets {
    /// Those of this scrubber.
    pub(crate) fn of(scrubber: &Scrubber) -> LogSecrets {
        let scrubber = scrubber.secrets_only().map(Arc::new);
        if let Some(scrubber) = &scrubber {
            let mut secrets = SECRETS.write().unwrap_or_else(PoisonError::into_inner);
            secrets.retain(|secrets| secrets.strong_count() > 0);
            secrets.push(Arc::downgrade(scrubber));
        }
        LogSecrets { _scrubber: scrubber }
    }

    fn all() -> Vec<Arc<Scrubber>> {
        SECRETS.read().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect()
    }
}

/// What is known of an event while it is written.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// What stays although a rule finds it, secrets apart.
    pub(crate) kept: Option<Allowed>,
    /// Whether each of its fields was scrubbed by all rules.
    pub(crate) are_fields_scrubbed: bool,
}

thread_local! {
    static KNOWN: RefCell<Known> = const { RefCell::new(Known { kept: None, are_fields_scrubbed: false }) };
}

/// How a text is scrubbed: known when it is written, since the policies may have ended when its turn comes.
pub(super) struct Scrubbing {
    secrets: Vec<Arc<Scrubber>>,
    known: Known,
}

impl Scrubbing {
    /// That of what this thread writes now.
    pub(super) fn of_this_thread() -> Scrubbing {
        // A thread that is ending may have no thread locals any more.
        let known = KNOWN.try_with(|known| known.borrow().clone()).unwrap_or_default();
        Scrubbing { secrets: LogSecrets::all(), known: Known { are_fields_scrubbed: false, ..known } }
    }

    /// That of an event that this thread writes now, of which nothing but its fields is in the text.
    pub(super) fn of_the_fields() -> Scrubbing {
        let known = KNOWN.try_with(|known| known.borrow().clone()).unwrap_or_default();
        Scrubbing { secrets: LogSecrets::all(), known }
    }
}

/// Runs work that writes an event of which this is known.
#[cfg(feature = "tracing")]
pub(crate) fn knowing<T>(known: Known, work: impl FnOnce() -> T) -> T {
    /// Takes it back, also if the work panics.
    struct Outer(Known);
    impl Drop for Outer {
        fn drop(&mut self) {
            let _ = KNOWN.try_with(|known| known.replace(std::mem::take(&mut self.0)));
        }
    }
    let _outer = Outer(KNOWN.try_with(|outer| outer.replace(known)).unwrap_or_default());
    work()
}

/// The text as it may be in a log.
pub(crate) fn scrubbed(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for secrets in LogSecrets::all() {
        if let Cow::Owned(scrubbed) = secrets.scrub(&text) {
            text = Cow::Owned(scrubbed);
        }
    }
    match Scrubber::standard().scrub(&text) {
        Cow::Owned(scrubbed) => Cow::Owned(scrubbed),
        Cow::Borrowed(_) => text,
    }
}

/// A text of which so many bytes were cut off, as it may be in a log.
pub(super) fn scrubbed_text(text: &[u8], cut: usize, by: &Scrubbing) -> Vec<u8> {
    let mut text = Cow::Borrowed(text);
    for secrets in &by.secrets {
        text = Cow::Owned(secrets.scrub_bytes(&text).into_owned());
    }
    let mut text = match &by.known {
        Known { are_fields_scrubbed: true, .. } if cut == 0 => text.into_owned(),
        Known { kept: Some(kept), .. } => {
            Scrubber::standard().clone().allowing(kept.clone()).scrub_bytes(&text).into_owned()
        }
        Known { kept: None, .. } => Scrubber::standard().scrub_bytes(&text).into_owned(),
    };
    if cut > 0 {
        // A secret that is cut in two is not recognised: its first half is in the last bytes, of which a letter may take six.
        let longest = by.secrets.iter().map(|secrets| 6 * secrets.longest_secret_len()).fold(LONGEST_WORD, usize::max);
        text.truncate(text.len().saturating_sub(longest));
        let end = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
        text.truncate(end);
        text.extend_from_slice(format!(" [more than {cut} bytes cut]\n").as_bytes());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], cut: usize) -> String {
        String::from_utf8(scrubbed_text(bytes, cut, &Scrubbing::of_this_thread())).unwrap()
    }

    #[test]
    fn secrets_of_policies_are_hidden_as_long_as_these_live() {
        let secrets = LogSecrets::of(&Scrubber::new().with_secret("marlin-of-the-log"));
        let other = LogSecrets::of(&Scrubber::new().with_secret("tuna-of-the-log"));
        let copy = secrets.clone();
        drop(secrets);
        assert_eq!(text(b"marlin-of-the-log, tuna-of-the-log\n", 0), "[redacted], [redacted]\n");
        assert_eq!(scrubbed("marlin-of-the-log password=hunter2"), "[redacted] password=[redacted]");
        drop((copy, other));
        assert_eq!(text(b"marlin-of-the-log\n", 0), "marlin-of-the-log\n");
    }

    #[cfg(feature = "tracing")]
    #[test]
    fn what_was_scrubbed_field_by_field_loses_secrets_alone_and_only_while_it_is_written() {
        let _secrets = LogSecrets::of(&Scrubber::new().with_secret("squid-of-the-log"));
        let line = b"error.type=\"internal\" of=jane@corp.io squid-of-the-log\n";
        let written = |by: &Scrubbing, cut| String::from_utf8(scrubbed_text(line, cut, by)).unwrap();
        let by_all_rules = "error.type=\"internal\" of=[email] [redacted]\n";
        let known = |are_fields_scrubbed| Known { kept: None, are_fields_scrubbed };
        knowing(known(true), || {
            let by_secrets = "error.type=\"internal\" of=jane@corp.io [redacted]\n";
            assert_eq!(written(&Scrubbing::of_the_fields(), 0), by_secrets);
            assert_eq!(written(&Scrubbing::of_this_thread(), 0), by_all_rules, "a span may be in it");
            assert!(!written(&Scrubbing::of_the_fields(), 1).contains("jane"), "half of it is not what was scrubbed");
        });
        knowing(known(false), || assert_eq!(written(&Scrubbing::of_the_fields(), 0), by_all_rules));
        assert_eq!(written(&Scrubbing::of_the_fields(), 0), by_all_rules);
    }

    #[test]
    fn of_a_text_that_is_cut_no_half_of_a_secret_is_left() {
        let secret = "one phrase of many words ".repeat(100);
        let _secrets = LogSecrets::of(&Scrubber::new().with_secret(secret.trim()));
        let start = "all is well, ".repeat(3_000);
        let half = format!("{start}{}", &secret[..secret.len() / 2]);
        let written = text(half.as_bytes(), 1_250);
        assert!(
            written.starts_with("all is well, ") && written.ends_with(" [more than 1250 bytes cut]\n"),
            "{written}"
        );
        assert!(!written.contains("phrase"), "{written}");
    }
}
