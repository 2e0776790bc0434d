//! How a gateway is told what to serve.

use crate::target_folder;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a gateway is to serve.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Configuration<'a> {
    /// Where its file may be.
    pub(crate) folder: &'a Path,
    /// The API's document.
    pub(crate) document: &'a Path,
    /// Where the API is, or the MCP server.
    pub(crate) upstream: SocketAddr,
    /// The MCP server as a program, if one is to be behind the gateway.
    pub(crate) server: Option<&'a Path>,
    pub(crate) has_sessions: bool,
    /// How long `track_order` may take.
    pub(crate) patience: Duration,
}

impl Configuration<'_> {
    /// Where the API is.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}/", self.upstream)
    }

    /// The configuration file of `candor serve`.
    pub(crate) fn text(&self) -> String {
        format!(
            "[listen]\naddress = \"127.0.0.1:0\"\nsessions = {}\n\n[operations]\nlog = \"text\"\n\n\
             [[api]]\nname = \"orders\"\nopenapi = {:?}\nbase_url = {:?}\n\
             failed_when = [{{ pointer = \"/ok\", equals = false, message = \"/message\" }}]\n\n\
             [api.tool.track_order]\ntimeout = \"{}ms\"\n",
            self.has_sessions,
            self.document.display().to_string(),
            self.base_url(),
            self.patience.as_millis(),
        )
    }

    /// Writes the file, and gives the arguments of the program.
    pub(crate) fn of_program(&self) -> Result<Vec<String>, String> {
        let name = format!("candor-{}-{}.toml", self.upstream.port(), self.has_sessions);
        let file = write(self.folder, &name, &self.text())?;
        Ok(vec!["serve".to_owned(), file.display().to_string()])
    }

    /// The arguments of the program before the MCP server at its address.
    pub(crate) fn of_program_before_url(&self) -> Vec<String> {
        let url = format!("{}mcp", self.base_url());
        ["serve", "--listen", "127.0.0.1:0", "--mcp", &url].map(str::to_owned).to_vec()
    }

    /// The arguments of the program before the MCP server as a program that it starts.
    pub(crate) fn of_program_before_child(&self) -> Result<Vec<String>, String> {
        let server = self.server.ok_or("there is no MCP server to start")?.display().to_string();
        Ok(["serve", "--listen", "127.0.0.1:0", "--", &server, "--stdio"].map(str::to_owned).to_vec())
    }

    /// The arguments of the example `gateway`.
    pub(crate) fn of_example(&self) -> Vec<String> {
        let (document, base_url) = (self.document.display().to_string(), self.base_url());
        let patience = self.patience.as_millis().to_string();
        let known = [
            "--http",
            "127.0.0.1:0",
            "--document",
            &document,
            "--base-url",
            &base_url,
            "--timeout-ms",
            "track_order",
            &patience,
        ];
        known.into_iter().chain(self.has_sessions.then_some("--sessions")).map(str::to_owned).collect()
    }
}

/// A folder of this name where files of one run are.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = target_folder().join("xtask").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Writes a file of this name.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let file = folder.join(name);
    std::fs::write(&file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_and_the_arguments_say_the_same() {
        let configuration = Configuration {
            folder: Path::new("."),
            document: Path::new("/tmp/a \"b\".yaml"),
            upstream: "127.0.0.1:7001".parse().expect("an address"),
            server: None,
            has_sessions: true,
            patience: Duration::from_millis(50),
        };
        let (text, arguments) = (configuration.text(), configuration.of_example().join(" "));
        assert!(
            text.contains("openapi = \"/tmp/a \\\"b\\\".yaml\"\nbase_url = \"http://127.0.0.1:7001/\"\n"),
            "{text}"
        );
        assert!(text.contains("sessions = true") && text.ends_with("[api.tool.track_order]\ntimeout = \"50ms\"\n"));
        assert!(arguments.ends_with("--base-url http://127.0.0.1:7001/ --timeout-ms track_order 50 --sessions"));
    }
}
