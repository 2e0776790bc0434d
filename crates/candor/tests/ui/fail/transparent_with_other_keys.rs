use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// What is below.
    #[failure(transparent, code = NotFound)]
    Below(candor::Failure),
}

fn main() {}
