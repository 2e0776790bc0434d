//! The example server as a process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The most memory that the server may ever have held, in kilobytes. The longest line is 4 MiB.
const MOST_MEMORY: u64 = 512 * 1024;

/// A process that is ended when the test is.
pub(crate) struct Server(pub(crate) Child);

impl Server {
    pub(crate) fn over_stdio() -> Server {
        let (input, output) = (Stdio::piped(), Stdio::piped());
        Server(
            Command::new(env!("CARGO_BIN_EXE_orders_server"))
                // However the tests are run: a backtrace of a debug build is ten times as long as the rest of an event.
                .env("RUST_BACKTRACE", "0")
                .stdin(input)
                .stdout(output)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap(),
        )
    }

    /// The server and its address.
    pub(crate) fn over_http() -> (Server, String) {
        Server::over_http_by(Command::new(env!("CARGO_BIN_EXE_orders_server")))
    }

    /// The same, if it may open so many files.
    #[cfg(unix)]
    pub(crate) fn over_http_with_files(files: usize) -> (Server, String) {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {files} && exec \"$0\" \"$@\"");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_orders_server")]);
        Server::over_http_by(command)
    }

    fn over_http_by(mut command: Command) -> (Server, String) {
        let mut child =
            command.args(["--http", "127.0.0.1:0"]).stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        log.read_line(&mut first).unwrap();
        // The test does not want it.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        let address = first.trim().split(' ').next_back().unwrap().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{first}");
        (Server(child), address)
    }

    /// Ends it if it takes longer than a test may, so that the test does not wait forever.
    pub(crate) fn watched(self) -> Server {
        let id = self.0.id().to_string();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(300));
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        });
        self
    }

    /// Checks what memory it has held at most.
    pub(crate) fn check_memory(&self) {
        let (peak, _) = self.memory();
        assert!(peak < MOST_MEMORY, "the server has held {peak} kB");
    }

    /// The most memory that it has held and what it holds, in kilobytes; nothing where the system does not tell.
    pub(crate) fn memory(&self) -> (u64, u64) {
        let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())) else { return (0, 0) };
        let kilobytes = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        (kilobytes("VmHWM:"), kilobytes("VmRSS:"))
    }

    /// Waits until it has ended.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server does not end");
    }

    /// Tells it to end.
    pub(crate) fn tell_to_end(&self) {
        assert!(Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
