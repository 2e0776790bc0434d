use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No {ids} here",
              recovery = "List the ids with list_ids first.")]
    NoMatch { ids: Vec<u64> },
}

fn main() {}
