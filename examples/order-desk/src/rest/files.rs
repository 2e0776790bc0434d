//! Exports and labels: answers that are long, or are not JSON.

use super::Shop;
use super::orders::parameter;
use super::problem::Problem;
use crate::contracts::GetOrder;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write as _;

/// A picture of a parcel's label, in PNG.
const LABEL: &[u8] = include_bytes!("label.png");
/// The most rows of an export: about 4 MB.
const MOST_ROWS: u32 = 50_000;

pub(super) async fn label(State(shop): State<Shop>, Path(id): Path<u32>) -> Result<Response, Problem> {
    match shop.books().get(id) {
        Some(_) => Ok(([(header::CONTENT_TYPE, "image/png")], LABEL).into_response()),
        None => Err(Problem::new(StatusCode::NOT_FOUND, GetOrder::NoSuchOrder { id })),
    }
}

/// The orders of last year, which are many.
pub(super) async fn export(RawQuery(query): RawQuery) -> Result<Response, Problem> {
    let rows: u32 = parameter(query.as_deref(), "rows")?.unwrap_or(10);
    let mut text = String::from("{\"orders\":[");
    for number in 0..rows.min(MOST_ROWS) {
        let comma = if number == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{{\"id\":{number},\"customer\":\"Customer {number}\",\"status\":\"shipped\"}}");
    }
    text.push_str("]}");
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

pub(super) async fn export_csv(State(shop): State<Shop>) -> Response {
    let mut text = String::from("id,customer,status\r\n");
    for order in shop.books().with_status(None) {
        let customer = order.customer.replace('"', "\"\"");
        let _ = write!(text, "{},\"{customer}\",{}\r\n", order.id, order.status);
    }
    ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response()
}
