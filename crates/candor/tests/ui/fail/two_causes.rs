use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = Database, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Store(#[source] std::io::Error, #[source] std::fmt::Error),
}

fn main() {}
