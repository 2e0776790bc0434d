//! `candor scrub`: standard input to standard output, without what must not be seen.

use crate::{Run, candor_reading, program};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long an answer may take before it counts as never coming.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
const DSN: &str = "postgres://shop:Tr0ub4dor@db.example.com/orders";
const SECRET: &str = "correct-horse-9";

/// The raw output for an input that need not be text.
fn scrubbed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program(&[&["scrub"], arguments].concat());
    let mut child = command.env("CANDOR_TEST_SECRET", SECRET).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn plain(input: &str) -> String {
    candor_reading(&["scrub"], input).fine().stdout
}

fn jsonl(input: &str) -> String {
    candor_reading(&["scrub", "--jsonl"], input).fine().stdout
}

/// The program at work, with the lines that it writes.
struct Live {
    child: Child,
    stdin: ChildStdin,
    lines: mpsc::Receiver<String>,
}

impl Live {
    fn new(arguments: &[&str]) -> Live {
        let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Live { child, stdin, lines }
    }

    fn write(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(ANSWER_TIMEOUT).unwrap()
    }

    fn end(mut self) -> Option<i32> {
        drop(self.stdin);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn text_is_scrubbed() {
    let out = plain(&format!("connecting to {DSN}\r\n\r\n\tmail ann@mail.shop now"));
    assert!(!out.contains("Tr0ub4dor") && !out.contains("ann@"), "{out}");
    assert!(out.starts_with("connecting to postgres://"), "{out}");
    assert!(out.ends_with("\r\n\r\n\tmail [email] now"), "{out}");
}

#[test]
fn text_with_nothing_to_remove_stays_byte_by_byte() {
    for text in ["", "\n", "one\r\ntwo\n\n\n", "no line break at the end", "\u{feff}é\u{10ff80}😀\0\u{1b}[31m\r"] {
        assert_eq!(plain(text), text);
    }
    let all: Vec<u8> = (0..=255).cycle().take(1000).collect();
    assert_eq!(scrubbed(&[], &all).stdout, all);
}

#[test]
fn text_around_bytes_that_are_not_text_is_scrubbed() {
    let out = scrubbed(&[], &[b"caf\xe9 ", DSN.as_bytes(), b" \xff\xfe ann@mail.shop \xc3\n"].concat()).stdout;
    let text = String::from_utf8_lossy(&out);
    assert!(!text.contains("Tr0ub4dor") && !text.contains("ann@"), "{text}");
    assert!(out.starts_with(b"caf\xe9 postgres://"), "{text}");
    assert!(out.ends_with(b" \xff\xfe [email] \xc3\n"), "{text}");
}

#[test]
fn a_line_is_answered_before_the_next_is_written() {
    let mut live = Live::new(&["scrub"]);
    for number in 0..3 {
        live.write(&format!("{number} ann@mail.shop\n"));
        assert_eq!(live.line(), format!("{number} [email]"));
    }
    live.write("unfinished, for ann@");
    assert!(live.lines.recv_timeout(Duration::from_millis(300)).is_err());
    live.write("mail.shop\n");
    assert_eq!(live.line(), "unfinished, for [email]");
    assert_eq!(live.end(), Some(0));
}

#[test]
fn lines_that_keep_coming_are_not_held_back() {
    let mut live = Live::new(&["scrub"]);
    for _ in 0..200 {
        live.write("tick\n");
        if live.lines.recv_timeout(Duration::from_millis(10)).is_ok() {
            return;
        }
    }
    panic!("no line came within 200 lines");
}

#[test]
fn a_private_key_that_arrives_in_pieces_is_one() {
    let mut live = Live::new(&["scrub"]);
    live.write("one\n-----BEGIN PRIVATE KEY-----\n");
    assert_eq!(live.line(), "one");
    live.write("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n");
    assert!(live.lines.recv_timeout(Duration::from_millis(300)).is_err());
    live.write("-----END PRIVATE KEY-----\n");
    live.line();
    assert_eq!(live.end(), Some(0));
}

#[test]
fn a_json_line_is_answered_before_the_next_is_written() {
    let mut live = Live::new(&["scrub", "--jsonl"]);
    for number in 0..3 {
        live.write(&format!("{{\"id\": {number}, \"text\": \"ann@mail.shop\"}}\n"));
        assert_eq!(live.line(), format!("{{\"id\": {number}, \"text\": \"[email]\"}}"));
    }
    assert_eq!(live.end(), Some(0));
}

#[test]
fn ids_of_every_type_are_kept_exactly_and_in_order() {
    let ids = [
        "1",
        "-0.10",
        "1e400",
        "123456789012345678901234567890",
        "\"a\\u0041\\/\"",
        "\"ann@mail.shop\"",
        "null",
        "true",
        "[1, {\"b\": \"ann@mail.shop\", \"a\": 2.0}]",
        "{}",
        "{\"z\": 1, \"a\": \"ann@mail.shop\"}",
    ];
    let input: String = ids.iter().map(|id| format!("{{\"id\": {id}, \"text\": \"to ann@mail.shop\"}}\n")).collect();
    let expected: String = ids.iter().map(|id| format!("{{\"id\": {id}, \"text\": \"to [email]\"}}\n")).collect();
    assert_eq!(jsonl(&input), expected);
    let explained = candor_reading(&["scrub", "--jsonl", "--explain"], &input).fine().stdout;
    for (id, line) in ids.iter().zip(explained.lines()) {
        assert!(line.starts_with(&format!("{{\"id\":{id},\"removals\":[{{\"rule\":\"")), "{line}");
    }
}

#[test]
fn a_text_may_hold_whatever_json_can() {
    let line = |text: &str| format!("{{\"id\":1,\"text\":\"{text}\"}}\n");
    for text in ["", "\\u0000\\n\\\"\\\\\\ud83d\\ude00", "😀 \u{7f}\u{2028}", "\\u0061 {\\\"id\\\": 2}"] {
        assert_eq!(jsonl(&line(text)), line(text));
    }
    assert_eq!(jsonl(&line("\\u0061nn\\u0040mail.shop\\n\\u0001")), line("[email]\\n\\u0001"));
}

#[test]
fn other_members_are_scrubbed_and_keep_their_place() {
    let input =
        r#"{"from": "ann@mail.shop", "text": "x", "n": 1.50, "more": [{"b": "ann@mail.shop", "a": 1}], "id": 7}"#;
    let expected = r#"{"from": "[email]", "text": "x", "n": 1.50, "more": [{"b": "[email]", "a": 1}], "id": 7}"#;
    assert_eq!(jsonl(input), format!("{expected}\n"));
}

#[test]
fn blank_lines_a_byte_order_mark_and_a_missing_last_line_break_are_fine() {
    let input = "\u{feff}{\"id\":1,\"text\":\"a\"}\r\n\r\n  \n{\"id\":2,\"text\":\"b\"}";
    assert_eq!(jsonl(input), "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n");
    assert_eq!(jsonl(""), "");
}

#[test]
fn a_bad_line_is_named_by_its_number_and_what_is_wrong_but_not_shown() {
    let rows: [(&[u8], &str); 12] = [
        (b"hunter2", "not a JSON object"),
        (b"[\"hunter2\"]", "not a JSON object"),
        (b"{\"id\": 1, \"text\": \"hunter2", "not JSON: EOF while parsing a string at column 26"),
        (b"{\"id\": 1, \"text\": \"hunter2\"} x", "not JSON: trailing characters at column 30"),
        (b"{\"id\": 1, hunter2}", "not JSON: key must be a string at column 11"),
        (b"{\"id\": 1}", "the object has no `text`"),
        (b"{\"text\": \"hunter2\"}", "the object has no `id`"),
        (b"{\"id\": 1, \"text\": 5}", "`text` is not a string"),
        (b"{\"id\": 1, \"text\": \"hunter2 \\ud800\"}", "lone surrogate"),
        (b"{\"id\": 1, \"text\": \"x\", \"\\udc00\": \"hunter2\"}", "lone surrogate"),
        (b"{\"id\": 1, \"text\": \"hunter2 \xff\"}", "byte 28 is not UTF-8"),
        (b"{\"id\": 1, \"text\": \"hunter2 \x01\"}", "control character"),
    ];
    for (line, said) in rows {
        let input = [b"{\"id\":1,\"text\":\"a\"}\n\n", line, b"\n{\"id\":3,\"text\":\"c\"}\n"].concat();
        for arguments in [&["--jsonl"] as &[&str], &["--jsonl", "--explain"]] {
            let run = Run::from(scrubbed(arguments, &input));
            assert_eq!(run.code, Some(2), "{run:?}");
            assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
            assert!(run.stdout.starts_with("{\"id\":1,"), "{run:?}");
            assert!(run.stderr.starts_with("candor: stdin, line 3: ") && run.stderr.contains(said), "{run:?}");
            assert!(run.stderr.lines().count() == 1 && !run.stderr.contains("hunter2"), "{run:?}");
        }
    }
}

#[test]
fn explaining_shows_rule_and_place_but_no_value() {
    let input = format!("first\nsécond {DSN}\nann@mail.shop and {SECRET}\n");
    let run = Run::from(scrubbed(&["--explain", "--secret-env", "CANDOR_TEST_SECRET"], input.as_bytes())).fine();
    let lines: Vec<_> = run.stdout.lines().collect();
    let start = input.find("ann@").unwrap();
    assert_eq!(lines[lines.len() - 2], format!("{start}..{}  3:1  email  [email]", start + 13));
    let start = input.find(SECRET).unwrap();
    let rest = lines[lines.len() - 1].strip_prefix(&format!("{start}..{}  3:19  ", start + SECRET.len()));
    assert!(rest.is_some_and(|rest| rest.ends_with("  [redacted]")), "{}", run.stdout);
    assert!(lines[0].contains("  2:"), "{}", run.stdout);
    for value in ["Tr0ub4dor", "ann@", SECRET, "first"] {
        assert!(!run.stdout.contains(value), "{}", run.stdout);
    }
}

#[test]
fn positions_count_bytes_of_the_input_even_where_it_is_not_text() {
    let run = Run::from(scrubbed(&["--explain"], b"\xff\xfe\xe9\n\xff ann@mail.shop")).fine();
    assert_eq!(run.stdout, "6..19  2:3  email  [email]\n");
}

#[test]
fn a_secret_in_deep_json_is_removed() {
    for depth in [10, 99, 100, 101, 127, 128, 129, 100_000] {
        for secret in ["{\"password\": 48151623}", "{\"password\": [\"sun\"]}", "4111111111111111"] {
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            let line = format!("{{\"id\": 1, \"text\": \"\", \"deep\": {open}{secret}{close}, \"n\": 1.50}}");
            let written = jsonl(&line);
            assert!(["48151623", "sun", "41111"].iter().all(|part| !written.contains(part)), "{depth}");
            assert!(written.contains("[redacted]") && written.contains("\"n\": 1.50"), "{depth}");
        }
    }
}

#[test]
fn deep_json_without_a_secret_loses_only_what_is_nested_too_deeply() {
    let deep = |depth: usize, value: &str| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!("{{\"id\": 1, \"text\": \"\", \"deep\":{open}{value}{close}}}\n")
    };
    assert_eq!(jsonl(&deep(100, "7")), deep(100, "7"));
    assert_eq!(jsonl(&deep(5_000, "7")), deep(100, "\"[redacted]\""));
}

#[test]
fn a_number_that_no_program_can_read_is_judged_as_it_is_written() {
    let line =
        r#"{"id":1,"text":"","password":[1e999, 48151623],"n":1e999,"stats":{"max":1e999,"host":"a","rows":[1,2,3]}}"#;
    let expected =
        r#"{"id":1,"text":"","password":"[redacted]","n":1e999,"stats":{"max":1e999,"host":"a","rows":[1,2,3]}}"#;
    assert_eq!(jsonl(line), format!("{expected}\n"));
}

#[test]
fn a_known_secret_is_removed_from_numbers() {
    let secrets = file("scrub-numbers", b"1234567890123456789012345\n4815.16230\n");
    let line = r#"{"id":1,"text":"1234567890123456789012345","n":1234567890123456789012345,"a":[-4815.16230, {"b": 4815.1623}]}"#;
    let expected = r#"{"id":1,"text":"[redacted]","n":"[redacted]","a":["[redacted]", {"b": 4815.1623}]}"#;
    let run = candor_reading(&["scrub", "--jsonl", "--secrets-file", &secrets], line).fine();
    assert_eq!(run.stdout, format!("{expected}\n"));
}

#[test]
fn what_is_beside_a_secret_is_kept_as_written() {
    for (line, expected) in [
        (
            r#"{"id":1,"text":"","a":{"z":1.50,"big":123456789012345678901234567890,"a":[1E2],"x":{"password":5}}}"#,
            r#"{"id":1,"text":"","a":{"z":1.50,"big":123456789012345678901234567890,"a":[1E2],"x":{"password":"[redacted]"}}}"#,
        ),
        (
            r#"{"id":1,"text":"","a":[{"password":"x"},"hello",1.50]}"#,
            r#"{"id":1,"text":"","a":[{"password":"[redacted]"},"hello",1.50]}"#,
        ),
        (
            r#"{"id":1,"text":"","a":[ {"value" : [1.0] , "name":"DB_PASSWORD", "z":"\u0061"}, 4111111111111111 ]}"#,
            r#"{"id":1,"text":"","a":[ {"value" : "[redacted]" , "name":"DB_PASSWORD", "z":"\u0061"}, "[redacted]" ]}"#,
        ),
        (
            r#"{"id":1,"text":"","a":{"z":1.0,"hubspotKey":"Zk7vQ2mXw41b","keys":[7, {"x":"Zk7vQ2mXw41b"}]}}"#,
            r#"{"id":1,"text":"","a":{"z":1.0,"hubspotKey":"[redacted]","keys":[7, {"x":"Zk7vQ2mXw41b"}]}}"#,
        ),
        (
            r#"{"id":1,"text":"","a":{"z":1.0,"b@mail.shop":{"y":1.0},"a@mail.shop":2.0,"[email]":3.0}}"#,
            r#"{"id":1,"text":"","a":{"z":1.0,"[email] (2)":{"y":1.0},"[email] (3)":2.0,"[email]":3.0}}"#,
        ),
        (
            r#"{"id":1,"text":"","a":{"b":{"n":1.0, "m":2.0, "n":[3.0]},"z":1E2}}"#,
            r#"{"id":1,"text":"","a":{"b":{"m":2.0, "n":[3.0]},"z":1E2}}"#,
        ),
    ] {
        assert_eq!(jsonl(line), format!("{expected}\n"));
        assert_eq!(jsonl(expected), format!("{expected}\n"));
    }
}

#[test]
fn a_value_is_judged_by_the_name_of_its_list_and_by_the_name_beside_it() {
    let line = r#"{"id":1,"text":"","value":"sun","hubspotKey":[1.0, ["Zk7vQ2mXw41b"]],"name":"DB_PASSWORD"}"#;
    let expected = r#"{"id":1,"text":"","value":"[redacted]","hubspotKey":[1.0, ["[redacted]"]],"name":"DB_PASSWORD"}"#;
    assert_eq!(jsonl(line), format!("{expected}\n"));
}

#[test]
fn members_take_no_longer_on_one_line_than_on_many() {
    let line = |count: usize| {
        let members = (0..count).map(|number| format!(",\"m{number}\":[\"ann@mail.shop\",{{\"n\":1.50}}]"));
        format!("{{\"id\":1,\"text\":\"\"{}}}\n", members.collect::<String>())
    };
    let time_of = |input: String| {
        let start = std::time::Instant::now();
        assert_eq!(jsonl(&input), input.replace("ann@mail.shop", "[email]"));
        start.elapsed()
    };
    let (many, one) = (time_of(line(100).repeat(300)), time_of(line(30_000)));
    assert!(one < many * 3, "{one:?} and {many:?}");
}

#[test]
fn explaining_json_lines_shows_places_in_the_text_without_escapes() {
    let run = candor_reading(&["scrub", "--jsonl", "--explain"], r#"{"id":"x","text":"\u0061\u00e9 ann@mail.shop"}"#);
    let expected = r#"{"id":"x","removals":[{"rule":"email","start":4,"end":17,"placeholder":"[email]"}]}"#;
    assert_eq!(run.fine().stdout, format!("{expected}\n"));
    let nothing = candor_reading(&["scrub", "--jsonl", "--explain"], r#"{"id":null,"text":""}"#);
    assert_eq!(nothing.fine().stdout, "{\"id\":null,\"removals\":[]}\n");
}

#[test]
fn known_secrets_are_removed_and_appear_nowhere() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("scrub-secrets");
    std::fs::write(&file, "battery staple\r\n\nsecond-secret\n").unwrap();
    let input = format!("{SECRET} battery staple xsecond-secretx\n");
    let arguments = ["--secret-env", "CANDOR_TEST_SECRET", "--secrets-file", file.to_str().unwrap()];
    let run = Run::from(scrubbed(&arguments, input.as_bytes())).fine();
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("[redacted] [redacted] x[redacted]x\n", ""));
}

#[test]
fn a_secret_that_cannot_be_known_is_refused_before_anything_is_read() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let from_file = |path: &str| candor_reading(&["scrub", "--secrets-file", path], "text\n").refused();
    assert!(from_file("no such file").contains("cannot read no such file"));
    assert!(from_file(&file("scrub-empty", b"\n \n")).ends_with("is empty"));
    assert!(from_file(&file("scrub-short", b"long enough\nabc\n")).contains("line 2 of "));
    assert!(from_file(&file("scrub-binary", b"\xff\xff\xff\xff")).contains("not text in UTF-8"));
    assert!(from_file(&file("scrub-placeholder", b"redacted")).contains("part of a placeholder"));
    assert!(from_file(&file("scrub-long", &[b'x'; (1 << 20) + 1])).contains("is longer than 1 MiB"));
    #[cfg(unix)]
    assert!(from_file("/dev/zero").contains("/dev/zero is longer than 1 MiB"));
    let from_environment = |name: &str| candor_reading(&["scrub", "--secret-env", name], "text\n").refused();
    assert!(from_environment("CANDOR_TEST_UNSET").contains("the environment has no CANDOR_TEST_UNSET"));
    from_environment("");
    from_environment("A=B");
    let mut command = program(&["scrub", "--secret-env", "CANDOR_TEST_EMPTY"]);
    assert!(Run::from(command.env("CANDOR_TEST_EMPTY", "").output().unwrap()).refused().ends_with("is empty"));
}

