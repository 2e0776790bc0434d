use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(message = "No record", recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
