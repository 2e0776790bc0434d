//! `candor demo`, `candor completions`, and the program without a command.

use crate::candor;

const PASSWORD: &str = "Wint3r-Rates-81";

#[test]
fn the_demo_shows_a_dozen_pairs_and_counts_them() {
    let run = candor(&["demo"]).fine();
    assert_eq!(run.stderr, "");
    let titles = run.stdout.lines().filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
    assert_eq!(titles.count(), 12, "{}", run.stdout);
    for row in [
        "were not answered within 2.5 s                             3                 0",
        "leaked a password                                          1                 0",
    ] {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
    assert!(run.stdout.contains("stated for programs whether a retry helps"));
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn behind_the_guard_every_call_of_the_demo_is_answered_with_everything() {
    let all = candor(&["demo", "--json"]).json();
    for call in all["calls"].as_array().unwrap() {
        let guarded = &call["guarded"];
        let failure = match guarded.get("error") {
            Some(error) => &error["data"],
            None => &guarded["result"]["_meta"]["dev.candor/failure"],
        };
        for part in ["reason", "recovery", "retry", "origin", "instance"] {
            assert!(failure.get(part).is_some(), "{part} of {call:#}");
        }
        assert!(!guarded.to_string().contains(PASSWORD));
    }
    let bare: Vec<_> = all["calls"].as_array().unwrap().iter().map(|call| &call["bare"]).collect();
    assert!(bare.iter().any(|response| response.to_string().contains(PASSWORD)), "the contrast is gone");
    assert_eq!(bare.iter().filter(|response| response.is_null()).count(), 3);
}

#[test]
fn the_text_of_a_failure_is_short_and_says_nothing_twice() {
    /// How many characters the text may have: for refused arguments half of what it had with all details in it.
    const LONGEST: [(&str, usize); 8] = [
        ("A misspelt argument and one of the wrong type", 929 / 2),
        ("An argument out of range", 700 / 2),
        ("An argument that is missing", 548 / 2),
        ("A failure of the tool's contract, which is complete without a guard, too", 200),
        ("An upstream service whose error contains a password", 240),
        ("A defect that panics", 230),
        ("A tool that takes a minute", 220),
        ("A result that does not match the tool's own schema", 440),
    ];
    let all = candor(&["demo", "--json"]).json();
    let text_of = |title: &str| {
        let call = all["calls"].as_array().unwrap().iter().find(|call| call["title"] == title).unwrap();
        call["guarded"]["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    for (title, longest) in LONGEST {
        let text = text_of(title);
        assert!(
            text.chars().count() <= longest,
            "{title}: {} characters, not {longest}:\n{text}",
            text.chars().count()
        );
    }
}

#[test]
fn caller_and_operator_share_one_id() {
    let all = candor(&["demo", "--json"]).json();
    let incidents = all["incidents"].as_array().unwrap();
    // Guard and transport share one policy, so its observer sees the incidents of both.
    assert_eq!(incidents.len(), 12);
    let answers = all["calls"].to_string();
    for incident in incidents {
        assert!(answers.contains(incident["instance"].as_str().unwrap()), "{incident:#}");
    }
    assert!(incidents.iter().any(|incident| incident.to_string().contains(PASSWORD)));
}

#[test]
fn every_shell_gets_a_completion_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = candor(&["completions", shell]).fine().stdout;
        assert!(script.contains("translate") && script.contains("secrets-file"), "{shell}");
    }
}

#[test]
fn the_program_alone_prints_its_help_and_exits_2() {
    let run = candor(&[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Usage: candor"), "{}", run.stderr);
    assert_eq!(candor(&["--version"]).fine().stdout, concat!("candor ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_page_fits_a_narrow_terminal() {
    for columns in ["40", "60", "71", "72", "79", "100"] {
        for arguments in [&["demo"][..], &["explain"], &["explain", "-32003", "token_expired", "internal", "info"]] {
            let run = crate::Run::from(crate::program(arguments).env("COLUMNS", columns).output().unwrap()).fine();
            for line in run.stdout.lines() {
                assert!(line.chars().count() <= columns.parse().unwrap(), "{arguments:?} at {columns} columns: {line}");
            }
        }
    }
}
