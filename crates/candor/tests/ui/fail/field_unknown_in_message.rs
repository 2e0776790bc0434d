use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No {di} here",
              recovery = "List the ids with list_ids first.")]
    NoMatch { id: u64 },
    /// No name matched.
    #[failure(code = NotFound, message = "No {id} here",
              recovery = "List {ids} with list_ids first.")]
    NoName,
}

fn main() {}
