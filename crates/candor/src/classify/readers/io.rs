//! `std::io::Error`, by the number of the system error and by its kind.

use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFLICT, CONNECTION_LOST, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement, LOCKED,
    NO_RESPONSE, NOT_FOUND, NOT_IMPLEMENTED, OUT_OF_MEMORY, QUOTA_EXCEEDED, SERIALIZATION, UNREACHABLE, VALIDATION,
    WOULD_BLOCK,
};
use crate::classify::typed::errno;
use crate::classify::{ErrorReader, Reading, Step};
use std::error::Error;
use std::io::{self, ErrorKind};

pub(super) struct IoErrors;

impl ErrorReader for IoErrors {
    fn name(&self) -> &'static str {
        "io"
    }

    #[inline(always)]
    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        let error = error.downcast_ref::<io::Error>()?;
        let number = error.raw_os_error().filter(|_| cfg!(target_os = "linux"));
        if let Some(errno) = number.and_then(errno::by_number) {
            return Some(errno.judgement.verdict(Step::Typed, errno.rule, errno.name()).into());
        }
        let (judgement, rule) = by_kind(error.kind())?;
        Some(judgement.verdict(Step::Typed, rule, rule).into())
    }
}

/// What a kind says; nothing for those that only wrap another error.
#[expect(clippy::wildcard_enum_match_arm, reason = "the standard library adds kinds; a new one leaves it to the words")]
fn by_kind(kind: ErrorKind) -> Option<(Judgement, &'static str)> {
    Some(match kind {
        ErrorKind::NotFound => (NOT_FOUND, "io.not_found"),
        ErrorKind::PermissionDenied => (FORBIDDEN, "io.permission_denied"),
        ErrorKind::ConnectionRefused => (UNREACHABLE, "io.connection_refused"),
        ErrorKind::ConnectionReset => (CONNECTION_LOST, "io.connection_reset"),
        ErrorKind::ConnectionAborted => (CONNECTION_LOST, "io.connection_aborted"),
        ErrorKind::NotConnected => (CONNECTION_LOST, "io.not_connected"),
        ErrorKind::HostUnreachable => (UNREACHABLE, "io.host_unreachable"),
        ErrorKind::NetworkUnreachable => (UNREACHABLE, "io.network_unreachable"),
        ErrorKind::NetworkDown => (UNREACHABLE, "io.network_down"),
        ErrorKind::AddrInUse => (CONFLICT, "io.addr_in_use"),
        ErrorKind::AddrNotAvailable => (UNREACHABLE, "io.addr_not_available"),
        ErrorKind::BrokenPipe => (CONNECTION_LOST, "io.broken_pipe"),
        ErrorKind::AlreadyExists => (ALREADY_EXISTS, "io.already_exists"),
        ErrorKind::WouldBlock => (WOULD_BLOCK, "io.would_block"),
        ErrorKind::NotADirectory => (VALIDATION, "io.not_a_directory"),
        ErrorKind::IsADirectory => (VALIDATION, "io.is_a_directory"),
        ErrorKind::DirectoryNotEmpty => (CONFLICT, "io.directory_not_empty"),
        ErrorKind::ReadOnlyFilesystem => (FORBIDDEN, "io.read_only_filesystem"),
        ErrorKind::StaleNetworkFileHandle => (CONFLICT, "io.stale_network_file_handle"),
        ErrorKind::InvalidInput => (INVALID_PARAMS, "io.invalid_input"),
        ErrorKind::InvalidData => (SERIALIZATION, "io.invalid_data"),
        ErrorKind::TimedOut => (NO_RESPONSE, "io.timed_out"),
        ErrorKind::WriteZero => (CONNECTION_LOST, "io.write_zero"),
        ErrorKind::StorageFull => (QUOTA_EXCEEDED, "io.storage_full"),
        ErrorKind::NotSeekable => (INTERNAL, "io.not_seekable"),
        ErrorKind::QuotaExceeded => (QUOTA_EXCEEDED, "io.quota_exceeded"),
        ErrorKind::FileTooLarge => (VALIDATION, "io.file_too_large"),
        ErrorKind::ResourceBusy => (LOCKED, "io.resource_busy"),
        ErrorKind::ExecutableFileBusy => (LOCKED, "io.executable_file_busy"),
        ErrorKind::Deadlock => (LOCKED, "io.deadlock"),
        ErrorKind::TooManyLinks => (VALIDATION, "io.too_many_links"),
        ErrorKind::InvalidFilename => (VALIDATION, "io.invalid_filename"),
        ErrorKind::ArgumentListTooLong => (VALIDATION, "io.argument_list_too_long"),
        ErrorKind::Interrupted => (CANCELLED, "io.interrupted"),
        ErrorKind::Unsupported => (NOT_IMPLEMENTED, "io.unsupported"),
        ErrorKind::UnexpectedEof => (CONNECTION_LOST, "io.unexpected_eof"),
        ErrorKind::OutOfMemory => (OUT_OF_MEMORY, "io.out_of_memory"),
        _ => return None,
    })
}
