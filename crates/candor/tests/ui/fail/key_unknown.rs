use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, recovry = "List the ids with list_ids first.", message = "It failed")]
    NoMatch,
    /// It has stripes.
    #[failure(zebra, code = NotFound, message = "It failed",
              recovery = "List the ids with list_ids first.")]
    Striped,
}

fn main() {}
