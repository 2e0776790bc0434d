//! What waits for a client until it reads: one stream at a time, and a bounded queue behind it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// How many messages wait, and how many bytes of them. What is more is dropped: the client does not read.
const MOST_MESSAGES: usize = 256;
const MOST_BYTES: usize = 1024 * 1024;

/// The messages for a client that belong to none of its requests.
#[derive(Debug, Default)]
pub(crate) struct Mailbox(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    /// The stream that reads now. An older one has ended.
    reader: u64,
    waker: Option<Waker>,
    has_ended: bool,
}

/// A stream of the messages. The next one that is opened takes its place.
#[derive(Debug)]
pub(crate) struct Letters {
    mailbox: Arc<Mailbox>,
    number: u64,
}

impl Mailbox {
    /// Puts a message in, unless there is no room. One that waits already is not put in twice: that a list has changed is as true
    /// once.
    pub(super) fn offer(&self, message: Vec<u8>) -> bool {
        let mut state = self.state();
        if state.waiting.contains(&message) {
            return true;
        }
        let has_room = state.waiting.len() < MOST_MESSAGES && state.bytes + message.len() <= MOST_BYTES;
        if !has_room || state.has_ended {
            return false;
        }
        state.bytes += message.len();
        state.waiting.push_back(message);
        wake(state);
        true
    }

    /// Reads from now on. Whoever did so before does not any more: the client has come back, and its other stream may be dead.
    pub(crate) fn open(self: &Arc<Mailbox>) -> Letters {
        let mut state = self.state();
        state.reader += 1;
        let number = state.reader;
        wake(state);
        Letters { mailbox: Arc::clone(self), number }
    }

    /// Nothing more comes.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        wake(state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(mut state: MutexGuard<'_, State>) {
    let waker = state.waker.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Letters {
    /// The next message; none if nothing more comes here.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        let mut state = self.mailbox.state();
        if state.reader != self.number {
            return Poll::Ready(None);
        }
        if let Some(message) = state.waiting.pop_front() {
            state.bytes = state.bytes.saturating_sub(message.len());
            return Poll::Ready(Some(message));
        }
        if state.has_ended {
            return Poll::Ready(None);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(letters: &mut Letters) -> Poll<Option<Vec<u8>>> {
        letters.poll_next(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn messages_wait_in_their_order_and_no_more_than_there_is_room_for() {
        let mailbox = Arc::new(Mailbox::default());
        for number in 0..MOST_MESSAGES {
            assert!(mailbox.offer(number.to_string().into_bytes()));
        }
        assert!(!mailbox.offer(b"one more".to_vec()));
        assert!(mailbox.offer(b"7".to_vec()), "it waits already");
        let mut letters = mailbox.open();
        assert_eq!(next(&mut letters), Poll::Ready(Some(b"0".to_vec())));
        assert_eq!(next(&mut letters), Poll::Ready(Some(b"1".to_vec())));
        assert!(mailbox.offer(b"one more".to_vec()));
        let large = Arc::new(Mailbox::default());
        assert!(large.offer(vec![1; MOST_BYTES]) && !large.offer(vec![2]));
    }

    #[test]
    fn a_second_stream_ends_the_first_one_and_gets_what_waits() {
        let mailbox = Arc::new(Mailbox::default());
        let mut first = mailbox.open();
        assert_eq!(next(&mut first), Poll::Pending);
        let mut second = mailbox.open();
        mailbox.offer(b"a".to_vec());
        assert_eq!(next(&mut first), Poll::Ready(None));
        assert_eq!(next(&mut second), Poll::Ready(Some(b"a".to_vec())));
        mailbox.offer(b"b".to_vec());
        mailbox.end();
        assert_eq!(next(&mut second), Poll::Ready(Some(b"b".to_vec())));
        assert_eq!(next(&mut second), Poll::Ready(None));
        assert!(!mailbox.offer(b"c".to_vec()));
    }
}
