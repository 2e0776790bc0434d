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
    /// It succeeds, with a small structured result.
    Success,
    /// It fails as its contract says.
    Failure,
}

impl Call {
    pub(super) fn name(self) -> &'static str {
        match self {
            Call::Success => "succeeds",
            Call::Failure => "fails",
        }
    }

    fn arguments(self) -> Value {
        match self {
            Call::Success => json!({"id": 1001}),
            Call::Failure => json!({"id": 999_999}),
        }
    }

    /// What the answer has if it is the right one.
    fn mark(self) -> &'static [u8] {
        match self {
            Call::Success => b"\"Ada\"",
            Call::Failure => b"There is no order 999999",
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
                    let request = revision.call(&json!(number), "get_order", call.arguments());
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
