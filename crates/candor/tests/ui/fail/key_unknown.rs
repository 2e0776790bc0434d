use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, recovry = "List the ids with list_ids first.", message = "No record")]
    NoMatch,
    /// It has stripes.
    #[failure(zebra, code = NotFound, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Striped,
}

fn main() {}
