//! An order desk as an MCP server on `rmcp`: six tools, and what is said when one of them fails.
//!
//! Read `contracts.rs` first: what each tool can fail with. Then this file: the tools. Every class of failure has a call
//! that shows it; `tests/clients/calls.json` lists them.
//!
//! A tool returns `Result<_, Contract>`. Nothing else is needed for a failure to leave as a tool result with a message,
//! a recovery, a retry and a reference id.

mod books;
mod carrier;
mod contracts;
mod forms;
#[cfg(feature = "rest")]
pub mod rest;

use books::{Books, Order};
use candor::OrFail;
use candor::outcome::Batch;
use candor::rmcp::{Guard, contract};
use carrier::CarrierError;
use contracts::{CancelOrders, CreateOrder, ExportOrders, GetOrder, ListOrders, QuoteShipping};
use forms::{Cancellation, Cancelled, Export, Listing, NewOrder, OneOrder, Orders, Parcel, Quote};
use rmcp::handler::server::tool::schema_for_output;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long `export_orders` may take. The desk does not look at the clock; the guard does.
const EXPORT_DEADLINE: Duration = Duration::from_secs(2);

/// The desk. Clones share the books.
#[derive(Debug, Clone)]
pub struct Desk {
    books: Arc<Mutex<Books>>,
}

impl Desk {
    /// A desk with a few orders and a little stock.
    #[must_use]
    pub fn open() -> Desk {
        Desk { books: Arc::new(Mutex::new(Books::opened())) }
    }

    /// The same behind Candor's guard, which checks arguments and results, catches panics and keeps the deadline.
    #[must_use]
    pub fn guarded(self) -> Guard<Desk> {
        Guard::new(self).with_tool_deadline("export_orders", EXPORT_DEADLINE)
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        // Nothing panics while it changes the books, so they are whole.
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tool_router]
impl Desk {
    /// Creates an order and takes its items from the stock.
    #[tool(meta = contract::<CreateOrder>())]
    async fn create_order(&self, Parameters(form): Parameters<NewOrder>) -> Result<Json<Order>, CreateOrder> {
        self.books().create(form.customer, form.items, form.note).map(Json)
    }

    /// Shows one order.
    #[tool(meta = contract::<GetOrder>(), annotations(read_only_hint = true))]
    async fn get_order(&self, Parameters(OneOrder { id }): Parameters<OneOrder>) -> Result<Json<Order>, GetOrder> {
        self.books().get(id).cloned().map(Json).ok_or(GetOrder::NoSuchOrder { id })
    }

    /// Lists orders by id, all or those with one status.
    #[tool(meta = contract::<ListOrders>(), annotations(read_only_hint = true))]
    async fn list_orders(&self, Parameters(form): Parameters<Listing>) -> Result<Json<Orders>, ListOrders> {
        let books = self.books();
        if let Some(after) = form.after
            && books.get(after).is_none()
        {
            return Err(ListOrders::UnknownStart { after });
        }
        let rest = books.with_status(form.status).filter(|order| form.after.is_none_or(|after| order.id > after));
        Ok(Json(Orders { orders: rest.take(form.limit.unwrap_or(20)).cloned().collect() }))
    }

    /// Cancels orders, as many of them as can be: the answer has the status before and after, and why others were not.
    #[tool(meta = contract::<CancelOrders>(), annotations(idempotent_hint = true))]
    async fn cancel_orders(&self, Parameters(form): Parameters<Cancellation>) -> candor::rmcp::Json<Batch<Cancelled>> {
        let none = CancelOrders::NothingCancelled { asked: form.ids.len() };
        let mut batch = Batch::new("cancel", "cancelled").failing_with(none);
        for id in form.ids {
            match self.books().cancel(id) {
                Ok(cancelled) => batch.succeed(cancelled),
                Err(failure) => batch.fail(id.to_string(), failure),
            }
        }
        candor::rmcp::Json(batch)
    }

    /// Exports the orders as lines of text. It takes as long as it is told to.
    #[tool(meta = contract::<ExportOrders>(), annotations(read_only_hint = true))]
    async fn export_orders(&self, Parameters(form): Parameters<Export>) -> Result<String, ExportOrders> {
        tokio::time::sleep(Duration::from_secs(form.seconds)).await;
        let books = self.books();
        let lines: Vec<_> =
            books.with_status(form.status).map(|order| format!("{};{}", order.id, order.customer)).collect();
        match form.status {
            Some(status) if lines.is_empty() => Err(ExportOrders::NothingToExport { status: status.to_string() }),
            _ => Ok(lines.join("\n")),
        }
    }

    /// Asks the carrier what a parcel costs. Its answer is passed on as it comes.
    #[tool(
        meta = contract::<QuoteShipping>(),
        output_schema = schema_for_output::<Quote>(),
        annotations(read_only_hint = true)
    )]
    async fn quote_shipping(&self, Parameters(parcel): Parameters<Parcel>) -> Result<CallToolResult, QuoteShipping> {
        let Parcel { destination, kilograms } = parcel;
        let rate = match carrier::rate(&destination, kilograms) {
            Err(CarrierError::NotServed) => {
                let served = carrier::SERVED.map(|(place, _)| place).join(", ");
                return Err(QuoteShipping::NotServed { destination, served });
            }
            Err(CarrierError::Busy { wait }) => {
                return Err(QuoteShipping::CarrierBusy { wait, account: carrier::ACCOUNT });
            }
            // Passed on as it came, as many servers do. Behind a guard it is judged, scrubbed and completed all the same.
            Err(CarrierError::Refused(words)) => return Ok(CallToolResult::error(vec![ContentBlock::text(words)])),
            // The error itself is for the operator. A caller learns what it means.
            answer @ (Ok(_) | Err(CarrierError::Broken(_))) => answer.or_fail("asking the carrier for a quote")?,
        };
        Ok(CallToolResult::structured(rate))
    }
}

#[tool_handler(name = "orders", instructions = "An order desk: create, show, list, cancel and export orders.")]
impl ServerHandler for Desk {}
