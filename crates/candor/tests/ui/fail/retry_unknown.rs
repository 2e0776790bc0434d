use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, retry = sometimes, message = "It failed",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
