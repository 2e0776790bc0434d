//! `candor translate`, where the input is anything but a failure: one line, exit code 2, nothing written.

use crate::{Run, candor, candor_reading, program};
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

#[track_caller]
fn refusal(input: impl AsRef<[u8]>) -> String {
    candor_reading(&["translate", "--to", "problem"], input).refused()
}

#[test]
fn what_is_not_json_is_refused_with_its_place_and_what_was_expected() {
    assert_eq!(
        refusal("{\"code\": -32001,\n  oops}"),
        "candor: stdin: not JSON: key must be a string at line 2, column 3; give one failure as a JSON object"
    );
    assert!(refusal("<html>503</html>").contains("not JSON: expected value at line 1, column 1"));
    assert!(refusal("nothing").contains("not JSON: expected value at line 1"));
    assert!(refusal("{\"code\": -32001").contains("ends too early, at line 1, column 15"));
    assert!(refusal("{} {}").contains("text after the first JSON value, at line 1, column 4; use --jsonl"));
}

#[test]
fn empty_input_is_refused() {
    for nothing in ["", "\n", " \t\r\n ", "\u{feff}"] {
        assert_eq!(refusal(nothing), "candor: stdin: empty; give one failure as a JSON object");
    }
}

#[test]
fn binary_input_is_refused_in_one_line() {
    assert!(refusal(b"\x1f\x8b\x08\0\0\0\0").contains("byte 2 is not UTF-8"));
    assert!(refusal(b"\xff\xfe{\0}\0").contains("byte 1 is not UTF-8"));
    assert!(refusal(b"{\"message\": \"\xc3\"}").contains("byte 14 is not UTF-8"));
    refusal(b"\0\0\0\0");
    refusal(b"\x1b[31m\x07");
}

#[test]
fn a_list_is_refused_and_jsonl_suggested() {
    assert!(refusal("[{\"code\": -32001, \"message\": \"a\"}]").ends_with("write one object per line and use --jsonl"));
}

#[test]
fn a_scalar_is_refused_by_its_kind() {
    for (scalar, kind) in [("3", "a number"), ("\"no\"", "a string"), ("null", "null"), ("true", "true or false")] {
        assert!(refusal(scalar).contains(&format!("this is {kind}, not a failure")), "{scalar}");
    }
}

#[test]
fn a_success_is_refused_because_there_is_nothing_to_translate() {
    for success in [
        r#"{"success": true, "data": {"total": 3}, "error": null}"#,
        r#"{"content": [{"type": "text", "text": "3 orders"}]}"#,
        r#"{"content": [], "isError": false}"#,
        r#"{"structuredContent": {"total": 3}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}"#,
    ] {
        assert_eq!(refusal(success), "candor: stdin: this is a success; there is no failure to translate", "{success}");
    }
}

