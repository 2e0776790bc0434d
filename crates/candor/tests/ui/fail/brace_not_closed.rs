use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No {id here",
              recovery = "List the ids with list_ids first.")]
    NoMatch { id: u64 },
}

fn main() {}
