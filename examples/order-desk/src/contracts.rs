//! What each tool of the desk can fail with.
//!
//! A variant is one way to fail. Its name is the `reason`, its doc comment says when it happens, and its fields are
//! details that callers see, unless they are marked as private. A caller reads `message` and `recovery`; so does a
//! model, and a recovery that names the next tool is one that a model can follow.

use candor::{Contract, Failure};
use std::time::Duration;

/// What `create_order` can fail with.
#[derive(Debug, Contract)]
pub(crate) enum CreateOrder {
    /// An item is not in the catalogue.
    #[failure(code = NotFound, message = "There is no item {sku}", recovery = "Order from these items: {catalogue}.")]
    UnknownSku { sku: String, catalogue: String },

    /// There is less of an item in stock than was ordered.
    #[failure(code = Conflict, message = "Of {sku}, {wanted} were ordered and {left} are left", retry = never,
              recovery = "Order at most {left} of {sku}, or leave it out.")]
    OutOfStock { sku: String, wanted: u32, left: u32 },

    /// The customer has as many open orders as one customer may have.
    #[failure(code = QuotaExceeded, message = "{customer} has {limit} open orders already",
              recovery = "Cancel one of them with cancel_orders, or wait until one has shipped.")]
    OrderLimit { customer: String, limit: usize },
}

/// What `get_order` can fail with.
#[derive(Debug, Contract)]
pub(crate) enum GetOrder {
    /// No order has this id.
    #[failure(code = NotFound, message = "There is no order {id}",
              recovery = "Call list_orders to see the ids of all orders.")]
    NoSuchOrder { id: u32 },
}

/// What `list_orders` can fail with. An empty list is not a failure.
#[derive(Debug, Contract)]
pub(crate) enum ListOrders {
    /// The order after which the list was to go on does not exist.
    #[failure(code = NotFound, message = "There is no order {after} after which the list could go on",
              recovery = "Call list_orders without after to begin at the first order.")]
    UnknownStart { after: u32 },
}

/// What `cancel_orders` can fail with, for one order and for all of them.
#[derive(Debug, Contract)]
pub(crate) enum CancelOrders {
    /// No order has this id.
    #[failure(code = NotFound, message = "There is no order {id}",
              recovery = "Call list_orders to see the ids of all orders.")]
    NoSuchOrder { id: u32 },

    /// The order has left the house.
    #[failure(code = Conflict, message = "Order {id} has shipped already", retry = never,
              recovery = "Tell the customer to send the parcel back on arrival.")]
    AlreadyShipped { id: u32 },

    /// Not one of the orders could be cancelled.
    #[failure(code = Conflict, message = "None of the {asked} orders was cancelled", retry = never,
              recovery = "Read in failed what is wrong with each, or call list_orders to see which are open.")]
    NothingCancelled { asked: usize },
}

/// What `export_orders` can fail with. Its time limit is not part of it: the guard sets and reports that.
#[derive(Debug, Contract)]
pub(crate) enum ExportOrders {
    /// No order has the status that was asked for.
    #[failure(code = NotFound, message = "There are no {status} orders to export",
              recovery = "Export another status, or call list_orders to see what there is.")]
    NothingToExport { status: String },
}

/// What `quote_shipping` can fail with.
#[derive(Debug, Contract)]
pub(crate) enum QuoteShipping {
    /// The carrier does not deliver there.
    #[failure(code = Validation, message = "The carrier does not deliver to {destination}",
              recovery = "Ask the customer for an address in one of these places: {served}.")]
    NotServed { destination: String, served: String },

    /// The carrier answers no more questions for now.
    #[failure(code = RateLimited, message = "The carrier takes no more requests for {wait}", origin = upstream,
              recovery = "Wait {wait}, then ask for the quote again.")]
    CarrierBusy {
        #[failure(retry_after)]
        wait: Duration,
        /// For the operator alone: it is in the incident, and on no wire.
        #[failure(private)]
        account: &'static str,
    },

    /// Whatever else goes wrong at the carrier: classified, and passed on without its words.
    #[failure(transparent)]
    Carrier(#[from] Failure),
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor::testing::{check_contract, check_failure};

    #[test]
    fn callers_get_every_failure_of_every_contract_whole() {
        check_contract::<CreateOrder>();
        check_contract::<GetOrder>();
        check_contract::<ListOrders>();
        check_contract::<CancelOrders>();
        check_contract::<ExportOrders>();
        check_contract::<QuoteShipping>();
    }

    #[test]
    fn the_wait_that_the_carrier_asks_for_is_in_message_and_recovery() {
        check_failure(QuoteShipping::CarrierBusy { wait: Duration::from_secs(30), account: "desk-eu-1" });
    }
}
