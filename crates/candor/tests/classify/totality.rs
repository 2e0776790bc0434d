//! Any text and any evidence gets a verdict, and never more than it deserves.

use candor::Code;
use candor::classify::{Classifier, Evidence, Step};
use proptest::prelude::*;

/// Words that phrases are made of, and signs that part them.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "not",
        "found",
        "cannot",
        "be",
        "must",
        "is",
        "timeout",
        "connection",
        "refused",
        "NotFoundError",
        "ECONNRESET",
        "status",
        "code",
        "429",
        "error",
        "-32602",
        "'",
        "\"",
        "`",
        "{\"message\":\"",
        ":",
        ".",
        ",",
        "(",
        ")",
        "/a/b",
        "https://a.b/c",
        "a@b.c",
        "$HOME",
        "doesn't",
        "“",
        "”",
        "’",
        "\n",
        "é",
        "SQLSTATE",
        "23505",
        "ORA-00001",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => any::<String>(), 1 => "[a-zA-Z_.']{0,12}"]
}

fn text() -> impl Strategy<Value = String> {
    (prop::collection::vec(piece(), 0..40), prop::sample::select(vec!["", " "]))
        .prop_map(|(pieces, gap)| pieces.join(gap))
}

proptest! {
    #[test]
    fn every_text_gets_a_verdict_whose_reason_is_in_the_text(text in text()) {
        let verdict = Classifier::standard().classify_text(&text);
        let is_from_text = verdict.step() == Step::Common;
        prop_assert!(!is_from_text || text.contains(&*verdict.decided_by()), "{verdict:?}");
        prop_assert!(!verdict.rule().is_empty());
    }

    #[test]
    fn a_bad_request_stays_a_fault_of_the_request_whatever_its_words(text in text()) {
        let verdict = Classifier::standard().classify_evidence(&Evidence::text(&text).with_http_status(400));
        let is_of_server = matches!(
            verdict.code(),
            Code::Internal | Code::Unavailable | Code::Timeout | Code::Database | Code::Configuration | Code::DependencyFailed
        );
        prop_assert!(!is_of_server, "{verdict:?}");
    }

    #[test]
    fn evidence_of_any_kind_gets_a_verdict_with_a_reason(
        text in text(), name in piece(), status in any::<u16>(), number in any::<i32>(), state in "\\PC{0,6}",
    ) {
        let evidence = Evidence::text(&text).with_name(&name).with_http_status(status).with_sqlstate(&state);
        let all = [evidence, evidence.with_errno(number), evidence.with_grpc_status(number), evidence.with_exit_code(number)];
        for evidence in all {
            let verdict = Classifier::standard().classify_evidence(&evidence);
            prop_assert_eq!(verdict.step() == Step::Fallback, verdict.rule() == "fallback");
        }
    }
}

#[test]
fn a_long_text_is_read_at_both_ends() {
    let filler = "lorem ipsum dolor ".repeat(20_000);
    let classifier = Classifier::standard();
    let verdict = classifier.classify_text(&format!("{filler}: connection refused"));
    assert_eq!((verdict.rule(), &*verdict.decided_by()), ("words.refused", "connection refused"));
    assert_eq!(classifier.classify_text(&format!("connection refused: {filler}")).rule(), "words.refused");
}
