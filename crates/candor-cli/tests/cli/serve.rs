//! `candor serve` and `candor init`: what is said before anything is served, and the first answer.

#[cfg(unix)]
mod reloading;

use crate::{Run, program};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

const ORDERS: &str = "\
openapi: 3.1.0
info: {title: Orders, version: '1'}
servers: [{url: 'http://127.0.0.1:1'}]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
";

const PARTLY: &str = "\
openapi: 3.1.0
info: {title: Partly, version: '1'}
paths:
  /good: {get: {operationId: good}}
  /bad: {get: {operationId: bad, parameters: [{$ref: '#/nowhere'}]}}
";

const CONFIG: &str = "[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\n";

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Folder(std::env::temp_dir().join(format!("candor-cli-serve-{}-{number}", std::process::id())));
        fs::create_dir_all(&folder.0).unwrap();
        folder.write("orders.yaml", ORDERS);
        folder.write("partly.yaml", PARTLY);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The program, run in this folder.
    fn candor(&self, arguments: &[&str]) -> Run {
        program(arguments).current_dir(&self.0).output().unwrap().into()
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_check_prints_one_line_for_each_api() {
    let folder = Folder::new();
    folder.write("candor.toml", &format!("{CONFIG}[[api]]\nname = \"partly\"\nopenapi = \"partly.yaml\"\nbase_url = \"http://127.0.0.1:2\"\nskip_unsupported = true\n"));
    for arguments in [&["serve", "--check", "candor.toml"][..], &["serve", "--check"]] {
        let run = folder.candor(arguments).fine();
        assert_eq!(run.stdout, "orders: 1 tool, 0 refused, 0 loosened\npartly: 1 tool, 1 refused, 0 loosened\n");
        assert_eq!(run.stderr, "");
    }
    let run = folder.candor(&["serve", "--check", "--openapi", "orders.yaml", "--timeout", "3s"]).fine();
    assert_eq!(run.stdout, "orders: 1 tool, 0 refused, 0 loosened\n");
}

#[test]
fn a_configuration_with_mistakes_is_refused_with_all_of_them() {
    let folder = Folder::new();
    folder.write("candor.toml", "[lisen]\n[[api]]\nname = \"orders\"\nopenapi = \"orders.yaml\"\ntimeout = \"3x\"\n");
    for arguments in [&["serve", "--check", "candor.toml"][..], &["serve", "candor.toml"], &["serve", "--stdio"]] {
        let run = folder.candor(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert_eq!(
            run.stderr,
            "\
candor.toml:1:2: unknown key `lisen` in the configuration
 1 | [lisen]
   |  ^^^^^
   help: did you mean `listen`?

candor.toml:5:11: `timeout`: expected a duration such as `500ms`, `3s`, `2m` or `1h`, found `3x`
 5 | timeout = \"3x\"
   |           ^^^^

candor.toml: 2 mistakes; nothing is served
"
        );
    }
}

#[test]
fn operations_that_cannot_be_tools_stop_the_start_unless_the_rest_is_wanted() {
    let folder = Folder::new();
    let flags = ["serve", "--check", "--openapi", "partly.yaml", "--base-url", "http://127.0.0.1:2"];
    let run = folder.candor(&flags);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.stderr,
        "\
partly.yaml:5:54: GET /bad: `#/nowhere` leads nowhere: there is no `nowhere` at line 1

To serve the rest of \"partly\", give --skip-unsupported, or add to its [[api]]:

skip = [
    \"GET /bad\",
]

partly.yaml: 1 mistake; nothing is served
"
    );
    let run = folder.candor(&[&flags[..], &["--skip-unsupported"]].concat()).fine();
    assert_eq!(run.stdout, "partly: 1 tool, 1 refused, 0 loosened\n");
}

#[test]
fn mistakes_in_flags_are_all_said_at_once() {
    let folder = Folder::new();
    let run = folder.candor(&[
        "serve",
        "--openapi",
        "partly.yaml",
        "--bearer-env",
        "CANDOR_TEST_NOT_SET",
        "--name",
        "a b",
        "--listen",
        "0.0.0.0:1",
        "--skip-unsupported",
    ]);
    assert_eq!(run.code, Some(2));
    for flag in ["--bearer-env: ", "--name: ", "--listen: ", "--base-url: "] {
        assert_eq!(
            run.stderr.matches(&format!("\n{flag}")).count() + usize::from(run.stderr.starts_with(flag)),
            1,
            "{}",
            run.stderr
        );
    }
}

#[test]
fn options_that_exclude_each_other_are_refused_in_one_line() {
    let folder = Folder::new();
    folder.write("candor.toml", CONFIG);
    let rows: [(&[&str], &str); 6] = [
        (
            &["serve", "candor.toml", "--openapi", "orders.yaml"],
            "--openapi is for one API or server without a configuration; leave it or CONFIG out",
        ),
        (
            &["serve", "candor.toml", "--timeout", "3s"],
            "--timeout is for one API or server without a configuration; leave it or CONFIG out",
        ),
        (&["serve", "--bearer-env", "A"], "--bearer-env needs --openapi FILE, --mcp URL or -- COMMAND"),
        (&["serve", "--stdio", "--listen", "127.0.0.1:0"], "--stdio listens nowhere; leave it or --listen out"),
        (&["serve", "--schema", "--check"], "--schema stands alone; leave the other options out"),
        (&["serve", "--schema", "candor.toml"], "--schema stands alone; leave the other options out"),
    ];
    for (arguments, said) in rows {
        assert_eq!(folder.candor(arguments).refused(), format!("candor: {said}"));
    }
    fs::remove_file(folder.path().join("candor.toml")).unwrap();
    let line = folder.candor(&["serve"]).refused();
    assert!(line.starts_with("candor: nothing to serve: "), "{line}");
    for wrong in [["--timeout", "3x"], ["--base-url", "orders"], ["--dialect", "xml"], ["--listen", "8080"]] {
        assert_eq!(folder.candor(&["serve", "--openapi", "orders.yaml", wrong[0], wrong[1]]).code, Some(2));
    }
}

#[test]
fn the_schema_is_a_json_schema_of_every_table() {
    let schema = Folder::new().candor(&["serve", "--schema"]).json();
    assert_eq!(schema["properties"]["api"]["items"]["properties"]["timeout"]["type"], "string");
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn what_init_writes_is_good_and_is_never_overwritten() {
    let folder = Folder::new();
    let run = folder.candor(&["init", "orders.yaml"]).fine();
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str()),
        ("", "candor: candor.toml is written; next: candor serve --check candor.toml\n")
    );
    assert_eq!(folder.candor(&["serve", "--check"]).fine().stdout, "orders: 1 tool, 0 refused, 0 loosened\n");

    let written = folder.read("candor.toml");
    let line = folder.candor(&["init", "partly.yaml"]).refused();
    assert_eq!(line, "candor: candor.toml is there already; give another --output");
    assert_eq!(folder.read("candor.toml"), written);

    fs::create_dir(folder.path().join("gateway")).unwrap();
    let run =
        folder.candor(&["init", "partly.yaml", "--base-url", "http://127.0.0.1:2", "--output", "gateway/candor.toml"]);
    run.fine();
    let run = folder.candor(&["serve", "--check", "gateway/candor.toml"]).fine();
    assert_eq!(run.stdout, "partly: 1 tool, 0 refused, 0 loosened\n");

    let run = folder.candor(&["init", "orders.yaml", "--output", "-"]).fine();
    assert_eq!(run.stdout, written);
    let run = folder.candor(&["init", "nowhere.yaml", "--output", "other.toml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("nowhere.yaml: cannot be read: "), "{}", run.stderr);
}

#[test]
fn a_secret_from_the_environment_is_read_and_never_shown() {
    let folder = Folder::new();
    folder.write("candor.toml", &format!("{CONFIG}credential = {{ bearer = {{ env = \"ORDERS_TOKEN\" }} }}\nheaders = {{ Cookie = \"pLanted-9a\" }}\n"));
    let run: Run = program(&["serve", "--check"])
        .current_dir(folder.path())
        .env("ORDERS_TOKEN", "pLanted-4d")
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("`Cookie` is set by the gateway alone") && !run.stderr.contains("pLanted"),
        "{}",
        run.stderr
    );
    let run = folder.candor(&["serve", "--check"]);
    assert!(run.stderr.contains("the environment variable `ORDERS_TOKEN` is not set"), "{}", run.stderr);
}

#[test]
fn a_secret_that_is_written_literally_appears_in_no_output() {
    let folder = Folder::new();
    for line in [
        "credential = { bearer = \"pLanted-9a\" }",
        "credential = { bearer = pLanted-9a }",
        "credential = \"\"\"pLanted-9a",
        "bearer = \"pLanted-9a\" # pLanted-9a",
    ] {
        folder.write("candor.toml", &format!("{CONFIG}{line}\n"));
        for arguments in [&["serve", "--check"][..], &["serve"], &["serve", "--stdio"]] {
            let run = folder.candor(arguments);
            assert_eq!(run.code, Some(2), "{line}");
            assert!(!run.stderr.contains("pLanted") && run.stdout.is_empty(), "{}", run.stderr);
        }
    }
}

/// A server that ends with its test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_started_gateway_says_what_it_serves_and_where_and_answers_there() {
    let folder = Folder::new();
    folder.write("candor.toml", CONFIG);
    let mut server = Server(program(&["serve", "--listen", "127.0.0.1:0"]).current_dir(folder.path()).spawn().unwrap());
    let mut lines = BufReader::new(server.0.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "candor: orders: 1 tool, 0 refused, 0 loosened");
    let line = lines.next().unwrap().unwrap();
    let address = line.strip_prefix("candor: serving at http://").unwrap().strip_suffix("/mcp").unwrap();

    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\"getOrder\""), "{answer}");

    #[cfg(unix)]
    {
        folder.write("candor.toml", "[[api]]\n");
        hang_up(&server.0);
        let refused = lines.by_ref().map(Result::unwrap).find(|line| line.contains("not taken over")).unwrap();
        assert_eq!(refused, "candor: candor.toml is not taken over; what was served is still served");
        folder.write("candor.toml", &format!("[operations]\nlog = \"json\"\n{CONFIG}"));
        hang_up(&server.0);
        assert_eq!(lines.next().unwrap().unwrap(), "candor: candor.toml is taken over");
        assert_eq!(lines.next().unwrap().unwrap(), "candor: a restart is needed for operations.log");
    }
}

