//! Searches for slow inputs: texts that cost many times more per byte than ordinary ones.
//!
//! Run with `cargo xtask slow-inputs [MINUTES [SEED]]`. The search begins with the words that call the rules, and what stands
//! around them. It joins them, repeats what it joined to a text of 16 KiB, and measures it; what is slow is changed
//! again and again, and what is slow at 64 KiB too is printed. Without minutes, as in a run of all benchmarks, nothing
//! is searched.
#![allow(clippy::print_stdout, missing_docs, reason = "a bench prints what it measured")]

use candor_scrub::testing::trigger_words;
use measure::{FORMS, Form, Measure};
use pieces::{NUMBER, PIECES};
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "scrub/inputs.rs"]
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod inputs;
#[path = "slow_inputs/measure.rs"]
mod measure;
#[path = "slow_inputs/pieces.rs"]
mod pieces;

/// So many times the cost of ordinary text is slow.
const SLOW: f64 = 15.0;
/// How many inputs are kept and changed again.
const KEPT: usize = 96;
/// How many of them may have the same longest piece.
const MOST_ALIKE: usize = 4;
const MOST_PIECES: usize = 10;
const SCREENED: usize = 16 * 1024;
const CONFIRMED: usize = 64 * 1024;
/// Draws numbers from a seed.
struct Drawn(u64);

impl Drawn {
    const fn new(seed: u64) -> Drawn {
        Drawn(seed)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }
}

/// The words that call rules, as they are and in the other cases: most rules are called in any, and some look for the next
/// word in one.
fn words_in_cases() -> Vec<&'static str> {
    let words = trigger_words();
    let lower = words.iter().map(|word| word.to_ascii_lowercase());
    let upper = words.iter().map(|word| word.to_ascii_uppercase());
    let others: Vec<&str> = lower.chain(upper).map(|word| &*word.leak()).filter(|word| !words.contains(word)).collect();
    [words, others].concat()
}

#[derive(Clone)]
struct Input {
    pieces: Vec<&'static str>,
    form: Form,
    times_ordinary: f64,
}

impl Input {
    /// The pieces again and again; the numbers among them begin with that of the run.
    fn text(&self, length: usize, run: u64) -> String {
        let (mut text, mut number) = (String::with_capacity(length + 64), run);
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

struct Search {
    drawn: Drawn,
    words: Vec<&'static str>,
    measure: Measure,
    kept: Vec<Input>,
}

impl Search {
    fn new(seed: u64) -> Search {
        Search { drawn: Drawn::new(seed), words: words_in_cases(), measure: Measure::new(), kept: Vec::new() }
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
        const ORDINARY_EVERY: usize = 256;
        let (mut tried, mut worst) = (0_usize, 0.0_f64);
        while Instant::now() < end {
            if tried.is_multiple_of(ORDINARY_EVERY) {
                FORMS.into_iter().for_each(|form| self.measure.ordinary(form));
            }
            tried += 1;
            let mut input = self.next();
            let least = self.kept.last().filter(|_| self.kept.len() >= KEPT).map_or(0.0, |last| last.times_ordinary);
            input.times_ordinary = self.measure.times_ordinary(&input, SCREENED, 2);
            if input.times_ordinary <= least {
                continue;
            }
            input.times_ordinary = input.times_ordinary.min(self.measure.times_ordinary(&input, SCREENED, 4));
            if input.times_ordinary > least && input.times_ordinary > worst {
                input.times_ordinary = input.times_ordinary.min(self.again(&input, SCREENED));
            }
            if input.times_ordinary <= least {
                continue;
            }
            if input.times_ordinary > worst {
                worst = input.times_ordinary;
                println!("{worst:>8.1} times at {SCREENED} bytes, after {tried}: {}", input.shown());
            }
            self.keep(input);
        }
        tried
    }

    /// How slow the input is beside ordinary text that is measured right before it: the least of several moments.
    fn again(&mut self, input: &Input, length: usize) -> f64 {
        const MOMENTS: usize = 3;
        let mut least = f64::MAX;
        for _ in 0..MOMENTS {
            self.measure.ordinary(input.form);
            least = self.measure.times_ordinary(input, length, 5).min(least);
        }
        least
    }

    /// The kept inputs with what they take at the greater length, the slowest first.
    fn slow(&mut self) -> Vec<Input> {
        let mut slow = self.kept.clone();
        for input in &mut slow {
            input.times_ordinary = self.again(input, CONFIRMED);
        }
        slow.sort_by(|left, right| right.times_ordinary.total_cmp(&left.times_ordinary));
        slow
    }
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).filter(|argument| argument.parse::<f64>().is_ok());
    let minutes = numbers.next().and_then(|minutes| minutes.parse().ok()).filter(|minutes| *minutes > 0.0);
    let Some(minutes): Option<f64> = minutes else { return ExitCode::SUCCESS };
    let seed = numbers.next().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| std::process::id().into());
    println!("searching for {minutes} minutes with seed {seed}");
    let mut search = Search::new(seed);
    println!("ordinary text takes {:.2} ns a byte", search.measure.normal());
    let tried = search.run(Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let slow = search.slow();
    println!("\n{tried} inputs; times ordinary text per byte, at {CONFIRMED} bytes:");
    for input in slow.iter().take(40) {
        let steps = search.measure.steps(input, CONFIRMED);
        println!("{:>8.1}  {steps:>5.1} steps a byte  {}", input.times_ordinary, input.shown());
    }
    let count = slow.iter().filter(|input| input.times_ordinary > SLOW).count();
    println!("{count} of the slowest {} are over {SLOW} times", slow.len());
    if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
