//! What holds for every failure, however odd.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use candor::disclose::Scrubber;
use candor::render::{Channel, FailurePart, Place, Renderer, Revision, recognise};
use candor::{Code, Dialect, Disclosure, Discretion, Failure, Occurrence, Origin, Reason, Recovery, Retry, Safety};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;
use std::time::Duration;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,60}",
        any::<String>(),
        "[a-z]{1,8}(=|: |://|@|/|\\?|&)[a-z:@/.=&]{1,20}",
        Just("password=hunter2 at postgres://u:p@h/x".to_owned()),
        Just("\u{0}\u{1f}\"\\\u{2028}😀".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Bits of text that make rules begin, end, overlap and bring each other to light.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "://",
        "@",
        "=",
        ":",
        "?",
        "&",
        "/home/",
        "/var/lib/",
        "C:\\",
        "file:///",
        "password",
        "token",
        "key",
        "api_key",
        "Authorization",
        "'",
        "\"",
        "\\",
        "[redacted]",
        "[path]",
        "[email]",
        "hunter2-",
        "a",
        "b.com",
        "x.org",
        " ",
        "\n",
        "zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL",
        "deadbeef",
        "|",
        ";",
        ",",
        "<",
        ">",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "%",
        "#",
    ])
}

/// Names that some dialect knows, where they could be mistaken for its own.
fn member() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "status",
        "title",
        "type",
        "detail",
        "instance",
        "success",
        "error",
        "data",
        "meta",
        "message",
        "details",
        "retryable",
        "code",
        "time",
        "context",
        "content",
        "isError",
        "structuredContent",
        "result",
        "jsonrpc",
        "uri",
    ])
    .prop_map(str::to_owned)
}

fn retry() -> impl Strategy<Value = Retry> {
    let safety = prop_oneof![Just(Safety::Always), Just(Safety::IfIdempotent)];
    prop_oneof![
        Just(Retry::Never),
        safety.clone().prop_map(Retry::Backoff),
        (0..10_000_000_u64, safety).prop_map(|(ms, safety)| Retry::After(Duration::from_millis(ms), safety)),
    ]
}

fn reason() -> impl Strategy<Value = Reason> {
    "[a-z][a-z0-9]{0,8}(_[a-z0-9]{1,8}){0,3}".prop_map(|text| Reason::new(text).unwrap())
}

prop_compose! {
    fn failure()(
        code in prop::sample::select(Code::all().collect::<Vec<_>>()),
        message in text(),
        reason in prop::option::of(reason()),
        origin in prop::option::of(prop::sample::select(Origin::ALL.to_vec())),
        retry in prop::option::of(retry()),
        recovery in prop::option::of((text(), prop::option::of("https://example.com/[a-z]{1,9}"))),
        named in prop::collection::vec((0..9_u8, text()), 0..4),
        context in prop::collection::vec((prop_oneof![text(), "[a-z_]{1,12}", member()], value()), 0..4),
        status in prop::option::of(300..700_u16),
        id in any::<[u8; 16]>(),
        time in 0..4_000_000_000_000_i64,
    ) -> Failure {
        let mut failure = Failure::new(code, message);
        if let Some(reason) = reason { failure = failure.with_reason(reason); }
        if let Some(origin) = origin { failure = failure.with_origin(origin); }
        if let Some(retry) = retry { failure = failure.with_retry(retry); }
        if let Some((hint, docs)) = recovery {
            let recovery = Recovery::new(hint);
            failure = failure.with_recovery_and_docs(match docs { Some(docs) => recovery.with_docs(docs), None => recovery });
        }
        for (kind, text) in named {
            failure = match kind {
                0 => failure.with_field(text),
                1 => failure.with_constraint(text),
                2 => failure.with_invalid_value(text),
                3 => failure.with_entity(text.clone(), text),
                4 => failure.with_tool(text),
                5 => failure.with_endpoint(text),
                6 => failure.with_limit(u64::from(kind), text),
                7 => failure.with_original_error(text),
                _ => failure.with_request_id(text),
            };
        }
        for (key, value) in context { failure = failure.with_context(key, value); }
        if let Some(status) = status { failure = failure.with_status(status); }
        let id = uuid_urn(id);
        failure.with_occurrence(Occurrence::parse(&id, &time_text(time)).unwrap())
    }
}

