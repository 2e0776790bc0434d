//! Credentials: keys, tokens, passwords, cards.

pub(super) mod auth_scheme;
pub(super) mod card_number;
pub(super) mod command_line;
pub(super) mod common_password;
pub(super) mod configured_secret;
pub(super) mod header;
pub(super) mod json_web_token;
pub(super) mod known_format;
pub(super) mod named_secret;
pub(super) mod opaque_token;
pub(super) mod password_hash;
pub(super) mod pkcs12;
pub(super) mod private_key;
pub(super) mod query_parameter;
pub(super) mod service;
pub(super) mod service_secret;
pub(super) mod url_credentials;
