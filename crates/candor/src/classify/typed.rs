//! Typed evidence: what is known by number or name, not by words.

pub(crate) mod class_name;
pub(crate) mod errno;
pub(crate) mod exit_code;
pub(crate) mod grpc_status;
pub(crate) mod http_status;
pub(crate) mod sqlstate;
