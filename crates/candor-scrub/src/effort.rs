//! What the rules may cost a text as a whole, in all passes and at all levels of decoding: a fixed number of steps for every
//! byte of the text. What a rule reads is counted where it is read, whether it finds something or not.
//!
//! A step is about a quarter of a nanosecond: what each kind of work costs was fitted to the times of many texts, ordinary and
//! hostile. Ordinary text takes 7 steps per byte.

use std::cell::Cell;

/// How many steps a text may take for each of its bytes.
pub(crate) const PER_BYTE: usize = 90;
/// A text may take as many steps as if it were longer by so many bytes: a short one may be full of secrets.
const SPARE: usize = 256;
/// What it costs to look for the triggers, for each byte.
const SCAN: usize = 5;
/// What it costs to find a trigger, whether its rule is called or not.
const TRIGGER: usize = 15;
/// What it costs to look whether a word before a separator is a trigger.
const SEPARATOR: usize = 20;
/// What it costs to decode the escapes of a text, for each byte and for each escape.
const DECODED_BYTE: usize = 2;
const ESCAPE: usize = 12;
/// What it costs to call a rule.
const CALL: usize = 50;
/// What it costs to keep a finding, to sort it among the others and to replace it.
const FINDING: usize = 97;
/// What it costs to begin to read a part of the text.
const READ: usize = 6;
/// What it costs to judge a word by several lists, and each of its bytes.
const JUDGED: usize = 81;
const JUDGED_BYTE: usize = 3;
/// What it costs to compare with one row of a table.
const COMPARED: usize = 6;
/// A part that a rule asks for is rarely read to the end.
const LONGEST_READ: usize = 64;

thread_local! {
    /// The steps in which rules have read text, on this thread. The counter wraps around; only differences count.
    static READING: Cell<usize> = const { Cell::new(0) };
}

/// Counts steps that are taken within a rule.
fn note(steps: usize) {
    READING.set(READING.get().wrapping_add(steps));
}

/// Counts that so many bytes are read one by one.
pub(crate) fn note_read(bytes: usize) {
    note(READ + bytes + bytes / 2);
}

/// Counts that a word or a line is compared with lists, byte by byte and more than once.
pub(crate) fn note_judged(bytes: usize) {
    note(JUDGED + JUDGED_BYTE * bytes.min(LONGEST_READ));
}

/// Counts comparisons with something that is not read byte by byte: rows of a table, words of a list.
pub(crate) fn note_compared(times: usize) {
    note(READ + COMPARED * times);
}

/// Counts that something is found.
pub(crate) fn note_finding() {
    note(FINDING);
}

/// Counts that a part of the text is read, or the beginning of it.
pub(crate) fn note_part(bytes: usize) {
    note(READ + bytes.min(LONGEST_READ) / 2);
}

/// The steps that a text has taken, and those that it may take.
pub(crate) struct Effort {
    used: usize,
    most: usize,
    /// The counter of what is read, when it was last added.
    counted: usize,
    /// The rule that was called too late, by its index in the registry.
    stopped: Option<usize>,
}

impl Effort {
    /// For a text of this length.
    pub(crate) const fn on(length: usize) -> Effort {
        Effort { used: 0, most: length.saturating_add(SPARE).saturating_mul(PER_BYTE), counted: 0, stopped: None }
    }

    /// Counts the search for triggers.
    pub(crate) fn scan(&mut self, length: usize) {
        self.add(length.saturating_mul(SCAN));
        self.counted = READING.get();
    }

    /// Counts a trigger.
    pub(crate) fn trigger(&mut self) {
        self.add(TRIGGER);
    }

    /// Counts a sign that may end a trigger.
    pub(crate) fn separator(&mut self) {
        self.add(SEPARATOR);
    }

    /// Counts that a text of this length is decoded.
    pub(crate) fn decode(&mut self, length: usize, escapes: usize) {
        self.add(length.saturating_mul(DECODED_BYTE).saturating_add(escapes.saturating_mul(ESCAPE)));
    }

    /// Calls the rule, and counts what it takes, and what was read since the call before; does not call it if there are no
    /// steps left.
    pub(crate) fn call<T>(&mut self, rank: usize, rule: impl FnOnce() -> T) -> Option<T> {
        if self.used > self.most {
            self.stopped.get_or_insert(rank);
            return None;
        }
        let answer = rule();
        let now = READING.get();
        self.add(CALL.saturating_add(now.wrapping_sub(self.counted)));
        self.counted = now;
        Some(answer)
    }

