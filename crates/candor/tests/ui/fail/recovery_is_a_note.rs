use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record", recovery = "TBD: say what helps the caller")]
    NoMatch,
}

fn main() {}
