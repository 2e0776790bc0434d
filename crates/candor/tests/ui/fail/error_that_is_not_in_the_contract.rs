use candor::Contract;

/// What `get_order` can fail with.
#[derive(Debug, Contract)]
enum GetOrder {
    /// No order has this id.
    #[failure(code = NotFound, message = "There is no order {id}", recovery = "Call list_orders to see all ids.")]
    NoSuchOrder { id: u32 },
}

/// What `pay` can fail with.
#[derive(Debug, Contract)]
enum Pay {
    /// The bank refused the card.
    #[failure(code = Validation, message = "The bank refused the card", recovery = "Ask the customer for another card.")]
    Refused,
}

fn get_order() -> Result<u32, GetOrder> {
    Err(Pay::Refused)?
}

fn main() {
    let _ = get_order();
}
