use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = Database, message = "The store said {0}",
              recovery = "Tell the operator the reference id.")]
    Store(#[source] std::io::Error),
}

fn main() {}
