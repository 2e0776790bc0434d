//! The server that the clients connect to.

use crate::client::{has_succeeded_within, read};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server on a free port of this machine.
pub(crate) struct HttpServer {
    child: Child,
    address: String,
    log: Option<JoinHandle<String>>,
}

impl HttpServer {
    /// Starts it, and waits until it says where it serves.
    pub(crate) fn start(command: &mut Command) -> HttpServer {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("serving at http://") && log.read_line(&mut said).unwrap() > 0 {}
        let address = said.trim().split(' ').next_back().unwrap_or_default().to_owned();
        let server = HttpServer { child, address, log: Some(read(log)) };
        assert!(server.address.starts_with("http://127.0.0.1:"), "{said}");
        server
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Tells it to end, which it has to do cleanly and soon; gives its log.
    pub(crate) fn end(mut self) -> String {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        assert!(
            has_succeeded_within(&mut self.child, Duration::from_secs(10)),
            "the server does not end when it is told to"
        );
        self.log.take().unwrap().join().unwrap()
    }
}

/// A test that failed leaves no server behind.
impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
