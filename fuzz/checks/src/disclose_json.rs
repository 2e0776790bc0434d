//! What holds for every failure that is disclosed, whatever its particulars are.

use candor::render::{Place, Renderer};
use candor::{Code, Dialect, Discretion, Failure};
use serde_json::Value;

/// Panics unless everything holds for these bytes, read as the JSON of a failure's particulars, or else as its message.
pub fn check(bytes: &[u8]) {
    let (disclosure, incident) = failure(bytes).disclose(&Discretion::new().with_secret("hunter2-production"));
    assert_eq!(incident.occurrence(), disclosure.occurrence());
    for &dialect in Dialect::ALL {
        let reply = Renderer::new(dialect).reply(&disclosure, Place::Tool { output_schema: None }).to_bytes();
        assert!(reply.len() <= Discretion::DEFAULT_REPLY_CAP, "{dialect}: {} bytes", reply.len());
        let Ok(value) = serde_json::from_slice::<Value>(&reply) else { panic!("{dialect} is not JSON") };
        let Some(read) = dialect.recognise(&value) else { panic!("{dialect} is not recognised") };
        assert_eq!(read.reason(), disclosure.reason(), "{dialect}");
        assert!(!String::from_utf8_lossy(&reply).contains("hunter2-production"), "{dialect}");
    }
}

fn failure(bytes: &[u8]) -> Failure {
    let codes: Vec<_> = Code::all().collect();
    let code = codes.get(bytes.len() % codes.len()).copied().unwrap_or(Code::Internal);
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(members)) => {
            let message = members.get("message").and_then(Value::as_str).unwrap_or("It failed").to_owned();
            members
                .into_iter()
                .fold(Failure::new(code, message), |failure, (name, value)| failure.with_context(name, value))
        }
        Ok(other) => Failure::new(code, "It failed").with_context("value", other),
        Err(_) => Failure::new(code, String::from_utf8_lossy(bytes).into_owned()),
    }
}
