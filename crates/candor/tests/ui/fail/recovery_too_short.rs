use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "It failed", recovery = "Try again.")]
    NoMatch,
}

fn main() {}
