//! `candor classify`: what an error means, from standard input.

use crate::{candor, candor_reading};
use serde_json::Value;

fn verdict(arguments: &[&str], input: &str) -> Value {
    let run = candor_reading(&[&["classify", "--json"], arguments].concat(), input).fine();
    serde_json::from_str(&run.stdout).unwrap()
}

/// A file of rules, which goes when the test ends.
struct RulesFile(std::path::PathBuf);

impl RulesFile {
    fn new(name: &str, text: &str) -> RulesFile {
        let path = std::env::temp_dir().join(format!("candor-{}-{name}.json", std::process::id()));
        std::fs::write(&path, text).unwrap();
        RulesFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for RulesFile {
    fn drop(&mut self) {
        // A file that is gone already is no trouble.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_message_gets_a_verdict_in_four_lines() {
    let run = candor_reading(&["classify"], "connect ECONNREFUSED 127.0.0.1:5432\n").fine();
    assert_eq!(
        run.stdout,
        "unavailable  A service is unreachable or unavailable.\n  \
         origin  transport\n  retry   yes, with backoff\n  \
         because errno.ECONNREFUSED (provider step, likely), by \"ECONNREFUSED\"\n"
    );
}

#[test]
fn evidence_on_the_command_line_counts() {
    let rows: [(&[&str], &str, &str); 6] = [
        (&["--name", "java.net.ConnectException"], "unavailable", "class.ConnectException"),
        (&["--status", "429"], "rate_limited", "http_status"),
        (&["--errno", "13"], "forbidden", "errno.EACCES"),
        (&["--sqlstate", "23505"], "already_exists", "sqlstate.23505"),
        (&["--grpc-status", "5"], "not_found", "grpc.NOT_FOUND"),
        (&["--exit-code", "124"], "timeout", "exit_code.timed_out"),
    ];
    for (arguments, code, rule) in rows {
        let verdict = verdict(arguments, "");
        assert_eq!((&verdict["code"], &verdict["rule"]), (&Value::from(code), &Value::from(rule)), "{arguments:?}");
    }
}

#[test]
fn each_line_gets_a_verdict_with_its_id_in_order() {
    let input = concat!(
        r#"{"id": 1, "text": "order not found"}"#,
        "\n\n",
        r#"{"id": ["two"], "text": "", "name": "ZodError", "status": null}"#,
        "\n",
        r#"{"id": null, "status": 503}"#,
    );
    let run = candor_reading(&["classify", "--jsonl"], input).fine();
    let answers: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(String, &str)> =
        answers.iter().map(|answer| (answer["id"].to_string(), answer["code"].as_str().unwrap())).collect();
    let wanted = [("1", "not_found"), ("[\"two\"]", "validation"), ("null", "unavailable")];
    assert_eq!(told, wanted.map(|(id, code)| (id.to_owned(), code)));
    for answer in &answers {
        for member in ["origin", "retry", "step", "rule", "decided_by", "certainty"] {
            assert!(answer.get(member).is_some(), "{member} of {answer}");
        }
    }
}

#[test]
fn rules_of_the_user_come_first_and_overlaps_are_reported() {
    let rules = RulesFile::new(
        "rules",
        r#"{"rules": [{"id": "shop_closed", "code": "unavailable", "text": "shop * closed"},
                      {"id": "by_name", "code": "conflict", "name": "ShopError"}]}"#,
    );
    let run = candor_reading(&["classify", "--json", "--rules", rules.path()], "the shop is closed");
    let verdict: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&verdict["step"], &verdict["rule"]), (&"user".into(), &"shop_closed".into()));
    assert!(run.stderr.contains("shop_closed and by_name can match the same error; shop_closed decides"), "{run:?}");
}

#[test]
fn bad_input_gets_one_line_that_says_how_to_fix_it() {
    let never = RulesFile::new(
        "never",
        r#"{"rules": [{"id": "a", "code": "timeout", "text": "x"}, {"id": "b", "code": "timeout", "text": "x y"}]}"#,
    );
    let broken = RulesFile::new("broken", "{");
    let rows: [(&[&str], &str, &str); 7] = [
        (&[], "", "nothing to classify"),
        (&["--jsonl"], "{\"id\": 1, \"text\": 5}", "line 1: `text` is not a string"),
        (&["--jsonl"], "{\"id\": 1, \"status\": 70000}", "line 1: `status` is not an HTTP status"),
        (&["--jsonl"], "{\"text\": \"x\"}", "line 1: the object has no `id`"),
        (&["--rules", never.path()], "x", "rule \"b\" never matches"),
        (&["--rules", broken.path()], "x", "EOF while parsing"),
        (&["--rules", "/no/such/file"], "x", "no such file: /no/such/file"),
    ];
    for (arguments, input, message) in rows {
        let run = candor_reading(&[&["classify"], arguments].concat(), input);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {run:?}");
    }
}

#[test]
fn what_decided_is_shown_without_secrets() {
    let input = "invalid 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' password=Tr0ub4dor-and-3 is required";
    let run = candor_reading(&["classify", "--json"], input).fine();
    assert!(!run.stdout.contains("Tr0ub4dor") && !run.stdout.contains("sk-ant"), "{run:?}");
}

#[test]
fn the_message_can_be_given_as_words() {
    let expected = candor_reading(&["classify"], "connect ECONNREFUSED 127.0.0.1:5432").fine().stdout;
    assert!(expected.starts_with("unavailable  "), "{expected}");
    for arguments in [&["connect ECONNREFUSED 127.0.0.1:5432"][..], &["connect", "ECONNREFUSED", "127.0.0.1:5432"]] {
        // What is on standard input is not read.
        let run = candor_reading(&[&["classify"], arguments].concat(), "duplicate key").fine();
        assert_eq!(run.stdout, expected, "{arguments:?}");
    }
    assert_eq!(candor_reading(&["classify", "-"], "connect ECONNREFUSED 127.0.0.1:5432").fine().stdout, expected);
    assert_eq!(candor(&["classify", "--jsonl", "word"]).code, Some(2));
}

#[test]
fn evidence_outside_of_its_range_is_refused_with_the_range() {
    let rows = [
        ("--sqlstate", "abc", "expected five digits or capital letters, such as 23505"),
        ("--sqlstate", "2350é", "expected five digits or capital letters, such as 23505"),
        ("--status", "99", "99 is not in 100..=599"),
        ("--errno", "-111", "-111 is not in 1..=4095"),
        ("--grpc-status", "17", "17 is not in 0..=16"),
        ("--exit-code", "256", "256 is not in 0..=255"),
    ];
    for (option, value, message) in rows {
        let run = candor(&["classify", option, value]);
        assert_eq!(run.code, Some(2), "{option} {value}: {run:?}");
        assert!(run.stderr.contains(message), "{option} {value}: {run:?}");
        let member = option.trim_start_matches('-').replace('-', "_");
        let line = match value.parse::<i64>() {
            Ok(number) => format!("{{\"id\": 1, \"{member}\": {number}}}"),
            Err(_) => format!("{{\"id\": 1, \"{member}\": \"{value}\"}}"),
        };
        let refused = candor_reading(&["classify", "--jsonl"], line).refused();
        assert!(refused.contains(&format!("`{member}` is not ")), "{refused}");
    }
    assert!(candor(&["classify", "--sqlstate", "23505"]).fine().stdout.starts_with("already_exists  "));
}
