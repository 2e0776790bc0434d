//! What is asked for on the command line.

use std::time::Duration;

const USAGE: &str = "usage: cargo xtask attack [MINUTES] [--calls COUNT] [--only ATTACK] | --short";
const DEFAULT_MINUTES: u64 = 15;

/// Which attacks, how long and how many.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(super) time: Duration,
    pub(super) calls: Option<u64>,
    pub(super) only: Option<String>,
    /// Whether it is the short form, as the tests have it.
    pub(crate) is_short: bool,
}

impl Plan {
    /// Reads the arguments after `attack`.
    ///
    /// # Errors
    ///
    /// One sentence for the person who typed them.
    pub(crate) fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plan =
            Plan { time: Duration::from_secs(DEFAULT_MINUTES * 60), calls: None, only: None, is_short: false };
        let (mut arguments, mut has_time) = (arguments.iter(), false);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("attack: {argument} needs a value; {USAGE}"));
            match *argument {
                "--short" => plan.is_short = true,
                "--only" => plan.only = Some((*value()?).to_owned()),
                "--calls" => {
                    let value = value()?;
                    let calls = value.parse().ok().filter(|calls| *calls > 0);
                    plan.calls = Some(calls.ok_or_else(|| format!("attack: {value:?} is not a number of calls"))?);
                }
                flag if flag.starts_with('-') => return Err(format!("attack: there is no flag {flag}; {USAGE}")),
                more if has_time => return Err(format!("attack: {more:?} is one argument too many; {USAGE}")),
                minutes => {
                    has_time = true;
                    let time = minutes.parse::<f64>().ok().filter(|minutes| *minutes > 0.0 && *minutes <= 1440.0);
                    let time =
                        time.ok_or_else(|| format!("attack: {minutes:?} is not a number of minutes; {USAGE}"))?;
                    plan.time = Duration::from_secs_f64(time * 60.0);
                }
            }
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    fn read(line: &str) -> Result<Plan, String> {
        Plan::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn the_time_is_fifteen_minutes_unless_said() {
        assert_eq!(read("").map(|plan| plan.time.as_secs()), Ok(900));
        let plan = read("0.5 --calls 1000000 --only canaries").expect("all of it is known");
        assert_eq!((plan.time.as_secs(), plan.calls, plan.only.as_deref()), (30, Some(1_000_000), Some("canaries")));
        assert!(read("--short").is_ok_and(|plan| plan.is_short));
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, words) in [
            ("1 2", "\"2\" is one argument too many"),
            ("ten", "\"ten\" is not a number of minutes"),
            ("-1", "there is no flag -1"),
            ("NaN", "\"NaN\" is not a number of minutes"),
            ("--call 5", "there is no flag --call"),
            ("--calls", "--calls needs a value"),
            ("--calls many", "\"many\" is not a number of calls"),
            ("--calls 0", "\"0\" is not a number of calls"),
        ] {
            let why = read(line).expect_err("it is a mistake");
            assert!(why.starts_with("attack: ") && why.contains(words), "{why}");
        }
    }
}
