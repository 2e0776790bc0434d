use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[from]
    #[failure(private, code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch(std::io::Error),
}

fn main() {}
