//! 000's warnings: what a consumer does about each severity, what makes content partial, and codes of a server's own.

use candor::outcome::{InvalidWarningCode, OwnWarningCode, Severity, Success, Warning, WarningCode};
use candor::render::{SuccessEnvelope, recognise_warnings};
use candor::{Discretion, warning_code};
use serde_json::{Value, json};

const STALE_RATES: OwnWarningCode = warning_code!("STALE_RATES", Error, "The rates are those of an earlier day.");

fn meta(warning: Warning) -> Value {
    let success = Success::new(1).with_warning(warning).disclose(&Discretion::new());
    SuccessEnvelope::new(&success).to_value().unwrap()["meta"].clone()
}

#[test]
fn a_servers_own_warning_has_code_and_severity_on_the_wire_like_those_of_the_registry() {
    let rows = [
        (warning_code!("ROUNDED", Info, "The price was rounded."), "info"),
        (warning_code!("OLD_MAP_2", Warning, "The map is of last year."), "warning"),
        (STALE_RATES, "error"),
    ];
    for (code, severity) in rows {
        let name = code.name().to_owned();
        let meta = meta(Warning::own(code, "Look at it").with_context("town", "Lisbon"));
        let entry = json!({"code": name, "severity": severity, "message": "Look at it", "context": {"town": "Lisbon"}});
        assert_eq!(meta["warning_details"], json!([entry]));
        assert_eq!(meta["warnings"], json!(["Look at it"]));
        assert_eq!(meta.get("content_fidelity"), None, "only the registry says that content is missing");
    }
}

#[test]
fn a_servers_own_warning_without_words_says_what_it_means() {
    assert_eq!(meta(Warning::own(STALE_RATES, " "))["warnings"], json!(["The rates are those of an earlier day."]));
}

#[test]
fn a_server_can_list_the_warnings_that_it_declares() {
    let declared = [STALE_RATES, warning_code!("ROUNDED", Info, "The price was rounded.")];
    let list = serde_json::to_value(&declared).unwrap();
    assert_eq!(
        list,
        json!([
            {"code": "STALE_RATES", "severity": "error", "meaning": "The rates are those of an earlier day."},
            {"code": "ROUNDED", "severity": "info", "meaning": "The price was rounded."},
        ])
    );
    assert_eq!(serde_json::from_value::<[OwnWarningCode; 2]>(list).unwrap(), declared);
}

#[test]
fn a_warning_of_a_servers_own_has_a_name_that_no_other_has_and_a_meaning() {
    let declare = |name: &'static str, meaning: &'static str| OwnWarningCode::new(name, Severity::Error, meaning);
    for bad in ["", "stale_rates", "StaleRates", "STALE-RATES", "STALE__RATES", "_STALE", "STALE_", "2_STALE", "É"] {
        assert_eq!(declare(bad, "It is old."), Err(InvalidWarningCode::Name), "{bad:?}");
    }
    assert_eq!(OwnWarningCode::new("A".repeat(101), Severity::Info, "It is."), Err(InvalidWarningCode::Name));
    for &code in WarningCode::ALL {
        assert_eq!(declare(code.name(), "It is old."), Err(InvalidWarningCode::OfTheRegistry), "{code:?}");
    }
    for same in ["CONTENTDROPPED", "CONTENT_DROP_PED", "TOKENBUDGETFLOORED"] {
        assert!(WarningCode::from_name(same).is_some());
        assert_eq!(declare(same, "It is old."), Err(InvalidWarningCode::OfTheRegistry), "{same}");
    }
    assert_eq!(declare("STALE_RATES", " \n"), Err(InvalidWarningCode::Meaning));
    assert!(declare("STALE_RATES_2", "It is old.").is_ok());
    let refused = json!({"code": "CONTENT_DROPPED", "severity": "error", "meaning": "Gone."});
    let error = serde_json::from_value::<OwnWarningCode>(refused).unwrap_err().to_string();
    assert!(error.contains("registry"), "{error}");
}

