//! However large, deep or odd a failure is, its reply is valid, under the cap, and says what was cut.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use candor::render::{Place, Renderer};
use candor::{Code, Dialect, Disclosure, Discretion, Failure};
use serde_json::{Value, json};

/// The reply in every dialect: checked to be valid and under the cap.
fn replies(failure: Failure) -> Vec<String> {
    let (disclosure, _) = failure.disclose(&Discretion::new());
    Dialect::ALL.iter().copied().map(|dialect| reply(dialect, &disclosure)).collect()
}

fn reply(dialect: Dialect, disclosure: &Disclosure) -> String {
    let bytes = Renderer::new(dialect).reply(disclosure, Place::Tool { output_schema: None }).to_bytes();
    assert!(bytes.len() <= Discretion::DEFAULT_REPLY_CAP, "{dialect}: {} bytes", bytes.len());
    let value: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(dialect.recognise(&value).unwrap().reason(), disclosure.reason());
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_message_of_a_megabyte_is_cut_and_says_so() {
    for filler in ["x", "é", "\"", "\\", "\u{1}x", "word ", "😀"] {
        let message = filler.repeat(1_000_000 / filler.len());
        for reply in replies(Failure::internal(message)) {
            assert!(reply.contains("… [cut]"), "{reply}");
        }
    }
}

/// A value that is nested so many levels deep, and, unlike JSON of that depth, needs no stack to be dropped.
struct Nested(usize);

impl serde::Serialize for Nested {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => serializer.serialize_str("bottom"),
            level if level % 2 == 0 => serializer.collect_seq([Nested(level - 1)]),
            level => serializer.collect_map([("k", Nested(level - 1))]),
        }
    }
}

#[test]
fn details_nested_ten_thousand_deep_are_cut_and_say_so() {
    for reply in replies(Failure::internal("Deep").with_context("tree", Nested(10_000))) {
        assert!(reply.contains("[nested too deep]"), "{reply}");
    }
}

#[test]
fn ten_thousand_keys_are_cut_and_say_so() {
    let wide: Value =
        (0..10_000).map(|index| (format!("key{index}"), json!(index))).collect::<serde_json::Map<_, _>>().into();
    for reply in replies(Failure::internal("Wide").with_context("object", wide)) {
        assert!(reply.contains("more cut]"), "{reply}");
    }
    let many = (0..10_000)
        .fold(Failure::internal("Many"), |failure, index| failure.with_context(format!("key{index}"), index));
    for reply in replies(many) {
        assert!(reply.contains("more cut]"), "{reply}");
    }
    for reply in replies(Failure::internal("Long").with_context("list", vec![7; 10_000])) {
        assert!(reply.contains("more cut]"), "{reply}");
    }
}

#[test]
fn numbers_that_json_lacks_are_said_in_words() {
    let failure = Failure::internal("Odd").with_context("ratios", [f64::NAN, f64::INFINITY, 1.5]);
    for reply in replies(failure) {
        assert!(reply.contains("NaN") && reply.contains("inf") && reply.contains("1.5"), "{reply}");
    }
}

#[test]
fn everything_at_once_still_fits_and_keeps_what_matters() {
    let failure = Failure::new(Code::RateLimited, "m".repeat(1_000_000))
        .with_recovery("r".repeat(1_000_000))
        .with_field("f".repeat(1_000_000))
        .with_invalid_value("v".repeat(1_000_000))
        .with_context("k".repeat(1_000_000), vec!["x".repeat(10_000); 1_000]);
    let (disclosure, incident) = failure.disclose(&Discretion::new());
    assert!(disclosure.message().starts_with("mmm") && disclosure.recovery().hint().starts_with("rrr"));
    assert_eq!(incident.failure().message().len(), 1_000_000, "the operator keeps all of it");
    for &dialect in Dialect::ALL {
        let reply = reply(dialect, &disclosure);
        assert!(reply.contains("rate_limited") && reply.contains(&disclosure.occurrence().instance()));
    }
}

#[test]
fn a_secret_across_the_cut_does_not_leave_by_halves() {
    for padding in 200..2_000 {
        let message = format!("{} password=hunter2hunter2hunter2", "x ".repeat(padding));
        let (disclosure, _) = Failure::internal(message).disclose(&Discretion::new());
        assert!(!disclosure.message().contains("hunter"), "{padding}");
    }
    let secret = "s3cr3t-".repeat(40);
    let message = format!("{}{secret}", "[redacted] ".repeat(100).repeat(240));
    let (disclosure, _) =
        Failure::internal(message).disclose(&Discretion::new().with_secret(secret).with_reply_cap(4 << 20));
    assert!(!disclosure.message().contains("s3cr3t"));
}

