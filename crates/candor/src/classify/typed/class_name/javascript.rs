//! JavaScript: 004's table of constructors, and what Node, browsers and common packages throw.

use super::ClassName;
use crate::classify::judgement::{
    ALREADY_EXISTS, CANCELLED, CONFLICT, CONNECTION_LOST, DATABASE, DEFECT, DEPENDENCY_FAILED, FORBIDDEN, INTERNAL,
    INVALID_CREDENTIALS, NOT_FOUND, NOT_IMPLEMENTED, QUOTA_EXCEEDED, SERIALIZATION, TOKEN_EXPIRED, UNAUTHORIZED,
    UNAVAILABLE, UNREACHABLE, VALIDATION,
};
use crate::classify::words::Strength::{Certain, Plain, Weak};

pub(super) static NAMES: &[ClassName] = &[
    ClassName::new("class.AbortError", CANCELLED, Weak),
    ClassName::new("class.AggregateError", INTERNAL, Weak),
    ClassName::new("class.AssertionError", DEFECT, Plain),
    ClassName::new("class.AxiosError", DEPENDENCY_FAILED, Weak),
    ClassName::new("class.CastError", VALIDATION, Certain),
    ClassName::new("class.DOMException", INTERNAL, Weak),
    ClassName::new("class.DataCloneError", SERIALIZATION, Certain),
    ClassName::new("class.DocumentNotFoundError", NOT_FOUND, Certain),
    ClassName::new("class.EvalError", DEFECT, Certain),
    ClassName::new("class.FetchError", CONNECTION_LOST, Weak),
    ClassName::new("class.InvalidStateError", CONFLICT, Certain),
    ClassName::new("class.JsonWebTokenError", INVALID_CREDENTIALS, Certain),
    ClassName::new("class.MongoBulkWriteError", DATABASE, Weak),
    ClassName::new("class.MongoNetworkError", CONNECTION_LOST, Certain),
    ClassName::new("class.MongoServerSelectionError", UNREACHABLE, Certain),
    ClassName::new("class.MulterError", VALIDATION, Certain),
    ClassName::new("class.NetworkError", CONNECTION_LOST, Certain),
    ClassName::new("class.NotAllowedError", FORBIDDEN, Certain),
    ClassName::new("class.NotBeforeError", UNAUTHORIZED, Certain),
    ClassName::new("class.NotReadableError", UNAVAILABLE, Plain),
    ClassName::new("class.NotSupportedError", NOT_IMPLEMENTED, Certain),
    ClassName::new("class.PrismaClientInitializationError", DATABASE, Plain),
    ClassName::new("class.PrismaClientKnownRequestError", DATABASE, Weak),
    ClassName::new("class.PrismaClientValidationError", VALIDATION, Certain),
    ClassName::new("class.QuotaExceededError", QUOTA_EXCEEDED, Certain),
    ClassName::new("class.RangeError", VALIDATION, Plain),
    ClassName::new("class.ReferenceError", DEFECT, Certain),
    ClassName::new("class.SecurityError", FORBIDDEN, Certain),
    ClassName::new("class.SequelizeConnectionRefusedError", UNREACHABLE, Certain),
    ClassName::new("class.SequelizeForeignKeyConstraintError", VALIDATION, Certain),
    ClassName::new("class.SequelizeUniqueConstraintError", ALREADY_EXISTS, Certain),
    ClassName::new("class.SyntaxError", VALIDATION, Plain),
    ClassName::new("class.TokenExpiredError", TOKEN_EXPIRED, Certain),
    ClassName::new("class.URIError", VALIDATION, Certain),
    ClassName::new("class.VersionError", CONFLICT, Certain),
    ClassName::new("class.ZodError", VALIDATION, Certain),
    ClassName::new("class.TypeError", DEFECT, Plain),
];
