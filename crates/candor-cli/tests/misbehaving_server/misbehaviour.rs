//! All that the server can do wrong: one row and one function each.

mod answers;
mod ends;
mod floods;
mod frames;
mod messages;
mod pipes;
mod processes;

use crate::call::Call;
use crate::output::WriteFrame;
use crate::server::Server;
use serde_json::Value;
use std::time::Duration;

/// What a call does.
pub(crate) type Act = fn(&Call);

/// When it misbehaves.
#[derive(Clone, Copy)]
pub(crate) enum When {
    /// Before it reads anything. The number is that of the flag.
    Start(fn(&Server, Option<u64>)),
    /// At each message. Whether it is dealt with.
    Message(fn(&Server, &Value) -> bool),
    /// Whenever it writes a frame.
    Frame(WriteFrame),
    /// In a call.
    Call(Act),
    /// Somewhere else, which asks whether it was told to.
    Told,
}

impl When {
    /// What is done in a call.
    pub(crate) fn in_call(self) -> Option<Act> {
        if let When::Call(act) = self { Some(act) } else { None }
    }

    /// How frames are written.
    pub(crate) fn in_frames(self) -> Option<WriteFrame> {
        if let When::Frame(write) = self { Some(write) } else { None }
    }
}

/// One way to misbehave.
pub(crate) struct Misbehaviour {
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    pub(crate) when: When,
}

const fn row(name: &'static str, does: &'static str, when: When) -> Misbehaviour {
    Misbehaviour { name, does, when }
}

/// All of them.
pub(crate) static ALL: &[Misbehaviour] = &[
    row("dies_at_start", "Exits with code 1 at once, at every start", When::Start(ends::dies_at_start)),
    row(
        "dies_at_first_starts",
        "The same at the first NUMBER starts (1); needs --starts",
        When::Start(ends::dies_at_first_starts),
    ),
    row(
        "exits_with_message",
        "Says why on stderr and exits with NUMBER (3) at start",
        When::Start(ends::exits_with_message),
    ),
    row("dies_in_call", "Exits with NUMBER (7)", When::Call(ends::dies_in_call)),
    row("killed_in_call", "Is killed by SIGKILL", When::Call(ends::killed_in_call)),
    row("crashes_in_call", "Aborts, which is SIGABRT", When::Call(ends::crashes_in_call)),
    row("dies_in_half_a_frame", "Exits after half of the answer", When::Call(ends::dies_in_half_a_frame)),
    row("hangs_in_call", "Never answers, cancelled or not", When::Call(answers::hangs_in_call)),
    row("hangs_from_start", "Reads, and answers nothing", When::Message(messages::hangs_from_start)),
    row("never_reads", "Reads nothing", When::Start(pipes::never_reads)),
    row("stops_reading", "Reads NUMBER messages (2) and no more", When::Told),
    row("outlives_stdin", "Goes on when its input has ended", When::Told),
    row("floods_stderr", "Writes NUMBER MB (8) of lines to stderr at start", When::Start(floods::floods_stderr)),
    row(
        "floods_stderr_in_one_line",
        "Writes NUMBER MB (8) without a newline",
        When::Start(floods::floods_stderr_in_one_line),
    ),
    row("floods_stderr_in_call", "Writes NUMBER MB (8) of lines to stderr", When::Call(floods::floods_stderr_in_call)),
    row("long_result", "Answers with a line of NUMBER MB (100)", When::Call(floods::long_result)),
    row(
        "long_garbage",
        "Writes a line of NUMBER MB (100) that is not a frame, and answers",
        When::Call(floods::long_garbage),
    ),
    row("greets", "Writes a line that is not a frame at start", When::Start(frames::greets)),
    row(
        "garbage_between_frames",
        "Writes lines that are not frames before each one",
        When::Frame(frames::garbage_between_frames),
    ),
    row("byte_by_byte", "Writes each byte by itself, with pauses", When::Frame(frames::byte_by_byte)),
    row(
        "two_frames_in_a_line",
        "Writes a notification before each frame, in the same line",
        When::Frame(frames::two_frames_in_a_line),
    ),
    row("pretty_printed", "Writes each frame over several lines", When::Frame(frames::pretty_printed)),
    row("invalid_utf8", "Answers with text that is not UTF-8", When::Call(frames::invalid_utf8)),
    row("duplicate_members", "Answers with a result that has a member twice", When::Call(frames::duplicate_members)),
    row("batch_answer", "Answers with a batch", When::Call(frames::batch_answer)),
    row("wrong_id", "Answers with another id, and never with the right one", When::Call(answers::wrong_id)),
    row("null_id", "Answers with the id null", When::Call(answers::null_id)),
    row("answers_twice", "Answers, and answers again", When::Call(answers::answers_twice)),
    row(
        "answers_unknown_request",
        "Answers a request that nobody made, and then its own",
        When::Call(answers::answers_unknown_request),
    ),
    row(
        "asks_with_same_id",
        "Asks the client with the id of the call, and answers",
        When::Call(answers::asks_with_same_id),
    ),
    row(
        "answers_though_cancelled",
        "Waits until it is cancelled, and answers",
        When::Call(answers::answers_though_cancelled),
    ),
    row(
        "asks_and_waits",
        "Asks the client, waits NUMBER milliseconds (2000) whatever it answers, and answers",
        When::Call(answers::asks_and_waits),
    ),
    row("logs_json", "Writes a line of a log with the id of the call, and answers", When::Call(answers::logs_json)),
    row("answers_no_calls", "Answers everything but calls", When::Message(messages::answers_no_calls)),
    row("refuses_initialize", "Answers initialize with an error", When::Message(messages::refuses_initialize)),
    row("changes_tools", "Lists other tools from its second start on; needs --starts", When::Told),
    row(
        "ignores_sigterm",
        "Goes on after SIGTERM, and when its input has ended",
        When::Start(processes::ignores_sigterm),
    ),
    row(
        "leaves_a_child",
        "Answers with the number of a child that it has started, and exits",
        When::Call(processes::leaves_a_child),
    ),
    row(
        "leaves_a_daemon",
        "The same with one that has left the group and the session",
        When::Call(processes::leaves_a_daemon),
    ),
    row("closes_stdout", "Closes its output and lives on", When::Call(pipes::closes_stdout)),
    row("closes_stdin", "Answers, closes its input and lives on", When::Call(pipes::closes_stdin)),
];

/// The one of this name.
pub(crate) fn named(name: &str) -> Option<&'static Misbehaviour> {
    ALL.iter().find(|one| one.name == name)
}

pub(crate) fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
