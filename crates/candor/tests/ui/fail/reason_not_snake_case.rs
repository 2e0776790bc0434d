use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, reason = "noMatch", message = "It failed",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// Nothing at all.
    #[failure(code = NotFound, message = "It failed",
              recovery = "List the ids with list_ids first.")]
    Não,
}

fn main() {}
