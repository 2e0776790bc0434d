use candor::Contract;

/// What `get_order` can fail with.
#[derive(Debug, Contract)]
enum GetOrder {
    /// No order has this id.
    #[failure(code = NotFound, message = "There is no order {id}", recovery = "Call list_orders to see all ids.")]
    NoSuchOrder { id: u32 },
}

fn get_order() -> Result<u32, GetOrder> {
    Err(GetOrder::NoSuchOrdr { id: 17 })
}

fn main() {
    let _ = get_order();
}