#[cfg(unix)]
fn hang_up(child: &Child) {
    signal(child, "-HUP");
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let signalled = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
}

/// An API that answers a request when it is told to: the address, and the connection whose request has come.
#[cfg(unix)]
fn slow_api() -> (String, std::sync::mpsc::Receiver<TcpStream>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, requests) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let _ = lines.by_ref().find(|line| line.as_ref().is_ok_and(String::is_empty));
        sender.send(stream).unwrap();
    });
    (format!("http://{address}"), requests)
}

#[cfg(unix)]
const SOON: std::time::Duration = std::time::Duration::from_secs(60);

/// A gateway over stdio whose client has called `getOrder`, and the API that has its request.
#[cfg(unix)]
fn calling_over_stdio(folder: &Folder) -> (Server, TcpStream) {
    let (url, requests) = slow_api();
    let flags = ["serve", "--stdio", "--openapi", "orders.yaml", "--base-url", &url];
    let mut server = Server(program(&flags).current_dir(folder.path()).stdin(Stdio::piped()).spawn().unwrap());
    let begin = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n\
          {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n\
          {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"getOrder\",\"arguments\":{\"id\":\"17\"}}}\n";
    server.0.stdin.as_mut().unwrap().write_all(begin).unwrap();
    let request = requests.recv_timeout(SOON).unwrap();
    (server, request)
}

#[cfg(unix)]
#[test]
fn a_call_over_stdio_that_runs_when_the_gateway_is_stopped_is_answered() {
    let folder = Folder::new();
    let (mut server, mut api) = calling_over_stdio(&folder);
    signal(&server.0, "-TERM");
    // The gateway has taken the signal when it does not read any more.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(server.0.try_wait().unwrap(), None, "it waits for the answer");
    api.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
    let lines: Vec<String> = BufReader::new(server.0.stdout.take().unwrap()).lines().map(Result::unwrap).collect();
    let answer: serde_json::Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert!(answer["id"] == 2 && answer["result"].is_object(), "{lines:?}");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_a_gateway_over_stdio_at_once() {
    let folder = Folder::new();
    let (mut server, api) = calling_over_stdio(&folder);
    let begin = std::time::Instant::now();
    // Until it has taken the first one, the second is the same to the system.
    while server.0.try_wait().unwrap().is_none() && begin.elapsed() < SOON {
        signal(&server.0, "-TERM");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    assert!(begin.elapsed() < std::time::Duration::from_secs(9), "not after the time to drain");
    drop(api);
}

/// The status of `GET` of this path.
#[cfg(unix)]
fn status(address: &str, path: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.split(' ').nth(1)?.parse().ok()
}

#[cfg(unix)]
#[test]
fn new_calls_are_taken_for_a_while_after_the_gateway_says_that_it_stops() {
    let folder = Folder::new();
    let operations = "[operations]\naddress = \"127.0.0.1:0\"\nstop_delay = \"2s\"\n";
    folder.write("candor.toml", &format!("{operations}{CONFIG}"));
    let mut server = Server(program(&["serve", "--listen", "127.0.0.1:0"]).current_dir(folder.path()).spawn().unwrap());
    let mut lines = BufReader::new(server.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut said = |start: &str| lines.find_map(|line| line.strip_prefix(start).map(str::to_owned)).unwrap();
    let gateway = said("candor: serving at http://").strip_suffix("/mcp").unwrap().to_owned();
    let health = said("candor: health and metrics at http://");
    let begin = std::time::Instant::now();
    while status(&health, "/readyz") != Some(200) && begin.elapsed() < SOON {}

    signal(&server.0, "-TERM");
    while status(&health, "/readyz") != Some(503) && begin.elapsed() < SOON {}
    assert_eq!(status(&gateway, "/nowhere"), Some(404), "whoever has not noticed yet is still answered");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    assert_eq!(status(&gateway, "/nowhere"), None);
}

#[test]
fn an_address_that_is_taken_is_said_to_be_so() {
    let folder = Folder::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = folder.candor(&["serve", "--openapi", "orders.yaml", "--listen", &address]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains(&format!("candor: cannot serve: {address}: ")), "{}", run.stderr);
}

#[test]
fn over_stdio_frames_alone_are_on_standard_output() {
    let folder = Folder::new();
    let mut child = program(&["serve", "--stdio", "--openapi", "orders.yaml"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n\
              {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n",
        )
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let frames: Vec<serde_json::Value> =
        lines.by_ref().take(2).map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    assert!(frames.iter().any(|frame| frame["result"]["tools"][0]["name"] == "getOrder"), "{frames:?}");
    drop(stdin);
    assert_eq!(lines.count(), 0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
