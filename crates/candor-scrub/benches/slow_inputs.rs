//! Searches for slow inputs: texts that cost many times more per byte than ordinary ones.
//!
//! Run with `cargo xtask slow-inputs [MINUTES]`. The search begins with the words that call the rules, and what stands
//! around them. It joins them, repeats what it joined to a text of 16 KiB, and measures it; what is slow is changed
//! again and again, and what is slow at 64 KiB too is printed. Without minutes, as in a run of all benchmarks, nothing
//! is searched.
#![allow(clippy::print_stdout, missing_docs, reason = "a bench prints what it measured")]

use candor_scrub::Scrubber;
use candor_scrub::testing::trigger_words;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "scrub/inputs.rs"]
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod inputs;

/// So many times the cost of ordinary text is slow.
const SLOW: f64 = 15.0;
/// How many inputs are kept and changed again.
const KEPT: usize = 96;
/// How many of them may have the same longest piece.
const MOST_ALIKE: usize = 4;
const MOST_PIECES: usize = 10;
const SCREENED: usize = 16 * 1024;
const CONFIRMED: usize = 64 * 1024;
/// A piece that is another number in every repetition, so that no two repetitions are equal.
const NUMBER: &str = "\u{1}";

/// What stands around the words: signs, escapes, what keys and names are made of.
const PIECES: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n",
    "\r\n",
    "\t",
    "=",
    ":",
    ": ",
    "/",
    "\\",
    "\"",
    "'",
    "`",
    "?",
    "&",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "</",
    "%",
    "#",
    "|",
    ".",
    "-",
    "_",
    "@",
    "$",
    "*",
    "+",
    "~",
    "^",
    "\\n",
    "\\t",
    "\\\"",
    "\\\\n",
    "\\\\\\\"",
    "\\u0061",
    "%41",
    "%25",
    "%3D",
    "&quot;",
    "&#61;",
    "\u{200b}",
    "\u{1b}[0m",
    "é",
    "a",
    "A",
    "0",
    "1",
    "17",
    "ab",
    "a1",
    "x",
    "the",
    "is",
    "0x",
    "a1b2c3d4",
    "Zk7vQ2mXw41b",
    "0fa4e1fa4e2fa4e3fa4e4fa4e5fa4e67",
    "[redacted]",
    "[path]",
    "value",
    "name",
    "key=\"",
    "value=\"",
    "\": {\"",
    "\": [\"",
    "- ",
    "  ",
    "--",
    "://",
    "::",
    "FROM ",
    "WHERE ",
    "a.b",
    ".java:1",
    ".py",
    "line 1",
    "AccountKey=",
    "password",
    "\\tat ",
    "credentials",
    "-----",
    "BEGIN ",
    "END ",
    NUMBER,
    NUMBER,
];

/// A way into the scrubber.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Text,
    /// With a configured secret, for which every escape is decoded.
    Secrets,
    Json,
    Stream,
}

const FORMS: [Form; 4] = [Form::Text, Form::Secrets, Form::Json, Form::Stream];

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Secrets => "with secrets",
            Form::Json => "json",
            Form::Stream => "stream",
        }
    }

    fn scrub(self, scrubber: &Scrubber, text: &str) {
        match self {
            Form::Text | Form::Secrets => {
                black_box(scrubber.scrub(black_box(text)));
            }
            Form::Json => {
                let half = text.len() / 2;
                let (first, second) = text.split_at(text.floor_char_boundary(half));
                let value = json!({"note": first, "list": [{"name": second}]});
                black_box(scrubber.scrub_json(black_box(&value)));
            }
            Form::Stream => {
                let mut stream = scrubber.stream();
                let mut each = |segment: candor_scrub::Segment<'_>| {
                    black_box(segment.scrubbed());
                    Ok::<(), Infallible>(())
                };
                for piece in text.as_bytes().chunks(1000) {
                    let _ = stream.push(piece, &mut each);
                }
                let _ = stream.finish(&mut each);
            }
        }
    }
}

