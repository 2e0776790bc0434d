use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = Database, message = "It failed",
              recovery = "List the ids with list_ids first.")]
    Store {
        #[from]
        cause: std::io::Error,
        table: String,
    },
}

fn main() {}
