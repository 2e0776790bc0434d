use candor::Contract;

#[derive(Contract)]
union Tool {
    id: u64,
    name: [u8; 8],
}

fn main() {}
