use candor::Contract;

#[derive(Debug, Contract)]
enum Tool {}

fn main() {}
