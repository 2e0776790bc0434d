//! System errors, by their POSIX name (Node and libuv use the same) and by their number on Linux.

use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFLICT, CONNECTION_LOST, EXHAUSTED, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement,
    LOCKED, NO_RESPONSE, NOT_FOUND, NOT_IMPLEMENTED, OUT_OF_RANGE, QUOTA_EXCEEDED, SERIALIZATION, UNAVAILABLE,
    UNREACHABLE, VALIDATION, WOULD_BLOCK,
};

/// A system error.
pub(crate) struct Errno {
    /// The rule's name: `errno.` and the POSIX name.
    pub(crate) rule: &'static str,
    /// Linux's number; 0 where Linux has none.
    number: i32,
    pub(crate) judgement: Judgement,
}

impl Errno {
    /// The POSIX name.
    pub(crate) fn name(&self) -> &'static str {
        self.rule.strip_prefix("errno.").unwrap_or(self.rule)
    }
}

macro_rules! errnos {
    ($($name:literal $number:literal $judgement:expr),* $(,)?) => {
        &[$(Errno { rule: concat!("errno.", $name), number: $number, judgement: $judgement }),*]
    };
}

/// Sorted by name.
static ERRNOS: &[Errno] = errnos![
    "E2BIG" 7 VALIDATION,
    "EACCES" 13 FORBIDDEN,
    "EADDRINUSE" 98 CONFLICT,
    "EADDRNOTAVAIL" 99 UNREACHABLE,
    "EAGAIN" 11 WOULD_BLOCK,
    "EAI_AGAIN" 0 UNREACHABLE,
    "EAI_FAIL" 0 UNREACHABLE,
    "EAI_MEMORY" 0 EXHAUSTED,
    "EAI_NODATA" 0 UNREACHABLE,
    "EAI_NONAME" 0 UNREACHABLE,
    "EALREADY" 114 CONFLICT,
    "EBADF" 9 INTERNAL,
    "EBADMSG" 74 SERIALIZATION,
    "EBUSY" 16 LOCKED,
    "ECANCELED" 125 CANCELLED,
    "ECHILD" 10 INTERNAL,
    "ECONNABORTED" 103 CONNECTION_LOST,
    "ECONNREFUSED" 111 UNREACHABLE,
    "ECONNRESET" 104 CONNECTION_LOST,
    "EDEADLK" 35 LOCKED,
    "EDESTADDRREQ" 89 INVALID_PARAMS,
    "EDOM" 33 VALIDATION,
    "EDQUOT" 122 QUOTA_EXCEEDED,
    "EEXIST" 17 ALREADY_EXISTS,
    "EFAULT" 14 INTERNAL,
    "EFBIG" 27 VALIDATION,
    "EHOSTDOWN" 112 UNREACHABLE,
    "EHOSTUNREACH" 113 UNREACHABLE,
    "EILSEQ" 84 SERIALIZATION,
    "EINPROGRESS" 115 CONFLICT,
    "EINTR" 4 CANCELLED,
    "EINVAL" 22 INVALID_PARAMS,
    "EIO" 5 INTERNAL,
    "EISCONN" 106 CONFLICT,
    "EISDIR" 21 VALIDATION,
    "ELOOP" 40 VALIDATION,
    "EMFILE" 24 EXHAUSTED,
    "EMLINK" 31 VALIDATION,
    "EMSGSIZE" 90 VALIDATION,
    "ENAMETOOLONG" 36 VALIDATION,
    "ENETDOWN" 100 UNREACHABLE,
    "ENETRESET" 102 CONNECTION_LOST,
    "ENETUNREACH" 101 UNREACHABLE,
    "ENFILE" 23 EXHAUSTED,
    "ENOBUFS" 105 EXHAUSTED,
    "ENODATA" 61 NOT_FOUND,
    "ENODEV" 19 NOT_FOUND,
    "ENOENT" 2 NOT_FOUND,
    "ENOEXEC" 8 INTERNAL,
    "ENOLCK" 37 EXHAUSTED,
    "ENOMEM" 12 EXHAUSTED,
    "ENOSPC" 28 QUOTA_EXCEEDED,
    "ENOSYS" 38 NOT_IMPLEMENTED,
    "ENOTCONN" 107 CONNECTION_LOST,
    "ENOTDIR" 20 VALIDATION,
    "ENOTEMPTY" 39 CONFLICT,
    "ENOTFOUND" 0 UNREACHABLE,
    "ENOTSOCK" 88 INTERNAL,
    "ENOTSUP" 95 NOT_IMPLEMENTED,
    "ENXIO" 6 NOT_FOUND,
    "EOPNOTSUPP" 95 NOT_IMPLEMENTED,
    "EOVERFLOW" 75 OUT_OF_RANGE,
    "EPERM" 1 FORBIDDEN,
    "EPIPE" 32 CONNECTION_LOST,
    "EPROTO" 71 UNAVAILABLE,
    "EPROTONOSUPPORT" 93 NOT_IMPLEMENTED,
    "ERANGE" 34 OUT_OF_RANGE,
    "EROFS" 30 FORBIDDEN,
    "ESHUTDOWN" 108 CONNECTION_LOST,
    "ESOCKETTIMEDOUT" 0 NO_RESPONSE,
    "ESPIPE" 29 INTERNAL,
    "ESRCH" 3 NOT_FOUND,
    "ESTALE" 116 CONFLICT,
    "ETIME" 62 NO_RESPONSE,
    "ETIMEDOUT" 110 NO_RESPONSE,
    "ETIMEOUT" 0 NO_RESPONSE,
    "ETXTBSY" 26 LOCKED,
    "EUSERS" 87 EXHAUSTED,
    "EXDEV" 18 VALIDATION,
];

/// Every system error of the table.
pub(crate) fn all() -> impl Iterator<Item = &'static Errno> {
    ERRNOS.iter()
}

/// The error with this name, in capitals.
pub(crate) fn by_name(name: &str) -> Option<&'static Errno> {
    let index = ERRNOS.binary_search_by(|errno| errno.name().cmp(name)).ok()?;
    ERRNOS.get(index)
}

/// The error with this number on Linux.
pub(crate) fn by_number(number: i32) -> Option<&'static Errno> {
    ERRNOS.iter().find(|errno| errno.number == number && number != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_by_name() {
        assert!(ERRNOS.windows(2).all(|pair| matches!(pair, [one, two] if one.name() < two.name())));
    }
}
