//! HTTP frameworks: classes named after a status.

use super::ClassName;
use crate::classify::judgement::{
    CONFLICT, INVALID_REQUEST, LOCKED, NO_RESPONSE, NOT_FOUND, QUOTA_EXCEEDED, UNAVAILABLE,
};
use crate::classify::words::Strength::{Certain, Plain};

pub(super) static NAMES: &[ClassName] = &[
    ClassName::new("class.BadGateway", UNAVAILABLE, Certain),
    ClassName::new("class.FailedDependency", CONFLICT, Certain),
    ClassName::new("class.GatewayTimeout", NO_RESPONSE, Certain),
    ClassName::new("class.Gone", NOT_FOUND, Certain),
    ClassName::new("class.Locked", LOCKED, Certain),
    ClassName::new("class.PaymentRequired", QUOTA_EXCEEDED, Certain),
    ClassName::new("class.Teapot", INVALID_REQUEST, Plain),
    ClassName::new("class.LengthRequired", INVALID_REQUEST, Certain),
];
