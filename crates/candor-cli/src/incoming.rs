//! Input as it arrives, with a notice when none is waiting.

use crate::trouble::Trouble;
use std::io::{ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// The most that is read at once, in bytes.
const PART: usize = 64 << 10;
/// How many parts are read ahead.
const AHEAD: usize = 2;

/// What comes next.
pub(crate) enum Event {
    Bytes(Vec<u8>),
    /// Nothing came before the time-out.
    Quiet,
    End,
}

/// An input that a separate thread reads, because reading blocks and there may be something to write meanwhile.
pub(crate) struct Incoming {
    name: String,
    parts: Receiver<std::io::Result<Vec<u8>>>,
}

impl Incoming {
    /// Standard input, or a file in its place.
    pub(crate) fn of(reader: impl Read + Send + 'static) -> Result<Incoming, Trouble> {
        Incoming::named("stdin".to_owned(), reader)
    }

    /// An input that messages call by this name.
    pub(crate) fn named(name: String, reader: impl Read + Send + 'static) -> Result<Incoming, Trouble> {
        let (sender, parts) = sync_channel(AHEAD);
        let thread = thread::Builder::new().spawn(move || send_all(reader, &sender));
        match thread {
            Ok(_) => Ok(Incoming { name, parts }),
            Err(source) => Err(Trouble::Read { name, source }),
        }
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What comes next, or [`Event::Quiet`] after the time-out, if there is one.
    pub(crate) fn next(&self, timeout: Option<Duration>) -> Result<Event, Trouble> {
        let part = match timeout {
            Some(timeout) => self.parts.recv_timeout(timeout),
            None => self.parts.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match part {
            Ok(part) => part.map(Event::Bytes).map_err(|source| self.trouble(source)),
            Err(RecvTimeoutError::Timeout) => Ok(Event::Quiet),
            Err(RecvTimeoutError::Disconnected) => Ok(Event::End),
        }
    }

    fn trouble(&self, source: std::io::Error) -> Trouble {
        Trouble::Read { name: self.name.clone(), source }
    }
}

/// Reads until the end, the first error, or until the receiver is gone.
fn send_all(mut reader: impl Read, sender: &SyncSender<std::io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; PART];
    loop {
        let part = match reader.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = part.is_err();
        if sender.send(part).is_err() || is_last {
            return;
        }
    }
}
