use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = "NotFound", message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// No name matched.
    #[failure(code = Code::NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoName,
    /// No number matched.
    #[failure(code = -32001, message = "No record", recovery = "List the ids with list_ids first.")]
    NoNumber,
}

fn main() {}
