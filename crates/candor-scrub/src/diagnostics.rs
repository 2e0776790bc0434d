//! What drivers and validators print for developers.

mod brackets;
pub(super) mod driver_detail;
pub(super) mod schema_name;
pub(super) mod validator_dump;
