//! `std::io::Error`, by the number of the system error and by its kind.

use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFLICT, CONNECTION_LOST, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement, LOCKED,
    NO_RESPONSE, NOT_FOUND, NOT_IMPLEMENTED, OUT_OF_MEMORY, QUOTA_EXCEEDED, SERIALIZATION, UNREACHABLE, VALIDATION,
    WOULD_BLOCK,
};
use crate::classify::typed::errno;
use crate::classify::{ErrorReader, Reading, Step};
use std::error::Error;
use std::io;

pub(super) struct IoErrors;

impl ErrorReader for IoErrors {
    fn name(&self) -> &'static str {
        "io"
    }

    #[inline]
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
fn by_kind(kind: io::ErrorKind) -> Option<(Judgement, &'static str)> {
    use io::ErrorKind as Kind;
    Some(match kind {
        Kind::NotFound => (NOT_FOUND, "io.not_found"),
        Kind::PermissionDenied => (FORBIDDEN, "io.permission_denied"),
        Kind::ConnectionRefused => (UNREACHABLE, "io.connection_refused"),
        Kind::ConnectionReset => (CONNECTION_LOST, "io.connection_reset"),
        Kind::ConnectionAborted => (CONNECTION_LOST, "io.connection_aborted"),
        Kind::NotConnected => (CONNECTION_LOST, "io.not_connected"),
        Kind::HostUnreachable => (UNREACHABLE, "io.host_unreachable"),
        Kind::NetworkUnreachable => (UNREACHABLE, "io.network_unreachable"),
        Kind::NetworkDown => (UNREACHABLE, "io.network_down"),
        Kind::AddrInUse => (CONFLICT, "io.addr_in_use"),
        Kind::AddrNotAvailable => (UNREACHABLE, "io.addr_not_available"),
        Kind::BrokenPipe => (CONNECTION_LOST, "io.broken_pipe"),
        Kind::AlreadyExists => (ALREADY_EXISTS, "io.already_exists"),
        Kind::WouldBlock => (WOULD_BLOCK, "io.would_block"),
        Kind::NotADirectory => (VALIDATION, "io.not_a_directory"),
        Kind::IsADirectory => (VALIDATION, "io.is_a_directory"),
        Kind::DirectoryNotEmpty => (CONFLICT, "io.directory_not_empty"),
        Kind::ReadOnlyFilesystem => (FORBIDDEN, "io.read_only_filesystem"),
        Kind::StaleNetworkFileHandle => (CONFLICT, "io.stale_network_file_handle"),
        Kind::InvalidInput => (INVALID_PARAMS, "io.invalid_input"),
        Kind::InvalidData => (SERIALIZATION, "io.invalid_data"),
        Kind::TimedOut => (NO_RESPONSE, "io.timed_out"),
        Kind::WriteZero => (CONNECTION_LOST, "io.write_zero"),
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
        Kind::UnexpectedEof => (CONNECTION_LOST, "io.unexpected_eof"),
        Kind::OutOfMemory => (OUT_OF_MEMORY, "io.out_of_memory"),
        _ => return None,
    })
}
