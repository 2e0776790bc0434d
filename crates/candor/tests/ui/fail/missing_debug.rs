use candor::Contract;

#[derive(Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
