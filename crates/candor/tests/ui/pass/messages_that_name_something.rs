//! A field, or one word of the matter, is enough.

use candor::Contract;

#[derive(Debug, Contract)]
enum Articles {
    /// The request has a value that is not possible.
    #[failure(code = Validation, message = "Invalid {input}", recovery = "List the ids with list_ids first.")]
    Invalid { input: String },
    /// The fetch failed.
    #[failure(code = DependencyFailed, message = "fetch failed", recovery = "List the ids with list_ids first.")]
    Fetch,
    /// No id matched.
    #[failure(code = NotFound, message = "Not found", recovery = "List the ids with list_ids first.")]
    NotFound,
}

fn main() {}