/// Draws numbers from a seed.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }
}

#[derive(Clone)]
struct Input {
    pieces: Vec<&'static str>,
    form: Form,
    times_ordinary: f64,
}

impl Input {
    fn text(&self, length: usize) -> String {
        let (mut text, mut number) = (String::with_capacity(length + 64), 0_u64);
        if self.pieces.iter().all(|piece| piece.is_empty()) {
            return text;
        }
        while text.len() < length {
            for piece in &self.pieces {
                if *piece == NUMBER {
                    number += 1;
                    text.push_str(&format!("{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                } else {
                    text.push_str(piece);
                }
            }
        }
        text
    }

    fn longest(&self) -> &'static str {
        self.pieces.iter().copied().max_by_key(|piece| piece.len()).unwrap_or_default()
    }

    fn shown(&self) -> String {
        let text: String = self.pieces.iter().map(|piece| if *piece == NUMBER { "{number}" } else { piece }).collect();
        format!("{} {:?}", self.form.name(), text)
    }
}

/// The time that this thread has had a processor: what else the machine does is not in it.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

struct Search {
    drawn: Drawn,
    words: Vec<&'static str>,
    scrubbers: [Scrubber; 2],
    ordinary: String,
    /// Nanoseconds per byte of ordinary text in each form, measured now and then.
    normal: [f64; FORMS.len()],
    kept: Vec<Input>,
}

impl Search {
    fn new(seed: u64) -> Search {
        let ordinary = inputs::ordinary().join("\n");
        let secrets = Scrubber::new().with_secrets(["hunter2\"production\\", "k\u{e9}y/9-8=7"]);
        Search {
            drawn: Drawn(seed),
            words: trigger_words(),
            scrubbers: [Scrubber::new(), secrets],
            ordinary,
            normal: [0.0; FORMS.len()],
            kept: Vec::new(),
        }
    }

    fn cost(&self, form: Form, text: &str, runs: usize) -> f64 {
        let [plain, secrets] = &self.scrubbers;
        let scrubber = if form == Form::Secrets { secrets } else { plain };
        let once = |_| {
            let begin = processor_time();
            form.scrub(scrubber, text);
            processor_time().saturating_sub(begin)
        };
        let best = (0..runs).map(once).min().unwrap_or_default();
        best.as_secs_f64() * 1e9 / text.len().max(1) as f64
    }

    fn measure_ordinary(&mut self) {
        for (at, form) in FORMS.into_iter().enumerate() {
            let cost = self.cost(form, &self.ordinary, 9);
            if let Some(normal) = self.normal.get_mut(at) {
                *normal = cost;
            }
        }
    }

    fn times_ordinary(&self, input: &Input, length: usize, runs: usize) -> f64 {
        let normal = FORMS.iter().position(|form| *form == input.form).and_then(|at| self.normal.get(at));
        self.cost(input.form, &input.text(length), runs) / normal.copied().unwrap_or(f64::MAX)
    }

    fn piece(&mut self) -> &'static str {
        if self.drawn.below(5) < 2 { self.drawn.one(&self.words) } else { self.drawn.one(PIECES) }
    }

    /// A new input, or a kept one with a change.
    fn next(&mut self) -> Input {
        let form = FORMS.get(self.drawn.below(FORMS.len() * 2)).copied().unwrap_or(Form::Text);
        let fresh = self.kept.is_empty() || self.drawn.below(6) == 0;
        if fresh {
            let pieces = (0..=self.drawn.below(5)).map(|_| self.piece()).collect();
            return Input { pieces, form, times_ordinary: 0.0 };
        }
        // The slowest are changed most often.
        let most = self.drawn.below(self.kept.len()) + 1;
        let index = self.drawn.below(most);
        let Some(mut input) = self.kept.get(index).cloned() else { return self.next() };
        for _ in 0..=self.drawn.below(3) {
            let at = self.drawn.below(input.pieces.len() + 1);
            match self.drawn.below(5) {
                0 if at < input.pieces.len() && input.pieces.len() > 1 => {
                    input.pieces.remove(at);
                }
                1 if at < input.pieces.len() => {
                    let piece = self.piece();
                    if let Some(place) = input.pieces.get_mut(at) {
                        *place = piece;
                    }
                }
                2 if input.pieces.len() > 1 => {
                    let last = input.pieces.len() - 1;
                    input.pieces.swap(at.min(last), self.drawn.below(last + 1));
                }
                3 => input.form = form,
                _ if input.pieces.len() < MOST_PIECES => input.pieces.insert(at, self.piece()),
                _ => {}
            }
        }
        input
    }

