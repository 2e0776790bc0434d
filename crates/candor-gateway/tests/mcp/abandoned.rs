//! Sessions that clients open and leave.

use crate::asking::AskingServer;
use crate::talker::{EVERYTHING, Node, Talker};
use serde_json::json;

#[tokio::test]
async fn five_thousand_abandoned_sessions_end_for_each_other_and_those_that_are_used_stay() {
    let server = AskingServer::start().await;
    let node = Node::start(|builder| builder.mcp(server.settings("one"))).await;
    let listening = Talker::begin(&node, EVERYTHING).await;
    let _stream = listening.listen().await;
    let used = Talker::begin(&node, "{}").await;
    let stranger = used.in_session("");
    let mut first = None;
    for _ in 0..5_000 {
        let begun = stranger.initialize("{}").await;
        let id = begun.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        first.get_or_insert(id);
    }
    let abandoned = stranger.in_session(&first.unwrap());
    assert_eq!(abandoned.ask("tools/list", json!({})).await.status(), 404);
    for client in [listening, used] {
        assert_eq!(client.ask("tools/list", json!({})).await.status(), 200);
    }
    assert_eq!(server.sessions(), 2, "one for the lists, and one for the client that can be asked");
}
