//! The exit code of a process, where it has a meaning that programs share.

use crate::classify::judgement::{
    CANCELLED, CONFIGURATION, FORBIDDEN, INTERNAL, INVALID_PARAMS, Judgement, KILLED, NO_RESPONSE, NOT_FOUND,
    SERIALIZATION, UNAVAILABLE, UNREACHABLE,
};

/// The name of the rule and what it concludes. 1 and most others say only that it failed: no opinion.
pub(crate) const fn judgement(exit_code: i32) -> Option<(&'static str, Judgement)> {
    Some(match exit_code {
        // sysexits.h
        64 => ("exit_code.usage", INVALID_PARAMS),
        65 => ("exit_code.bad_data", SERIALIZATION),
        66 => ("exit_code.no_input", NOT_FOUND),
        68 => ("exit_code.no_host", UNREACHABLE),
        69 => ("exit_code.unavailable", UNAVAILABLE),
        70 => ("exit_code.software", INTERNAL),
        75 => ("exit_code.temporary", UNAVAILABLE),
        77 => ("exit_code.no_permission", FORBIDDEN),
        78 => ("exit_code.configuration", CONFIGURATION),
        // timeout(1)
        124 => ("exit_code.timed_out", NO_RESPONSE),
        // The shell
        126 => ("exit_code.not_executable", CONFIGURATION),
        127 => ("exit_code.command_not_found", CONFIGURATION),
        // Signals
        130 => ("exit_code.interrupted", CANCELLED),
        134 => ("exit_code.aborted", INTERNAL),
        137 => ("exit_code.killed", KILLED),
        136 | 138 | 139 => ("exit_code.crashed", INTERNAL),
        143 => ("exit_code.terminated", CANCELLED),
        _ => return None,
    })
}
