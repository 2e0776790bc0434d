//! Rust and Go: the standard libraries.

use super::ClassName;
use crate::classify::judgement::{
    CONFIGURATION, CONNECTION_LOST, DEFECT, INTERNAL, NO_RESPONSE, OUT_OF_RANGE, SERIALIZATION, TLS_FAILED,
    UNREACHABLE, VALIDATION,
};
use crate::classify::words::Strength::{Certain, Weak};

pub(super) static NAMES: &[ClassName] = &[
    ClassName::new("class.CertificateInvalidError", TLS_FAILED, Certain),
    ClassName::new("class.DNSError", UNREACHABLE, Certain),
    ClassName::new("class.Elapsed", NO_RESPONSE, Certain),
    ClassName::new("class.ExitError", INTERNAL, Weak),
    ClassName::new("class.FromUtf8Error", SERIALIZATION, Certain),
    ClassName::new("class.HostnameError", TLS_FAILED, Certain),
    ClassName::new("class.InvalidUnmarshalError", DEFECT, Certain),
    ClassName::new("class.JoinError", INTERNAL, Weak),
    ClassName::new("class.MaxBytesError", VALIDATION, Certain),
    ClassName::new("class.NumError", VALIDATION, Certain),
    ClassName::new("class.OpError", CONNECTION_LOST, Weak),
    ClassName::new("class.ParseBoolError", VALIDATION, Certain),
    ClassName::new("class.ParseFloatError", VALIDATION, Certain),
    ClassName::new("class.ParseIntError", VALIDATION, Certain),
    ClassName::new("class.PathError", INTERNAL, Weak),
    ClassName::new("class.RecordHeaderError", TLS_FAILED, Certain),
    ClassName::new("class.RecvError", INTERNAL, Weak),
    ClassName::new("class.SendError", INTERNAL, Weak),
    ClassName::new("class.TryFromIntError", OUT_OF_RANGE, Certain),
    ClassName::new("class.UnknownAuthorityError", TLS_FAILED, Certain),
    ClassName::new("class.UnmarshalTypeError", SERIALIZATION, Certain),
    ClassName::new("class.UnsupportedTypeError", SERIALIZATION, Certain),
    ClassName::new("class.Utf8Error", SERIALIZATION, Certain),
    ClassName::new("class.VarError", CONFIGURATION, Certain),
];
