//! How long a text takes to scrub: the goal of the search is time per byte, not a crash. It is no check of `cargo test`,
//! because it measures time.

use candor::disclose::Scrubber;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

/// So many times the cost of ordinary text per byte is slow. Instrumented code needs some room.
const SLOW: f64 = 60.0;
const LENGTH: usize = 16 * 1024;
const ORDINARY: &str = "Order 17 was not found; call list_orders first, or check whether it was cancelled on 2026-11-15. \
    The request queue is full: 120 requests are waiting, and the limit is 100. Wait 30 seconds and retry. ";

/// Repeats the bytes to a text, and panics if it is slow. How slow it is decides which code runs, so that a fuzzer that
/// watches the code is led to what is slower still.
pub fn check(bytes: &[u8]) {
    static NORMAL: LazyLock<f64> = LazyLock::new(|| cost(&repeated(ORDINARY), 30));
    let unit = String::from_utf8_lossy(bytes);
    if unit.is_empty() {
        return;
    }
    let text = repeated(&unit);
    let times = cost(&text, 2) / *NORMAL;
    note(times);
    if times > SLOW {
        // The machine may have been busy.
        let times = cost(&text, 10) / *NORMAL;
        assert!(times <= SLOW, "{times:.0} times ordinary text: {:?}", unit.chars().take(200).collect::<String>());
    }
}

fn repeated(unit: &str) -> String {
    unit.repeat(LENGTH / unit.len().min(LENGTH) + 1)
}

/// Nanoseconds per byte, best of several runs.
fn cost(text: &str, runs: usize) -> f64 {
    let once = |_| {
        let begin = Instant::now();
        black_box(Scrubber::standard().scrub(black_box(text)));
        begin.elapsed()
    };
    (0..runs).map(once).min().unwrap_or_default().as_secs_f64() * 1e9 / text.len() as f64
}

/// One branch for each degree of slowness.
fn note(times: f64) {
    const DEGREES: [f64; 12] = [2.0, 3.0, 4.0, 6.0, 8.0, 11.0, 15.0, 20.0, 27.0, 36.0, 48.0, 64.0];
    let degree = DEGREES.iter().filter(|degree| times > **degree).count();
    match degree {
        0 => black_box(0),
        1 => black_box(1),
        2 => black_box(2),
        3 => black_box(3),
        4 => black_box(4),
        5 => black_box(5),
        6 => black_box(6),
        7 => black_box(7),
        8 => black_box(8),
        9 => black_box(9),
        10 => black_box(10),
        11 => black_box(11),
        _ => black_box(12),
    };
}
