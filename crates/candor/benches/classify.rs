//! What a verdict costs: by type, by words, and on texts made to be slow.
//!
//! Run with `cargo bench -p candor --bench classify`. After the benchmarks comes a table of the time per byte from 1 KB
//! to 1 MB.
#![allow(clippy::print_stdout, missing_docs, reason = "a bench prints what it measured")]

use candor::classify::{Classifier, Evidence, Verdict};
use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher, black_box};
use std::io;
use std::time::Instant;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// A hundred characters in which no phrase is found.
const WITHOUT_MATCH: &str =
    "the warehouse moved pallet seven from aisle twelve towards gate nine while rain fell on every window";
/// A hundred characters in which one is.
const WITH_MATCH: &str =
    "the warehouse could not move pallet seven because the connection was refused while rain fell at gate";

/// Texts that make the reader and the phrases work.
const HOSTILE: [(&str, &str); 14] = [
    ("not", "not "),
    ("not not found", "not not found "),
    ("is not a valid", "is not a valid "),
    ("cannot be", "cannot be must be "),
    ("quotes", "'a \"b `c "),
    ("open quotes", "'"),
    ("double quotes", "\""),
    ("json", "{\"message\":\"a "),
    ("dots", "a.b."),
    ("slashes", "/a /b://"),
    ("addresses", "a@b"),
    ("camel", "NotFoundError"),
    ("errno", "ECONNREFUSED "),
    ("numbers", "error 1 code 2 status "),
];

fn main() {
    assert_eq!((WITHOUT_MATCH.len(), WITH_MATCH.len()), (100, 100));
    assert_eq!(classify(WITHOUT_MATCH).rule(), "fallback");
    assert_eq!(classify(WITH_MATCH).rule(), "words.refused");
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        print_growth();
    }
}

fn classify(text: &str) -> Verdict {
    Classifier::standard().classify_text(black_box(text))
}

#[divan::bench]
fn hundred_characters_without_match() -> Verdict {
    classify(WITHOUT_MATCH)
}

#[divan::bench]
fn hundred_characters_with_match() -> Verdict {
    classify(WITH_MATCH)
}

#[divan::bench]
fn typed_io_error(bencher: Bencher) {
    let error = io::Error::from(io::ErrorKind::ConnectionRefused);
    bencher.bench(|| Classifier::standard().classify(black_box(&error)));
}

#[divan::bench]
fn typed_status() -> Verdict {
    Classifier::standard().classify_evidence(black_box(&Evidence::text("slow down").with_http_status(429)))
}

#[divan::bench]
fn typed_name() -> Verdict {
    Classifier::standard().classify_evidence(black_box(&Evidence::text("").with_name("java.net.ConnectException")))
}

#[divan::bench(args = HOSTILE.map(|(name, _)| name), sample_count = 20)]
fn hostile_100_kilobytes(bencher: Bencher, name: &str) {
    let text = hostile(name, 100_000);
    bencher.counter(BytesCount::of_str(&text)).bench(|| classify(&text));
}

fn hostile(name: &str, bytes: usize) -> String {
    let piece = HOSTILE.iter().find(|(known, _)| *known == name).map_or("a", |(_, piece)| *piece);
    piece.chars().cycle().take(bytes).collect()
}

/// Nanoseconds per byte, best of several runs.
fn cost(text: &str) -> f64 {
    const RUNS: usize = 15;
    let once = |_| {
        let begin = Instant::now();
        black_box(classify(text));
        begin.elapsed()
    };
    (0..RUNS).map(once).min().unwrap_or_default().as_secs_f64() * 1e9 / text.len() as f64
}

fn print_growth() {
    const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
    println!("\nnanoseconds per byte\n{:<16} {:>10} {:>10} {:>10} {:>10}", "text", "1 KB", "10 KB", "100 KB", "1 MB");
    let ordinary = |bytes| WITH_MATCH.chars().cycle().take(bytes).collect::<String>();
    let row = |name: &str, text: &dyn Fn(usize) -> String| {
        let costs = SIZES.map(|bytes| format!("{:>10.2}", cost(&text(bytes))));
        println!("{name:<16} {}", costs.join(" "));
    };
    row("ordinary", &ordinary);
    for (name, _) in HOSTILE {
        row(name, &|bytes| hostile(name, bytes));
    }
}
