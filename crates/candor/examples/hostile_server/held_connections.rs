//! A client on another address of this machine that opens many connections, sends the same on each, and waits.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

/// Whom the server takes it for. Limits per peer must not keep others out, so it is not 127.0.0.1.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// How long one connection may take.
const LONGEST: Duration = Duration::from_secs(2);
/// How many connections may take longer before no more are tried.
const MOST_UNANSWERED: usize = 5;

/// Sends what is on standard input, prints how many connections there are, and holds them until the process is ended.
pub(crate) async fn hold(address: SocketAddr, count: usize) -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let (mut held, mut unanswered) = (Vec::new(), 0);
    for _ in 0..count {
        match tokio::time::timeout(LONGEST, connected(address, &bytes)).await {
            Ok(Ok(connection)) => held.push(connection),
            // A server that refuses some of them is right to do so. If it does not even do that, more would only take time.
            Ok(Err(_)) => {}
            Err(_) => unanswered += 1,
        }
        if unanswered == MOST_UNANSWERED {
            break;
        }
    }
    writeln!(io::stdout(), "{}", held.len())?;
    io::stdout().flush()?;
    std::future::pending().await
}

async fn connected(address: SocketAddr, bytes: &[u8]) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((FROM, 0).into())?;
    let mut connection = socket.connect(address).await?;
    connection.write_all(bytes).await?;
    Ok(connection)
}
