use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record",
              recovery = "Contact support or try again later.")]
    NoMatch,
}

fn main() {}
