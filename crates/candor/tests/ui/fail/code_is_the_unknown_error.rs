use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = Unknown, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
