// What step 3 does not show: the rest of the shop, and two calls.

include!("shop.rs");

use serde_json::json;

#[tokio::main]
async fn try_it() {
    let text = answer("http://127.0.0.1:9/items", "count", json!({"sku": "lamp"})).await;
    assert!(text.contains("The stock service does not answer"), "{text}");
    let text = answer(stock_service().await, "count", json!({"sku": "chair"})).await;
    assert!(text.contains("There is no item chair") && text.contains("no_such_item"), "{text}");
    assert_shown(&text);
}
