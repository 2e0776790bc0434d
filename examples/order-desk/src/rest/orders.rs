//! Orders and parcels.

use super::Shop;
use super::problem::Problem;
use crate::books::Status;
use crate::contracts::{CancelOrders, CreateOrder, GetOrder, ListOrders};
use crate::forms::NewOrder;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::str::FromStr;
use std::time::Duration;

/// How many orders a page has at most.
const LARGEST_PAGE: usize = 100;
/// The longest that the carrier takes, in milliseconds.
const LONGEST_WAIT: u64 = 60_000;

pub(super) async fn list(State(shop): State<Shop>, RawQuery(query): RawQuery) -> Result<Response, Problem> {
    let status: Option<Status> = parameter(query.as_deref(), "status")?;
    let after: Option<u32> = parameter(query.as_deref(), "after")?;
    let limit: usize = parameter(query.as_deref(), "limit")?.unwrap_or(20);
    let books = shop.books();
    if let Some(after) = after
        && books.get(after).is_none()
    {
        return Err(Problem::new(StatusCode::NOT_FOUND, ListOrders::UnknownStart { after }));
    }
    let rest = books.with_status(status).filter(|order| after.is_none_or(|after| order.id > after));
    let orders: Vec<_> = rest.take(limit.min(LARGEST_PAGE)).collect();
    Ok(answer(StatusCode::OK, &json!({ "orders": orders })))
}

pub(super) async fn place(State(shop): State<Shop>, body: Bytes) -> Result<Response, Problem> {
    let form: NewOrder = serde_json::from_slice(&body).map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error))?;
    let placed = shop.books().create(form.customer, form.items, form.note);
    let order = placed.map_err(|refusal| {
        let status = match &refusal {
            CreateOrder::UnknownSku { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            CreateOrder::OutOfStock { .. } | CreateOrder::OrderLimit { .. } => StatusCode::CONFLICT,
        };
        Problem::new(status, refusal)
    })?;
    Ok(answer(StatusCode::CREATED, &order))
}

pub(super) async fn get(State(shop): State<Shop>, Path(id): Path<u32>) -> Result<Response, Problem> {
    match shop.books().get(id) {
        Some(order) => Ok(answer(StatusCode::OK, order)),
        None => Err(Problem::new(StatusCode::NOT_FOUND, GetOrder::NoSuchOrder { id })),
    }
}

pub(super) async fn cancel(State(shop): State<Shop>, Path(id): Path<u32>) -> Result<Response, Problem> {
    let mut books = shop.books();
    books.cancel(id).map_err(|refusal| {
        let status = match &refusal {
            CancelOrders::NoSuchOrder { .. } => StatusCode::NOT_FOUND,
            CancelOrders::AlreadyShipped { .. } | CancelOrders::NothingCancelled { .. } => StatusCode::CONFLICT,
        };
        Problem::new(status, refusal)
    })?;
    // It was there a moment ago, and the books are still locked.
    books.get(id).map(|order| answer(StatusCode::OK, order)).ok_or_else(|| no_order(id))
}

/// Asks the carrier, who takes as long as he is told to.
pub(super) async fn track(
    State(shop): State<Shop>,
    Path(id): Path<u32>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let wait: u64 = parameter(query.as_deref(), "carrier_takes_ms")?.unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(wait.min(LONGEST_WAIT))).await;
    let status = shop.books().get(id).map(|order| order.status).ok_or_else(|| no_order(id))?;
    let place = match status {
        Status::Open => "in the warehouse",
        Status::Shipped => "on its way",
        Status::Cancelled => "nowhere: the order is cancelled",
    };
    Ok(answer(StatusCode::OK, &json!({"order": id, "place": place})))
}

pub(super) async fn remove_note(State(shop): State<Shop>, Path(id): Path<u32>) -> Result<StatusCode, Problem> {
    if shop.books().remove_note(id) { Ok(StatusCode::NO_CONTENT) } else { Err(no_order(id)) }
}

fn no_order(id: u32) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, GetOrder::NoSuchOrder { id })
}

/// A body of JSON.
pub(super) fn answer(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error).into_response(),
    }
}

/// A parameter of the query, if it is there.
pub(super) fn parameter<T: FromStr>(query: Option<&str>, name: &str) -> Result<Option<T>, Problem> {
    let pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let Some((_, value)) = pairs.into_iter().find(|(key, _)| key == name) else { return Ok(None) };
    let refused = |_| Problem::new(StatusCode::BAD_REQUEST, format_args!("{name} cannot be {value:?}"));
    value.parse().map(Some).map_err(refused)
}

impl FromStr for Status {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Status, serde_json::Error> {
        serde_json::from_value(Value::from(text))
    }
}
