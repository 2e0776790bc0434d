//! Ruby and PHP: the core, Rails, Laravel, Symfony.

use super::ClassName;
use crate::classify::judgement::{
    ALREADY_EXISTS, CONFIGURATION, CONNECTION_LOST, DATABASE, DEFECT, FORBIDDEN, INTERNAL, INVALID_PARAMS,
    INVALID_REQUEST, NOT_FOUND, RATE_LIMITED, VALIDATION,
};
use crate::classify::words::Strength::{Certain, Plain, Weak};

pub(super) static NAMES: &[ClassName] = &[
    ClassName::new("class.ConnectionNotEstablished", CONNECTION_LOST, Certain),
    ClassName::new("class.FrozenError", DEFECT, Certain),
    ClassName::new("class.InvalidArgumentException", INVALID_PARAMS, Plain),
    ClassName::new("class.InvalidAuthenticityToken", FORBIDDEN, Certain),
    ClassName::new("class.LoadError", CONFIGURATION, Certain),
    ClassName::new("class.MethodNotAllowedHttpException", INVALID_REQUEST, Certain),
    ClassName::new("class.ModelNotFoundException", NOT_FOUND, Certain),
    ClassName::new("class.NoMethodError", DEFECT, Certain),
    ClassName::new("class.PDOException", DATABASE, Weak),
    ClassName::new("class.ParameterMissing", INVALID_PARAMS, Certain),
    ClassName::new("class.RecordInvalid", VALIDATION, Certain),
    ClassName::new("class.RecordNotFound", NOT_FOUND, Certain),
    ClassName::new("class.RecordNotUnique", ALREADY_EXISTS, Certain),
    ClassName::new("class.RoutingError", NOT_FOUND, Certain),
    ClassName::new("class.StandardError", INTERNAL, Weak),
    ClassName::new("class.StatementInvalid", DATABASE, Weak),
    ClassName::new("class.ThrottleRequestsException", RATE_LIMITED, Certain),
    ClassName::new("class.TokenMismatchException", FORBIDDEN, Certain),
];
