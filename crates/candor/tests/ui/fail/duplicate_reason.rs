use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// No name matched.
    #[failure(code = NotFound, reason = "no_match", message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoName,
}

fn main() {}
