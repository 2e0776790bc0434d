//! A call of a tool.

use crate::protocol::{self, Answer, response};
use crate::server::Server;
use crate::tools;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often a call that waits looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(5);

/// One call, to be answered by [`Call::answer`], once; unless it misbehaves.
pub(crate) struct Call {
    pub(crate) server: Arc<Server>,
    pub(crate) id: Value,
    pub(crate) name: String,
    pub(crate) arguments: Value,
    /// What its progress is told for.
    pub(crate) token: Option<Value>,
    /// The number of its misbehaviour: the argument `number`, or that of the flag.
    pub(crate) number: Option<u64>,
    is_modern: bool,
}

impl Call {
    pub(crate) fn new(server: Arc<Server>, id: Value, params: &Value) -> Call {
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let arguments = params["arguments"].clone();
        let token = params["_meta"].get("progressToken").cloned();
        let number = arguments["number"].as_u64();
        Call { server, id, name, arguments, token, number, is_modern: protocol::is_modern(params) }
    }

    /// Misbehaves if the server was told to in every call; otherwise does what the tool does.
    pub(crate) fn run(mut self) {
        let mut told = self.server.options.misbehaves.iter();
        let told = told.find_map(|given| Some((given.what.when.in_call()?, given.number)));
        match told {
            Some((act, number)) => {
                self.number = self.number.or(number);
                act(&self);
            }
            None => match tools::named(&self.server, &self.name) {
                Some(act) => act(&self),
                None => {
                    let message = format!("Unknown tool: {}", self.name);
                    self.answer(Err(json!({"code": -32602, "message": message})));
                }
            },
        }
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.arguments[name].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn answer(&self, answer: Answer) {
        self.server.send(&self.response(answer));
    }

    pub(crate) fn answer_text(&self, text: &str) {
        self.answer(Ok(content(text)));
    }

    /// The answer as a frame.
    pub(crate) fn response(&self, answer: Answer) -> Value {
        let answer = answer.map(|mut result| {
            if self.is_modern {
                result["resultType"] = json!("complete");
            }
            result
        });
        response(&self.id, answer)
    }

    /// Waits. Whether the call is still wanted then.
    pub(crate) fn waits(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while !self.server.is_cancelled(&self.id) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(LOOK));
        }
        false
    }
}

/// A result of one text.
pub(crate) fn content(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}
