// What step 4 does not show: the rest of the shop, its tool, and two calls.

include!("shop.rs");

use serde_json::json;

#[tool_router]
impl Shop {
    #[tool(annotations(read_only_hint = true))]
    async fn count(&self, Parameters(Item { sku }): Parameters<Item>) -> Result<String, Count> {
        self.ask(&sku).await
    }
}

#[tokio::main]
async fn try_it() {
    let text = answer("http://127.0.0.1:9/items", "count", json!({"sku": "lamp"})).await;
    assert!(text.contains("Asking the stock service failed"), "{text}");
    assert_shown(&text);
    let text = answer(stock_service().await, "count", json!({"sku": "sofa"})).await;
    assert!(text.contains("The stock service returned 429 Too Many Requests"), "{text}");
    assert!(text.contains("after 30 s") && !text.contains("Wint3r"), "{text}");
    assert_shown(&text);
}
