//! The server's state: how it misbehaves, and which calls were cancelled.

use crate::call::Call;
use crate::features;
use crate::misbehaviour::When;
use crate::options::{Given, Options};
use crate::output::{self, WriteFrame};
use crate::protocol;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// One that serves over standard input and output.
pub(crate) struct Server {
    pub(crate) options: Options,
    /// Frames are written one after the other, whichever threads they come from.
    writing: Mutex<WriteFrame>,
    messages: AtomicU64,
    cancelled: Mutex<HashSet<String>>,
    /// Who waits for answers of the client.
    asked: Mutex<HashMap<String, Sender<Value>>>,
    /// What it was told by notifications.
    told: Mutex<Vec<String>>,
    /// The requests that listen to its resource; null for a subscription of older revisions.
    listeners: Mutex<Vec<Value>>,
}

impl Server {
    pub(crate) fn new(options: Options) -> Server {
        let writing = options.misbehaves.iter().find_map(|given| given.what.when.in_frames());
        Server {
            options,
            writing: Mutex::new(writing.unwrap_or(output::properly)),
            messages: AtomicU64::new(0),
            cancelled: Mutex::default(),
            asked: Mutex::default(),
            told: Mutex::default(),
            listeners: Mutex::default(),
        }
    }

    /// Does what is to be done before anything is read.
    pub(crate) fn at_start(&self) {
        for given in &self.options.misbehaves {
            if let When::Start(act) = given.what.when {
                act(self, given.number);
            }
        }
    }

    /// Whether it was told to misbehave so.
    pub(crate) fn told(&self, name: &str) -> Option<&Given> {
        self.options.misbehaves.iter().find(|given| given.what.name == name)
    }

    /// Whether it has a log and resources that can be subscribed to.
    pub(crate) fn logs(&self) -> bool {
        self.options.logs
    }

    /// Whether it reads one more message.
    pub(crate) fn reads_more(&self) -> bool {
        let most = self.told("stops_reading").map_or(u64::MAX, |given| given.number.unwrap_or(2));
        self.messages.fetch_add(1, SeqCst) < most
    }

    /// Whether it goes on when there is nothing more to read.
    pub(crate) fn outlives_its_input(&self) -> bool {
        self.told("stops_reading").is_some()
            || self.told("outlives_stdin").is_some()
            || self.told("ignores_sigterm").is_some()
    }

    /// Takes a message; a call runs on a thread of its own.
    pub(crate) fn take(self: &Arc<Server>, message: Value) {
        for given in &self.options.misbehaves {
            if let When::Message(act) = given.what.when
                && act(self, &message)
            {
                return;
            }
        }
        let id = message.get("id").cloned();
        match (message["method"].as_str(), id) {
            (Some("notifications/cancelled"), _) => {
                self.cancelled.lock().unwrap().insert(message["params"]["requestId"].to_string());
            }
            (Some(method), Some(id)) if features::takes(self, method, &message["params"]) => {
                features::take(self, method, &id, &message["params"]);
            }
            (Some("tools/call"), Some(id)) => {
                let call = Call::new(self.clone(), id, &message["params"]);
                std::thread::spawn(move || call.run());
            }
            (Some(method), Some(id)) => {
                let answer = protocol::answer(self, method, &message["params"]);
                self.send(&protocol::response(&id, answer));
            }
            (Some(method), None) => self.told.lock().unwrap().push(method.to_owned()),
            (None, Some(id)) => {
                let waiting = self.asked.lock().unwrap().remove(&id.to_string());
                waiting.map(|waiting| waiting.send(message));
            }
            (None, None) => {}
        }
    }

    /// Asks the client, and waits for its answer.
    pub(crate) fn ask(&self, method: &str, params: &Value) -> Value {
        let (sender, answer) = channel();
        let id = json!(format!("asked-{}", self.messages.fetch_add(1, SeqCst)));
        self.asked.lock().unwrap().insert(id.to_string(), sender);
        let mut frame = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            frame["params"] = params.clone();
        }
        self.send(&frame);
        let mut answer: Value = answer.recv().unwrap();
        answer["id"].take();
        answer
    }

    /// The methods of the notifications that came.
    pub(crate) fn was_told(&self) -> Vec<String> {
        self.told.lock().unwrap().clone()
    }

    pub(crate) fn listen(&self, id: Value) {
        self.listeners.lock().unwrap().push(id);
    }

    pub(crate) fn listeners(&self) -> Vec<Value> {
        self.listeners.lock().unwrap().clone()
    }

    pub(crate) fn is_cancelled(&self, id: &Value) -> bool {
        self.cancelled.lock().unwrap().contains(&id.to_string())
    }

    /// Writes a frame as it was told to.
    pub(crate) fn send(&self, frame: &Value) {
        let write = self.writing.lock().unwrap();
        write(frame);
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }
}
