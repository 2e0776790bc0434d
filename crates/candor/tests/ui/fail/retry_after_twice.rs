use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, retry_after = "30s", message = "No record",
              recovery = "List the ids with list_ids first.")]
    Full(#[failure(retry_after)] std::time::Duration),
}

fn main() {}
