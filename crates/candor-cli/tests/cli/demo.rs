//! `candor demo`, `candor completions`, and the program without a command.

use crate::candor;

const PASSWORD: &str = "Tr0ub4dor-3";

#[test]
fn the_demo_is_the_same_every_time_and_fits_a_screen() {
    let first = candor(&["demo"]).fine();
    assert_eq!(first.stdout, candor(&["demo"]).fine().stdout);
    assert!(first.stdout.lines().count() <= 66, "{}", first.stdout);
    assert_eq!(first.stderr, "");
}

#[test]
fn the_demo_keeps_from_the_caller_what_the_operator_sees() {
    let all = candor(&["demo", "--json"]).json();
    assert!(all["raw"].as_str().unwrap().contains(PASSWORD));
    assert!(all["incident"].to_string().contains(PASSWORD));
    assert!(all["incident"]["causes"][0].as_str().unwrap().starts_with("SELECT"));
    for public in [all["text"].to_string(), all["dialects"].to_string()] {
        for secret in [PASSWORD, "/srv/", "SELECT", "ann@mail.shop", "db-2"] {
            assert!(!public.contains(secret), "{secret} is in {public}");
        }
    }
}

#[test]
fn caller_and_operator_share_one_id() {
    let all = candor(&["demo", "--json"]).json();
    let id = all["incident"]["instance"].as_str().unwrap();
    assert!(all["text"].as_str().unwrap().contains(id));
    assert_eq!(all["dialects"].as_object().unwrap().len(), 5);
    for (dialect, failure) in all["dialects"].as_object().unwrap() {
        assert!(failure.to_string().contains(id), "{dialect}");
    }
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
