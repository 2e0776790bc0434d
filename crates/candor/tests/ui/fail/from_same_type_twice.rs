use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = Database, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Read(#[from] std::io::Error),
    /// A write failed.
    #[failure(code = Database, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Write(#[from] std::io::Error),
}

fn main() {}