#[test]
fn a_secret_is_found_wherever_blocks_are_cut() {
    let line = format!("2026-11-15 INFO {SECRET} {SECRET}, {}\n", "x".repeat(37));
    let long_line = format!("{SECRET} ").repeat(200_000);
    let input = line.repeat(20_000) + &long_line + "\n" + &line.replace('\n', "\n  ").repeat(20_000);
    let out = Run::from(scrubbed(&["--secret-env", "CANDOR_TEST_SECRET"], input.as_bytes())).fine().stdout;
    assert!(!out.contains("correct-horse"));
    assert_eq!(out.matches("[redacted]").count(), 280_000);
    assert_eq!(out, input.replace(SECRET, "[redacted]"));
}

/// The memory that the process holds now, in KiB, without the pages of the program itself: those grow with what else it can do.
#[cfg(target_os = "linux")]
fn own_memory(child: &Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
fn reads_and_drops(mut stdout: ChildStdout) -> thread::JoinHandle<usize> {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        let mut length = 0;
        while let Ok(read @ 1..) = stdout.read(&mut buffer) {
            length += read;
        }
        length
    })
}

#[cfg(target_os = "linux")]
#[test]
fn fifty_megabytes_are_scrubbed_in_little_memory() {
    let line = "2026-11-15T18:30:00Z INFO order 17 was shipped to somebody in some place, as was asked for\n";
    let shapes: [(&[&str], usize, String); 3] = [
        (&["scrub"], 50, line.to_owned()),
        (&["scrub"], 25, line.replace('\n', " ")),
        (&["scrub", "--jsonl"], 10, format!("{{\"id\": 17, \"text\": \"{}\"}}\n", line.trim_end())),
    ];
    for (arguments, megabytes, line) in shapes {
        let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let reader = reads_and_drops(child.stdout.take().unwrap());
        let mut stdin = child.stdin.take().unwrap();
        let chunk = line.repeat((1 << 20) / line.len());
        let mut most = 0;
        for _ in 0..megabytes {
            stdin.write_all(chunk.as_bytes()).unwrap();
            most = most.max(own_memory(&child));
        }
        drop(stdin);
        assert_eq!(reader.join().unwrap(), chunk.len() * megabytes);
        assert!(child.wait().unwrap().success());
        assert!(most < 12 << 10, "{most} KiB");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [&["scrub"] as &[&str], &["scrub", "--jsonl"], &["scrub", "--explain"]] {
        let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let line = b"{\"id\": 1, \"text\": \"ann@mail.shop\"}\n".repeat(1000);
            (0..200).take_while(|_| stdin.write_all(&line).is_ok()).count()
        });
        let run = Run::from(child.wait_with_output().unwrap());
        writer.join().unwrap();
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let input = "ann@mail.shop\n";
    assert!(!candor_reading(&["scrub", "--explain"], input).fine().stdout.contains('\u{1b}'));
    assert!(candor_reading(&["scrub", "--explain", "--color", "always"], input).fine().stdout.contains("\u{1b}[1m"));
}

