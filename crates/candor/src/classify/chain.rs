//! What the types in a chain of causes say.

use super::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFIGURATION, CONFLICT, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement, LINE_BROKEN,
    LOCKED, NO_ANSWER, NOT_FOUND, NOT_IMPLEMENTED, NOT_NOW, OUT_OF_MEMORY, OUT_OF_RANGE, QUOTA_EXCEEDED, SERIALIZATION,
    UNREACHABLE, VALIDATION,
};
use super::typed::errno;
#[cfg(any(feature = "reqwest", feature = "rmcp"))]
use super::verdict::DecidedBy;
use super::{Step, Verdict};
use crate::Failure;
use crate::disclose::incident::error_text::error_text;
use std::error::Error;
use std::io;

/// A chain of causes can be endless; the first ones tell the story.
const MAX_CAUSES: usize = 32;
/// The longest text that is made of a chain, and of one error in it: a long one must not hide what lies below it.
const LONGEST_TEXT: usize = 64 << 10;
const LONGEST_CAUSE: usize = 8 << 10;

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| below(error)).take(MAX_CAUSES)
}

/// The next cause. An [`io::Error`] that wraps another one does not give it as its source, but that one's.
fn below<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(wrapped) => Some(wrapped),
        None => error.source(),
    }
}

/// The failure that the error is, or that lies nearest below it.
pub(crate) fn failure_within<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Failure> {
    causes(error).find_map(|cause| cause.downcast_ref::<Failure>())
}

