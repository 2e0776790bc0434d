//! MCP over HTTP/1.1, on one connection.

use super::{Revision, initialized};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long anything may take before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest body that is read.
const LONGEST_BODY: usize = 64 << 20;

/// A connection to the endpoint `/mcp` of a server, and the session on it.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    revision: Revision,
    session: Option<String>,
    /// Whether a revision with a handshake is spoken without one.
    is_stateless: bool,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    is_stream: bool,
    session: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    /// Connects, without a session.
    pub(crate) fn open(address: SocketAddr, revision: Revision) -> io::Result<Connection> {
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Connection { stream: BufReader::new(stream), revision, session: None, is_stateless: false })
    }

    /// Connects; each request stands for itself, in any revision.
    pub(crate) fn stateless(address: SocketAddr, revision: Revision) -> io::Result<Connection> {
        Ok(Connection { is_stateless: true, ..Connection::open(address, revision)? })
    }

    /// Connects, and opens a session if the revision has any.
    pub(crate) fn ready(address: SocketAddr, revision: Revision) -> io::Result<Connection> {
        let mut connection = Connection::open(address, revision)?;
        if revision.has_handshake {
            let hello = revision.initialize(&Value::from("hello"));
            let response = connection.post(&hello)?;
            let Some(session) = response.session else {
                return Err(io::Error::other(format!("no session; status {}", response.status)));
            };
            connection.session = Some(session);
            connection.post(&initialized())?;
        }
        Ok(connection)
    }

    /// The id of its session.
    pub(crate) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The same, within a session that another connection has opened.
    pub(crate) fn within(mut self, session: Option<&str>) -> Connection {
        self.session = session.map(str::to_owned);
        self
    }

    /// Sends a message and reads the whole answer.
    pub(crate) fn post(&mut self, message: &Value) -> io::Result<Response> {
        let body = message.to_string();
        let head = self.head(message, body.len());
        self.exchange(&head, body.as_bytes())
    }

    /// Sends these bytes as a message, whatever they are.
    pub(crate) fn post_bytes(&mut self, body: &[u8]) -> io::Result<Response> {
        let head = self.head(&Value::Null, body.len());
        self.exchange(&head, body)
    }

    /// The head of a request with this message as its body.
    pub(crate) fn head(&self, message: &Value, length: usize) -> String {
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n"
        );
        let mut add = |name: &str, value: &str| {
            head.push_str(name);
            head.push_str(": ");
            head.push_str(value);
            head.push_str("\r\n");
        };
        if let Some(session) = &self.session {
            add("Mcp-Session-Id", session);
        }
        if self.session.is_some() || self.is_stateless || !self.revision.has_handshake {
            add("MCP-Protocol-Version", self.revision.name);
        }
        if !self.revision.has_handshake {
            if let Some(method) = message.get("method").and_then(Value::as_str) {
                add("Mcp-Method", method);
            }
            let name = ["name", "uri"].iter().find_map(|member| message.get("params")?.get(member)?.as_str());
            if let Some(name) = name.filter(|name| name.bytes().all(|byte| byte.is_ascii_graphic())) {
                add("Mcp-Name", name);
            }
        }
        head.push_str("\r\n");
        head
    }

    /// Sends what may be half of something.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Sends a head and a body, and reads the whole answer.
    pub(crate) fn exchange(&mut self, head: &str, body: &[u8]) -> io::Result<Response> {
        let mut bytes = Vec::with_capacity(head.len() + body.len());
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(body);
        let sent = self.stream.get_mut().write_all(&bytes);
        // A server that refuses a request may answer before it has read all of it.
        self.receive().map_err(|error| sent.err().unwrap_or(error))
    }

    /// Reads one response to its end.
    pub(crate) fn receive(&mut self) -> io::Result<Response> {
        let mut line = String::new();
        self.line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("not a status: {line:?}")))?;
        let (mut length, mut is_chunked, mut is_stream, mut session) = (None, false, false, None);
        loop {
            self.line(&mut line)?;
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse::<usize>().ok(),
                "transfer-encoding" => is_chunked = value.eq_ignore_ascii_case("chunked"),
                "content-type" => is_stream = value.starts_with("text/event-stream"),
                "mcp-session-id" => session = Some(value.to_owned()),
                _ => {}
            }
        }
        let mut body = Vec::new();
        if is_chunked {
            loop {
                self.line(&mut line)?;
                let length = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
                self.read(&mut body, length)?;
                self.line(&mut line)?;
                if length == 0 {
                    break;
                }
            }
        } else if let Some(length) = length {
            self.read(&mut body, length)?;
        }
        Ok(Response { status, is_stream, session, body })
    }

    fn line(&mut self, line: &mut String) -> io::Result<()> {
        line.clear();
        if self.stream.read_line(line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.truncate(line.trim_end_matches(['\r', '\n']).len());
        Ok(())
    }

    fn read(&mut self, body: &mut Vec<u8>, length: usize) -> io::Result<()> {
        if body.len() + length > LONGEST_BODY {
            return Err(io::Error::other("the body is too long"));
        }
        let start = body.len();
        body.resize(start + length, 0);
        self.stream.read_exact(body.get_mut(start..).unwrap_or_default())
    }
}

impl Response {
    /// The messages in it, as they are on the wire.
    pub(crate) fn messages(&self) -> Vec<&[u8]> {
        if !self.is_stream {
            return if self.body.is_empty() { Vec::new() } else { vec![&self.body] };
        }
        let lines = self.body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        lines
            .filter_map(|line| line.strip_prefix(b"data:"))
            .map(<[u8]>::trim_ascii)
            .filter(|it| !it.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// What a client makes of these bytes.
    fn received(bytes: &'static [u8]) -> Response {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            stream.write_all(bytes).expect("to be read");
        });
        let response = Connection::open(address, Revision::STATELESS).and_then(|mut it| it.receive()).expect("whole");
        server.join().expect("to end");
        response
    }

    #[test]
    fn a_stream_of_events_is_read_message_by_message() {
        let response = received(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nmcp-session-id: s\r\ntransfer-encoding: chunked\r\n\r\n\
              11\r\ndata: \nid: 0\n\ndat\r\n6\r\na: {}\n\r\n1\r\n\n\r\n0\r\n\r\n",
        );
        assert_eq!((response.status, response.session.as_deref()), (200, Some("s")));
        assert_eq!(response.messages(), [b"{}"]);
    }

    #[test]
    fn a_body_with_a_length_is_one_message() {
        let response = received(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
        assert_eq!(response.status, 400);
        assert_eq!(response.messages(), [b"{\"a\":1}"]);
        assert!(received(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n").messages().is_empty());
    }
}
