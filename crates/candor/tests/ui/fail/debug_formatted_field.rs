use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No {id:?} here",
              recovery = "List the ids with list_ids first.")]
    NoMatch { id: u64 },
    /// No name matched.
    #[failure(code = NotFound, message = "No record",
              recovery = "Send {name:#?} to list_ids first.")]
    NoName { name: String },
}

fn main() {}
