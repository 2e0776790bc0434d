//! What the tools are given and what they answer. The schemas that clients see are made of these types.

use crate::books::{Item, Order, Status};
use candor::outcome::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `create_order` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewOrder {
    /// Who orders.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) customer: String,
    /// What is ordered.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) items: Vec<Item>,
    /// A note for those who pack it.
    #[schemars(length(max = 200))]
    pub(crate) note: Option<String>,
}

/// What `get_order` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OneOrder {
    /// The order's id, such as 1001.
    pub(crate) id: u32,
}

/// What `list_orders` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    /// Only orders with this status.
    pub(crate) status: Option<Status>,
    /// Only orders after the one with this id.
    pub(crate) after: Option<u32>,
    /// How many at most; 20 by default.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) limit: Option<usize>,
}

/// What `list_orders` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Orders {
    pub(crate) orders: Vec<Order>,
}

/// What `cancel_orders` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cancellation {
    /// The ids of the orders.
    #[schemars(length(min = 1, max = 50))]
    pub(crate) ids: Vec<u32>,
}

/// What `cancel_orders` answers for an order that is cancelled now: whoever asked can judge whether that is what was meant.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Cancelled {
    pub(crate) id: u32,
    pub(crate) status: Change<Status>,
}

/// What `export_orders` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    /// Only orders with this status.
    pub(crate) status: Option<Status>,
    /// How long it takes.
    #[schemars(range(max = 60))]
    pub(crate) seconds: u64,
}

/// What `quote_shipping` is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parcel {
    /// The town that the parcel goes to.
    #[schemars(length(min = 1, max = 80))]
    pub(crate) destination: String,
    /// Its weight.
    #[schemars(range(min = 1, max = 30))]
    pub(crate) kilograms: u32,
}

/// What `quote_shipping` promises to answer.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "Only its schema is used: the carrier's answer is passed on as JSON.")]
pub(crate) struct Quote {
    destination: String,
    price_cents: u32,
    days: u32,
}
