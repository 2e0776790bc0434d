//! What came of it, and whether that is good.

use super::clients::Tally;
use super::command_line::Plan;
use std::fmt::{Display, Formatter};
use std::io::Write;
use std::time::Duration;

/// How much more the gateway may hold at the end: a quarter, and what an allocator keeps by chance.
const MORE_MEMORY: u64 = 8_000_000;
/// How many more files and connections it may have open: idle connections to the upstream come and go.
const MORE_FILES: usize = 20;

/// What a process holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    /// In bytes.
    pub(super) memory: u64,
    pub(super) files: usize,
}

impl Display for Held {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} MB of memory, {} open files and connections", self.memory / 1_000_000, self.files)
    }
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) total: Tally,
    pub(super) before: Held,
    pub(super) after: Held,
    pub(super) disturbances: u32,
    pub(super) reloads: u32,
    pub(super) took: Duration,
}

impl Report {
    pub(super) fn print(&self) -> Result<(), String> {
        let text = self.written();
        std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("the report cannot be printed: {error}"))
    }

    fn written(&self) -> String {
        let Tally { asked, succeeded, failed, lost, doubled, leaked, examples } = &self.total;
        let mut text = format!(
            "calls      {asked} in {:.1} s: {succeeded} succeeded, {failed} failed\n\
             answers    {lost} lost, {doubled} doubled, {leaked} with a planted password\n\
             upstream   killed and started again {} times\n\
             reloads    {}\n\
             before     {}\n\
             after      {}\n",
            self.took.as_secs_f64(),
            self.disturbances,
            self.reloads,
            self.before,
            self.after,
        );
        for example in examples {
            text.push_str(&format!("not answered: {}\n", example.replace(['\r', '\n'], " ")));
        }
        text
    }

    /// Whether all of it is as it should be.
    ///
    /// # Errors
    ///
    /// Everything that is not, in one sentence.
    pub(super) fn verdict(&self, plan: &Plan) -> Result<(), String> {
        let Tally { asked, succeeded, failed, lost, doubled, leaked, .. } = &self.total;
        let most_memory = self.before.memory + self.before.memory / 4 + MORE_MEMORY;
        let most_files = self.before.files + MORE_FILES;
        let wrong = [
            (*lost > 0, format!("{lost} answers are lost")),
            (*doubled > 0, format!("{doubled} answers are doubled")),
            (*leaked > 0, format!("{leaked} answers have a planted password")),
            (*failed * 5 < *asked, format!("only {failed} of {asked} calls failed, and three of ten should")),
            (*succeeded * 2 < *asked, format!("only {succeeded} of {asked} calls succeeded, and seven of ten should")),
            (self.after.memory > most_memory, format!("memory grew beyond {} MB", most_memory / 1_000_000)),
            (self.after.files > most_files, format!("more than {most_files} files and connections are open")),
            (self.disturbances == 0, "the upstream never died".to_owned()),
            (self.reloads == 0 && !plan.is_example, "the configuration was never loaded again".to_owned()),
        ];
        let wrong: Vec<_> = wrong.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, why)| why).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let held = Held { memory: 20_000_000, files: 30 };
        let total = Tally { asked: 1_000, succeeded: 690, failed: 310, ..Tally::default() };
        Report { total, before: held, after: held, disturbances: 50, reloads: 50, took: Duration::from_secs(2) }
    }

    #[test]
    fn what_is_as_it_should_be_passes() {
        let plan = Plan::read(&[]).expect("nothing is needed");
        assert_eq!(report().verdict(&plan), Ok(()));
        assert!(
            report().written().starts_with("calls      1000 in 2.0 s: 690 succeeded, 310 failed\nanswers    0 lost")
        );
    }

    #[test]
    fn everything_that_is_not_is_named() {
        let plan = Plan::read(&[]).expect("nothing is needed");
        let total = Tally { asked: 1_000, succeeded: 1_000, lost: 1, doubled: 2, leaked: 3, ..Tally::default() };
        let after = Held { memory: 34_000_000, files: 51 };
        let why =
            Report { total, after, disturbances: 0, reloads: 0, ..report() }.verdict(&plan).expect_err("much is wrong");
        for words in [
            "1 answers are lost",
            "2 answers are doubled",
            "3 answers have",
            "only 0 of",
            "beyond 33 MB",
            "than 50 files",
            "never died",
            "never loaded",
        ] {
            assert!(why.contains(words), "{words}: {why}");
        }
    }
}
