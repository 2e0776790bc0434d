use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// What is below.
    #[failure(transparent)]
    Below,
    /// Two fields.
    #[failure(transparent)]
    Two(candor::Failure, u8),
}

fn main() {}
