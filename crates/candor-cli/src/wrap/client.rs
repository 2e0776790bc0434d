//! The client at the other end of standard input and output.

use std::io;
use tokio::io::{AsyncRead, AsyncWrite};

/// Where the client's messages come from, and where its answers go.
pub(super) struct Client {
    pub(super) reader: Box<dyn AsyncRead + Send + Unpin>,
    pub(super) writer: Box<dyn AsyncWrite + Send + Unpin>,
}

/// The client on standard input and output. Pipes and sockets, by which clients start servers, are read and written without threads.
#[cfg(unix)]
pub(super) fn of_standard_streams() -> io::Result<Client> {
    use std::os::fd::{AsFd, OwnedFd};
    let (stdin, stdout) = (io::stdin().as_fd().try_clone_to_owned()?, io::stdout().as_fd().try_clone_to_owned()?);
    let is_log_too = is_same(stdout.try_clone()?, io::stderr().as_fd().try_clone_to_owned()?)?;
    let reader: Box<dyn AsyncRead + Send + Unpin> = match kind(stdin.try_clone()?)? {
        Kind::Pipe => Box::new(tokio::net::unix::pipe::Receiver::from_owned_fd(stdin)?),
        Kind::Socket => Box::new(socket(stdin)?),
        Kind::Other => Box::new(tokio::io::stdin()),
    };
    let writer: Box<dyn AsyncWrite + Send + Unpin> = match kind(stdout.try_clone()?)? {
        // Whoever writes to standard error does not expect that it is not ready.
        _ if is_log_too => Box::new(tokio::io::stdout()),
        Kind::Pipe => Box::new(tokio::net::unix::pipe::Sender::from_owned_fd(stdout)?),
        Kind::Socket => Box::new(socket(stdout)?),
        Kind::Other => Box::new(tokio::io::stdout()),
    };
    return Ok(Client { reader, writer });

    enum Kind {
        Pipe,
        Socket,
        Other,
    }

    fn kind(stream: OwnedFd) -> io::Result<Kind> {
        use std::os::unix::fs::FileTypeExt;
        let kind = std::fs::File::from(stream).metadata()?.file_type();
        Ok(if kind.is_fifo() {
            Kind::Pipe
        } else if kind.is_socket() {
            Kind::Socket
        } else {
            Kind::Other
        })
    }

    fn socket(stream: OwnedFd) -> io::Result<tokio::net::UnixStream> {
        let socket = std::os::unix::net::UnixStream::from(stream);
        socket.set_nonblocking(true)?;
        tokio::net::UnixStream::from_std(socket)
    }

    /// Whether both lead to the same place.
    fn is_same(one: OwnedFd, other: OwnedFd) -> io::Result<bool> {
        use std::os::unix::fs::MetadataExt;
        let place = |stream: OwnedFd| -> io::Result<(u64, u64)> {
            let metadata = std::fs::File::from(stream).metadata()?;
            Ok((metadata.dev(), metadata.ino()))
        };
        Ok(place(one)? == place(other)?)
    }
}

/// The client on standard input and output.
#[cfg(not(unix))]
pub(super) fn of_standard_streams() -> io::Result<Client> {
    Ok(Client { reader: Box::new(tokio::io::stdin()), writer: Box::new(tokio::io::stdout()) })
}
