//! Rules of the user come before the built-in ones, and are checked when they are built.

use candor::classify::{Classifier, Evidence, InvalidRules, Rule, Rules, Step};
use candor::{Code, Failure, Origin, Retry, Safety};
use std::io;
use std::time::Duration;

fn problems(rules: impl IntoIterator<Item = Rule>) -> Vec<String> {
    Rules::new(rules).expect_err("they are invalid").problems().to_vec()
}

fn classifier(rules: impl IntoIterator<Item = Rule>) -> Classifier {
    Classifier::new().with_rules(Rules::new(rules).expect("they are valid"))
}

#[test]
fn a_rule_of_the_user_comes_before_all_built_in_ones_but_a_failure() {
    let classifier = classifier([Rule::new("ours", Code::Conflict).when_text("connection refused")]);
    let verdict = classifier.classify_text("Connection  REFUSED by peer");
    assert_eq!((verdict.code(), verdict.step(), verdict.rule()), (Code::Conflict, Step::User, "ours"));
    let error = io::Error::new(io::ErrorKind::ConnectionRefused, "connection refused");
    assert_eq!(classifier.classify(&error).step(), Step::User);
    assert_eq!(classifier.classify(&Failure::timeout("connection refused")).step(), Step::Failure);
}

#[test]
fn the_first_rule_that_matches_decides() {
    let classifier = classifier([
        Rule::new("specific", Code::Conflict).when_text("the shop is closed"),
        Rule::new("general", Code::Unavailable).when_text("shop"),
    ]);
    assert_eq!(classifier.classify_text("the shop is closed today").rule(), "specific");
    assert_eq!(classifier.classify_text("the shop is open").rule(), "general");
}

#[test]
fn words_match_whole_in_order_with_any_words_for_a_star() {
    let classifier = classifier([Rule::new("stock", Code::Conflict).when_text("only * left in * stock")]);
    for text in ["Only 3 left in our stock", "only left in stock", "ONLY two, as it were, left in: stock!"] {
        assert_eq!(classifier.classify_text(text).rule(), "stock", "{text}");
    }
    for text in ["stock in left only", "only 3 left in stockholm", "lonely left in stock", "only 3 left stock in"] {
        assert_ne!(classifier.classify_text(text).rule(), "stock", "{text}");
    }
}

#[test]
fn all_conditions_of_a_rule_must_hold() {
    let classifier =
        classifier([Rule::new("all", Code::Conflict).when_text("sold out").when_name("ShopError").when_status(400)]);
    let all = Evidence::text("sold out").with_name("com.shop.ShopError").with_http_status(400);
    assert_eq!(classifier.classify_evidence(&all).rule(), "all");
    for evidence in [
        Evidence::text("sold").with_name("ShopError").with_http_status(400),
        Evidence::text("sold out").with_name("WorkshopError").with_http_status(400),
        Evidence::text("sold out").with_name("ShopError").with_http_status(409),
        Evidence::text("sold out"),
    ] {
        assert_ne!(classifier.classify_evidence(&evidence).rule(), "all", "{evidence:?}");
    }
}

#[test]
fn a_rule_says_whose_fault_it_is_and_whether_to_retry() {
    let retry = Retry::After(Duration::from_secs(5), Safety::Always);
    let rule = Rule::new("busy", Code::Unavailable).when_text("till busy");
    let verdict = classifier([rule.with_origin(Origin::Configuration).with_retry(retry)]).classify_text("till busy");
    assert_eq!((verdict.origin(), verdict.retry()), (Origin::Configuration, retry));
}