#[test]
fn every_member_of_a_repeated_name_is_scrubbed() {
    for (line, scrubbed) in [
        (
            r#"{"id":1,"text":"x","password":83467234,"password":null}"#,
            r#"{"id":1,"text":"x","password":"[redacted]","password":null}"#,
        ),
        (
            r#"{"password" : {"a":8346},"id":1,"n":1,"text":4111111111111111,"n":1,"text":"x","pass\u0077ord":[7]}"#,
            r#"{"password" : "[redacted]","id":1,"n":1,"text":"[redacted]","n":1,"text":"x","pass\u0077ord":"[redacted]"}"#,
        ),
        (
            r#"{"id":1,"text":"x","a":[{"password":83467234,"pass\u0077ord":null}],"b":{"n":1, "m":{"n":2}}}"#,
            r#"{"id":1,"text":"x","a":[{"password":null}],"b":{"n":1, "m":{"n":2}}}"#,
        ),
    ] {
        assert_eq!(jsonl(line).trim_end(), scrubbed);
    }
}

#[test]
fn a_profile_says_how_much_is_removed() {
    let input = format!("{DSN} for ann@mail.shop in /srv/shop/live.toml");
    let with = |profile: &str| candor_reading(&["scrub", "--profile", profile], &input).fine().stdout;
    assert_eq!(with("strict"), plain(&input));
    let host = "queue at db7.shop.internal";
    let at = |profile: &str| candor_reading(&["scrub", "--profile", profile], host).fine().stdout;
    assert_eq!(at("strict"), "queue at [redacted]");
    for profile in ["Balanced", "development"] {
        let scrubbed = with(profile);
        assert!(scrubbed.ends_with("for [email] in [path]") && !scrubbed.contains("Tr0ub4dor"), "{scrubbed}");
        assert_eq!(at(profile), host);
    }
    let unknown = candor_reading(&["scrub", "--profile", "none"], &input);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("strict, balanced, development"), "{}", unknown.stderr);
}

