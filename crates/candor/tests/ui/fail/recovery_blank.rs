use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "It failed", recovery = "  ")]
    NoMatch,
}

fn main() {}
