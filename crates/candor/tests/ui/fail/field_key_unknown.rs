use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch {
        #[failure(privat)]
        token: String,
        #[failure(code = NotFound)]
        id: u64,
    },
}

fn main() {}
