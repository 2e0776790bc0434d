//! What holds for a server of `rmcp` behind the guard and the transport, whatever bytes it is sent in whatever pieces.

mod answers;
mod repaired;
mod server;

use candor::rmcp::LineTransport;
use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};

/// The longest line, in bytes: short enough that some are longer.
const MAX_LINE: usize = 1_000;
/// The most requests in flight: so few that there are too many.
const MAX_IN_FLIGHT: usize = 4;
/// How long a client waits for a server that does not read, or between pieces if the script says so.
const PAUSE: Duration = Duration::from_secs(1);
/// How long the server may take when nothing more is sent. The clock stands still while anything can go on.
const PATIENCE: Duration = Duration::from_secs(60);

/// What opens a connection.
const HANDSHAKE: &[u8] = br#"{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;

/// Panics unless everything holds for these bytes: a line that says how to send, as `Script` reads it, and what is sent.
pub fn check(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    let script = Script::of(line);
    let sent = [if script.shakes_hands { HANDSHAKE } else { b"" }, rest.get(1..).unwrap_or_default()].concat();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let Ok(runtime) = runtime else { panic!("there is no runtime") };
    let patience = PATIENCE + PAUSE * u32::try_from(sent.len()).unwrap_or(u32::MAX);
    let exchange = async { tokio::time::timeout(patience, exchange(&script, &sent)).await };
    let Ok((received, ended)) = runtime.block_on(exchange) else { panic!("it does not end") };
    if !script.leaves {
        answers::check(&sent, &received, ended == Ended::AfterTheInput);
    }
}

/// How to send.
struct Script<'a> {
    shakes_hands: bool,
    /// Whether the client reads nothing, and is gone when it has sent what it can.
    leaves: bool,
    /// How many bytes fit into the pipe.
    capacity: usize,
    /// The sizes of the pieces, over and over; a pause for zero. All at once if there are none.
    sizes: &'a [u8],
}

impl Script<'_> {
    /// The first byte is a digit, whose bits are the switches; each of the others is a size.
    fn of(line: &[u8]) -> Script<'_> {
        let (switches, sizes) = line.split_first().map_or((0, line), |(first, sizes)| (*first, sizes));
        let is_on = |bit: u8| switches & bit != 0;
        Script { shakes_hands: is_on(1), leaves: is_on(2), capacity: if is_on(4) { 16 } else { 4_096 }, sizes }
    }
}

#[derive(PartialEq, Eq)]
enum Ended {
    /// Because nothing more came.
    AfterTheInput,
    /// Because of something that came.
    Early,
}

/// Sends the bytes to a new server. What came back, and how the server ended.
async fn exchange(script: &Script<'_>, sent: &[u8]) -> (Vec<u8>, Ended) {
    let (near, far) = tokio::io::duplex(script.capacity);
    let (reader, writer) = tokio::io::split(far);
    let transport = LineTransport::new(reader, writer).with_max_line_length(MAX_LINE).with_max_in_flight(MAX_IN_FLIGHT);
    let server = tokio::spawn(async move {
        match server::guarded().serve(transport).await {
            Ok(running) => match running.waiting().await {
                Ok(QuitReason::Closed) => Ended::AfterTheInput,
                Ok(_) | Err(_) => Ended::Early,
            },
            Err(ServerInitializeError::ConnectionClosed(_)) => Ended::AfterTheInput,
            Err(_) => Ended::Early,
        }
    });
    let (reader, writer) = tokio::io::split(near);
    let mut received = Vec::new();
    if script.leaves {
        send(script, sent, writer).await;
        drop(reader);
    } else {
        tokio::join!(send(script, sent, writer), receive(reader, &mut received));
    }
    match server.await {
        Ok(ended) => (received, ended),
        Err(error) => panic!("the server panics: {error}"),
    }
}

/// Sends as much as the server reads.
async fn send(script: &Script<'_>, sent: &[u8], mut writer: WriteHalf<DuplexStream>) {
    let mut rest = sent;
    let mut sizes = script.sizes.iter().copied().map(usize::from).cycle();
    while !rest.is_empty() {
        let size = sizes.next().unwrap_or(rest.len());
        if size == 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let (piece, later) = rest.split_at(size.clamp(1, rest.len()));
        let Ok(Ok(())) = tokio::time::timeout(PAUSE, writer.write_all(piece)).await else { break };
        rest = later;
    }
    // A server that is gone needs no end.
    let _ = writer.shutdown().await;
}

async fn receive(mut reader: ReadHalf<DuplexStream>, received: &mut Vec<u8>) {
    if let Err(error) = reader.read_to_end(received).await {
        panic!("the pipe breaks: {error}");
    }
}