#[test]
fn other_members_are_scrubbed_whatever_they_are() {
    let line = r#"{"id":1,"text":"x","card":4111111111111111,"n":17,"env":[{"name":"DB_PASSWORD","value":"sun"}],"a":{"password":7}}"#;
    let scrubbed = r#"{"id":1,"text":"x","card":"[redacted]","n":17,"env":[{"name":"DB_PASSWORD","value":"[redacted]"}],"a":{"password":"[redacted]"}}"#;
    assert_eq!(jsonl(line).trim_end(), scrubbed);
}

#[test]
fn paths_in_an_allowed_folder_are_kept() {
    let run = candor_reading(
        &["scrub", "--allow-root", "/srv/shop", "--allow-root", "/home/ann"],
        "/srv/shop/a /home/ann/b /srv/shopping/c /etc/shop/d",
    );
    assert_eq!(run.fine().stdout, "/srv/shop/a /home/ann/b [path] [path]");
}

#[test]
fn names_of_a_schema_are_removed_if_asked_for() {
    let input = "duplicate key value violates unique constraint \"orders_pkey\"";
    assert_eq!(plain(input), input);
    let run = candor_reading(&["scrub", "--hide-schema-names"], input);
    assert_eq!(run.fine().stdout, "duplicate key value violates unique constraint \"[redacted]\"");
    let run = candor_reading(&["scrub", "--hide-schema-names"], "FK constraint violation on users_projects_fk");
    assert_eq!(run.fine().stdout, "FK constraint violation on [redacted]");
}

