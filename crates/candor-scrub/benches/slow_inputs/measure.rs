//! How long a text takes, beside ordinary text of the same moment.
//!
//! What is measured is the time that the thread has a processor: what else the machine does is not in it, except that it slows
//! the processor down and empties its caches. So each text is measured more than once, and the least counts. A
//! processor learns a text that it sees again and again, and then predicts all that the program does with it. No text that
//! a server scrubs is known in advance, so no text is measured twice in a row: ordinary text is cycled through more than a
//! processor remembers, and the numbers of a hostile text differ each time.

use crate::inputs::ordinary;
use crate::{Drawn, Input};
use candor_scrub::Scrubber;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Duration;

/// A way into the scrubber.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    Text,
    /// With a configured secret, for which every escape is decoded.
    Secrets,
    Json,
    Stream,
}

pub(crate) const FORMS: [Form; 4] = [Form::Text, Form::Secrets, Form::Json, Form::Stream];

impl Form {
    pub(crate) const fn name(self) -> &'static str {
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

pub(crate) struct Measure {
    scrubbers: [Scrubber; 2],
    /// Together more than a processor learns.
    ordinary: Vec<String>,
    /// What ordinary text takes in each form, in nanoseconds per byte.
    normal: [f64; FORMS.len()],
}

impl Measure {
    pub(crate) fn new() -> Measure {
        let secrets = Scrubber::new().with_secrets(["hunter2\"production\\", "k\u{e9}y/9-8=7"]);
        let mut measure = Measure {
            scrubbers: [Scrubber::new(), secrets],
            ordinary: ordinary_texts(),
            normal: [f64::MAX; FORMS.len()],
        };
        FORMS.into_iter().for_each(|form| measure.ordinary(form));
        measure
    }

    fn scrubber(&self, form: Form) -> &Scrubber {
        let [plain, secrets] = &self.scrubbers;
        if form == Form::Secrets { secrets } else { plain }
    }

    fn once(&self, form: Form, text: &str) -> Duration {
        let begin = processor_time();
        form.scrub(self.scrubber(form), text);
        processor_time().saturating_sub(begin)
    }

    /// Measures ordinary text, as slow or fast as the machine is at this moment.
    pub(crate) fn ordinary(&mut self, form: Form) {
        const ROUNDS: usize = 4;
        let mut least = vec![Duration::MAX; self.ordinary.len()];
        for _ in 0..ROUNDS {
            for (text, least) in self.ordinary.iter().zip(&mut least) {
                *least = self.once(form, text).min(*least);
            }
        }
        let bytes: usize = self.ordinary.iter().map(String::len).sum();
        let cost = least.into_iter().sum::<Duration>().as_secs_f64() * 1e9 / bytes as f64;
        if let Some(normal) = self.normal.get_mut(form as usize) {
            *normal = cost;
        }
    }

    /// What ordinary text took as text, in nanoseconds per byte.
    pub(crate) fn normal(&self) -> f64 {
        self.normal.first().copied().unwrap_or_default()
    }

    /// How many times as long as ordinary text the input takes, per byte: the least of several runs.
    pub(crate) fn times_ordinary(&self, input: &Input, length: usize, runs: u64) -> f64 {
        let once = |run| {
            let text = input.text(length, run * 1_000_003);
            self.once(input.form, &text).as_secs_f64() * 1e9 / text.len().max(1) as f64
        };
        let least = (0..runs).map(once).fold(f64::MAX, f64::min);
        least / self.normal.get(input.form as usize).copied().unwrap_or(f64::MAX)
    }

    /// How many steps the scrubber counts for each byte of the input.
    pub(crate) fn steps(&self, input: &Input, length: usize) -> f64 {
        let text = input.text(length, 0);
        candor_scrub::testing::steps(self.scrubber(input.form), &text) as f64 / text.len().max(1) as f64
    }
}

/// The time that this thread has had a processor.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The messages of servers with nothing to remove, in ever new orders, and their words in no order at all.
fn ordinary_texts() -> Vec<String> {
    const TEXTS: usize = 512;
    const LENGTH: usize = 1024;
    const WORDS: usize = 12;
    let messages = ordinary();
    let sentences: Vec<&str> = messages.iter().flat_map(|message| message.split_inclusive(". ")).collect();
    let words: Vec<&str> = messages.iter().flat_map(|message| message.split_ascii_whitespace()).collect();
    let mut drawn = Drawn::new(17);
    let mut text = || {
        let mut text = String::with_capacity(LENGTH * 2);
        while text.len() < LENGTH {
            let disordered: Vec<&str> = (0..WORDS).map(|_| drawn.one(&words)).collect();
            let line = format!("{}{}\n", drawn.one(&sentences), disordered.join(" "));
            if Scrubber::standard().removals(&line).is_empty() {
                text.push_str(&line);
            }
        }
        text
    };
    (0..TEXTS).map(|_| text()).collect()
}
