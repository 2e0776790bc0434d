//! The orders and the stock.

use crate::contracts::{CancelOrders, CreateOrder};
use crate::forms::Cancelled;
use candor::outcome::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

/// How many open orders a customer may have.
const MOST_OPEN_ORDERS: usize = 3;

/// An order as a caller sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Order {
    pub(crate) id: u32,
    pub(crate) customer: String,
    pub(crate) items: Vec<Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    pub(crate) status: Status,
}

/// So many pieces of one item.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    /// The item's number in the catalogue, such as TEA-1.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) sku: String,
    /// How many pieces.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) quantity: u32,
}

/// How far an order has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Open,
    Shipped,
    Cancelled,
}

impl Display for Status {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Open => "open",
            Status::Shipped => "shipped",
            Status::Cancelled => "cancelled",
        })
    }
}

/// Everything that the desk knows.
#[derive(Debug)]
pub(crate) struct Books {
    orders: BTreeMap<u32, Order>,
    stock: BTreeMap<&'static str, u32>,
}

impl Books {
    /// Three orders, and three items of which one has run out.
    pub(crate) fn opened() -> Books {
        let order = |id, customer: &str, sku: &str, quantity, status| {
            let items = vec![Item { sku: sku.to_owned(), quantity }];
            (id, Order { id, customer: customer.to_owned(), items, note: None, status })
        };
        Books {
            orders: BTreeMap::from([
                order(1001, "Ada", "TEA-1", 2, Status::Open),
                order(1002, "Grace", "POT-1", 1, Status::Shipped),
                order(1003, "Alan", "TEA-1", 5, Status::Open),
            ]),
            stock: BTreeMap::from([("POT-1", 3), ("TEA-1", 400), ("TEA-2", 0)]),
        }
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Order> {
        self.orders.get(&id)
    }

    /// The orders with this status, or all, in the order of their ids.
    pub(crate) fn with_status(&self, status: Option<Status>) -> impl Iterator<Item = &Order> {
        self.orders.values().filter(move |order| status.is_none_or(|status| order.status == status))
    }

    /// Takes the items from the stock and writes the order down: all of it or nothing.
    pub(crate) fn create(
        &mut self,
        customer: String,
        items: Vec<Item>,
        note: Option<String>,
    ) -> Result<Order, CreateOrder> {
        if self.with_status(Some(Status::Open)).filter(|order| order.customer == customer).count() >= MOST_OPEN_ORDERS {
            return Err(CreateOrder::OrderLimit { customer, limit: MOST_OPEN_ORDERS });
        }
        let mut stock = self.stock.clone();
        for Item { sku, quantity } in &items {
            let Some(left) = stock.get_mut(sku.as_str()) else {
                let catalogue = self.stock.keys().copied().collect::<Vec<_>>().join(", ");
                return Err(CreateOrder::UnknownSku { sku: sku.clone(), catalogue });
            };
            *left = left.checked_sub(*quantity).ok_or_else(|| CreateOrder::OutOfStock {
                sku: sku.clone(),
                wanted: *quantity,
                left: *left,
            })?;
        }
        self.stock = stock;
        let id = self.orders.last_key_value().map_or(1001, |(last, _)| last + 1);
        let order = Order { id, customer, items, note, status: Status::Open };
        self.orders.insert(id, order.clone());
        Ok(order)
    }

    /// Removes the note of an order, which need not have one; says whether there is such an order.
    pub(crate) fn remove_note(&mut self, id: u32) -> bool {
        let order = self.orders.get_mut(&id);
        order.is_some_and(|order| {
            order.note = None;
            true
        })
    }

    /// Cancels an order and puts its items back. An order that is cancelled already stays so, which is no failure: the answer
    /// shows that nothing changed.
    pub(crate) fn cancel(&mut self, id: u32) -> Result<Cancelled, CancelOrders> {
        let order = self.orders.get_mut(&id).ok_or(CancelOrders::NoSuchOrder { id })?;
        let before = order.status;
        match before {
            Status::Shipped => return Err(CancelOrders::AlreadyShipped { id }),
            Status::Cancelled => {}
            Status::Open => {
                order.status = Status::Cancelled;
                for item in &order.items {
                    if let Some(left) = self.stock.get_mut(item.sku.as_str()) {
                        *left += item.quantity;
                    }
                }
            }
        }
        Ok(Cancelled { id, status: Change::new(before, order.status) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_order_shows_its_status_before_and_after_and_cancelling_it_again_is_no_failure() {
        let mut books = Books::opened();
        let statuses = [1, 2].map(|_| books.cancel(1001).ok().map(|cancelled| cancelled.status));
        let expected = [Status::Open, Status::Cancelled].map(|before| Some(Change::new(before, Status::Cancelled)));
        assert_eq!(statuses, expected);
        assert_eq!(expected.map(|change| change.map(|it| it.is_changed())), [Some(true), Some(false)]);
        assert_eq!(books.stock.get("TEA-1"), Some(&402), "the items are put back once");
    }
}
