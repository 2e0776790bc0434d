use candor::Contract;

#[derive(Debug, Contract)]
enum Store {
    /// The row is absent.
    #[failure(code = NotFound, message = "No such row", recovery = "List the rows first, then choose one.")]
    Absent,
}

#[derive(Debug, Contract)]
enum Tool {
    /// The order is absent.
    #[failure(code = NotFound, message = "No such order", recovery = "List the orders first, then choose one.")]
    Absent,

    #[failure(transparent)]
    Store(Store),
}

fn main() {}
