use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    NoMatch,
}

fn main() {}
