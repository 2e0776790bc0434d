use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// What is below.
    #[failure(transparent)]
    Below(std::io::Error),
}

fn main() {}