/// What a failure says that is in the chain already.
pub(super) fn failure(error: &(dyn Error + 'static)) -> Option<Verdict> {
    let failure = failure_within(error)?;
    let judgement = Judgement { code: failure.code(), origin: failure.origin(), retry: failure.retry() };
    Some(Verdict::known(judgement, Step::Failure, "failure", "Failure"))
}

/// What a type in the chain says, the nearest first.
pub(super) fn typed(error: &(dyn Error + 'static)) -> Option<Verdict> {
    causes(error).find_map(by_type)
}

/// The texts of the chain, each once.
pub(super) fn text(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for cause in causes(error) {
        let words = error_text(cause, LONGEST_CAUSE).into_text();
        if text.contains(&*words) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&words);
        if text.len() > LONGEST_TEXT {
            text.truncate(text.floor_char_boundary(LONGEST_TEXT));
            break;
        }
    }
    text
}

fn by_type(cause: &(dyn Error + 'static)) -> Option<Verdict> {
    let typed = |judgement, rule: &'static str| Some(Verdict::known(judgement, Step::Typed, rule, rule));
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return by_io_error(error);
    }
    #[cfg(feature = "reqwest")]
    if let Some(error) = cause.downcast_ref::<::reqwest::Error>() {
        let facts = crate::http::reqwest::facts(error);
        let judgement = Judgement { code: facts.code, origin: facts.origin, retry: facts.retry };
        let decided_by = DecidedBy::text(facts.reason.as_str());
        return Some(Verdict::new(judgement, Step::Typed, "reqwest".into(), decided_by));
    }
    #[cfg(feature = "rmcp")]
    if let Some(failure) = crate::rmcp::failure_in(cause) {
        let judgement = Judgement { code: failure.code(), origin: failure.origin(), retry: failure.retry() };
        let decided_by = DecidedBy::text(failure.reason().as_str());
        return Some(Verdict::new(judgement, Step::Typed, "rmcp".into(), decided_by));
    }
    if let Some(error) = cause.downcast_ref::<serde_json::Error>() {
        return match error.classify() {
            serde_json::error::Category::Io => None,
            serde_json::error::Category::Syntax => typed(SERIALIZATION, "serde_json.syntax"),
            serde_json::error::Category::Eof => typed(SERIALIZATION, "serde_json.eof"),
            serde_json::error::Category::Data => typed(VALIDATION, "serde_json.data"),
        };
    }
    if cause.is::<std::str::Utf8Error>() || cause.is::<std::string::FromUtf8Error>() {
        return typed(SERIALIZATION, "std.utf8");
    }
    if cause.is::<std::env::VarError>() {
        return typed(CONFIGURATION, "std.env_var");
    }
    if cause.is::<std::num::TryFromIntError>() {
        return typed(OUT_OF_RANGE, "std.try_from_int");
    }
    if cause.is::<std::num::ParseIntError>()
        || cause.is::<std::num::ParseFloatError>()
        || cause.is::<std::str::ParseBoolError>()
        || cause.is::<std::char::ParseCharError>()
        || cause.is::<std::net::AddrParseError>()
    {
        return typed(VALIDATION, "std.parse");
    }
    if cause.is::<std::sync::mpsc::RecvTimeoutError>() {
        return typed(NO_ANSWER, "std.recv_timeout");
    }
    if cause.is::<std::sync::mpsc::RecvError>()
        || cause.is::<std::cell::BorrowMutError>()
        || cause.is::<std::fmt::Error>()
    {
        return typed(INTERNAL, "std.defect");
    }
    None
}

fn by_io_error(error: &io::Error) -> Option<Verdict> {
    if let Some(errno) = error.raw_os_error().filter(|_| cfg!(target_os = "linux")).and_then(errno::by_number) {
        return Some(Verdict::known(errno.judgement, Step::Typed, errno.rule, errno.name()));
    }
    let (judgement, rule) = by_kind(error.kind())?;
    Some(Verdict::known(judgement, Step::Typed, rule, rule))
}

/// What a kind says; nothing for those that only wrap another error.
#[expect(clippy::wildcard_enum_match_arm, reason = "the standard library adds kinds; a new one leaves it to the words")]
fn by_kind(kind: io::ErrorKind) -> Option<(Judgement, &'static str)> {
    use io::ErrorKind as Kind;
    Some(match kind {
        Kind::NotFound => (NOT_FOUND, "io.not_found"),
        Kind::PermissionDenied => (FORBIDDEN, "io.permission_denied"),
        Kind::ConnectionRefused => (UNREACHABLE, "io.connection_refused"),
        Kind::ConnectionReset => (LINE_BROKEN, "io.connection_reset"),
        Kind::ConnectionAborted => (LINE_BROKEN, "io.connection_aborted"),
        Kind::NotConnected => (LINE_BROKEN, "io.not_connected"),
        Kind::HostUnreachable => (UNREACHABLE, "io.host_unreachable"),
        Kind::NetworkUnreachable => (UNREACHABLE, "io.network_unreachable"),
        Kind::NetworkDown => (UNREACHABLE, "io.network_down"),
        Kind::AddrInUse => (CONFLICT, "io.addr_in_use"),
        Kind::AddrNotAvailable => (UNREACHABLE, "io.addr_not_available"),
        Kind::BrokenPipe => (LINE_BROKEN, "io.broken_pipe"),
        Kind::AlreadyExists => (ALREADY_EXISTS, "io.already_exists"),
        Kind::WouldBlock => (NOT_NOW, "io.would_block"),
        Kind::NotADirectory => (VALIDATION, "io.not_a_directory"),
        Kind::IsADirectory => (VALIDATION, "io.is_a_directory"),
        Kind::DirectoryNotEmpty => (CONFLICT, "io.directory_not_empty"),
        Kind::ReadOnlyFilesystem => (FORBIDDEN, "io.read_only_filesystem"),
        Kind::StaleNetworkFileHandle => (CONFLICT, "io.stale_network_file_handle"),
        Kind::InvalidInput => (INVALID_PARAMS, "io.invalid_input"),
        Kind::InvalidData => (SERIALIZATION, "io.invalid_data"),
        Kind::TimedOut => (NO_ANSWER, "io.timed_out"),
        Kind::WriteZero => (LINE_BROKEN, "io.write_zero"),
        Kind::StorageFull => (QUOTA_EXCEEDED, "io.storage_full"),
        Kind::NotSeekable => (INTERNAL, "io.not_seekable"),
        Kind::QuotaExceeded => (QUOTA_EXCEEDED, "io.quota_exceeded"),
        Kind::FileTooLarge => (VALIDATION, "io.file_too_large"),
        Kind::ResourceBusy => (LOCKED, "io.resource_busy"),
        Kind::ExecutableFileBusy => (LOCKED, "io.executable_file_busy"),
        Kind::Deadlock => (LOCKED, "io.deadlock"),
        Kind::TooManyLinks => (VALIDATION, "io.too_many_links"),
        Kind::InvalidFilename => (VALIDATION, "io.invalid_filename"),
        Kind::ArgumentListTooLong => (VALIDATION, "io.argument_list_too_long"),
        Kind::Interrupted => (CANCELLED, "io.interrupted"),
        Kind::Unsupported => (NOT_IMPLEMENTED, "io.unsupported"),
        Kind::UnexpectedEof => (LINE_BROKEN, "io.unexpected_eof"),
        Kind::OutOfMemory => (OUT_OF_MEMORY, "io.out_of_memory"),
        _ => return None,
    })
}
