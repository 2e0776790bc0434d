//! How far a call has come, for whoever has to say why it was given up.

use http::StatusCode;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

/// What a call waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing yet.
    Begin,
    /// A token for the request: the request was not sent.
    Token,
    /// The head of the answer: the request was sent, or a connection is being made for it.
    Answer,
    /// The body of the answer.
    Body,
    /// Room for the body of the answer among those of other calls.
    Room,
}

impl Phase {
    /// Whether it is the API that has to be waited for.
    pub(crate) fn concerns_api(self) -> bool {
        match self {
            Phase::Answer | Phase::Body => true,
            Phase::Begin | Phase::Token | Phase::Room => false,
        }
    }
}

/// The phase of a call, the status that it was answered with, and whether it was redirected. It outlives the future that is given up.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    phase: AtomicU8,
    status: AtomicU16,
    is_redirected: AtomicBool,
}

impl Progress {
    pub(crate) fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    pub(crate) fn answered(&self, status: StatusCode) {
        self.status.store(status.as_u16(), Ordering::Relaxed);
        self.enter(Phase::Body);
    }

    /// A redirect is followed.
    pub(super) fn redirected(&self) {
        self.is_redirected.store(true, Ordering::Relaxed);
    }

    /// Whether a redirect was followed.
    pub(crate) fn is_redirected(&self) -> bool {
        self.is_redirected.load(Ordering::Relaxed)
    }

    /// Where the call is.
    pub(crate) fn phase(&self) -> Phase {
        let phases = [Phase::Token, Phase::Answer, Phase::Body, Phase::Room];
        let phase = self.phase.load(Ordering::Relaxed);
        phases.into_iter().find(|it| *it as u8 == phase).unwrap_or(Phase::Begin)
    }

    /// The status of the last answer.
    pub(crate) fn status(&self) -> Option<StatusCode> {
        StatusCode::from_u16(self.status.load(Ordering::Relaxed)).ok()
    }
}