#[test]
fn a_secret_cannot_be_given_on_the_command_line() {
    assert_eq!(candor_reading(&["scrub", "--secret", SECRET], "").code, Some(2));
}

/// A file of the test's own, in a folder of the test's own.
fn file(name: &str, content: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn files_are_scrubbed_one_after_the_other_and_a_hyphen_is_standard_input() {
    let (one, two) = (file("scrub-one.log", b"one ann@mail.shop\n"), file("scrub-two.log", b"two /srv/shop/key \xff"));
    assert_eq!(candor_reading(&["scrub", &one], "").fine().stdout, "one [email]\n");
    let both = scrubbed(&[&one, "-", &two], b"mine is ann@mail.shop\n").stdout;
    assert_eq!(both, b"one [email]\nmine is [email]\ntwo [path] \xff");
    assert_eq!(std::fs::read(&one).unwrap(), b"one ann@mail.shop\n");
}

#[test]
fn each_file_is_a_text_of_its_own() {
    let (name, value) = (file("scrub-name.log", b"password="), file("scrub-value.log", b"sunflower"));
    assert_eq!(candor_reading(&["scrub", &name, &value], "").fine().stdout, "password=sunflower");
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_others_are_scrubbed() {
    let good = file("scrub-good.log", b"ann@mail.shop\n");
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (bad, said) in [("no/such.log", "no such file: no/such.log"), (folder, "is a directory; give a file")] {
        let run = Run::from(scrubbed(&[&good, bad, &good], b""));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), "[email]\n[email]\n"), "{run:?}");
        assert!(run.stderr.starts_with("candor: ") && run.stderr.contains(said), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn json_lines_of_a_file_are_answered_and_a_bad_line_names_its_file() {
    let good = file("scrub-good.jsonl", br#"{"id": 1, "text": "ann@mail.shop"}"#);
    let bad = file("scrub-bad.jsonl", b"\nhunter2\n");
    let run = candor_reading(&["scrub", "--jsonl", &good, &bad], "");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "{\"id\": 1, \"text\": \"[email]\"}\n"));
    assert!(run.stderr.contains("scrub-bad.jsonl, line 2: not a JSON object"), "{run:?}");
}

#[test]
fn explaining_several_files_names_each() {
    let (one, two) = (file("scrub-first.log", b"ann@mail.shop\n"), file("scrub-second.log", b"\n ann@mail.shop\n"));
    assert_eq!(candor_reading(&["scrub", "--explain", &two], "").fine().stdout, "2..15  2:2  email  [email]\n");
    let run = candor_reading(&["scrub", "--explain", &one, &two], "").fine();
    assert_eq!(run.stdout, format!("{one}: 0..13  1:1  email  [email]\n{two}: 2..15  2:2  email  [email]\n"));
}

#[test]
fn a_long_text_is_scrubbed_as_the_library_scrubs_it_whole() {
    let line = format!("2026-11-15 ERROR {DSN} for ann@mail.shop in /srv/shop/live.toml\n\tat run (/srv/a.js:1:2)\n");
    let text = line.repeat(3_000_000 / line.len());
    let expected = candor_scrub::Scrubber::new().scrub(&text).into_owned();
    assert_eq!(plain(&text), expected);
    let path = file("scrub-long.log", text.as_bytes());
    assert_eq!(candor_reading(&["scrub", &path], "").fine().stdout, expected);
}

#[test]
fn a_value_under_a_suspicious_name_is_removed_if_it_looks_like_a_key() {
    let line = r#"{"id":1,"text":"x","hubspotKey":"Zk7vQ2mXw41b","monkeyKey":"banana","apiKey":"sun"}"#;
    let scrubbed = r#"{"id":1,"text":"x","hubspotKey":"[redacted]","monkeyKey":"banana","apiKey":"[redacted]"}"#;
    assert_eq!(jsonl(line).trim_end(), scrubbed);
}
