use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record", recovery = "Try again.")]
    NoMatch,
}

fn main() {}
