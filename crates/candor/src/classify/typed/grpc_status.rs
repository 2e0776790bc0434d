//! The statuses of gRPC, by number and by name.

use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFLICT, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement, NO_RESPONSE, NOT_FOUND,
    NOT_IMPLEMENTED, OUT_OF_RANGE, RATE_LIMITED, UNAUTHORIZED, UNAVAILABLE,
};
use crate::failure::Origin;

/// A status of gRPC.
pub(crate) struct GrpcStatus {
    /// The rule's name: `grpc.` and the status in capitals.
    pub(crate) rule: &'static str,
    pub(crate) judgement: Judgement,
}

impl GrpcStatus {
    /// The name in capitals.
    pub(crate) fn name(&self) -> &'static str {
        self.rule.strip_prefix("grpc.").unwrap_or(self.rule)
    }
}

/// In the order of their numbers, which begin at 1.
static STATUSES: [GrpcStatus; 16] = [
    status("grpc.CANCELLED", CANCELLED),
    status("grpc.UNKNOWN", INTERNAL.with_origin(Origin::Upstream)),
    status("grpc.INVALID_ARGUMENT", INVALID_PARAMS),
    status("grpc.DEADLINE_EXCEEDED", NO_RESPONSE),
    status("grpc.NOT_FOUND", NOT_FOUND),
    status("grpc.ALREADY_EXISTS", ALREADY_EXISTS),
    status("grpc.PERMISSION_DENIED", FORBIDDEN),
    status("grpc.RESOURCE_EXHAUSTED", RATE_LIMITED),
    status("grpc.FAILED_PRECONDITION", CONFLICT),
    status("grpc.ABORTED", CONFLICT.retryable()),
    status("grpc.OUT_OF_RANGE", OUT_OF_RANGE),
    status("grpc.UNIMPLEMENTED", NOT_IMPLEMENTED),
    status("grpc.INTERNAL", INTERNAL.with_origin(Origin::Upstream)),
    status("grpc.UNAVAILABLE", UNAVAILABLE.retryable_if_idempotent()),
    status("grpc.DATA_LOSS", INTERNAL.with_origin(Origin::Upstream).permanent()),
    status("grpc.UNAUTHENTICATED", UNAUTHORIZED),
];

const fn status(rule: &'static str, judgement: Judgement) -> GrpcStatus {
    GrpcStatus { rule, judgement }
}

/// The status with this number; 0 is not a failure.
pub(crate) fn by_number(number: i32) -> Option<&'static GrpcStatus> {
    STATUSES.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// The status by its name, as any language writes it: `RESOURCE_EXHAUSTED`, `ResourceExhausted`, `Canceled`.
pub(crate) fn by_name(name: &str) -> Option<&'static GrpcStatus> {
    let letters = |text: &str| {
        let mut letters = [0u8; 24];
        let mut free = letters.iter_mut();
        for byte in text.bytes().filter(|byte| *byte != b'_') {
            *free.next()? = byte.to_ascii_lowercase();
        }
        Some(letters)
    };
    let wanted = if name.eq_ignore_ascii_case("canceled") { letters("cancelled") } else { letters(name) }?;
    STATUSES.iter().find(|status| letters(status.name()) == Some(wanted))
}