#[test]
fn an_object_that_is_not_a_failure_is_refused_by_its_members() {
    assert!(refusal(r#"{"name": 1, "age": 2}"#).contains("no failure found: the object has age, name; a failure has"));
    assert!(refusal("{}").contains("the object has nothing"));
    assert!(refusal(r#"{"success": false}"#).contains("the object has success"));
    refusal(format!("{{{}\"z\": 1}}", "\"\\u001b[31m\\n\": 1, ".repeat(50)));
}

#[test]
fn a_failure_of_another_dialect_is_refused_by_its_name() {
    let problem = r#"{"type": "about:blank", "status": 404, "title": "Not Found"}"#;
    assert_eq!(
        candor_reading(&["translate", "--from", "envelope", "--to", "structured"], problem).refused(),
        "candor: stdin: this is problem, not envelope; use --from problem or --from auto"
    );
    let plain = r#"{"isError": true, "content": [{"type": "text", "text": "no"}]}"#;
    let line = candor_reading(&["translate", "--from", "envelope", "--to", "structured"], plain).refused();
    assert!(line.ends_with("not envelope; use --from auto"), "{line}");
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(100_000);
    assert!(refusal(&deep).contains("nested too deep at line 1, column 128"));
    assert!(refusal(format!("{{\"a\":{deep}")).contains("nested too deep"));
}

#[test]
fn a_file_that_is_not_there_or_is_a_directory_is_refused() {
    let line = candor(&["translate", "--to", "problem", "no such file.json"]).refused();
    assert!(line.contains("no such file: no such file.json"), "{line}");
    let line = candor(&["translate", "--to", "problem", env!("CARGO_TARGET_TMPDIR")]).refused();
    assert!(line.ends_with("is a directory; give a file"), "{line}");
}

#[test]
fn an_unknown_dialect_or_none_is_wrong_usage() {
    let run = candor_reading(&["translate", "--to", "xml"], "{}");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("structured, envelope, error_model, problem, jsonrpc"), "{}", run.stderr);
    assert_eq!(candor_reading(&["translate"], "{}").code, Some(2));
}

/// Feeds up to so many MiB to the program, and says how many it took.
fn flood(arguments: &[&str], first: &'static [u8], mebibytes: usize) -> (Run, usize) {
    let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        let chunk = vec![b'a'; 1 << 20];
        stdin.write_all(first).unwrap();
        (0..mebibytes).take_while(|_| stdin.write_all(&chunk).is_ok()).count()
    });
    let run = Run::from(child.wait_with_output().unwrap());
    (run, writer.join().unwrap())
}

#[test]
fn a_hundred_megabytes_are_refused_in_one_line() {
    let begin = Instant::now();
    let (run, taken) = flood(&["translate", "--to", "problem"], b"{\"message\": \"", 100);
    assert_eq!(run.refused(), "candor: stdin: longer than 4 MiB, too long for one failure");
    assert!(taken <= 5, "{taken} MiB were read");
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_line_without_end_is_refused_after_one_mebibyte() {
    let (run, taken) = flood(&["translate", "--jsonl", "--to", "problem"], b"\n{\"message\": \"", 100);
    assert_eq!(run.refused(), "candor: stdin, line 2: longer than 1 MiB, too long for one failure");
    assert!(taken <= 2, "{taken} MiB were read");
}

#[test]
fn a_bad_line_stops_after_the_whole_lines_before_it() {
    let input = "{\"code\": -32001, \"message\": \"one\"}\n\n{\"code\": \n{\"code\": -32001, \"message\": \"two\"}\n";
    let run = candor_reading(&["translate", "--jsonl", "--to", "problem"], input);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stdout.lines().count(), 1);
    assert!(run.stdout.contains("\"one\"") && run.stdout.ends_with("}\n"), "{}", run.stdout);
    assert_eq!(run.stderr, "candor: stdin, line 3: incomplete: the JSON ends too early, at column 8\n");
}

#[test]
fn twenty_thousand_lines_are_translated() {
    let line = "{\"code\": -32001, \"message\": \"No such order\"}\n";
    let run = candor_reading(&["translate", "--jsonl", "-q", "--to", "error_model"], line.repeat(20_000)).fine();
    assert_eq!(run.stdout.lines().count(), 20_000);
}

#[test]
fn a_member_of_the_wrong_type_is_named() {
    let rows = [
        (r#"{"code": "4001", "message": "x", "retryable": true}"#, "`code` were a whole number"),
        (r#"{"jsonrpc": "2.0", "error": {"code": "-32603", "message": "x"}}"#, "`code` were a whole number"),
        (r#"{"code": -32603, "message": 123}"#, "`message` were a string"),
        (r#"{"code": 4001, "message": "x", "retryable": "no"}"#, "`retryable` were true or false"),
        (r#"{"error": {"code": -32603}}"#, "`message` were there, and a string"),
        (r#"{"code": 2001, "message": "x"}"#, "`retryable` were there, and true or false"),
        (r#"{"code": 0, "message": "x"}"#, "`code` were one that a document knows"),
        (r#"{"isError": "true", "content": []}"#, "`isError` were true or false"),
    ];
    for (input, said) in rows {
        let line = refusal(input);
        assert!(line.contains(said), "{input}: {line}");
    }
}

#[test]
fn a_refusal_does_not_repeat_a_secret() {
    let line = refusal(r#"{"password=hunter2": 1}"#);
    assert!(!line.contains("hunter2"), "{line}");
}

#[test]
fn a_directory_as_standard_input_is_bad_input() {
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = program(&["translate", "--to", "problem"]).stdin(Stdio::from(directory)).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}
