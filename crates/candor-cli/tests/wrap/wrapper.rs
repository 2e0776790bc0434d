//! A wrapper as a process, and a client that speaks to it line by line.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const CANDOR: &str = env!("CARGO_BIN_EXE_candor");
const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");
/// The variable by which a test finds its processes.
const TEST: &str = "WRAP_TEST";
/// How long a test waits for what happens at once on an idle machine.
const LONG: Duration = Duration::from_secs(60);

/// How a wrapper is to be started.
pub(crate) struct Plan {
    wrap: Vec<String>,
    program: String,
    server: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Plan {
    /// Before a server that misbehaves so.
    pub(crate) fn misbehaving(how: &[&str]) -> Plan {
        let flags = how.iter().flat_map(|how| ["--misbehave", how]).map(str::to_owned);
        Plan::before(SERVER, flags.collect())
    }

    /// Before another server.
    pub(crate) fn before(program: &str, arguments: Vec<String>) -> Plan {
        Plan { wrap: Vec::new(), program: program.to_owned(), server: arguments, environment: Vec::new() }
    }

    pub(crate) fn with(mut self, flags: &[&str]) -> Plan {
        self.wrap.extend(flags.iter().map(|flag| (*flag).to_owned()));
        self
    }

    pub(crate) fn with_server(mut self, flags: &[&str]) -> Plan {
        self.server.extend(flags.iter().map(|flag| (*flag).to_owned()));
        self
    }

    pub(crate) fn with_variable(mut self, name: &str, value: &str) -> Plan {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn start(self) -> Wrapper {
        self.start_as(&["wrap"])
    }

    /// The same before the server, by another command of the program.
    pub(crate) fn start_as(self, words: &[&str]) -> Wrapper {
        let mut command = Command::new(CANDOR);
        command.args(words).args(&self.wrap).args(["--", &self.program]).args(&self.server);
        Wrapper::of(command, self.program, self.environment)
    }

    /// Started by a client that reads nothing before it is told to.
    pub(crate) fn start_unread(self) -> Wrapper {
        let mut command = Command::new(CANDOR);
        command.arg("wrap").args(&self.wrap).args(["--", &self.program]).args(&self.server);
        Wrapper::unread(command, self.program, self.environment)
    }

    /// The server alone.
    pub(crate) fn start_bare(self) -> Wrapper {
        let mut command = Command::new(&self.program);
        command.args(&self.server);
        Wrapper::of(command, self.program, self.environment)
    }
}

/// A wrapper that runs, or a server alone.
pub(crate) struct Wrapper {
    process: Child,
    /// The server, which an interpreter may run.
    program: String,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    stderr: std::thread::JoinHandle<String>,
    mark: String,
    ids: u64,
}

impl Wrapper {
    pub(crate) fn of(command: Command, program: String, environment: Vec<(String, String)>) -> Wrapper {
        let mut wrapper = Wrapper::unread(command, program, environment);
        wrapper.read();
        wrapper
    }

    fn unread(mut command: Command, program: String, environment: Vec<(String, String)>) -> Wrapper {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, SeqCst));
        command.env(TEST, &mark).envs(environment);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut stderr = process.stderr.take().unwrap();
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Wrapper { stdin: process.stdin.take(), process, program, lines: channel().1, stderr, mark, ids: 100 }
    }