#[test]
fn a_secret_in_a_long_name_or_a_long_detail_does_not_leave_by_halves() {
    let secret = "s3cr3t-".repeat(10);
    let discretion = Discretion::new().with_secret(&secret);
    for before in (60..140).chain(8_100..8_200).chain(4_000..4_100) {
        let failure = Failure::internal("x").with_context(format!("{}{secret}", "k".repeat(before)), 1);
        let canonical = serde_json::to_string(&failure.disclose(&discretion).0).unwrap();
        assert!(!canonical.contains("s3cr3t"), "{before}: {canonical}");
    }
    for before in (262_044..262_244).step_by(7) {
        let text = format!("{}{secret}", secret.repeat(before / secret.len()));
        let failure = Failure::internal("x").with_context("detail", text);
        let canonical =
            serde_json::to_string(&failure.disclose(&discretion.clone().with_reply_cap(8 << 20)).0).unwrap();
        assert!(!canonical.contains("s3cr3t"), "{before}");
    }
}

#[test]
fn nothing_that_is_printed_for_debugging_shows_a_secret() {
    const SECRET: &str = "hunter2-production";
    let failure = || {
        Failure::internal(SECRET)
            .with_recovery(format!("Use {SECRET} once more, please."))
            .with_context("note", SECRET)
            .with_private("sql", SECRET)
    };
    let discretion = Discretion::new().with_secret(SECRET);
    let (disclosure, incident) = failure().disclose(&discretion);
    let warning = candor::outcome::Warning::new(SECRET).with_context("note", SECRET);
    let success = candor::outcome::Success::new(SECRET).with_warning(warning.clone());
    let message = candor::failure::Message::new(SECRET).unwrap();
    let failure = failure();
    let printed = [
        format!("{failure} {failure:?} {incident:?} {disclosure:?} {discretion:?}"),
        format!("{warning:?} {success:?} {message:?} {:?} {:?}", failure.details(), failure.recovery()),
    ];
    assert!(!printed.concat().contains(SECRET), "{printed:?}");
}

#[test]
fn names_that_scrubbing_makes_equal_stay_apart() {
    let failure = Failure::internal("x").with_context("a@corp.io", 1).with_context("b@corp.io", 2);
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(disclosure.details().get("[email]"), Some(&json!(1)));
    assert_eq!(disclosure.details().get("[email] (2)"), Some(&json!(2)));
}

#[test]
fn a_session_of_hexadecimal_digits_leaves_under_no_name_and_in_no_text() {
    const SESSION: &str = "b162d3040ddf86d6614e79c66a01a577";
    for name in ["session", "sid", "userSession", "session_ref"] {
        let failure = Failure::conflict("No such cart").with_context(name, SESSION);
        let disclosure = failure.disclose(&Discretion::default()).0;
        assert_eq!(disclosure.details().text(name), Some("[redacted]"), "{name}");
    }
    let failure = Failure::conflict(SESSION).with_recovery(SESSION).with_context("etag", SESSION);
    let disclosure = failure.disclose(&Discretion::default()).0;
    assert!(!disclosure.message().contains(SESSION));
    assert_eq!(disclosure.recovery().hint(), "[redacted]");
    assert_eq!(disclosure.details().text("etag"), Some(SESSION));
}

#[test]
fn what_is_under_a_sensitive_name_is_not_in_the_message_either() {
    let failure =
        Failure::unauthorized("Login of bob failed with correct-horse").with_context("password", "correct-horse");
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(disclosure.message(), "Login of bob failed with [redacted]");
    assert_eq!(disclosure.details().text("password"), Some("[redacted]"));
    let failure =
        Failure::validation("password abcd1234 is too short").with_field("password").with_invalid_value("abcd1234");
    let (disclosure, _) = failure.disclose(&Discretion::new());
    assert_eq!(disclosure.message(), "password [redacted] is too short");
    let token = (0..600).map(|part| format!("{part}.x-")).collect::<String>();
    let failure = Failure::unauthorized(format!("{token} was refused")).with_context("token", token);
    assert_eq!(failure.disclose(&Discretion::new()).0.message(), "[redacted] was refused");
}

