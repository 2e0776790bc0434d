//! The servers as processes, each with a folder of its own.

use super::wrapper::{Plan, new_file};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// A server, as a test puts it before a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    Everything,
    /// An older version, whose schemas forbid arguments that they do not name.
    Everything2025,
    Fetch,
    Filesystem,
    Git,
    Memory,
    SequentialThinking,
    Sqlite,
    Time,
}

impl Server {
    /// As its registry has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Server::Everything => "server-everything",
            Server::Everything2025 => "server-everything-2025",
            Server::Fetch => "mcp-server-fetch",
            Server::Filesystem => "server-filesystem",
            Server::Git => "mcp-server-git",
            Server::Memory => "server-memory",
            Server::SequentialThinking => "server-sequential-thinking",
            Server::Sqlite => "mcp-server-sqlite",
            Server::Time => "mcp-server-time",
        }
    }

    /// The server in this folder; `None` if none is installed, which only a person's own run may leave at that.
    pub(crate) fn plan(self, folder: &Path) -> Option<Plan> {
        let installed = installed()?;
        let (place, name) = match self {
            Server::Everything | Server::Filesystem | Server::Memory | Server::SequentialThinking => {
                ("node_modules/.bin", format!("mcp-{}", self.name()))
            }
            // Its program has the name of the newer version's.
            Server::Everything2025 => ("node_modules", format!("{}/dist/index.js", self.name())),
            Server::Fetch | Server::Git | Server::Time => ("python/bin", self.name().to_owned()),
            Server::Sqlite => ("python_sqlite/bin", self.name().to_owned()),
        };
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let arguments: Vec<String> = match self {
            Server::Fetch => vec!["--ignore-robots-txt".to_owned(), "--allow-private-ips".to_owned()],
            Server::Filesystem => vec![path("allowed")],
            Server::Sqlite => vec!["--db-path".to_owned(), path("teas.db")],
            Server::Time => vec!["--local-timezone".to_owned(), "UTC".to_owned()],
            Server::Everything | Server::Everything2025 | Server::Git | Server::Memory | Server::SequentialThinking => {
                Vec::new()
            }
        };
        let program = installed.join(place).join(name);
        let plan = Plan::before(program.to_str().unwrap(), arguments);
        Some(
            plan.with_variable("MEMORY_FILE_PATH", &path("memory.jsonl"))
                .with_variable("DISABLE_THOUGHT_LOGGING", "true"),
        )
    }
}

/// The folder with the servers.
fn installed() -> Option<PathBuf> {
    static SAID: Once = Once::new();
    let folder = std::env::var_os("CANDOR_SERVERS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        let notice = "SKIPPED: nothing is known of published servers, because CANDOR_SERVERS is not set; \
                      `cargo xtask test` sets it, and by hand: CANDOR_SERVERS=$(cargo xtask servers)";
        assert!(std::env::var_os("CI").is_none(), "{notice}");
        // Past the test runner, which would keep it to itself.
        SAID.call_once(|| drop(writeln!(std::io::stderr(), "\n{notice}\n")));
    }
    folder
}

/// A folder with what the servers work on: files that one may read and others, and a repository. Its name says nothing.
pub(crate) fn new_folder() -> PathBuf {
    let folder = new_file("work");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("allowed/teas.txt", "Assam\nDarjeeling\nSencha\n");
    write("allowed/drafts/label.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    write("allowed/dot.png", "\u{89}PNG");
    write("hidden/ledger.txt", "1001");
    write("plain/readme.txt", "no repository");
    write("repository/teas.txt", "Assam\n");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(folder.join("repository")).args(arguments).stdout(Stdio::null());
        for (name, value) in [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1")] {
            git.env(name, value);
        }
        for role in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{role}_NAME"), "Ann").env(format!("GIT_{role}_EMAIL"), "ann@example.com");
            git.env(format!("GIT_{role}_DATE"), "2026-01-02T03:04:05Z");
        }
        assert!(git.status().unwrap().success(), "git {arguments:?}");
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "List the teas"]);
    write("repository/teas.txt", "Assam\nSencha\n");
    folder
}
