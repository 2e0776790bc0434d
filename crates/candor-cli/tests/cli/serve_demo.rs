//! `candor serve --demo`: what it prints can be typed, and works.

use crate::program;
use serde_json::Value;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// What the demo's API has in its error page.
const PASSWORD: &str = "Wint3r-Orders-81";
const LONGEST: Duration = Duration::from_secs(20);

/// The demo, which is ended when the test is.
struct Demo {
    process: Child,
    /// It is kept open: what writes to a closed one ends.
    _lines: Lines<BufReader<ChildStdout>>,
    page: String,
}

impl Demo {
    fn start() -> Demo {
        let mut process = program(&["serve", "--demo"]).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut page = String::new();
        while !page.contains("Ctrl-C") {
            page.push_str(&lines.next().unwrap().unwrap());
            page.push('\n');
        }
        Demo { process, _lines: lines, page }
    }

    /// The commands that the page shows.
    fn commands(&self) -> Vec<String> {
        let mut commands: Vec<String> = Vec::new();
        let mut is_open = false;
        for line in self.page.lines() {
            if line.starts_with("curl ") {
                commands.push(String::new());
                is_open = true;
            }
            if is_open {
                let command = commands.last_mut().unwrap();
                command.push_str(line);
                command.push('\n');
                is_open = line.ends_with('\\');
            }
        }
        commands
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the command prints, run by a shell or, where there is no curl, what the same bytes are answered.
fn answered(command: &str) -> String {
    let has_curl = Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    if has_curl {
        let run = Command::new("sh").args(["-c", command]).env("no_proxy", "*").output().unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        return String::from_utf8(run.stdout).unwrap();
    }
    let address = command.split("http://").nth(1).unwrap().split('/').next().unwrap();
    let headers: String =
        command.split("-H '").skip(1).map(|it| format!("{}\r\n", it.split('\'').next().unwrap())).collect();
    let body = command.split("-d '").nth(1).unwrap().trim_end().strip_suffix('\'').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
fn the_commands_that_are_printed_work_and_the_planted_password_never_appears() {
    let demo = Demo::start();
    let url = demo.page.lines().find_map(|line| line.trim().strip_prefix("http://127.0.0.1:")).unwrap();
    assert!(url.ends_with("/mcp"), "{}", demo.page);
    for tool in ["list_orders", "place_order", "cancel_order", "export_orders_as_csv", "get_label", "fail"] {
        assert!(demo.page.lines().any(|line| line.trim().starts_with(tool)), "{tool} in {}", demo.page);
    }
    let commands = demo.commands();
    assert_eq!(commands.len(), 3, "{}", demo.page);
    let answers: Vec<String> = commands.iter().map(|command| answered(command)).collect();
    let results: Vec<Value> = answers
        .iter()
        .map(|it| serde_json::from_str::<Value>(it).unwrap_or_else(|_| panic!("{it}"))["result"].clone())
        .collect();
    assert_eq!(results[0]["structuredContent"]["customer"], "Ada", "{}", answers[0]);
    for (answer, result) in answers.iter().zip(&results).skip(1) {
        assert_eq!(result["isError"], true, "{answer}");
    }
    let failure = |result: &Value| result["_meta"]["dev.candor/failure"].clone();
    assert_eq!(failure(&results[1])["details"]["status"], 500, "{}", answers[1]);
    assert_eq!(failure(&results[2])["code"], "timeout", "{}", answers[2]);
    for said in answers.iter().chain([&demo.page]) {
        assert!(!said.contains(PASSWORD) && !said.contains("Traceback"), "{said}");
    }
}

#[test]
#[cfg(unix)]
fn the_demo_ends_on_ctrl_c() {
    let mut demo = Demo::start();
    let sent = Command::new("kill").args(["-INT", &demo.process.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let begin = Instant::now();
    let status = loop {
        match demo.process.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(begin.elapsed() < LONGEST, "it is still running"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(0));
}
