//! Clients that call a server as fast as it answers.

use crate::mcp::Revision;
use crate::mcp::http::Connection;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;

/// So many calls, shared by so many clients.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) revision: Revision,
    pub(super) clients: u32,
    pub(super) calls: u32,
    pub(super) call: Call,
}

/// What is called.
#[derive(Debug, Clone, Copy)]
pub(super) enum Call {
    /// A tool of the order desk, with a small structured result.
    Order,
    /// The same, which fails as its contract says.
    MissingOrder,
    /// A tool that does next to nothing.
    Echo,
}

impl Call {
    /// As the table calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Call::Order => "an order, found",
            Call::MissingOrder => "an order, not found",
            Call::Echo => "a trivial tool",
        }
    }

    fn tool(self) -> &'static str {
        match self {
            Call::Order | Call::MissingOrder => "get_order",
            Call::Echo => "echo",
        }
    }

    fn arguments(self) -> Value {
        match self {
            Call::Order => json!({"id": 1001}),
            Call::MissingOrder => json!({"id": 999_999}),
            Call::Echo => json!({"size": 10}),
        }
    }

    /// What the answer has if it is the right one.
    fn mark(self) -> &'static [u8] {
        match self {
            Call::Order => b"\"Ada\"",
            Call::MissingOrder => b"There is no order 999999",
            Call::Echo => b"\"xxxxxxxxxx\"",
        }
    }
}

impl Load {
    /// Opens the connections, and a session on each if the revision has any.
    pub(super) fn connect(self, address: SocketAddr) -> Result<Connected, String> {
        let connect = |_| Connection::ready(address, self.revision);
        let connections: io::Result<Vec<_>> = (0..self.clients).map(connect).collect();
        let connections = connections.map_err(|error| format!("a client cannot connect: {error}"))?;
        Ok(Connected { load: self, connections })
    }
}

/// Clients that are ready.
pub(super) struct Connected {
    load: Load,
    connections: Vec<Connection>,
}

impl Connected {
    /// Makes all of the calls, and says how many that were.
    pub(super) fn send(self) -> Result<u32, String> {
        let Load { revision, clients, calls, call } = self.load;
        let each = calls.div_ceil(clients);
        let client = |mut connection: Connection| {
            move || {
                for number in 1..=each {
                    let request = revision.call(&json!(number), call.tool(), call.arguments());
                    let response = connection.post(&request).map_err(|error| format!("a call is lost: {error}"))?;
                    let has_mark = response.body.windows(call.mark().len()).any(|part| part == call.mark());
                    if !has_mark {
                        let body = String::from_utf8_lossy(&response.body).into_owned();
                        return Err(format!("an answer that was not expected: {} {body}", response.status));
                    }
                }
                Ok(each)
            }
        };
        let threads: Vec<_> = self.connections.into_iter().map(|it| std::thread::spawn(client(it))).collect();
        let mut count = 0;
        for thread in threads {
            count += thread.join().map_err(|_| "a client panicked")??;
        }
        Ok(count)
    }
}
