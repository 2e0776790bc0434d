//! A message that mentions a failure is not that failure.

use candor::Code;
use candor::classify::Classifier;

fn code_of(text: &str) -> Code {
    Classifier::standard().classify_text(text).code()
}

#[test]
fn what_something_must_be_does_not_say_what_it_is() {
    for text in [
        "connection timeout must be positive",
        "The rate limit must be at least 1",
        "permission name must not be empty",
        "Quota should be a number between 1 and 100",
        "The not-found page must be set together with its title",
    ] {
        assert!(matches!(code_of(text), Code::Validation | Code::InvalidParams | Code::OutOfRange), "{text}");
    }
}

#[test]
fn a_cancelled_order_is_not_a_cancelled_call() {
    assert_eq!(code_of("Order cancelled: cannot refund"), Code::Conflict);
    assert_eq!(code_of("the request was cancelled by the client"), Code::Cancelled);
}

#[test]
fn a_table_that_does_not_exist_is_a_matter_of_the_database() {
    assert_eq!(code_of("no such table: users"), Code::Database);
    assert_eq!(code_of("no such user: jane"), Code::NotFound);
}

#[test]
fn quoted_words_links_paths_and_addresses_are_not_read() {
    for text in [
        r#"could not find "permission denied.txt""#,
        "not found: https://example.com/timeout/forbidden",
        "no such file: /var/forbidden/rate-limit",
        "no user with the address unauthorized@timeout.example was found",
        "no such host record in forbidden.example.com, 404 not found",
    ] {
        assert!(matches!(code_of(text), Code::NotFound | Code::Unavailable), "{text}: {}", code_of(text));
    }
}

#[test]
fn advice_counts_for_less_than_a_statement() {
    assert_eq!(
        code_of("The order already exists. Please check your permissions or try again later."),
        Code::AlreadyExists
    );
}

#[test]
fn what_might_be_counts_for_less_than_what_is() {
    assert_eq!(code_of("The upload was not found. It may have been aborted or timed out."), Code::NotFound);
}

#[test]
fn json_in_a_message_is_read_where_it_says_what_went_wrong() {
    let text = r#"Error: {"request_id": "timeout-7", "error": {"message": "Rate limit reached for requests"}}"#;
    assert_eq!(code_of(text), Code::RateLimited);
}

#[test]
fn an_identifier_is_read_like_its_words() {
    for text in ["ORDER_NOT_FOUND", "OrderNotFound", "order-not-found", "errors.order_not_found"] {
        assert_eq!(code_of(text), Code::NotFound, "{text}");
    }
}
