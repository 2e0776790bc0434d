#![deny(warnings)]

use candor::Contract;

/// The order is unknown.
#[derive(Debug, Contract)]
#[failure(code = NotFound, message = "No order {id}", recovery = "List the orders with list_orders first.")]
pub struct UnknownOrder {
    id: u64,
}

/// The disk failed.
#[derive(Debug, Contract)]
#[failure(code = Database, message = "No disk", recovery = "Tell the operator the reference id.")]
pub struct NoDisk(#[from] std::io::Error);

/// The server has not started yet.
#[derive(Debug, Contract)]
#[failure(code = InitializationFailed, message = "Not started", recovery = "Call the tool again in a minute.")]
pub struct NotStarted;

fn main() {
    println!("{} {}", UnknownOrder { id: 1 }, NotStarted);
    let _ = NoDisk::from(std::io::Error::other("disk"));
}
