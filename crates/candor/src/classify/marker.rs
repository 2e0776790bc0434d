//! Standard numbers and identifiers in a text: a status, an errno, an SQLSTATE.

use super::judgement::{
    ALREADY_EXISTS, CONFIGURATION, CONFLICT, CONNECTION_LOST, DATABASE, EXHAUSTED, FORBIDDEN, INVALID_CREDENTIALS,
    Judgement, LOCKED, NO_RESPONSE, NOT_FOUND, QUOTA_EXCEEDED, TLS_FAILED, UNAUTHORIZED, UNAVAILABLE, UNREACHABLE,
    VALIDATION, WRONG_STATEMENT,
};
use super::typed::{errno, grpc_status, http_status, sqlstate};
use crate::Code;

/// Who defined a number or identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    HttpStatus,
    Errno,
    Grpc,
    Sqlstate,
    MySql,
    Oracle,
    SqlServer,
    Curl,
    JsonRpc,
}

impl Marker {
    /// The name of the rule and what it concludes, if the number or identifier is known.
    pub(crate) fn judgement(self, text: &str) -> Option<(&'static str, Judgement)> {
        let listed = |rule, rows: &'static [(u32, Judgement)]| {
            let number: u32 = text.parse().ok()?;
            rows.iter().find(|(known, _)| *known == number).map(|(_, judgement)| (rule, *judgement))
        };
        match self {
            Marker::HttpStatus => {
                let status = text.parse().ok().filter(|status| (400..600).contains(status))?;
                Some((http_status::RULE, http_status::judgement(status)?))
            }
            Marker::Errno => errno::by_number(text.parse().ok()?).map(|errno| (errno.rule, errno.judgement)),
            Marker::Grpc => grpc_status::by_number(text.parse().ok()?).map(|status| (status.rule, status.judgement)),
            Marker::Sqlstate => sqlstate::judgement(text),
            Marker::MySql => listed("mysql", MYSQL),
            Marker::Oracle => listed("oracle", ORACLE),
            Marker::SqlServer => listed("sql_server", SQL_SERVER),
            Marker::Curl => listed("curl", CURL),
            Marker::JsonRpc => {
                let number: i64 =
                    text.trim_start_matches('-').parse().ok().filter(|number| (32_600..=32_700).contains(number))?;
                Some(("jsonrpc", Judgement::of(Code::from_number(-number)?)))
            }
        }
    }
}

static MYSQL: &[(u32, Judgement)] = &[
    (1022, ALREADY_EXISTS),
    (1040, EXHAUSTED),
    (1044, FORBIDDEN),
    (1045, UNAUTHORIZED),
    (1046, CONFIGURATION),
    (1049, CONFIGURATION),
    (1050, ALREADY_EXISTS),
    (1051, WRONG_STATEMENT),
    (1054, WRONG_STATEMENT),
    (1062, ALREADY_EXISTS),
    (1064, WRONG_STATEMENT),
    (1114, QUOTA_EXCEEDED),
    (1142, FORBIDDEN),
    (1143, FORBIDDEN),
    (1146, WRONG_STATEMENT),
    (1203, QUOTA_EXCEEDED),
    (1205, LOCKED),
    (1213, LOCKED),
    (1216, VALIDATION),
    (1217, CONFLICT),
    (1226, QUOTA_EXCEEDED),
    (1227, FORBIDDEN),
    (1290, WRONG_STATEMENT),
    (1366, VALIDATION),
    (1406, VALIDATION),
    (1451, CONFLICT),
    (1452, VALIDATION),
    (1586, ALREADY_EXISTS),
    (1698, UNAUTHORIZED),
    (1792, WRONG_STATEMENT),
    (2002, UNREACHABLE),
    (2003, UNREACHABLE),
    (2005, UNREACHABLE),
    (2006, CONNECTION_LOST),
    (2013, CONNECTION_LOST),
    (3024, NO_RESPONSE),
    (3572, LOCKED),
    (3819, VALIDATION),
];

static ORACLE: &[(u32, Judgement)] = &[
    (1, ALREADY_EXISTS),
    (18, EXHAUSTED),
    (20, EXHAUSTED),
    (54, LOCKED),
    (60, LOCKED),
    (900, WRONG_STATEMENT),
    (904, WRONG_STATEMENT),
    (907, WRONG_STATEMENT),
    (911, WRONG_STATEMENT),
    (936, WRONG_STATEMENT),
    (942, WRONG_STATEMENT),
    (955, ALREADY_EXISTS),
    (1013, super::judgement::CANCELLED),
    (1017, INVALID_CREDENTIALS),
    (1031, FORBIDDEN),
    (1033, UNAVAILABLE),
    (1034, UNAVAILABLE),
    (1089, UNAVAILABLE),
    (1400, VALIDATION),
    (1403, NOT_FOUND),
    (1407, VALIDATION),
    (1422, DATABASE),
    (1438, VALIDATION),
    (1555, CONFLICT),
    (1653, QUOTA_EXCEEDED),
    (1654, QUOTA_EXCEEDED),
    (1722, VALIDATION),
    (2290, VALIDATION),
    (2291, VALIDATION),
    (2292, CONFLICT),
    (3113, CONNECTION_LOST),
    (3114, CONNECTION_LOST),
    (4031, EXHAUSTED),
    (8177, LOCKED),
    (12154, CONFIGURATION),
    (12170, NO_RESPONSE),
    (12505, CONFIGURATION),
    (12514, UNREACHABLE),
    (12537, CONNECTION_LOST),
    (12541, UNREACHABLE),
    (12543, UNREACHABLE),
    (12899, VALIDATION),
    (28000, FORBIDDEN),
    (28001, UNAUTHORIZED),
];

static SQL_SERVER: &[(u32, Judgement)] = &[
    (102, WRONG_STATEMENT),
    (156, WRONG_STATEMENT),
    (207, WRONG_STATEMENT),
    (208, WRONG_STATEMENT),
    (229, FORBIDDEN),
    (245, VALIDATION),
    (515, VALIDATION),
    (547, VALIDATION),
    (1105, QUOTA_EXCEEDED),
    (1205, LOCKED),
    (1222, LOCKED),
    (2601, ALREADY_EXISTS),
    (2627, ALREADY_EXISTS),
    (2714, ALREADY_EXISTS),
    (2812, WRONG_STATEMENT),
    (3960, LOCKED),
    (4060, CONFIGURATION),
    (8114, VALIDATION),
    (8134, VALIDATION),
    (8152, VALIDATION),
    (18456, UNAUTHORIZED),
    (40501, EXHAUSTED),
    (40613, UNAVAILABLE),
];

static CURL: &[(u32, Judgement)] = &[
    (5, UNREACHABLE),
    (6, UNREACHABLE),
    (7, UNREACHABLE),
    (28, NO_RESPONSE),
    (35, TLS_FAILED),
    (51, TLS_FAILED),
    (52, CONNECTION_LOST),
    (55, CONNECTION_LOST),
    (56, CONNECTION_LOST),
    (60, TLS_FAILED),
    (67, UNAUTHORIZED),
    (77, TLS_FAILED),
];
