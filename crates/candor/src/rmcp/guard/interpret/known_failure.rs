//! A failure that the guard knows whole, because the tool handed it over, or because it was logged in another task.

use crate::rmcp::call_scope::HandedOver;
use crate::rmcp::detached;
use crate::rmcp::guard::interpret::ForeignResult;
use crate::rmcp::guard::state::GuardState;
use crate::rmcp::marker::Marker;
use crate::{Failure, Incident};
use ::rmcp::ErrorData;
use ::rmcp::model::CallToolResult;

/// The failure, and its incident if it was logged.
pub(in crate::rmcp::guard) struct KnownFailure {
    pub(in crate::rmcp::guard) failure: Failure,
    pub(in crate::rmcp::guard) logged: Option<Incident>,
}

impl KnownFailure {
    /// The failure that an error was made of. No marker is left in the error.
    pub(in crate::rmcp::guard) fn of_error(
        state: &GuardState,
        error: &mut ErrorData,
        handed: &HandedOver,
    ) -> Option<KnownFailure> {
        match Marker::take_from_error(error) {
            Some(marker) => KnownFailure::of_marker(state, &marker, handed),
            None => detached::take_for_error(error).map(KnownFailure::of_incident),
        }
    }

    /// The failure that a marker stands for: of this call, of an earlier one, or as much as the marker itself says.
    fn of_marker(state: &GuardState, marker: &Marker, handed: &HandedOver) -> Option<KnownFailure> {
        let failure = handed.get(marker.id).or_else(|| state.failure_of(marker))?;
        Some(KnownFailure { failure, logged: None })
    }

    fn of_incident(incident: Incident) -> KnownFailure {
        KnownFailure { failure: incident.failure().clone(), logged: Some(incident) }
    }
}

/// The failure in a result with `isError`, known or not, and what else the result holds.
pub(in crate::rmcp::guard) fn of_result(
    state: &GuardState,
    mut result: CallToolResult,
    handed: &HandedOver,
) -> (KnownFailure, Option<ForeignResult>) {
    if let Some(marker) = Marker::take_from_result(&mut result)
        && let Some(known) = KnownFailure::of_marker(state, &marker, handed)
    {
        return (known, ForeignResult::beside_marker(&marker, result));
    }
    if let Some(incident) = detached::take_for_result(&result) {
        return (KnownFailure::of_incident(incident), ForeignResult::beside_disclosure(result));
    }
    let (failure, rest) = ForeignResult::read(result, state.policy().classifier());
    (KnownFailure { failure, logged: None }, Some(rest))
}
