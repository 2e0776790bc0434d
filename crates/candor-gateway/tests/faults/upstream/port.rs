//! Ports whose connections go wrong before there is any request.

use super::{Request, Upstream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// What becomes of every connection.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Port {
    /// It is closed at once.
    Closes,
    /// It is reset at once.
    Resets,
    /// Nothing is read from it.
    NeverReads,
    /// What is answered is not HTTP.
    Garbage,
    /// The first request of each is answered, and the second one is not.
    AnswersOnce,
    /// What is answered to a hello of TLS is an alert of TLS 1.0.
    OldTls,
}

impl Upstream {
    /// One whose connections go wrong like this.
    pub(crate) async fn at(port: Port) -> Upstream {
        Upstream::accepting(move |mut stream, noted| async move {
            match port {
                Port::Closes => Ok(()),
                Port::Resets => stream.set_zero_linger(),
                Port::NeverReads => {
                    // Until the client has gone: what came has to stay unread, so it is only asked for the end.
                    while !stream.ready(tokio::io::Interest::READABLE).await?.is_read_closed() {
                        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                    }
                    Ok(())
                }
                Port::Garbage => {
                    if Request::read(&mut stream, |request| noted.request(request)).await?.is_some() {
                        stream.write_all(b"SSH-2.0-OpenSSH_9.9\r\n").await?;
                    }
                    stream.shutdown().await
                }
                Port::AnswersOnce => {
                    if Request::read(&mut stream, |request| noted.request(request)).await?.is_some() {
                        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
                        let order = super::json::ORDER;
                        stream
                            .write_all(format!("{head}content-length: {}\r\n\r\n{order}", order.len()).as_bytes())
                            .await?;
                        Request::read(&mut stream, |request| noted.request(request)).await?;
                    }
                    Ok(())
                }
                Port::OldTls => {
                    let mut hello = [0; 512];
                    let _ = stream.read(&mut hello).await?;
                    // A fatal alert, `protocol_version`, in the record layer of TLS 1.0.
                    stream.write_all(&[21, 3, 1, 0, 2, 2, 70]).await?;
                    stream.shutdown().await
                }
            }
        })
        .await
    }
}
