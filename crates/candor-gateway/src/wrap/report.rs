//! What was repaired: each repair when it is made, and all of them counted.

use candor::rmcp::relay::RelayedRequest;
use candor::{FailurePolicy, Incident};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How much of a message a repair shows, in bytes.
const LONGEST_SHOWN: usize = 4 * 1024;
/// The longest word that a rule of the scrubber needs whole to know it, in bytes.
const LONGEST_WORD: usize = 1024;
/// How many tools are counted one by one.
const MOST_TOOLS: usize = 1_000;

/// What kind of repair it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RepairKind {
    /// A failure was completed, and written in the dialect.
    Failure,
    /// A result without `isError` was a failure by its own words.
    UnflaggedFailure,
    /// A result did not fit its tool's own output schema.
    OutputMismatch,
    /// Something was removed that must not leave.
    Scrubbed,
    /// A call of a tool that the server does not have was answered for it.
    UnknownTool,
    /// A call with arguments that the tool does not take was answered for it.
    WrongArguments,
    /// A message of the client that is none was answered for the server.
    RefusedMessage,
    /// A message of the client had nobody to go to any more.
    DroppedMessage,
    /// A request was answered that took too long.
    TookTooLong,
    /// A request was answered that the server left open when it ended.
    ServerEnded,
    /// A request was answered while the server was not running.
    ServerNotRunning,
    /// The server was started again.
    Restarted,
    /// A line that is not a message was kept out of the stream.
    KeptOut,
    /// An answer that cannot be passed on became a failure.
    BrokenAnswer,
    /// Several messages in one line became one line each.
    SplitLine,
    /// A message over several lines became one line.
    JoinedLines,
    /// An answer to a request that was answered or cancelled before was kept back.
    SecondAnswer,
    /// An answer to a request that was never made was kept back.
    UnaskedAnswer,
}

impl RepairKind {
    /// Every kind.
    pub const ALL: &'static [RepairKind] = &[
        RepairKind::Failure,
        RepairKind::UnflaggedFailure,
        RepairKind::OutputMismatch,
        RepairKind::Scrubbed,
        RepairKind::UnknownTool,
        RepairKind::WrongArguments,
        RepairKind::RefusedMessage,
        RepairKind::DroppedMessage,
        RepairKind::TookTooLong,
        RepairKind::ServerEnded,
        RepairKind::ServerNotRunning,
        RepairKind::Restarted,
        RepairKind::KeptOut,
        RepairKind::BrokenAnswer,
        RepairKind::SplitLine,
        RepairKind::JoinedLines,
        RepairKind::SecondAnswer,
        RepairKind::UnaskedAnswer,
    ];

    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// What was done, for people.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> (&'static str, &'static str) {
        match self {
            RepairKind::Failure => ("failure", "failures completed and rewritten"),
            RepairKind::UnflaggedFailure => {
                ("unflagged_failure", "errors marked as such that the server sent as successes")
            }
            RepairKind::OutputMismatch => ("output_mismatch", "results that do not fit the tool's own output schema"),
            RepairKind::Scrubbed => ("scrubbed", "messages with something removed that must not leave"),
            RepairKind::UnknownTool => ("unknown_tool", "calls of unknown tools answered with the nearest names"),
            RepairKind::WrongArguments => {
                ("wrong_arguments", "calls with wrong arguments answered before they were sent")
            }
            RepairKind::RefusedMessage => ("refused_message", "malformed messages of the client answered"),
            RepairKind::DroppedMessage => {
                ("dropped_message", "answers of the client that no server waits for, dropped")
            }
            RepairKind::TookTooLong => ("took_too_long", "requests that timed out"),
            RepairKind::ServerEnded => ("server_ended", "requests answered that the server left open when it ended"),
            RepairKind::ServerNotRunning => {
                ("server_not_running", "requests answered while the server was not running")
            }
            RepairKind::Restarted => ("restarted", "restarts of the server"),
            RepairKind::KeptOut => ("kept_out", "lines kept out of the stream that are not messages"),
            RepairKind::BrokenAnswer => ("broken_answer", "answers that cannot be read, made failures"),
            RepairKind::SplitLine => ("split_line", "lines with several messages, split"),
            RepairKind::JoinedLines => ("joined_lines", "messages over several lines, joined"),
            RepairKind::SecondAnswer => ("second_answer", "answers that came twice or too late, kept back"),
            RepairKind::UnaskedAnswer => ("unasked_answer", "answers to requests that were never made, kept back"),
        }
    }
}