    /// Reads what it writes from now on.
    pub(crate) fn read(&mut self) {
        let (sender, lines) = channel();
        let mut stdout = BufReader::new(self.process.stdout.take().unwrap());
        std::thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                if stdout.read_until(b'\n', &mut line).unwrap_or_default() == 0 || sender.send(line).is_err() {
                    return;
                }
            }
        });
        self.lines = lines;
    }

    /// Waits until it has ended.
    #[track_caller]
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + LONG;
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Writes a line. A wrapper that does not read any more is for the assertions to judge.
    pub(crate) fn send_line(&mut self, line: impl AsRef<[u8]>) {
        let mut text = line.as_ref().to_vec();
        text.push(b'\n');
        let _ = self.stdin.as_mut().unwrap().write_all(&text);
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_line(message.to_string());
    }

    /// The next line, without its end.
    #[track_caller]
    pub(crate) fn line(&mut self) -> Vec<u8> {
        match self.lines.recv_timeout(LONG) {
            Ok(mut line) => {
                assert_eq!(line.pop(), Some(b'\n'), "half a line: {}", String::from_utf8_lossy(&line));
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no line within {LONG:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("it has closed its output"),
        }
    }

    #[track_caller]
    pub(crate) fn message(&mut self) -> Value {
        let line = self.line();
        serde_json::from_slice(&line).unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&line)))
    }

    /// Begins as clients of 2025-11-25 do.
    #[track_caller]
    pub(crate) fn initialize(&mut self) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
        let answer = self.message();
        assert_eq!(answer["id"], 0, "{answer}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    /// The same without a look at the answer.
    pub(crate) fn initialize_unread(&mut self) {
        self.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}));
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    /// Sends a request under an id of its own.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.ids += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}));
        self.ids
    }

    pub(crate) fn ask_tool(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// Calls a tool and returns its answer, which is the next message.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let id = self.ask_tool(tool, arguments);
        let answer = self.message();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Shows that it works: a call that nothing is wrong with.
    #[track_caller]
    pub(crate) fn echoes(&mut self) {
        let answer = self.call("echo", &json!({"text": "hello"}));
        assert_eq!(answer["result"]["content"][0]["text"], "hello", "{answer}");
    }

    /// The same of a server that may be about to end: a call that it leaves open says so, and can be repeated.
    #[track_caller]
    pub(crate) fn echoes_again(&mut self) {
        for _ in 0..10 {
            let answer = self.call("echo", &json!({"text": "hello"}));
            if answer["result"]["content"][0]["text"] == "hello" {
                return;
            }
            assert_eq!(failure(&answer)["retry"]["retryable"], true, "{answer}");
        }
        panic!("it does not work again");
    }

    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits until it has ended; returns how, what it still wrote, and its standard error. Nothing of it is left.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        self.close();
        let status = self.wait();
        let stderr = std::mem::replace(&mut self.stderr, std::thread::spawn(String::new)).join().unwrap();
        let rest: Vec<Vec<u8>> = self.lines.iter().collect();
        let rest = rest.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        self.assert_nothing_is_left();
        Ended { status, rest, stderr }
    }

    /// The processes of this test that still run, this one apart.
    fn left(&self) -> Vec<(u32, String)> {
        let text = format!("{TEST}={}", self.mark);
        let is_of_this_test = |process: &u32| {
            let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == text.as_bytes())
        };
        let lives = |process: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
        };
        let command = |process| std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        let processes = std::fs::read_dir("/proc").unwrap();
        let processes = processes.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
        processes.filter(is_of_this_test).filter(lives).map(|process| (process, command(process))).collect()
    }

    #[track_caller]
    pub(crate) fn assert_nothing_is_left(&self) {
        let end = Instant::now() + LONG;
        while !self.left().is_empty() {
            assert!(Instant::now() < end, "still running: {:?}", self.left());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The server's process, once there is one that is not in `but`.
    #[track_caller]
    pub(crate) fn server(&self, but: &[u32]) -> u32 {
        let end = Instant::now() + LONG;
        loop {
            let server = self
                .left()
                .into_iter()
                .filter(|(_, command)| command.contains(&self.program) && !command.starts_with(CANDOR))
                .find(|(process, _)| !but.contains(process));
            if let Some((process, _)) = server {
                return process;
            }
            assert!(Instant::now() < end, "there is no server");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn kill(&self, signal: &str, process: u32) {
        let status = Command::new("kill").args([&format!("-{signal}"), "--", &process.to_string()]).status();
        assert!(status.unwrap().success());
    }
}

/// How a wrapper ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// What it wrote after the last line that was read.
    pub(crate) rest: Vec<String>,
    pub(crate) stderr: String,
}

/// A file in a folder of its own.
pub(crate) fn new_file(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder =
        std::env::temp_dir().join(format!("candor-wrap-{}-{}", std::process::id(), COUNT.fetch_add(1, SeqCst)));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// What the answer says of its failure, for programs.
#[track_caller]
pub(crate) fn failure(answer: &Value) -> &Value {
    let failure = &answer["result"]["_meta"]["dev.candor/failure"];
    let failure = if failure.is_null() { &answer["error"]["data"] } else { failure };
    assert!(failure["reason"].is_string() && failure["retry"].is_object(), "not whole: {answer}");
    assert!(failure["instance"].as_str().is_some_and(|it| it.starts_with("urn:uuid:")), "no reference: {answer}");
    assert!(failure["recovery"]["hint"].as_str().is_some_and(|it| !it.is_empty()), "no recovery: {answer}");
    failure
}

/// The reason of the failure in the answer.
#[track_caller]
pub(crate) fn reason(answer: &Value) -> &str {
    failure(answer)["reason"].as_str().unwrap()
}

/// The text that a model reads.
#[track_caller]
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}
