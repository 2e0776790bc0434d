//! What an attack has at hand.

use crate::mcp::program::{HOSTILE_SERVER, ORDERS_SERVER, Program};
use std::time::{Duration, Instant};

/// How many of everything.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    /// Mixed calls, over both transports and in all revisions.
    pub(super) calls: u64,
    /// Hostile frames, over each transport and in each revision.
    pub(super) frames: u64,
    pub(super) canaries: usize,
    /// Bodies of 4 MB at once.
    pub(super) bodies: usize,
    /// Lines of 4 MB.
    pub(super) lines: usize,
    pub(super) sessions: usize,
    /// Bytes of an image in a failure.
    pub(super) image: usize,
    /// Failed items of a batch.
    pub(super) items: usize,
    /// Connections with half a request.
    pub(super) half_sent: usize,
    /// Connections whose answers nobody reads.
    pub(super) unread: usize,
    /// Failures that are logged.
    pub(super) failures: u64,
    /// Bytes of each slow input, and of the ordinary text it is compared with.
    pub(super) slow_input: usize,
    /// Generated slow inputs, at most.
    pub(super) slow_inputs: usize,
}

impl Size {
    pub(super) const FULL: Size = Size {
        calls: 1_000_000,
        frames: 10_000,
        canaries: 10_000,
        bodies: 24,
        lines: 24,
        sessions: 5_000,
        image: 30_000_000,
        items: 1_000_000,
        half_sent: 1_100,
        unread: 200,
        failures: 2_000,
        slow_input: 256 << 10,
        slow_inputs: 100_000,
    };

    pub(super) const SHORT: Size = Size {
        calls: 4_000,
        frames: 300,
        canaries: 60,
        bodies: 6,
        lines: 3,
        sessions: 200,
        image: 3_000_000,
        items: 20_000,
        half_sent: 100,
        unread: 20,
        failures: 200,
        slow_input: 16 << 10,
        slow_inputs: 20,
    };
}

/// The programs to attack, and how much is to be done until when.
pub(super) struct Arena {
    /// The order desk, as the example has it.
    pub(super) orders: Program,
    /// The server that does everything a server should not.
    pub(super) hostile: Program,
    pub(super) size: Size,
    /// Whether it is built to be fast.
    pub(super) is_release: bool,
    deadline: Instant,
}

impl Arena {
    /// Builds the programs.
    pub(super) fn open(is_release: bool, size: Size) -> Result<Arena, String> {
        let orders = Program::build(ORDERS_SERVER, is_release)?;
        let hostile = Program::build(HOSTILE_SERVER, is_release)?;
        Ok(Arena { orders, hostile, size, is_release, deadline: Instant::now() })
    }

    /// The same for one attack, which has to end by then.
    pub(super) fn until(&self, deadline: Instant) -> Arena {
        let (orders, hostile) = (self.orders.clone(), self.hostile.clone());
        Arena { orders, hostile, size: self.size, is_release: self.is_release, deadline }
    }

    /// A bound of memory, in megabytes. A server that is built to be debugged may take twice as much: the first panic alone has
    /// it read what it knows about its own code.
    pub(super) fn megabytes(&self, most: u64) -> u64 {
        if self.is_release { most } else { 2 * most }
    }

    /// Whether the time is up.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// When this part of so many that are left has to end.
    pub(super) fn part(&self, parts_left: u32) -> Instant {
        Instant::now() + self.deadline.saturating_duration_since(Instant::now()) / parts_left.max(1)
    }
}

/// Waits until the condition holds, for so long at most. Whether it holds.
pub(super) fn comes_true(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        if condition() {
            return true;
        }
        if begin.elapsed() >= limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}