/// One repair. All texts in it are scrubbed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// What was repaired.
    pub kind: RepairKind,
    /// The method of the request, if it belongs to one.
    pub method: Option<String>,
    /// The tool that was called.
    pub tool: Option<String>,
    /// The message as it came, or as much of it as is shown.
    pub before: Option<String>,
    /// The message as it was passed on, or as much of it as is shown.
    pub after: Option<String>,
    /// The code of the failure, if it is one.
    pub code: Option<&'static str>,
    /// Its reason.
    pub reason: Option<String>,
    /// The reference that the client got with it.
    pub reference: Option<String>,
}

impl Repair {
    /// The repair as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("kind".to_owned(), self.kind.name().into());
        let texts = [
            ("method", self.method.as_deref()),
            ("tool", self.tool.as_deref()),
            ("code", self.code),
            ("reason", self.reason.as_deref()),
            ("reference", self.reference.as_deref()),
            ("before", self.before.as_deref()),
            ("after", self.after.as_deref()),
        ];
        members.extend(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into()))));
        Value::Object(members)
    }
}

/// All repairs of a session, counted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct WrapReport {
    /// How many messages passed, both ways.
    pub messages: u64,
    /// How many repairs of each kind were made.
    pub repairs: BTreeMap<RepairKind, u64>,
    /// The same by tool.
    pub by_tool: BTreeMap<String, BTreeMap<RepairKind, u64>>,
}

impl WrapReport {
    /// How many repairs were made.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.repairs.values().sum()
    }

    /// The report as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let counts = |counts: &BTreeMap<RepairKind, u64>| -> Map<String, Value> {
            counts.iter().map(|(kind, count)| (kind.name().to_owned(), (*count).into())).collect()
        };
        let tools: Map<String, Value> =
            self.by_tool.iter().map(|(tool, repairs)| (tool.clone(), Value::Object(counts(repairs)))).collect();
        json!({"messages": self.messages, "repairs": counts(&self.repairs), "tools": tools})
    }
}

/// Takes repairs up.
pub(super) struct Repairs {
    policy: FailurePolicy,
    tell: Box<dyn Fn(&Repair) + Send + Sync>,
    messages: AtomicU64,
    report: Mutex<WrapReport>,
}

impl Repairs {
    pub(super) fn new(policy: FailurePolicy, tell: Box<dyn Fn(&Repair) + Send + Sync>) -> Repairs {
        Repairs { policy, tell, messages: AtomicU64::new(0), report: Mutex::default() }
    }

    pub(super) fn count_message(&self) {
        self.messages.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn report(&self) -> WrapReport {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner).clone();
        report.messages = self.messages.load(Ordering::Relaxed);
        report
    }

    pub(super) fn add(
        &self,
        kind: RepairKind,
        request: Option<&RelayedRequest>,
        before: Option<&[u8]>,
        after: Option<&[u8]>,
        incident: Option<&Incident>,
    ) {
        let tool = request.and_then(RelayedRequest::tool).map(|tool| self.scrubbed(tool.as_bytes()));
        {
            let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
            *report.repairs.entry(kind).or_default() += 1;
            // A name that a client made up is not counted for itself.
            if let Some(tool) = tool.as_ref().filter(|_| kind != RepairKind::UnknownTool)
                && (report.by_tool.len() < MOST_TOOLS || report.by_tool.contains_key(tool))
            {
                *report.by_tool.entry(tool.clone()).or_default().entry(kind).or_default() += 1;
            }
        }
        let failure = incident.map(Incident::failure);
        let repair = Repair {
            kind,
            method: request.map(|request| self.scrubbed(request.method().as_bytes())),
            tool,
            before: before.map(|before| self.scrubbed(before)),
            after: after.map(|after| self.scrubbed(after)),
            code: failure.map(|failure| failure.code().name()),
            reason: failure.map(|failure| self.scrubbed(failure.reason().as_str().as_bytes())),
            reference: incident.map(|incident| incident.occurrence().id().to_string()),
        };
        (self.tell)(&repair);
    }

    /// The beginning of a text, scrubbed like a line of the log.
    fn scrubbed(&self, text: &[u8]) -> String {
        let scrubber = self.policy.discretion().scrubber();
        // A secret that the cut goes through is not known for one. Written with escapes, it is up to six times as long.
        let margin = scrubber.longest_secret_len().saturating_mul(6).max(LONGEST_WORD);
        let is_cut = text.len() > LONGEST_SHOWN + margin;
        let text: Cow<'_, str> = String::from_utf8_lossy(text.get(..LONGEST_SHOWN + margin).unwrap_or(text));
        let scrubbed = scrubber.scrub(&text);
        if !is_cut {
            return scrubbed.into_owned();
        }
        let end = scrubbed.floor_char_boundary(scrubbed.len().saturating_sub(margin).min(LONGEST_SHOWN));
        format!("{}… (cut)", scrubbed.get(..end).unwrap_or_default())
    }
}
