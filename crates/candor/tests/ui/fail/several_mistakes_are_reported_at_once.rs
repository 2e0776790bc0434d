use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    #[failure(code = NotFund, message = "No {di}", recovery = "Try again.", retry_after = "soon")]
    NoMatch { id: u64 },
}

fn main() {}