    fn keep(&mut self, input: Input) {
        let is_same = |kept: &&mut Input| kept.pieces == input.pieces && kept.form == input.form;
        if let Some(kept) = self.kept.iter_mut().find(is_same) {
            kept.times_ordinary = kept.times_ordinary.min(input.times_ordinary);
        } else {
            self.kept.push(input);
        }
        self.kept.sort_by(|left, right| right.times_ordinary.total_cmp(&left.times_ordinary));
        // One slow word must not crowd out the others.
        let mut seen: HashMap<&str, usize> = HashMap::new();
        self.kept.retain(|kept| {
            let count = seen.entry(kept.longest()).or_default();
            *count += 1;
            *count <= MOST_ALIKE
        });
        self.kept.truncate(KEPT);
    }

    /// Measures inputs until the time is over, and prints what is slower than anything before.
    fn run(&mut self, end: Instant) -> usize {
        let (mut tried, mut worst) = (0_usize, 0.0_f64);
        while Instant::now() < end {
            if tried.is_multiple_of(256) {
                self.measure_ordinary();
            }
            tried += 1;
            let mut input = self.next();
            let least = self.kept.last().filter(|_| self.kept.len() >= KEPT).map_or(0.0, |last| last.times_ordinary);
            input.times_ordinary = self.times_ordinary(&input, SCREENED, 2);
            if input.times_ordinary <= least {
                continue;
            }
            input.times_ordinary = input.times_ordinary.min(self.times_ordinary(&input, SCREENED, 4));
            if input.times_ordinary <= least {
                continue;
            }
            if input.times_ordinary > worst {
                worst = input.times_ordinary;
                println!("{:>8.1} times at {SCREENED} bytes, after {tried}: {}", worst, input.shown());
            }
            self.keep(input);
        }
        tried
    }

    /// Those of the kept inputs that are slow at the greater length too, the slowest first.
    fn slow(&mut self) -> Vec<Input> {
        self.measure_ordinary();
        let mut slow = Vec::new();
        for input in &self.kept {
            let times_ordinary = self.times_ordinary(input, CONFIRMED, 7);
            slow.push(Input { times_ordinary, ..input.clone() });
        }
        slow.sort_by(|left, right| right.times_ordinary.total_cmp(&left.times_ordinary));
        slow
    }
}

fn main() -> ExitCode {
    let minutes = std::env::args().skip(1).find_map(|argument| argument.parse::<f64>().ok());
    let Some(minutes) = minutes.filter(|minutes| *minutes > 0.0) else { return ExitCode::SUCCESS };
    let seed = std::env::args().skip(1).filter_map(|argument| argument.strip_prefix("seed=")?.parse().ok()).next();
    let seed = seed.unwrap_or_else(|| std::process::id().into());
    println!("searching for {minutes} minutes with seed {seed}");
    let mut search = Search::new(seed);
    let tried = search.run(Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let slow = search.slow();
    println!("\n{tried} inputs; times ordinary text per byte, at {CONFIRMED} bytes:");
    for input in slow.iter().take(40) {
        println!("{:>8.1}  {}", input.times_ordinary, input.shown());
    }
    let count = slow.iter().filter(|input| input.times_ordinary > SLOW).count();
    println!("{count} of the slowest {} are over {SLOW} times", slow.len());
    if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
