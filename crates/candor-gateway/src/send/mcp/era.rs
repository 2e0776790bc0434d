//! Which era a server is of, as its first answers tell.

use super::message::{SERVER_INFO, meta_of};
use super::{Era, ServerAnswer, ServerFacts};
use crate::frame::member;
use candor::render::Revision;
use serde_json::value::RawValue;

/// The method that every server of 2026-07-28 answers, and no other has to know.
pub(super) const DISCOVER: &str = "server/discover";
/// The errors that only 2026-07-28 has: headers that differ from the body, a capability that is missing, a version that is not spoken.
const MODERN_ERRORS: [i64; 3] = [-32020, -32021, UNSUPPORTED_VERSION];
const UNSUPPORTED_VERSION: i64 = -32022;

/// What the answer to `server/discover` tells.
#[derive(Debug)]
pub(super) enum Discovered {
    Modern(ServerFacts),
    /// The server is to be begun with by `initialize`.
    Legacy,
    /// It is not legacy, and cannot be spoken with, because of this.
    Neither(String),
}

/// Reads the answer to `server/discover`. What is not an answer of 2026-07-28 is one of an older server, whatever it says.
pub(super) fn discovered(answer: &ServerAnswer) -> Discovered {
    match answer {
        ServerAnswer::Result(result) => match member::<Vec<String>>(result, "supportedVersions") {
            Some(versions) if is_spoken_in(&versions) => Discovered::Modern(modern_facts(result)),
            Some(versions) => of_other_versions(&versions),
            None => Discovered::Legacy,
        },
        ServerAnswer::Error(error) => match error_code(error) {
            Some(UNSUPPORTED_VERSION) => {
                let data = member::<&RawValue>(error, "data");
                let versions: Option<Vec<String>> = data.and_then(|data| member(data, "supported"));
                of_other_versions(&versions.unwrap_or_default())
            }
            Some(code) if MODERN_ERRORS.contains(&code) => {
                Discovered::Neither(format!("refused {DISCOVER} with the error {code}"))
            }
            Some(_) | None => Discovered::Legacy,
        },
    }
}

/// Whether a server that was taken for one of 2026-07-28 says that it does not speak that.
pub(super) fn is_unsupported_version(error: &RawValue) -> bool {
    error_code(error) == Some(UNSUPPORTED_VERSION)
}

fn error_code(error: &RawValue) -> Option<i64> {
    member(error, "code")
}

fn is_spoken_in(versions: &[String]) -> bool {
    versions.iter().any(|version| version == Revision::V2026_07_28.date())
}

fn of_other_versions(versions: &[String]) -> Discovered {
    match versions.iter().any(|version| legacy(version).is_some()) {
        true => Discovered::Legacy,
        false => Discovered::Neither("speaks no revision of the protocol that the gateway speaks".to_owned()),
    }
}

/// The revision with this date, if it begins with `initialize`.
fn legacy(date: &str) -> Option<Revision> {
    Revision::ALL.iter().copied().find(|known| known.date() == date && *known < Revision::V2026_07_28)
}

fn modern_facts(result: &RawValue) -> ServerFacts {
    ServerFacts {
        era: Era::Modern,
        revision: Revision::V2026_07_28,
        capabilities: capabilities(result),
        info: meta_of(result, SERVER_INFO).or_else(|| member(result, "serverInfo")).map(ToOwned::to_owned),
        instructions: member::<Box<str>>(result, "instructions"),
    }
}

/// Reads the answer to `initialize`.
///
/// # Errors
///
/// Why the server cannot be spoken with.
pub(super) fn initialized(answer: &ServerAnswer) -> Result<ServerFacts, String> {
    let result = match answer {
        ServerAnswer::Result(result) => result,
        ServerAnswer::Error(error) => {
            let code = error_code(error).map_or_else(String::new, |code| format!(" {code}"));
            return Err(format!("refused initialize with the error{code}"));
        }
    };
    let Some(date) = member::<String>(result, "protocolVersion") else {
        return Err("answered initialize without a revision of the protocol".to_owned());
    };
    let Some(revision) = legacy(&date) else {
        return Err("answered initialize with a revision of the protocol that the gateway does not speak".to_owned());
    };
    Ok(ServerFacts {
        era: Era::Legacy,
        revision,
        capabilities: capabilities(result),
        info: member::<&RawValue>(result, "serverInfo").map(ToOwned::to_owned),
        instructions: member::<Box<str>>(result, "instructions"),
    })
}

fn capabilities(result: &RawValue) -> Box<RawValue> {
    member::<&RawValue>(result, "capabilities").unwrap_or(RawValue::NULL).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(json: &str) -> ServerAnswer {
        ServerAnswer::Result(RawValue::from_string(json.to_owned()).unwrap())
    }

    fn error(json: &str) -> ServerAnswer {
        ServerAnswer::Error(RawValue::from_string(json.to_owned()).unwrap())
    }

    fn name(answer: &ServerAnswer) -> &'static str {
        match discovered(answer) {
            Discovered::Modern(_) => "modern",
            Discovered::Legacy => "legacy",
            Discovered::Neither(_) => "neither",
        }
    }

    #[test]
    fn only_an_answer_of_the_new_revision_is_one_of_a_modern_server() {
        let rows = [
            (result(r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#), "modern"),
            (result(r#"{"supportedVersions":["2025-11-25","2026-07-28"]}"#), "modern"),
            (result(r#"{"supportedVersions":["2025-11-25"]}"#), "legacy"),
            (result(r#"{"supportedVersions":["2031-01-01"]}"#), "neither"),
            (result("{}"), "legacy"),
            (result("[]"), "legacy"),
            (error(r#"{"code":-32601,"message":"Method not found"}"#), "legacy"),
            (error(r#"{"code":-32602,"message":"Invalid request parameters"}"#), "legacy"),
            (error(r#"{"code":0}"#), "legacy"),
            (error(r#"{"code":-32022,"data":{"supported":["2025-06-18"]}}"#), "legacy"),
            (error(r#"{"code":-32022,"data":{"supported":["2031-01-01"]}}"#), "neither"),
            (error(r#"{"code":-32022}"#), "neither"),
            (error(r#"{"code":-32021}"#), "neither"),
        ];
        for (answer, expected) in rows {
            assert_eq!(name(&answer), expected, "{answer:?}");
        }
    }

    #[test]
    fn what_a_server_says_of_itself_is_kept_as_it_wrote_it() {
        let modern = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"x":1e400, "tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"b":1,"a":2}},"instructions":"Ask."}"#;
        let Discovered::Modern(facts) = discovered(&result(modern)) else { panic!("modern") };
        assert_eq!(facts.capabilities.get(), r#"{"x":1e400, "tools":{}}"#);
        assert_eq!(facts.info.unwrap().get(), r#"{"b":1,"a":2}"#);
        assert_eq!(facts.instructions.as_deref(), Some("Ask."));
    }

    #[test]
    fn an_older_revision_is_agreed_to_and_an_unknown_one_is_not() {
        let facts = initialized(&result(r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{}}}"#)).unwrap();
        assert_eq!((facts.era, facts.revision), (Era::Legacy, Revision::V2024_11_05));
        for refused in [
            result(r#"{"protocolVersion":"2031-01-01"}"#),
            result(r#"{"protocolVersion":"2026-07-28"}"#),
            result("{}"),
            error(r#"{"code":-32600}"#),
        ] {
            assert!(initialized(&refused).is_err(), "{refused:?}");
        }
    }
}
