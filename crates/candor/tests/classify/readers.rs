//! Errors of foreign types, by the readers that know them.

use candor::classify::{Classifier, ErrorReader, Evidence, Reading, Rule, Rules, Step, Verdict};
use candor::{Code, Failure, Retry, reason};
use std::error::Error;
use std::io;

#[derive(Debug)]
enum ShopError {
    /// Facts.
    Refused { status: u16, code: &'static str },
    /// Facts, and words that are not those of `Display`.
    Said(&'static str),
    /// The type decides.
    SoldOut,
    /// It carries a failure, which is not among its sources.
    Carries(Failure),
    /// Nothing is known of it.
    Odd,
}

impl std::fmt::Display for ShopError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("order 17 already exists")
    }
}

impl Error for ShopError {}

struct ShopErrors;

impl ErrorReader for ShopErrors {
    fn name(&self) -> &'static str {
        "shop"
    }

    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        match error.downcast_ref::<ShopError>()? {
            ShopError::Refused { status, code } => {
                Some(Evidence::default().with_http_status(*status).with_name(code).into())
            }
            ShopError::Said(text) => Some(Evidence::text(text).into()),
            ShopError::SoldOut => Some(Verdict::new(Code::Conflict, "shop.sold_out").into()),
            ShopError::Carries(failure) => Some(failure.clone().into()),
            ShopError::Odd => None,
        }
    }
}

fn classify(error: &(dyn Error + 'static)) -> Verdict {
    Classifier::new().with_reader(ShopErrors).classify(error)
}

#[test]
fn a_reader_gives_evidence_a_verdict_or_a_failure() {
    let refused = classify(&ShopError::Refused { status: 400, code: "ThrottlingException" });
    assert_eq!((refused.code(), refused.step()), (Code::RateLimited, Step::Typed));
    let sold_out = classify(&ShopError::SoldOut);
    assert_eq!((sold_out.code(), sold_out.rule(), sold_out.step()), (Code::Conflict, "shop.sold_out", Step::Typed));
    let failure = Failure::not_found("No order 17").with_reason(reason!("no_order"));
    let carried = classify(&ShopError::Carries(failure));
    assert_eq!((carried.code(), carried.rule(), carried.step()), (Code::NotFound, "shop", Step::Typed));
    assert_eq!(carried.decided_by(), "no_order");
}

#[test]
fn without_its_reader_an_error_is_classified_by_its_words() {
    for error in [ShopError::SoldOut, ShopError::Odd] {
        assert_eq!(Classifier::standard().classify(&error).code(), Code::AlreadyExists);
    }
    assert_eq!(classify(&ShopError::Odd).code(), Code::AlreadyExists);
}

#[test]
fn evidence_without_a_text_gets_that_of_the_error_where_it_is_not_sure() {
    // 400 is coarse, 404 is not.
    assert_eq!(classify(&ShopError::Refused { status: 400, code: "" }).code(), Code::AlreadyExists);
    assert_eq!(classify(&ShopError::Refused { status: 404, code: "" }).code(), Code::NotFound);
    // Words of its own stay alone.
    assert_eq!(classify(&ShopError::Said("rate limit exceeded")).code(), Code::RateLimited);
}

#[test]
fn a_reader_is_asked_about_every_cause() {
    let wrapped = io::Error::other(io::Error::other(ShopError::SoldOut));
    assert_eq!(classify(&wrapped).rule(), "shop.sold_out");
}

#[test]
fn a_reader_of_the_user_comes_before_the_built_in_ones_and_the_first_before_the_second() {
    struct Named(&'static str);
    impl ErrorReader for Named {
        fn name(&self) -> &'static str {
            self.0
        }
        fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
            error.is::<io::Error>().then(|| Verdict::new(Code::Database, self.0).with_retry(Retry::Never).into())
        }
    }
    let error = io::Error::from(io::ErrorKind::NotFound);
    let classifier = Classifier::new().with_reader(Named("one")).with_reader(Named("two"));
    assert_eq!(classifier.classify(&error).rule(), "one");
    assert_eq!(Classifier::new().classify(&error).rule(), "io.not_found");
    assert!(format!("{classifier:?}").contains("two"));
}

#[test]
fn rules_of_the_user_see_what_a_reader_knows() {
    let rules = Rules::new([Rule::new("ours", Code::Cache).when_name("E_STOCK").when_status(409)]).unwrap();
    let classifier = Classifier::new().with_rules(rules).with_reader(ShopErrors);
    let error = ShopError::Refused { status: 409, code: "E_STOCK" };
    assert_eq!(classifier.classify(&io::Error::other(error)).rule(), "ours");
    let other = ShopError::Refused { status: 409, code: "E_OTHER" };
    assert_eq!(classifier.classify(&other).code(), Code::Conflict);
}

#[test]
fn a_failure_among_the_causes_comes_before_every_reader() {
    let failure = Failure::not_found("No order 17");
    let verdict = classify(&io::Error::other(failure));
    assert_eq!((verdict.code(), verdict.step()), (Code::NotFound, Step::Failure));
}
