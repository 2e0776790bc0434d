#![doc = include_str!("../README.md")]

mod allowed;
mod automaton;
mod base64;
mod below_name;
mod decoded;
mod diagnostics;
mod effort;
mod internals;
mod json;
mod keep;
mod lossless;
mod memo;
mod paths;
mod people;
mod places;
mod profile;
#[cfg(test)]
mod properties;
mod randomness;
mod registry;
mod removal;
mod rule;
mod rule_info;
mod run_cache;
mod scan;
mod scrubber;
mod secrets;
mod segment;
mod sensitive_name;
mod stream;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod word_list;

pub use allowed::Allowed;
pub use json::{UniqueNames, is_sensitive_member, is_token_value};
pub use keep::Keep;
pub use profile::{Profile, UnknownProfile};
pub use removal::Removal;
pub use rule::Family;
pub use rule_info::{Example, RuleInfo, rule, rules};
pub use scrubber::{Scrubber, without_secrets};
pub use secrets::configured_secret::UnusableSecret;
pub use secrets::opaque_token::is_token_under;
pub use segment::Segment;
pub use sensitive_name::{is_credential_name, is_sensitive_name};
pub use stream::{ScrubStream, ScrubWriter};

/// The placeholder of a secret.
pub const REDACTED: &str = "[redacted]";
/// The placeholder of a file path.
const PATH: &str = "[path]";
/// The placeholder of an e-mail address.
const EMAIL: &str = "[email]";

/// Its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/scrubbing.md")]
struct Docs;
