//! An API of a shop, and the document that describes it.

use axum::extract::{Path, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use candor_gateway::{Api, LoadOptions};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;

const DOCUMENT: &str = include_str!("shop.yaml");

/// The document, read.
pub(crate) fn document() -> Api {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("candor-shop-{}-{number}.yaml", std::process::id()));
    std::fs::write(&path, DOCUMENT).unwrap();
    let api = Api::load(&path, &LoadOptions::default()).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(api.refused().count(), 0);
    api
}

/// Starts the API; it ends with the runtime of the test.
pub(crate) async fn start() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new()
        .route("/orders", get(list).post(place))
        .route("/orders/{id}", get(order))
        .route("/report", get(async || ([(header::CONTENT_TYPE, "text/csv")], "id,total\n17,42\n")))
        .route("/label", get(async || ([(header::CONTENT_TYPE, "image/png")], [0x89_u8, b'P', b'N', b'G'])))
        .route("/orders/{id}/cancel", post(async || StatusCode::NO_CONTENT));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn order(Path(id): Path<String>, headers: HeaderMap) -> Response {
    match id.as_str() {
        "17" => {
            let seen = headers.get("authorization").map(|value| value.to_str().unwrap().to_owned());
            Json(json!({"id": 17, "total": 42, "seen": seen})).into_response()
        }
        "broken" => {
            (StatusCode::INTERNAL_SERVER_ERROR, "<html>postgres://shop:Wint3r-81@db/shop</html>").into_response()
        }
        "coded" => (StatusCode::CONFLICT, Json(json!({"code": "Swordfish-Marlin77"}))).into_response(),
        _ => (StatusCode::NOT_FOUND, Json(json!({"message": format!("No order {id}")}))).into_response(),
    }
}

async fn list(Query(query): Query<HashMap<String, String>>) -> Json<Value> {
    Json(json!([{"id": 17, "query": query}]))
}

async fn place(Json(order): Json<Value>) -> (StatusCode, Json<Value>) {
    (StatusCode::CREATED, Json(json!({"id": 18, "item": order["item"]})))
}