    fn add(&mut self, steps: usize) {
        self.used = self.used.saturating_add(steps);
    }

    /// The rule that was not called because there were no steps left. What it would have found is not known.
    pub(crate) const fn stopped(&self) -> Option<usize> {
        self.stopped
    }

    /// The steps that were taken.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) const fn used(&self) -> usize {
        self.used
    }
}

#[cfg(test)]
#[path = "../benches/scrub/inputs.rs"]
mod inputs;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{REDACTED, Scrubber};

    /// Steps per byte, in all passes and at all levels.
    fn steps(text: &str) -> f64 {
        Scrubber::new().effort_on(text) as f64 / text.len() as f64
    }

    #[test]
    fn no_text_takes_fifteen_times_the_steps_of_ordinary_text() {
        let ordinary = steps(&inputs::ordinary().join("\n"));
        for inputs::Adversary { name, text } in inputs::adversaries() {
            let steps = steps(&text);
            assert!(steps < 15.0 * ordinary, "{name}: {steps:.0} steps per byte, ordinary text takes {ordinary:.1}");
        }
    }

    #[test]
    fn of_a_text_that_takes_too_many_steps_nothing_is_left() {
        let text = "\n.java:1\\\\n::key=\"key=\"SQL [:".repeat(1_000);
        let mut rules = Vec::new();
        assert_eq!(Scrubber::new().scrub_reporting(&text, crate::Keep::Nothing, &mut rules), REDACTED);
        assert!(!rules.is_empty());
        assert_eq!(Scrubber::new().removals(&text).len(), 1);
    }

    #[test]
    fn a_long_text_of_nothing_but_secrets_or_traces_takes_fewer_steps_than_it_may() {
        let units = [
            "DB_PASSWORD=correct-horse-battery\nAPI_KEY=zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL\nHOME=/home/ann\n",
            "ann@mail.shop,10.0.3.17,4111 1111 1111 1111,+1 555 0100 200\n",
            r#"{"id": 17, "token": "9f8e7d6c5b4a39281706f5e4d3c2b1a0", "email": "ann@mail.shop"},"#,
            r#"{\"id\": 17, \"token\": \"9f8e7d6c5b4a39281706f5e4d3c2b1a0\", \"email\": \"ann@mail.shop\"},\n"#,
            r#"{\\\"id\\\": 17, \\\"token\\\": \\\"9f8e7d6c5b4a39281706f5e4d3c2b1a0\\\", \\\"at\\\": \\\"\\\\n\\\"},\\\\n"#,
            "10.0.0.17 - - [15/Nov/2026:18:30:00] \"GET /orders?token=abcdef123456&x=1 HTTP/1.1\" 200\n",
            "  - name: DB_PASSWORD\n    value: \"hunter2\"\n",
            "password: hunter2\n",
            "https%3A%2F%2Fexample.com%2Fback%3Ftoken%3D9f8e7d6c5b4a39%26state%3D1\n",
            "/usr/lib/x86_64-linux-gnu/libc.so.6\n",
            "INSERT INTO orders (a, b) VALUES (1, 'x');\n",
            "\tat shop.Orders.load(Orders.java:17)\n",
            "    at Object.load (/srv/shop/app.js:17:3)\\n",
        ];
        let repeated = units.iter().map(|unit| unit.repeat(64 * 1024 / unit.len()));
        for text in repeated.chain([inputs::loaded().join("\n").repeat(5)]) {
            let steps = steps(&text);
            assert!(steps < PER_BYTE as f64 * 0.95, "{steps:.0} steps per byte: {}", text.lines().next().unwrap());
        }
    }

    #[test]
    fn a_kilobyte_of_hostile_text_does_not_cost_the_twenty_around_it() {
        let hostile = "\n.java:1\\\\n::key=\"key=\"SQL [:".repeat(36);
        let text = format!("{}\n\n{hostile}\n\nlast line", inputs::ordinary().join("\n"));
        let scrubbed = Scrubber::new().scrub(&text);
        assert!(scrubbed.contains(inputs::ordinary()[0].trim()) && scrubbed.ends_with("last line"));
    }
}
