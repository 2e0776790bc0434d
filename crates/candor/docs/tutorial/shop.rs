// What the steps of the tutorial share, beside what they show: the shop, a stock service and a client.

use ::rmcp::ServiceExt;
use ::rmcp::handler::server::wrapper::Parameters;
use ::rmcp::model::CallToolRequestParams;
use ::rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;

#[derive(Clone)]
struct Shop {
    stock: String,
    key: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Item {
    sku: String,
}

#[tool_handler(name = "shop")]
impl ServerHandler for Shop {}

/// A stock service that knows the lamp, has no time for the sofa, and knows nothing else.
async fn stock_service() -> String {
    use axum::extract::Path;
    let answer = |Path(sku): Path<String>| async move {
        match sku.as_str() {
            "lamp" => (200, "0", "7"),
            "sofa" => (429, "30", r#"{"error": {"message": "Limit reached for key Wint3r-Stock-81"}}"#),
            _ => (404, "0", "no such item"),
        }
    };
    let route = axum::routing::get(move |path| async move {
        let (status, wait, body) = answer(path).await;
        let status = axum::http::StatusCode::from_u16(status).unwrap();
        (status, [("retry-after", wait)], body)
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/items", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().route("/items/{sku}", route)).await });
    address
}

/// The texts of the answer of the guarded shop to one call.
async fn answer(stock: impl Into<String>, tool: &'static str, arguments: serde_json::Value) -> String {
    // It is installed already after the first call.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let shop = Shop { stock: stock.into(), key: "Wint3r-Stock-81".to_owned() };
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { candor::rmcp::Guard::new(shop).serve(theirs).await.unwrap().waiting().await });
    let client = ().serve(ours).await.unwrap();
    let arguments = arguments.as_object().unwrap().clone();
    let result = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap();
    let texts: Vec<_> = result.content.iter().filter_map(|block| block.as_text()).map(|it| it.text.clone()).collect();
    texts.join("\n")
}

/// Checks that the tutorial shows the first two lines of an answer, which differ from call to call in nothing.
fn assert_shown(answer: &str) {
    for line in answer.lines().take(2) {
        assert!(include_str!("../tutorial.md").contains(line), "the tutorial does not show: {line}");
    }
}