#[test]
fn a_rule_that_never_matches_is_refused() {
    let covered = [
        Rule::new("general", Code::Unavailable).when_text("shop * closed"),
        Rule::new("specific", Code::Conflict).when_text("the shop is closed").when_status(503),
    ];
    assert_eq!(
        problems(covered),
        [r#"rule "specific" never matches, since "general" before it always does; put it first"#]
    );
    let packaged = [
        Rule::new("any", Code::Conflict).when_name("SoldOut"),
        Rule::new("one", Code::Timeout).when_name("shop.SoldOut"),
    ];
    assert_eq!(problems(packaged).len(), 1);
    assert_eq!(problems([Rule::new("blank", Code::Conflict).when_text(" * ")]).len(), 1);
    assert_eq!(problems([Rule::new("blank_name", Code::Conflict).when_name(" ")]).len(), 1);
    assert_eq!(problems([Rule::new("no_status", Code::Conflict).when_status(7)]).len(), 1);
    assert_eq!(problems([Rule::new("bare", Code::Conflict)]).len(), 1);
}

#[test]
fn a_rule_with_a_star_covers_only_what_it_matches() {
    let rules = [
        Rule::new("one", Code::Unavailable).when_text("a b"),
        Rule::new("two", Code::Conflict).when_text("a * b"),
        Rule::new("three", Code::Conflict).when_text("b"),
    ];
    assert!(Rules::new(rules).is_ok());
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let rules = [
        Rule::new("Not An Id", Code::Conflict).when_text("x"),
        Rule::new("twice", Code::Conflict).when_text("y"),
        Rule::new("twice", Code::Timeout).when_text("z"),
        Rule::new("bare", Code::Conflict),
    ];
    assert_eq!(problems(rules).len(), 3);
}

#[test]
fn rules_that_can_match_one_error_and_disagree_are_named() {
    let rules = Rules::new([
        Rule::new("by_text", Code::Unavailable).when_text("shop closed"),
        Rule::new("by_name", Code::Conflict).when_name("ShopError"),
        Rule::new("elsewhere", Code::Conflict).when_text("till broken").when_name("TillError"),
        Rule::new("agrees", Code::Unavailable).when_name("ClosedError"),
    ])
    .expect("they are valid");
    let named: Vec<String> = rules.overlaps().iter().map(ToString::to_string).collect();
    assert_eq!(named, ["by_text and by_name can match the same error; by_text decides"]);
}

#[test]
fn rules_are_read_from_json() {
    let rules = Rules::from_json(
        r#"{"rules": [{"id": "busy", "code": "unavailable", "text": "till busy", "origin": "upstream",
            "retry": {"retryable": true, "after_ms": 5000, "safe": "always"}}]}"#,
    )
    .expect("they are valid");
    let verdict = Classifier::new().with_rules(rules).classify_text("Till busy.");
    assert_eq!(verdict.retry(), Retry::After(Duration::from_secs(5), Safety::Always));
}

#[test]
fn bad_json_is_refused_with_its_place_and_the_form_wanted() {
    let rows = [
        ("", "EOF while parsing a value at line 1 column 0"),
        (r#"{"rules": [{"id": "a", "code": "nope", "text": "x"}]}"#, "no failure code is called \"nope\""),
        (r#"{"rules": [{"id": "a", "code": "timeout", "words": "x"}]}"#, "unknown field `words`"),
        (r#"{"rules": [{"id": "a", "code": "timeout", "status": -1}]}"#, "invalid value: integer `-1`"),
        (
            r#"{"rules": [{"id": "a", "code": "timeout", "text": "x", "retry": {"retryable": true, "safe": "sometimes"}}]}"#,
            "unknown variant `sometimes`",
        ),
        (r#"{"rules": 7}"#, "invalid type: integer `7`"),
    ];
    for (text, problem) in rows {
        let message = Rules::from_json(text).expect_err("it is invalid").to_string();
        assert!(message.starts_with(problem) && message.contains("shop_closed"), "{message}");
    }
}

#[test]
fn many_rules_over_a_long_text_are_fast() -> Result<(), InvalidRules> {
    let rules =
        (0..1_000).map(|number| Rule::new(format!("r{number}"), Code::Conflict).when_text(format!("a * {number}x")));
    let classifier = Classifier::new().with_rules(Rules::new(rules)?);
    assert_ne!(classifier.classify_text(&"a ".repeat(500_000)).step(), Step::User);
    let too_many =
        (0..1_001).map(|number| Rule::new(format!("r{number}"), Code::Conflict).when_text(format!("{number}x")));
    assert!(Rules::new(too_many).is_err());
    Ok(())
}
