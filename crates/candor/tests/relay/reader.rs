//! Frames from a stream of bytes.

use candor::rmcp::MemoryBudget;
use candor::rmcp::relay::{FrameReader, Line, ReadFrame};

const MEGABYTE: usize = 1024 * 1024;

fn reader(bytes: &[u8], max_length: usize) -> FrameReader<&[u8]> {
    FrameReader::new(bytes, max_length, MemoryBudget::new(64 * MEGABYTE))
}

async fn line(reader: &mut FrameReader<impl tokio::io::AsyncRead + Unpin>) -> Line {
    let frame = reader.next().await.unwrap();
    let ReadFrame::Line(line) = frame else { panic!("{frame:?}") };
    line
}

#[tokio::test]
async fn each_line_is_a_frame_and_the_last_one_needs_no_end() {
    let mut reader = reader(b"one\n\ntwo\r\nthree", 100);
    for expected in [b"one".as_slice(), b"", b"two\r", b"three"] {
        assert_eq!(&*line(&mut reader).await, expected);
    }
    for _ in 0..3 {
        assert!(matches!(reader.next().await.unwrap(), ReadFrame::End));
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_dropped_and_its_id_is_known() {
    let long = |rest: &str| format!("{{\"a\":\"{}\",{rest}}}\n", "x".repeat(200));
    let text = [
        long(r#""id":"a\u0041","method":"x""#),
        long(r#""result":{"id":2},"id":1.0"#),
        long(r#""method":"x""#),
        "{}\n".into(),
    ]
    .concat();
    let mut reader = reader(text.as_bytes(), 100);
    for (expected, asks) in [(Some(r#""a\u0041""#), true), (Some("1.0"), false), (None, true)] {
        let ReadFrame::Dropped { id, is_request, is_too_long, .. } = reader.next().await.unwrap() else { panic!() };
        assert_eq!((id.as_deref(), is_request, is_too_long), (expected, asks, true));
    }
    assert_eq!(&*line(&mut reader).await, b"{}", "the next line is read as ever");
}

#[tokio::test]
async fn a_line_may_be_as_long_as_the_limit() {
    let text = format!("{}\n{}\n", "x".repeat(100), "y".repeat(101));
    let mut reader = reader(text.as_bytes(), 100);
    assert_eq!(line(&mut reader).await.len(), 100);
    assert!(matches!(reader.next().await.unwrap(), ReadFrame::Dropped { id: None, is_too_long: true, .. }));
}

#[tokio::test]
async fn a_line_counts_towards_the_budget_until_it_is_dropped() {
    let budget = MemoryBudget::new(4 * MEGABYTE);
    let text = format!("{}\n{}\n", "x".repeat(MEGABYTE), "y".repeat(MEGABYTE));
    let mut reader = FrameReader::new(text.as_bytes(), 2 * MEGABYTE, budget.clone());
    let first = line(&mut reader).await;
    assert!(budget.in_use() > MEGABYTE / 2, "{}", budget.in_use());
    let second = line(&mut reader).await;
    let both = budget.in_use();
    drop(first);
    assert!(budget.in_use() < both, "{} of {both}", budget.in_use());
    drop(second);
    assert_eq!(budget.in_use(), 0);
}

#[tokio::test]
async fn a_line_for_which_there_is_no_memory_is_dropped_and_can_be_sent_again() {
    let budget = MemoryBudget::new(4 * MEGABYTE);
    let long = format!("{{\"id\":7,\"method\":\"x\",\"a\":\"{}\"}}\n", "x".repeat(2 * MEGABYTE));
    let text = [long.as_str(), long.as_str(), long.as_str()].concat();
    let mut reader = FrameReader::new(text.as_bytes(), 8 * MEGABYTE, budget.clone());
    let held = line(&mut reader).await;
    let ReadFrame::Dropped { id, is_request, is_too_long, .. } = reader.next().await.unwrap() else { panic!() };
    assert_eq!((id.as_deref(), is_request, is_too_long), (Some("7"), true, false));
    drop(held);
    assert_eq!(line(&mut reader).await.len(), long.len() - 1);
    assert_eq!(budget.in_use(), 0);
}

#[tokio::test]
async fn what_was_read_of_a_line_stays_when_waiting_is_given_up() {
    use tokio::io::AsyncWriteExt;
    let (near, mut far) = tokio::io::duplex(64);
    let mut reader = FrameReader::new(near, 100, MemoryBudget::new(MEGABYTE));
    far.write_all(b"{\"id\"").await.unwrap();
    tokio::select! {
        biased;
        frame = reader.next() => panic!("{frame:?}"),
        () = tokio::task::yield_now() => {}
    }
    far.write_all(b":7}\n").await.unwrap();
    assert_eq!(&*line(&mut reader).await, b"{\"id\":7}");
}

#[test]
fn a_part_of_a_line_counts_towards_no_budget() {
    assert_eq!(&*Line::from(b"{}".to_vec()), b"{}");
}
