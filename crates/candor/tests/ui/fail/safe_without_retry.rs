use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, safe = always, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// Never again.
    #[failure(code = RateLimited, retry = never, safe = always, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Never,
}

fn main() {}