#[test]
fn names_that_become_equal_stay_under_the_cap_and_cost_little() {
    let alike: serde_json::Map<_, _> = (0..20_000).map(|index| (format!("a{index}@b.org"), json!(0))).collect();
    let failure = Failure::internal("x").with_context("addresses", &alike);
    for reply in replies(failure) {
        assert!(reply.contains("[email] (2)") && reply.contains("more cut]"));
    }
    let many = (0..999).fold(Failure::internal("x"), |failure, index| {
        failure.with_context(format!("{index}_token"), "abcd".repeat(9))
    });
    replies(many);
}

#[test]
fn a_note_of_what_was_cut_is_believed_up_to_a_limit() {
    let failure = Failure::internal("x").with_invalid_value(vec!["a", "[18446744073709551615 more cut]"]);
    replies(failure);
    let many =
        (0..1_500).fold(Failure::internal("x"), |failure, index| failure.with_context(format!("key{index}"), index));
    let (disclosure, _) = many.disclose(&Discretion::new().with_reply_cap(1 << 20));
    assert_eq!(disclosure.details().text("[cut]"), Some("[500 more cut]"));
    let linked = candor::Recovery::new("Read on.").with_docs(format!("https://example.com/{}", "x".repeat(9_000)));
    let (disclosure, _) = Failure::internal("x").with_recovery_and_docs(linked).disclose(&Discretion::new());
    assert_eq!(disclosure.recovery().docs(), Some("[cut]"));
}

#[test]
fn a_text_that_ends_as_if_it_were_cut_is_shown_as_it_is() {
    let claim = "word ".repeat(2_000) + "… [cut]";
    let failure = Failure::internal(claim.clone())
        .with_recovery(claim.clone())
        .with_context("text", &claim)
        .with_context("nested", json!({"texts": ["short", claim]}))
        .with_context("list", ["a", "[7 more cut]"])
        .with_context("[cut]", "[7 more cut]")
        .with_invalid_value(["a", "[7 more cut]"]);
    let (disclosure, _) = failure.disclose(&Discretion::new().with_reply_cap(1 << 20));
    let details = disclosure.details();
    assert_eq!(disclosure.message(), claim);
    assert_eq!(disclosure.recovery().hint(), claim);
    assert_eq!(details.text("text"), Some(&*claim));
    assert_eq!(details.get("nested"), Some(&json!({"texts": ["short", claim]})));
    assert_eq!(details.get("list"), Some(&json!(["a", "[7 more cut]"])));
    assert_eq!(details.text("invalid_value"), Some("[Array of 2 items]"));
    assert_eq!((details.get("[cut]"), details.text("[cut]_")), (None, Some("[7 more cut]")));
}

#[test]
fn how_much_was_left_out_is_added_up_over_several_servers() {
    let many =
        (0..1_500).fold(Failure::internal("x"), |failure, index| failure.with_context(format!("key{index}"), index));
    let (disclosure, _) = many.disclose(&Discretion::new().with_reply_cap(1 << 20));
    for &dialect in Dialect::ALL {
        let again = dialect.recognise(&dialect.render(&disclosure)).unwrap();
        let (again, _) = again.disclose(&Discretion::new().with_reply_cap(1 << 20));
        assert_eq!(again.details().text("[cut]"), Some("[500 more cut]"), "{dialect}");
    }
}

#[test]
fn a_note_of_what_was_cut_is_written_once() {
    let failure = (0..300).fold(Failure::internal("x").with_context("[cut]", "mine"), |failure, index| {
        failure.with_context(format!("key{index}"), "v".repeat(300))
    });
    for reply in replies(failure.with_context("late", "[7 more cut]")) {
        let value: Value = serde_json::from_str(&reply).unwrap();
        let details = &value["_meta"]["dev.candor/failure"]["details"];
        assert!(details["[cut]"].is_string() && details["[cut]_"] == "mine", "{details}");
        assert_eq!(serde_json::to_string(details).unwrap().matches("\"[cut]\"").count(), 1);
    }
}

#[test]
fn a_secret_that_repeats_itself_costs_no_more_than_another() {
    let discretion = Discretion::new().with_secret("s".repeat(100_000));
    let (disclosure, _) =
        Failure::internal("s".repeat(250_000)).with_context("token", "s".repeat(16_000)).disclose(&discretion);
    let (unnamed, _) = Failure::internal(" ").disclose(&Discretion::new());
    assert_eq!(disclosure.message(), unnamed.message());
}

