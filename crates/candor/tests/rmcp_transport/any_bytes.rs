//! Whatever is sent, in whatever pieces, and however often a read is given up.

use super::client::{Pipe, call, initialize};
use candor::rmcp::LineTransport;
use proptest::prelude::*;
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// Bytes that are nearly messages.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let whole = prop_oneof![
        Just(initialize(1).to_string()),
        Just(call(2, "echo").to_string()),
        Just(json!([{"jsonrpc": "2.0", "id": 3, "method": "ping"}]).to_string()),
        Just(json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "?"}}).to_string()),
        Just(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}).to_string()),
        Just(r#"{"params":"\\\"","id":"\u0069","method":"#.to_owned()),
    ];
    let piece = prop_oneof![
        whole.prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..20),
        prop::sample::select(vec!["{", "}", "[", "]", "\"id\"", ":", ",", "\"", "\\", "1", "null", "\r", "\u{feff}"])
            .prop_map(|text| text.as_bytes().to_vec()),
        Just(b"\n".to_vec()),
        (1_usize..400).prop_map(|count| b"[".repeat(count)),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Receives to the end, one poll at a time: each read that is not done at once is given up.
async fn receive_by_polls(transport: &mut Pipe) {
    loop {
        let received = {
            let mut receiving = pin!(transport.receive());
            std::future::poll_fn(|context| Poll::Ready(receiving.as_mut().poll(context))).await
        };
        match received {
            Poll::Ready(None) => return,
            Poll::Ready(Some(_)) => {}
            Poll::Pending => tokio::task::yield_now().await,
        }
    }
}

#[tokio::test]
async fn an_answer_that_was_given_up_halfway_is_still_sent() {
    let (near, far) = tokio::io::duplex(8);
    let (reader, writer) = tokio::io::split(far);
    let mut transport = LineTransport::new(reader, writer);
    tokio::spawn(async move { receive_by_polls(&mut transport).await });
    let (reader, mut writer) = tokio::io::split(near);
    writer.write_all(b"?\n").await.unwrap();
    let mut lines = BufReader::new(reader).lines();
    let line = tokio::time::timeout(Duration::from_secs(5), lines.next_line()).await.expect("it is stuck");
    assert!(line.unwrap().unwrap().contains("unparsable_message"));
}

/// Sends the bytes in pieces of these sizes and gives up on the reading side now and then. What came back.
async fn exchange(bytes: Vec<u8>, sizes: Vec<usize>, capacity: usize) -> Vec<u8> {
    let (near, far) = tokio::io::duplex(capacity);
    let (reader, writer) = tokio::io::split(far);
    let mut transport = LineTransport::new(reader, writer).with_max_line_length(300).with_max_in_flight(2);
    let server = tokio::spawn(async move {
        receive_by_polls(&mut transport).await;
        transport.close().await.unwrap();
    });
    let (mut reader, mut writer) = tokio::io::split(near);
    let sending = async move {
        let mut rest = bytes.as_slice();
        let mut sizes = sizes.into_iter().cycle();
        while !rest.is_empty() {
            let (piece, later) = rest.split_at(sizes.next().unwrap_or(7).clamp(1, rest.len()));
            writer.write_all(piece).await.unwrap();
            rest = later;
        }
        writer.shutdown().await.unwrap();
    };
    let mut answers = Vec::new();
    let (_, read) = tokio::join!(sending, reader.read_to_end(&mut answers));
    read.unwrap();
    server.await.unwrap();
    answers
}

fn run(bytes: Vec<u8>, sizes: Vec<usize>, capacity: usize) -> Vec<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let answers = runtime
        .block_on(async { tokio::time::timeout(Duration::from_secs(20), exchange(bytes, sizes, capacity)).await })
        .expect("it hangs");
    assert!(answers.is_empty() || answers.ends_with(b"\n"));
    let lines = answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("an answer is one line of JSON")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_any_pieces_give_whole_answers_and_an_end(
        bytes in bytes(),
        sizes in prop::collection::vec(1_usize..50, 1..10),
        capacity in 1_usize..200,
    ) {
        for answer in run(bytes, sizes, capacity) {
            prop_assert_eq!(&answer["jsonrpc"], "2.0");
            prop_assert!(answer["error"]["code"].is_i64());
            prop_assert!(answer.get("id").is_none_or(|id| id.is_string() || id.is_i64() || id.is_u64()));
        }
    }

    #[test]
    fn pieces_make_no_difference(bytes in bytes(), sizes in prop::collection::vec(1_usize..50, 1..10)) {
        let facts = |answers: Vec<Value>| -> Vec<(Value, Value)> {
            answers.into_iter().map(|answer| (answer["id"].clone(), answer["error"]["data"]["reason"].clone())).collect()
        };
        let whole = facts(run(bytes.clone(), vec![bytes.len()], 1 << 20));
        prop_assert_eq!(facts(run(bytes, sizes, 3)), whole);
    }
}
