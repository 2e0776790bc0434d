//! What scrubbing costs: ordinary messages, messages full of secrets, inputs made to be slow, and the first scrub of a
//! process.
//!
//! Run with `cargo bench -p candor-scrub --bench scrub`. After the benchmarks come two tables: how slow the slowest input is
//! beside an ordinary one, byte by byte, and what the first scrub of a fresh process costs.
#![allow(clippy::print_stdout, missing_docs, reason = "a bench prints what it measured")]

use candor_scrub::Scrubber;
use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher, black_box};
use std::process::Command;
use std::time::{Duration, Instant};

#[path = "scrub/inputs.rs"]
mod inputs;

use inputs::{Adversary, adversaries, loaded, ordinary};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Set in a child process whose only work is its first scrub.
const CHILD: &str = "CANDOR_BENCH_FIRST_SCRUB";

fn main() {
    if std::env::var_os(CHILD).is_some() {
        println!("{}", first_scrub().as_nanos());
        return;
    }
    assert!(ordinary().iter().all(|text| Scrubber::standard().removals(text).is_empty()), "ordinary text is scrubbed");
    divan::main();
    let is_measured = std::env::args().any(|argument| argument == "--bench");
    if is_measured {
        print_worst_cases();
        print_first_scrub();
    }
}

#[divan::bench]
fn ordinary_kilobyte(bencher: Bencher) {
    let texts = ordinary();
    run(bencher, &texts);
}

#[divan::bench]
fn kilobyte_full_of_secrets(bencher: Bencher) {
    let texts = loaded();
    run(bencher, &texts);
}

#[divan::bench(args = adversaries(), sample_count = 10)]
fn adversary(bencher: Bencher, adversary: &Adversary) {
    run(bencher, std::slice::from_ref(&adversary.text));
}

/// All texts, one after the other; the bytes per second are those of the scrubber whatever the mix.
fn run(bencher: Bencher, texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| scrub_all(texts));
}

fn scrub_all(texts: &[String]) -> usize {
    texts.iter().map(|text| Scrubber::standard().scrub(black_box(text)).len()).sum()
}

/// Nanoseconds per byte, best of several runs.
fn cost(texts: &[String]) -> f64 {
    const RUNS: usize = 7;
    let bytes: usize = texts.iter().map(String::len).sum();
    let once = || {
        let begin = Instant::now();
        black_box(scrub_all(texts));
        begin.elapsed()
    };
    let best = (0..RUNS).map(|_| once()).min().unwrap_or_default();
    best.as_secs_f64() * 1e9 / bytes as f64
}

fn print_worst_cases() {
    // As many bytes as an adversary has, so that both fill the caches alike.
    let normal = cost(&ordinary().into_iter().cycle().take(64).collect::<Vec<_>>());
    let mut rows: Vec<_> =
        adversaries().into_iter().map(|adversary| (adversary.name, cost(&[adversary.text]))).collect();
    rows.push(("ordinary kilobytes", normal));
    rows.push(("kilobytes full of secrets", cost(&loaded())));
    rows.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    println!("\n{:<28} {:>10} {:>20}", "input", "ns/byte", "times ordinary");
    for (name, cost) in rows {
        println!("{name:<28} {cost:>10.2} {:>20.1}", cost / normal);
    }
}

fn first_scrub() -> Duration {
    let begin = Instant::now();
    black_box(Scrubber::standard().scrub(black_box("order 17 was not found")));
    begin.elapsed()
}

/// Best and median of several fresh processes.
fn print_first_scrub() {
    const PROCESSES: usize = 21;
    let Ok(program) = std::env::current_exe() else { return };
    let once = |_| {
        let output = Command::new(&program).env(CHILD, "1").output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok().map(Duration::from_nanos)
    };
    let mut times: Vec<Duration> = (0..PROCESSES).filter_map(once).collect();
    times.sort_unstable();
    if let (Some(best), Some(median)) = (times.first(), times.get(times.len() / 2)) {
        println!("\nfirst scrub of a process: best {best:?}, median {median:?} of {}", times.len());
    }
}