fn uuid_urn(bytes: [u8; 16]) -> String {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

fn time_text(ms: i64) -> String {
    let (seconds, ms) = (ms / 1_000, ms % 1_000);
    let day = 1 + seconds / 86_400 % 28;
    let year = 1970 + seconds / 31_536_000;
    format!("{year:04}-03-{day:02}T{:02}:{:02}:{:02}.{ms:03}Z", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
}

/// The whole disclosure of a failure, with room for everything.
fn disclosed(failure: Failure) -> Disclosure {
    failure.disclose(&Discretion::new().with_reply_cap(1 << 20)).0
}

fn differing(one: &Disclosure, other: &Disclosure) -> Vec<FailurePart> {
    FailurePart::ALL.iter().copied().filter(|part| part.differs(one, other)).collect()
}

/// The code that is read back: a problem of another service's failure names its own, any other code is folded.
fn read_back(dialect: Dialect, disclosure: &Disclosure) -> Code {
    let status = disclosure.details().get("status").and_then(Value::as_u64);
    let is_api_error = disclosure.origin() == Origin::Upstream && status.is_some_and(|it| (400..=599).contains(&it));
    if dialect == Dialect::Problem && is_api_error { disclosure.code() } else { dialect.fold(disclosure.code()) }
}

/// What a dialect may change: what its docs list, and a code that it folds.
fn may_change(dialect: Dialect, disclosure: &Disclosure) -> Vec<FailurePart> {
    let mut parts = dialect.loses().to_vec();
    if read_back(dialect, disclosure) != disclosure.code() {
        parts.push(FailurePart::Code);
    }
    parts
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recognising_what_was_rendered_keeps_all_that_the_dialect_carries(failure in failure()) {
        let original = disclosed(failure);
        for &dialect in Dialect::ALL {
            let again = disclosed(dialect.recognise(&dialect.render(&original)).unwrap());
            prop_assert_eq!(again.code(), read_back(dialect, &original));
            let allowed = may_change(dialect, &original);
            for part in differing(&original, &again) {
                prop_assert!(allowed.contains(&part), "{} loses the {}", dialect, part);
            }
            prop_assert_eq!(dialect.losses(&original), differing(&original, &again));
        }
    }

    #[test]
    fn translating_there_and_back_loses_only_what_the_other_dialect_loses(failure in failure()) {
        let original = disclosed(failure);
        for &there in Dialect::ALL {
            for &back in Dialect::ALL {
                // What the first dialect loses is lost before the translation begins.
                let first = disclosed(there.recognise(&there.render(&original)).unwrap());
                let second = disclosed(back.recognise(&back.render(&first)).unwrap());
                let third = disclosed(there.recognise(&there.render(&second)).unwrap());
                let mut allowed = may_change(back, &first);
                allowed.extend(there.loses());
                if read_back(there, &second) != first.code() { allowed.push(FailurePart::Code); }
                for part in differing(&first, &third) {
                    prop_assert!(allowed.contains(&part), "{} via {} loses the {}", there, back, part);
                }
            }
        }
    }

    #[test]
    fn a_rendered_failure_is_recognised_as_its_own_dialect(failure in failure()) {
        let disclosure = disclosed(failure);
        for &dialect in Dialect::ALL {
            prop_assert_eq!(recognise(&dialect.render(&disclosure)).and_then(|found| found.dialect), Some(dialect));
        }
    }

    #[test]
    fn every_reply_is_valid_json_under_the_cap_and_is_read_back_whole(failure in failure(), cap in 0_usize..40_000) {
        let discretion = Discretion::new().with_reply_cap(cap);
        let (disclosure, _) = failure.disclose(&discretion);
        for &dialect in Dialect::ALL {
            for revision in [Revision::V2024_11_05, Revision::V2026_07_28] {
                let renderer = Renderer::new(dialect).with_revision(revision);
                for place in [Place::Tool { output_schema: None }, Place::Request, Place::Resource, Place::Prompt] {
                    let reply = renderer.reply(&disclosure, place);
                    let bytes = reply.to_bytes();
                    prop_assert!(bytes.len() <= cap.max(Discretion::MIN_REPLY_CAP), "{} bytes in {}", bytes.len(), dialect);
                    let value: Value = serde_json::from_slice(&bytes).unwrap();
                    prop_assert_eq!(&value, &reply.to_value());
                    let response: Value = serde_json::from_slice(&reply.response(&Value::from(7))).unwrap();
                    let found = recognise(&response).unwrap().failure;
                    prop_assert_eq!(found.reason(), disclosure.reason());
                    let found = dialect.recognise(&value).unwrap();
                    prop_assert_eq!(found.message(), disclosure.message());
                }
            }
        }
    }

    #[test]
    fn a_reply_is_written_byte_for_byte_as_serde_json_writes_it(failure in failure(), id in value()) {
        let disclosure = disclosed(failure);
        for &dialect in Dialect::ALL {
            for revision in [Revision::V2024_11_05, Revision::V2026_07_28] {
                let renderer = Renderer::new(dialect).with_revision(revision);
                for place in [Place::Tool { output_schema: None }, Place::Request, Place::Resource] {
                    let reply = renderer.reply(&disclosure, place);
                    let written = serde_json::to_string(&reply).unwrap();
                    prop_assert_eq!(String::from_utf8(reply.to_bytes()).unwrap(), written.clone());
                    let member = if reply.channel() == Channel::ToolResult { "result" } else { "error" };
                    let response = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{written}}}");
                    prop_assert_eq!(String::from_utf8(reply.response(&id)).unwrap(), response);
                }
            }
        }
    }

    #[test]
    fn disclosing_twice_changes_nothing(failure in failure()) {
        let once = disclosed(failure);
        let twice = disclosed(recognise(&serde_json::to_value(&once).unwrap()).unwrap().failure);
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn the_canonical_form_fits_its_published_schema(failure in failure()) {
        static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
            let schema: Value = serde_json::from_str(include_str!("../docs/failure.schema.json")).unwrap();
            jsonschema::validator_for(&schema).unwrap()
        });
        let canonical = serde_json::to_value(failure.disclose(&Discretion::new()).0).unwrap();
        let mistakes: Vec<_> = SCHEMA.iter_errors(&canonical).map(|error| error.to_string()).collect();
        prop_assert!(mistakes.is_empty(), "{:?}", mistakes);
    }

    #[test]
    fn scrubbing_twice_changes_nothing_however_the_triggers_mix(pieces in prop::collection::vec(piece(), 0..12)) {
        let scrubber = Scrubber::new().with_secret("hunter2-hunter2-").with_secret("a=b:c/home/");
        let once = scrubber.scrub(&pieces.concat()).into_owned();
        prop_assert_eq!(scrubber.scrub(&once), once.as_str());
    }

    #[test]
    fn scrubbing_twice_changes_nothing(text in text(), secret in "[a-z]{4,9}") {
        let scrubber = Scrubber::new().with_secret(secret);
        let once = scrubber.scrub(&text).into_owned();
        prop_assert_eq!(scrubber.scrub(&once), once.as_str());
    }

    #[test]
    fn a_planted_secret_never_leaves(failure in failure(), at in 0_usize..60, depth in 0_usize..12) {
        const SECRET: &str = "tr0ub4dor-and-3";
        let plant = |text: &str| { let mut text = text.to_owned(); text.insert_str(text.floor_char_boundary(at), SECRET); text };
        let mut nested = Value::from(plant("deep"));
        for level in 0..depth {
            nested = if level % 2 == 0 { Value::from(vec![nested]) } else { serde_json::json!({ plant("key"): nested }) };
        }
        let planted = Failure::new(failure.code(), plant(failure.message()))
            .with_recovery(plant("Do this and that and so on."))
            .with_context(plant("name"), nested)
            .with_invalid_value(plant("value"))
            .with_private("sql", SECRET);
        let (disclosure, incident) = planted.disclose(&Discretion::new().with_secret(SECRET));
        let debug = format!("{disclosure:?}");
        prop_assert!(!debug.contains(SECRET));
        for &dialect in Dialect::ALL {
            let reply = Renderer::new(dialect).reply(&disclosure, Place::Tool { output_schema: None }).to_bytes();
            prop_assert!(!String::from_utf8(reply).unwrap().contains(SECRET), "{} leaks", dialect);
        }
        prop_assert!(serde_json::to_string(&incident).unwrap().contains(SECRET));
    }

    #[test]
    fn recognising_never_panics_on_anything(value in value()) {
        let _ = recognise(&value);
        for &dialect in Dialect::ALL {
            let _ = dialect.recognise(&value);
        }
        for wrapped in [
            serde_json::json!({"jsonrpc": "2.0", "result": value}),
            serde_json::json!({"isError": true, "structuredContent": value, "content": value}),
            serde_json::json!({"success": false, "error": value, "data": value, "meta": value}),
            serde_json::json!({"code": -32000, "message": "x", "data": value}),
            serde_json::json!({"code": 2001, "message": "x", "retryable": true, "details": value}),
            serde_json::json!({"status": 400, "title": "x", "recovery": value, "context": value, "instance": value}),
        ] {
            if let Some(found) = recognise(&wrapped) {
                let _ = found.failure.disclose(&Discretion::new());
            }
        }
    }
}

#[test]
fn each_dialect_loses_exactly_what_its_docs_list() {
    let full = Failure::new(Code::TokenExpired, "The token has run out")
        .with_reason(candor::reason!("session_over"))
        .with_origin(Origin::Transport)
        .with_retry(Retry::After(Duration::from_secs(9), Safety::Always))
        .with_recovery_and_docs(Recovery::new("Sign in again, then repeat it.").with_docs("https://example.com/x"))
        .with_field("token_name")
        .with_context("attempt", 3)
        .with_occurrence(Occurrence::parse("a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2020-01-01T00:00:00Z").unwrap());
    let disclosure = disclosed(full);
    for &dialect in Dialect::ALL {
        let mut expected = may_change(dialect, &disclosure);
        expected.sort();
        assert_eq!(dialect.losses(&disclosure), expected, "{dialect}");
    }
}
