//! The errors of the standard library that have a type for one thing.

use crate::classify::judgement::{
    CONFIGURATION, DEFECT, Judgement, NO_RESPONSE, OUT_OF_RANGE, SERIALIZATION, VALIDATION,
};
use crate::classify::{ErrorReader, Reading, Step};
use std::error::Error;

pub(super) struct StandardLibraryErrors;

impl ErrorReader for StandardLibraryErrors {
    fn name(&self) -> &'static str {
        "std"
    }

    #[inline]
    fn read<'e>(&self, error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
        let (judgement, rule) = by_type(error)?;
        Some(judgement.verdict(Step::Typed, rule, rule).into())
    }
}

fn by_type(error: &(dyn Error + 'static)) -> Option<(Judgement, &'static str)> {
    if error.is::<std::str::Utf8Error>() || error.is::<std::string::FromUtf8Error>() {
        return Some((SERIALIZATION, "std.utf8"));
    }
    if error.is::<std::env::VarError>() {
        return Some((CONFIGURATION, "std.env_var"));
    }
    if error.is::<std::num::TryFromIntError>() {
        return Some((OUT_OF_RANGE, "std.try_from_int"));
    }
    if error.is::<std::num::ParseIntError>()
        || error.is::<std::num::ParseFloatError>()
        || error.is::<std::str::ParseBoolError>()
        || error.is::<std::char::ParseCharError>()
        || error.is::<std::net::AddrParseError>()
    {
        return Some((VALIDATION, "std.parse"));
    }
    if error.is::<std::sync::mpsc::RecvTimeoutError>() {
        return Some((NO_RESPONSE, "std.recv_timeout"));
    }
    if error.is::<std::sync::mpsc::RecvError>()
        || error.is::<std::cell::BorrowMutError>()
        || error.is::<std::fmt::Error>()
    {
        return Some((DEFECT, "std.defect"));
    }
    None
}