#[test]
fn no_part_of_a_secret_leaves_in_odd_places() {
    let disclosed = |failure: Failure, secret: &str| {
        let (disclosure, _) = failure.disclose(&Discretion::new().with_secret(secret).with_reply_cap(4 << 20));
        serde_json::to_string(&disclosure).unwrap()
    };
    let secret = "s3cr3tPass#word?99";
    let endpoint = Failure::unavailable("x").with_endpoint(format!("/api/{secret}/x"));
    assert!(!disclosed(endpoint, secret).contains("s3cr3t"));

    let long = "0123456789abcdef".repeat(400);
    let late = Failure::internal(format!("{} {long}", "x1".repeat(128 * 1024 - 2_990)));
    assert!(!disclosed(late, &long).contains("0123456789abcdef"));

    let id = "a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e";
    let occurrence = candor::Occurrence::parse(id, "2026-11-15T18:30:00Z").unwrap();
    assert!(!disclosed(Failure::internal("x").with_occurrence(occurrence), id).contains(id));

    let foreign = json!({"success": false, "error": "x", "data": {"error_code": "Hunter2-Production-Key"}});
    let failure = Dialect::Envelope.recognise(&foreign).unwrap();
    assert!(!disclosed(failure, "Hunter2-Production-Key").contains("hunter2"));

    let nested = Failure::internal("x")
        .with_context("o", json!({"/etc/app/db_password": "pw-1", format!("{}_password", "k".repeat(130)): "pw-2"}));
    let shown = disclosed(nested, "unrelated");
    assert!(!shown.contains("pw-1") && !shown.contains("pw-2"), "{shown}");
}

#[test]
fn a_secret_does_not_leave_as_a_number_or_as_a_reason() {
    let discretion = Discretion::new().with_secret("90210555").with_secret("hunter_two");
    let failure = Failure::internal("x")
        .with_reason(candor::reason!("hunter_two"))
        .with_context("pin", 90_210_555)
        .with_context("nested", json!({"a": [90_210_555, 1]}))
        .with_invalid_value(90_210_555);
    let (disclosure, _) = failure.disclose(&discretion);
    let canonical = serde_json::to_string(&disclosure).unwrap();
    assert!(!canonical.contains("90210555") && !canonical.contains("hunter_two"), "{canonical}");
    assert_eq!(disclosure.reason().as_str(), "internal");
}

#[test]
fn a_smaller_cap_makes_a_smaller_reply() {
    let discretion = Discretion::new().with_reply_cap(0);
    let (disclosure, _) = Failure::internal("x".repeat(100_000)).disclose(&discretion);
    for &dialect in Dialect::ALL {
        let bytes = Renderer::new(dialect).reply(&disclosure, Place::Tool { output_schema: None }).to_bytes();
        assert!(bytes.len() <= Discretion::MIN_REPLY_CAP, "{dialect}: {} bytes", bytes.len());
    }
}

#[test]
fn a_long_reason_and_a_long_id_of_the_request_leave_the_reply_under_its_cap() {
    let discretion = Discretion::new().with_reply_cap(Discretion::MIN_REPLY_CAP);
    for (&dialect, filler) in
        Dialect::ALL.iter().flat_map(|it| ["words and ", "\"", "\u{1}"].map(move |text| (it, text)))
    {
        let failure = Failure::new(Code::NotFound, filler.repeat(10_000))
            .with_reason(candor::Reason::new("r".repeat(100)).unwrap())
            .with_field(filler.repeat(1_000))
            .with_recovery(filler.repeat(10_000))
            .with_context("note", filler.repeat(10_000));
        let (disclosure, _) = failure.disclose(&discretion);
        let renderer = Renderer::new(dialect).with_request_id(filler.repeat(10_000));
        for place in [Place::Tool { output_schema: None }, Place::Request] {
            let bytes = renderer.reply(&disclosure, place).to_bytes();
            assert!(bytes.len() <= Discretion::MIN_REPLY_CAP, "{dialect} {place:?}: {} bytes", bytes.len());
        }
    }
}

#[test]
fn a_list_says_how_many_of_all_its_items_are_missing() {
    let failure = Failure::conflict("Many").with_context("ids", (0..100_000).collect::<Vec<u32>>());
    let (disclosure, _) = failure.disclose(&Discretion::new());
    let ids = disclosure.details().get("ids").and_then(Value::as_array).unwrap();
    let shown = ids.len() - 1;
    assert_eq!(ids[shown], format!("[{} more cut]", 100_000 - shown));
    assert!(ids[..shown].iter().all(Value::is_number));
}
