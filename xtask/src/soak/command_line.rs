//! How long it takes.

use std::time::Duration;

const USAGE: &str = "usage: cargo xtask soak [MINUTES] [--calls N] [--example] [--debug]";

/// How many calls there are, unless it is said.
const DEFAULT_CALLS: u64 = 200_000;

/// What is run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    extent: Extent,
    /// Whether the gateway's crate runs in a program that loads no configuration again, and not `candor serve`.
    pub(super) is_example: bool,
    /// Whether the programs are built as the tests build them.
    pub(super) is_debug: bool,
}

/// How many calls, or how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Calls(u64),
    Time(Duration),
}

impl Plan {
    /// Reads the arguments after `soak`.
    ///
    /// # Errors
    ///
    /// One sentence for the person who typed them.
    pub(crate) fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plan = Plan { extent: Extent::Calls(DEFAULT_CALLS), is_example: false, is_debug: false };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match *argument {
                "--example" => plan.is_example = true,
                "--debug" => plan.is_debug = true,
                "--calls" => {
                    let value = arguments.next().ok_or_else(|| format!("soak: --calls needs a value; {USAGE}"))?;
                    let calls = value.parse().ok().filter(|calls| (1..=100_000_000).contains(calls));
                    let calls = calls.ok_or_else(|| format!("soak: {value:?} is not a number of calls; {USAGE}"))?;
                    plan.extent = Extent::Calls(calls);
                }
                minutes => {
                    let time = minutes.parse::<f64>().ok().filter(|minutes| *minutes > 0.0 && *minutes <= 1440.0);
                    let time = time.ok_or_else(|| format!("soak: {minutes:?} is not a number of minutes; {USAGE}"))?;
                    plan.extent = Extent::Time(Duration::from_secs_f64(time * 60.0));
                }
            }
        }
        Ok(plan)
    }

    /// One part of so many, and the others.
    pub(super) fn split(&self, parts: u64) -> (Extent, Extent) {
        match self.extent {
            Extent::Calls(calls) => {
                let first = calls.div_ceil(parts);
                (Extent::Calls(first), Extent::Calls(calls - first))
            }
            Extent::Time(time) => {
                let first = time / u32::try_from(parts).unwrap_or(1).max(1);
                (Extent::Time(first), Extent::Time(time - first))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Plan, String> {
        Plan::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn there_are_two_hundred_thousand_calls_unless_said() {
        let plan = read("").expect("nothing is needed");
        assert_eq!(plan, Plan { extent: Extent::Calls(200_000), is_example: false, is_debug: false });
        assert_eq!(plan.split(20), (Extent::Calls(10_000), Extent::Calls(190_000)));
        let plan = read("2 --example --debug").expect("all of it is known");
        assert_eq!(plan.split(2), (Extent::Time(Duration::from_secs(60)), Extent::Time(Duration::from_secs(60))));
        assert!(plan.is_example && plan.is_debug);
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, words) in [
            ("--calls", "--calls needs a value"),
            ("--calls 0", "\"0\" is not a number of calls"),
            ("ten", "\"ten\" is not a number of minutes"),
            ("--cals 5", "\"--cals\" is not a number of minutes"),
        ] {
            let why = read(line).expect_err("it is a mistake");
            assert!(why.starts_with("soak: ") && why.contains(words), "{why}");
        }
    }
}
