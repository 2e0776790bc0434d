use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, retry_after = "30 seconds", message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// At once.
    #[failure(code = RateLimited, retry_after = "0s", message = "No record",
              recovery = "List the ids with list_ids first.")]
    AtOnce,
}

fn main() {}
