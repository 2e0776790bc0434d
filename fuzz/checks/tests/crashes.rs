//! Every input that once made a fuzz target fail, and some that look as if they could.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::panic, reason = "a test that cannot go on fails")]

use fuzz_checks::{classify_text, disclose_json, http_headers, relay_frames, rmcp_frames, scrub_text, tool_arguments};
use std::path::Path;

fn for_every_file(target: &str, check: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["crashes", "seeds"].map(|folder| fuzz.join(folder).join(target)) {
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // Seen only if the check fails.
            println!("{}", path.display());
            check(&std::fs::read(&path).unwrap());
            count += 1;
        }
        assert!(count > 0, "{} is empty", folder.display());
    }
}

#[test]
fn no_text_that_once_failed_fails_again() {
    for_every_file("scrub_text", scrub_text::check);
}

#[test]
fn no_error_that_once_failed_to_be_classified_fails_again() {
    for_every_file("classify_text", classify_text::check);
}

#[test]
fn no_json_that_once_failed_fails_again() {
    for_every_file("disclose_json", disclose_json::check);
}

#[test]
fn no_response_that_once_failed_fails_again() {
    for_every_file("http_headers", http_headers::check);
}

#[test]
fn no_line_that_once_failed_fails_again() {
    for_every_file("rmcp_frames", rmcp_frames::check);
}

#[test]
fn no_answer_that_once_failed_fails_again() {
    for_every_file("relay_frames", relay_frames::check);
}

#[test]
fn no_call_that_once_failed_fails_again() {
    for_every_file("tool_arguments", tool_arguments::check);
}
