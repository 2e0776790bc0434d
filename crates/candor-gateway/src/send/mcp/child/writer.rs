//! Writes to a process, one message after the other, so that whoever gives up a request leaves no half of it in the pipe.

use super::link::{Link, Queue};
use crate::wrap::lines::{on_one_line, write_line};
use std::sync::Arc;
use std::time::Duration;
use tokio::process::ChildStdin;
use tokio::time::timeout;

/// Writes what is on its way until nobody sends any more or the process does not take it. A process that does not read is not waited
/// for longer than for any other sign of life.
pub(super) async fn write(link: Arc<Link>, mut queue: Queue, mut stdin: ChildStdin, silence: Duration) {
    loop {
        let (id, text) = tokio::select! {
            biased;
            Some(text) = queue.control.recv() => (None, text),
            Some((id, text)) = queue.requests.recv() => {
                if !link.is_being_sent(id) {
                    continue;
                }
                (Some(id), text)
            }
            else => return,
        };
        // Whatever a client writes on several lines, a server reads as one message.
        let text = on_one_line(text);
        let why = match timeout(silence, write_line(&mut stdin, &text)).await {
            Ok(Ok(())) => continue,
            Ok(Err(_)) => "closed its standard input",
            // A part of the message may be written: nothing can follow it.
            Err(_) => "stopped reading its standard input",
        };
        if let Some(id) = id {
            link.was_not_sent(id);
        }
        return link.is_unfit(why);
    }
}
