//! How much is measured.

const USAGE: &str = "usage: cargo xtask load [--calls N] [--clients 1,64] [--example | --mcp] [--debug]";

/// The most of either: the load is bounded.
const MOST_CALLS: u32 = 1_000_000;
const MOST_CLIENTS: u32 = 512;

/// How much is measured.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Calls in each round on each server; slow ones get fewer.
    pub(super) calls: u32,
    pub(super) clients: Vec<u32>,
    /// Whether the gateway's crate is measured in a program without configuration and log, and not `candor serve`.
    pub(super) is_example: bool,
    /// Whether MCP servers are behind the gateway, and not an API.
    pub(super) is_mcp: bool,
    /// Whether the programs are built to be ready soon, and not to be fast: this shows that the command works, and no cost.
    pub(super) is_debug: bool,
}

impl Plan {
    /// Reads the arguments after `load`.
    ///
    /// # Errors
    ///
    /// One sentence for the person who typed them.
    pub(crate) fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plan = Plan { calls: 4_000, clients: vec![1, 64], is_example: false, is_mcp: false, is_debug: false };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("load: {argument} needs a value; {USAGE}"));
            match *argument {
                "--example" => plan.is_example = true,
                "--mcp" => plan.is_mcp = true,
                "--debug" => plan.is_debug = true,
                "--calls" => plan.calls = number(value()?, MOST_CALLS, "calls")?,
                "--clients" => {
                    let numbers = value()?.split(',').map(|value| number(value, MOST_CLIENTS, "clients"));
                    plan.clients = numbers.collect::<Result<_, _>>()?;
                }
                other => return Err(format!("load: {other:?} is unknown; {USAGE}")),
            }
        }
        if plan.is_example && plan.is_mcp {
            return Err(format!("load: --example has an API behind it, and no MCP server; {USAGE}"));
        }
        Ok(plan)
    }
}

fn number(text: &str, most: u32, what: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("load: {text:?} is not a number of {what} from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::Plan;

    fn read(line: &str) -> Result<Plan, String> {
        Plan::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn one_and_sixty_four_clients_are_measured_unless_said() {
        let usual = Plan { calls: 4_000, clients: vec![1, 64], is_example: false, is_mcp: false, is_debug: false };
        assert_eq!(read(""), Ok(usual));
        let plan = Plan { calls: 100, clients: vec![2, 8, 32], is_example: true, is_mcp: false, is_debug: true };
        assert_eq!(read("--clients 2,8,32 --calls 100 --example --debug"), Ok(plan));
        assert!(read("--mcp").is_ok_and(|plan| plan.is_mcp));
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, words) in [
            ("100", "\"100\" is unknown"),
            ("--example --mcp", "--example has an API behind it"),
            ("--calls", "--calls needs a value"),
            ("--calls 0", "\"0\" is not a number of calls from 1 to 1000000"),
            ("--clients 1,,2", "\"\" is not a number of clients"),
            ("--clients 100000", "\"100000\" is not a number of clients"),
        ] {
            let why = read(line).expect_err("it is a mistake");
            assert!(why.starts_with("load: ") && why.contains(words), "{why}");
        }
    }
}
