use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No entry for {token}",
              recovery = "List the ids with list_ids first.")]
    NoMatch {
        #[failure(private)]
        token: String,
    },
}

fn main() {}
