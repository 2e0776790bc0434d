//! Clients that call a server as fast as it answers.

use super::Revision;
use super::http::Connection;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// So many calls, shared by so many clients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load<'a> {
    pub(crate) revision: Revision,
    /// Whether each client opens a session.
    pub(crate) has_session: bool,
    pub(crate) clients: u32,
    pub(crate) calls: u32,
    pub(crate) call: &'a Call,
}

/// What is called.
#[derive(Debug)]
pub(crate) struct Call {
    /// As a table calls it.
    pub(crate) name: &'static str,
    pub(crate) tool: &'static str,
    /// As JSON.
    pub(crate) arguments: &'static str,
    /// What the answer has if it is the right one.
    pub(crate) mark: &'static str,
}

/// Calls that were answered.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    pub(crate) count: u32,
    /// How many of the answers have the call's mark.
    pub(crate) marked: u32,
    /// The first answer without it.
    pub(crate) other: Option<String>,
    /// From the first call of the first client to the last answer.
    pub(crate) elapsed: Duration,
    /// How long each call took, the shortest first.
    pub(crate) latencies: Vec<Duration>,
}

impl Load<'_> {
    /// Opens the connections, and the sessions.
    pub(crate) fn connect(self, address: SocketAddr) -> Result<Connected, String> {
        let connect = |_| match self.has_session {
            true => Connection::ready(address, self.revision),
            false => Connection::stateless(address, self.revision),
        };
        let connections: io::Result<Vec<_>> = (0..self.clients).map(connect).collect();
        let connections = connections.map_err(|error| format!("a client cannot connect: {error}"))?;
        let arguments: Value = serde_json::from_str(self.call.arguments).map_err(|error| error.to_string())?;
        let request = self.revision.call(&json!("ID"), self.call.tool, arguments);
        Ok(Connected { each: self.calls.div_ceil(self.clients), request, mark: self.call.mark, connections })
    }
}

/// Clients that are ready.
pub(crate) struct Connected {
    each: u32,
    request: Value,
    mark: &'static str,
    connections: Vec<Connection>,
}

impl Connected {
    /// Makes all of the calls.
    pub(crate) fn send(self) -> Result<Sent, String> {
        let begin = Instant::now();
        let (each, mark) = (self.each, self.mark.as_bytes());
        let threads: Vec<_> = self
            .connections
            .into_iter()
            .map(|connection| {
                let request = self.request.clone();
                std::thread::spawn(move || client(connection, &request, each, mark))
            })
            .collect();
        let mut sent = Sent::default();
        for thread in threads {
            let of_client = thread.join().map_err(|_| "a client panicked")??;
            sent.count += of_client.count;
            sent.marked += of_client.marked;
            sent.other = sent.other.or(of_client.other);
            sent.latencies.extend(of_client.latencies);
        }
        sent.elapsed = begin.elapsed();
        sent.latencies.sort_unstable();
        Ok(sent)
    }
}

/// The calls of one client.
fn client(mut connection: Connection, request: &Value, calls: u32, mark: &[u8]) -> Result<Sent, String> {
    // Only their ids differ, so they are written once.
    let text = request.to_string();
    let mut sent = Sent::default();
    for number in 1..=calls {
        let body = text.replacen("\"ID\"", &number.to_string(), 1);
        let head = connection.head(request, body.len());
        let begin = Instant::now();
        let response =
            connection.exchange(&head, body.as_bytes()).map_err(|error| format!("a call is lost: {error}"))?;
        sent.latencies.push(begin.elapsed());
        sent.count += 1;
        if response.body.windows(mark.len()).any(|part| part == mark) {
            sent.marked += 1;
        } else if sent.other.is_none() {
            let body: String = String::from_utf8_lossy(&response.body).chars().take(300).collect();
            sent.other = Some(format!("{} {body}", response.status));
        }
    }
    Ok(sent)
}

impl Sent {
    /// An error, unless every answer is the right one.
    pub(crate) fn checked(self) -> Result<Sent, String> {
        match &self.other {
            None => Ok(self),
            Some(other) => Err(format!("an answer that was not expected: {other}")),
        }
    }

    /// The time that this part of all calls did not take longer than.
    pub(crate) fn percentile(&self, part: f64) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and `last`")]
        let index = (last as f64 * part).round() as usize;
        self.latencies.get(index).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Sent;
    use std::time::Duration;

    #[test]
    fn a_percentile_is_one_of_the_calls() {
        let latencies = (1..=101).map(Duration::from_millis).collect();
        let sent = Sent { latencies, ..Sent::default() };
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(|part| sent.percentile(part).as_millis()), [1, 51, 100, 101]);
        assert_eq!(Sent::default().percentile(0.5), Duration::ZERO);
    }
}
