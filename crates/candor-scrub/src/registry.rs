//! Every rule. To add one, write its file and a line here.

use super::rule::Rule;
use super::{diagnostics, internals, paths, people, places, secrets};

/// Strongest first: where two findings begin at one position, the placeholder of the earlier rule is used.
pub(super) static RULES: [Rule; 33] = [
    secrets::private_key::RULE,
    secrets::pkcs12::RULE,
    secrets::json_web_token::RULE,
    secrets::password_hash::RULE,
    secrets::known_format::BY_HEAD,
    secrets::known_format::BY_WORD,
    secrets::known_format::shaped_word::RULE,
    secrets::url_credentials::RULE,
    secrets::query_parameter::RULE,
    secrets::header::RULE,
    secrets::auth_scheme::RULE,
    secrets::named_secret::RULE,
    secrets::command_line::RULE,
    secrets::service_secret::RULE,
    secrets::card_number::RULE,
    secrets::common_password::RULE,
    secrets::opaque_token::RULE,
    paths::source_location::RULE,
    internals::exception_place::RULE,
    internals::stack_trace::RULE,
    internals::sql_statement::RULE,
    diagnostics::driver_detail::RULE,
    diagnostics::validator_dump::RULE,
    diagnostics::schema_name::RULE,
    people::email::RULE,
    people::phone_number::RULE,
    people::national_number::RULE,
    paths::posix_path::RULE,
    paths::windows_path::RULE,
    places::private_address::RULE,
    places::internal_host::RULE,
    places::tenant_host::RULE,
    places::cloud_resource::RULE,
];
