//! A failure for each entry of a contract.

use crate::contract::{Clause, Filled, fields, filled};
use crate::failure::Details;
use crate::{Failure, Reason};
use std::borrow::Cow;

/// What a field is in a sample: a value that no rule removes.
const VALUE: u32 = 7;

/// The failure that the entry declares; none if its reason is not one.
pub(super) fn failure(clause: &Clause) -> Option<Failure> {
    let reason = Reason::new(clause.reason().to_owned()).ok()?;
    let mut values = Details::default();
    for name in fields(clause.message()).chain(fields(clause.recovery())) {
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let key = if is_number { format!("field_{name}") } else { name.to_owned() };
        values.set(key, &VALUE);
    }
    let sentence =
        |template: &Cow<'static, str>| filled(template, &values).unwrap_or_else(|| Filled::whole(template.clone()));
    let message = sentence(&clause.message).into_message(clause.code());
    let mut recovery = sentence(&clause.recovery).into_recovery();
    if let Some(link) = clause.docs() {
        recovery = recovery.with_docs(link.to_owned());
    }
    let failure = Failure::from_message(clause.code(), message)
        .with_reason(reason)
        .with_origin(clause.origin())
        .with_retry(clause.retry())
        .with_recovery_and_docs(recovery);
    Some(values.iter().fold(failure, |failure, (name, value)| failure.with_context(name.to_owned(), value)))
}
