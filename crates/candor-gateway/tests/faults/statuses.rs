//! 4xx and 5xx.

use super::client::Client;
use super::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn x() {
    let upstream = Upstream::start().await;
    let client = Client::of(&upstream).await;
    let answer = client.call("status", json!({"status": 409, "form": "json"})).await;
    panic!("{:#} {:?}", answer.steady(), client.record().await);
}
