use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    #[failure(code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
}

fn main() {}
