//! The order desk as a REST API: what a gateway is put in front of. It fails in every way that an API can, on request.
//!
//! [`openapi.yaml`](DOCUMENT) beside this file describes it. Each way to fail is a row in `faults.rs`.

mod faults;
mod files;
mod items;
mod line;
mod orders;
mod problem;
mod script;

pub use faults::{PASSWORD, fault_names};

use crate::books::Books;
use axum::Router;
use axum::routing::{delete, get};
use line::{Line, Lines};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;

/// What the API is, as OpenAPI 3.1.
pub const DOCUMENT: &str = include_str!("rest/openapi.yaml");

/// The member of an answer that says whether it is a success, as a JSON pointer: `/ok` is `false` in a 200 that says it failed.
pub const OK_POINTER: &str = "/ok";

/// The books, shared by all requests.
#[derive(Clone)]
struct Shop(Arc<Mutex<Books>>);

impl Shop {
    fn books(&self) -> MutexGuard<'_, Books> {
        // Nothing panics while it changes the books, so they are whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Serves the API to all who connect, until it is dropped.
///
/// # Errors
///
/// The listener does not work.
pub async fn serve(listener: TcpListener) -> io::Result<()> {
    let router = Router::new()
        .route("/orders", get(orders::list).post(orders::place))
        .route("/orders/{id}", get(orders::get).delete(orders::cancel))
        .route("/orders/{id}/tracking", get(orders::track))
        .route("/orders/{id}/label", get(files::label))
        .route("/orders/{id}/note", delete(orders::remove_note))
        .route("/items", get(items::list))
        .route("/items/{sku}", get(items::item))
        .route("/export", get(files::export))
        .route("/export.csv", get(files::export_csv))
        .route("/faults/{kind}", get(faults::fail))
        .fallback(problem::no_such_path)
        .with_state(Shop(Arc::new(Mutex::new(Books::opened()))));
    axum::serve(Lines(listener), router.into_make_service_with_connect_info::<Line>()).await
}
