//! The catalogue.

use super::orders::answer;
use super::problem::Problem;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

/// What can be ordered: number, name, price in cents.
const CATALOGUE: [(&str, &str, u32); 3] =
    [("TEA-1", "Green tea, 100 g", 790), ("TEA-2", "White tea, 50 g", 1490), ("POT-1", "Cast-iron pot, 0.8 l", 4900)];
/// What an item's description says, over and over: about 1 KB of it.
const PRAISE: &str = "Picked by hand on the upper slopes, dried in the shade and packed within a day of the harvest. ";

/// All items, as a bare list.
pub(super) async fn list() -> Response {
    let items = CATALOGUE.map(|(sku, name, cents)| json!({"sku": sku, "name": name, "price_cents": cents}));
    answer(StatusCode::OK, &Value::from(items.to_vec()))
}

pub(super) async fn item(Path(sku): Path<String>) -> Result<Response, Problem> {
    let Some((_, name, cents)) = CATALOGUE.iter().find(|(known, ..)| *known == sku) else {
        return Err(Problem::new(StatusCode::NOT_FOUND, format_args!("There is no item {sku}")));
    };
    let item = json!({"sku": sku, "name": name, "price_cents": cents, "description": PRAISE.repeat(10).trim_end()});
    Ok(answer(StatusCode::OK, &item))
}
