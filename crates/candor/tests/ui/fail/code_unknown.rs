use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFund, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// It has stripes.
    #[failure(code = Zebra, message = "No record", recovery = "List the ids with list_ids first.")]
    Striped,
}

fn main() {}