#[test]
fn codes_of_other_servers_are_read_with_the_severity_that_they_state() {
    const ROWS: [(&str, Option<&str>, Severity); 5] = [
        ("STALE_RATES", Some("error"), Severity::Error),
        ("cache.old", Some("info"), Severity::Info),
        ("SOMETHING_ELSE", None, Severity::Warning),
        ("SOMETHING_ELSE", Some("fatal"), Severity::Warning),
        ("CONTENT_DROPPED", Some("error"), Severity::Info),
    ];
    for (code, severity, read) in ROWS {
        let entry = json!({"code": code, "severity": severity, "message": "Look", "context": {"n": 1}});
        let meta = json!({"warnings": ["Look"], "warning_details": [entry]});
        let places = [
            json!({"success": true, "data": 1, "error": null, "meta": meta}),
            json!({"content": [], "structuredContent": {"success": true, "data": 1, "error": null, "meta": meta}}),
            json!({"content": [], "structuredContent": {"n": 1}, "_meta": {"dev.candor/success": meta}}),
        ];
        for place in places {
            let warnings = recognise_warnings(&place);
            let [warning] = &warnings[..] else { panic!("{warnings:?} in {place:#}") };
            assert_eq!((warning.code_name(), warning.severity()), (Some(code), Some(read)), "{place:#}");
            assert_eq!((warning.message(), warning.context().get("n")), ("Look", Some(&json!(1))));
        }
    }
}

#[test]
fn what_is_read_is_written_again_as_it_was() {
    let written = meta(Warning::own(STALE_RATES, "The rates are from May").with_context("town", "Lisbon"));
    let envelope = json!({"success": true, "data": 1, "error": null, "meta": written});
    let [warning] = &recognise_warnings(&envelope)[..] else { panic!("{envelope:#}") };
    assert_eq!(meta(warning.clone()), written);
}

#[test]
fn a_code_from_outside_is_scrubbed_and_prose_is_no_code() {
    let read = |code: &str| {
        let entry = json!({"code": code, "severity": "error", "message": "Look"});
        recognise_warnings(&json!({"success": true, "meta": {"warning_details": [entry]}})).remove(0)
    };
    for prose in ["see /etc/shadow", "", "é", &"A".repeat(101)] {
        assert_eq!(read(prose).code_name(), None, "{prose}");
    }
    let key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    assert_eq!(read(key).code_name(), Some(key));
    assert!(!meta(read(key)).to_string().contains(key));
}

#[test]
fn a_name_with_something_sensitive_does_not_leave_even_in_part() {
    const IN_PROD: OwnWarningCode = warning_code!("HUNTER_2_PRODUCTION", Info, "It is slow.");
    let discretion = Discretion::new().with_secret("hunter2-prod");
    let disclosed = |code: OwnWarningCode, discretion: &Discretion| {
        let disclosed = Success::new(1).with_warning(Warning::own(code, "Look")).disclose(discretion);
        disclosed.warnings()[0].clone()
    };
    let warning = disclosed(IN_PROD, &discretion);
    assert_eq!((warning.code_name(), warning.severity(), warning.message()), (None, None, "Look"));
    assert_eq!(disclosed(STALE_RATES, &discretion).code_name(), Some("STALE_RATES"));
    assert_eq!(disclosed(IN_PROD, &Discretion::new()).code_name(), Some("HUNTER_2_PRODUCTION"));
    let own = OwnWarningCode::new("KEY_AKIAIOSFODNN7EXAMPL2".to_owned(), Severity::Info, "It is slow.").unwrap();
    assert_eq!(disclosed(own, &Discretion::new()).code_name(), None);
}

#[test]
fn a_warning_is_printed_with_the_name_of_its_code() {
    assert!(format!("{:?}", Warning::own(STALE_RATES, "Look")).contains("STALE_RATES"));
}

#[test]
fn each_severity_says_what_a_consumer_does() {
    const ROWS: [(Severity, &[&str]); 3] = [
        (Severity::Info, &["Log", "succeeded in full"]),
        (Severity::Warning, &["Consider showing", "may affect the result"]),
        (Severity::Error, &["Alert the user", "retry", "alternative"]),
    ];
    assert_eq!(ROWS.map(|(severity, _)| severity), Severity::ALL);
    for (severity, parts) in ROWS {
        let action = severity.consumer_action();
        assert!(parts.iter().all(|part| action.contains(part)), "{severity:?}: {action}");
    }
}

#[test]
fn content_is_partial_where_it_was_cut_dropped_or_summarized_and_nowhere_else() {
    for &code in WarningCode::ALL {
        let meta = meta(Warning::coded(code, ""));
        let is_partial = ["CONTENT_TRUNCATED", "CONTENT_DROPPED", "PRIORITY_SUMMARIZED"].contains(&code.name());
        assert_eq!(meta.get("content_fidelity"), is_partial.then_some(&json!("partial")), "{code:?}");
    }
}
