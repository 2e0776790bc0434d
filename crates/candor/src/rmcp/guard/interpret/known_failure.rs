//! A failure that the guard knows whole, because the tool handed it over, or because it was logged in another task.

use crate::Failure;
use crate::rmcp::call_scope::HandedOver;
use crate::rmcp::detached::{self, LoggedIncident};
use crate::rmcp::foreign_result::ForeignResult;
use crate::rmcp::guard::state::GuardState;
use crate::rmcp::marker::Marker;
use ::rmcp::ErrorData;
use ::rmcp::model::CallToolResult;

/// The failure, and its incident if it was logged.
pub(in crate::rmcp::guard) struct KnownFailure {
    pub(in crate::rmcp::guard) failure: Failure,
    pub(in crate::rmcp::guard) logged: Option<LoggedIncident>,
}

impl KnownFailure {
    /// The failure that an error was made of. No marker is left in the error.
    pub(in crate::rmcp::guard) fn of_error(
        state: &GuardState,
        error: &mut ErrorData,
        handed: HandedOver,
    ) -> Option<KnownFailure> {
        match Marker::take_from_error(error) {
            Some(marker) => KnownFailure::of_marker(state, &marker, handed),
            None => detached::of_error(error).map(KnownFailure::of_logged),
        }
    }

    /// The failure that a marker stands for: of this call, of an earlier one, or as much as the marker itself says.
    fn of_marker(state: &GuardState, marker: &Marker, mut handed: HandedOver) -> Option<KnownFailure> {
        let failure = handed.take(marker.id).or_else(|| state.failure_of(marker))?;
        Some(KnownFailure { failure, logged: None })
    }

    fn of_logged(logged: LoggedIncident) -> KnownFailure {
        KnownFailure { failure: logged.incident.failure().clone(), logged: Some(logged) }
    }
}

/// The failure in a failed result of this tool, known or not, and what else the result holds.
pub(in crate::rmcp::guard) fn of_result(
    state: &GuardState,
    tool: &str,
    mut result: CallToolResult,
    handed: HandedOver,
) -> (KnownFailure, Option<ForeignResult>) {
    if let Some(marker) = Marker::take_from_result(&mut result)
        && let Some(known) = KnownFailure::of_marker(state, &marker, handed)
    {
        return (known, ForeignResult::beside_marker(&marker, result));
    }
    if let Some(logged) = detached::of_result(&result) {
        return (KnownFailure::of_logged(logged), ForeignResult::beside_disclosure(result));
    }
    let (failure, rest) = ForeignResult::read(result, state.policy().classifier(), tool);
    (KnownFailure { failure, logged: None }, Some(rest))
}
