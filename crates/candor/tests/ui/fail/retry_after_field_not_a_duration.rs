use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = RateLimited, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Full(#[failure(retry_after)] u64),
}

fn main() {}
