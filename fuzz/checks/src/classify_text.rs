//! What holds for every error that is classified.

use candor::classify::{Classifier, Evidence, Rules, Step};

/// Panics unless everything holds for these bytes: a text, with a name before it if its first line ends in a colon.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let classifier = Classifier::standard();
    let verdict = classifier.classify_text(&text);
    assert_eq!(verdict, classifier.classify_text(&text), "the same text has one verdict");
    assert!(verdict.step() != Step::Common || text.contains(&*verdict.decided_by()), "{verdict:?}");
    if let Some((name, words)) = text.split_once(":\n") {
        let status = u16::from(bytes.first().copied().unwrap_or_default()) * 4;
        let evidence = Evidence::text(words).with_name(name).with_http_status(status).with_sqlstate(name);
        let verdict = classifier.classify_evidence(&evidence);
        assert!(!verdict.rule().is_empty());
    }
    if let Ok(rules) = Rules::from_json(&text) {
        let _ = Classifier::new().with_rules(rules).classify_text(&text);
    }
}
