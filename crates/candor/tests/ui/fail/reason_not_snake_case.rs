use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, reason = "noMatch", message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// Nothing at all.
    #[failure(code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Não,
}

fn main() {}
