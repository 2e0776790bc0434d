use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, origin = server, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
