//! The arguments of `candor serve` and `candor init`.

use super::Target;
use candor_gateway::duration;
use clap::Args;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor serve --openapi orders.yaml --base-url https://api.example.com/v1
  candor serve --openapi orders.yaml --bearer-env ORDERS_TOKEN --timeout 3s
  candor serve --mcp https://wiki.example.com/mcp
  candor serve -- npx -y @modelcontextprotocol/server-memory
  candor serve candor.toml                      several APIs, MCP servers, tokens
  candor serve --check candor.toml              every mistake in it, at once
  candor serve --stdio candor.toml              for one client, which starts it
  candor serve --accept wiki candor.toml        pin the tools of a server as they are now
  candor serve --schema > candor.schema.json    for editors
  candor serve --demo                           needs nothing at all

`candor init` writes a configuration. On SIGHUP it is read again; calls that are running end as they began.

Exit codes: 0 stopped, or nothing wrong; 2 mistakes in the configuration or wrong usage; 1 cannot serve.")]
pub(crate) struct Serve {
    /// The configuration; candor.toml if absent
    #[arg(value_name = "CONFIG")]
    pub(crate) config: Option<PathBuf>,

    /// Serve one API without a configuration: its OpenAPI document
    #[arg(long, value_name = "FILE")]
    pub(crate) openapi: Option<PathBuf>,

    /// Serve one MCP server without a configuration: its address
    #[arg(long, value_name = "URL", value_parser = http_url)]
    pub(crate) mcp: Option<Url>,

    /// The address of that API; the server that its document names if absent
    #[arg(long, value_name = "URL", value_parser = http_url)]
    pub(crate) base_url: Option<Url>,

    /// What that API or server is called in the log and in metrics; named after its document, host or program if absent
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// The environment variable with the bearer token for that API or server
    #[arg(long, value_name = "NAME")]
    pub(crate) bearer_env: Option<String>,

    /// How long a call of that API or server may take: 500ms, 3s, 2m
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,

    /// Where to listen; 127.0.0.1:8080 unless the configuration says something else
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,

    /// Serve one client over standard input and output, and listen nowhere
    #[arg(long)]
    pub(crate) stdio: bool,

    /// The form in which failures are told
    #[arg(long, value_name = "DIALECT", ignore_case = true)]
    pub(crate) dialect: Option<Target>,

    /// Serve what can be served where operations of a document cannot be tools
    #[arg(long)]
    pub(crate) skip_unsupported: bool,

    /// Say what is wrong, or what would be served, and end
    #[arg(long)]
    pub(crate) check: bool,

    /// Pin the tools of this MCP server of the configuration as they are now, say what is new, and end
    #[arg(long, value_name = "NAME")]
    pub(crate) accept: Option<String>,

    /// Print the JSON Schema of the configuration, and end
    #[arg(long)]
    pub(crate) schema: bool,

    /// Start a small REST API that fails on request, and the gateway in front of it
    #[arg(long)]
    pub(crate) demo: bool,

    /// Serve one MCP server without a configuration: the program that is started, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

impl Serve {
    /// Why these options cannot be used together, if they cannot.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let targets =
            [("--openapi", self.openapi.is_some()), ("--mcp", self.mcp.is_some()), ("--", !self.command.is_empty())];
        let mut targets = targets.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option);
        let target = targets.next();
        if let (Some(one), Some(other)) = (target, targets.next()) {
            return Some(format!("{one} and {other} cannot be used together; to serve several, write a configuration"));
        }
        let of_one_api = [
            ("--openapi", self.openapi.is_some()),
            ("--mcp", self.mcp.is_some()),
            ("--", !self.command.is_empty()),
            ("--base-url", self.base_url.is_some()),
            ("--name", self.name.is_some()),
            ("--bearer-env", self.bearer_env.is_some()),
            ("--timeout", self.timeout.is_some()),
        ];
        let given = of_one_api.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option);
        if let (Some(option), true) = (given, self.config.is_some()) {
            return Some(format!("{option} is for one API or server without a configuration; leave it or CONFIG out"));
        }
        if let (Some(option), None) = (given, target) {
            return Some(format!("{option} needs --openapi FILE, --mcp URL or -- COMMAND"));
        }
        if let (Some(_), None) = (&self.base_url, &self.openapi) {
            return Some("--base-url needs --openapi FILE".to_owned());
        }
        if self.stdio && self.listen.is_some() {
            return Some("--stdio listens nowhere; leave it or --listen out".to_owned());
        }
        let serves = self.check || self.stdio || given.is_some() || self.listen.is_some();
        if self.accept.is_some() && serves {
            return Some("--accept serves nothing; leave the other options out, but for CONFIG".to_owned());
        }
        let others = serves || self.config.is_some() || self.accept.is_some();
        if self.schema && (others || self.demo) {
            return Some("--schema stands alone; leave the other options out".to_owned());
        }
        if self.demo && others {
            return Some("--demo stands alone; leave the other options out".to_owned());
        }
        None
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor init orders.yaml --base-url https://api.example.com/v1
  candor init orders.yaml --output gateway/candor.toml
  candor init orders.yaml --output -            to standard output

Every key is in it, the optional ones commented out. Operations that cannot be tools are in `skip`, with the reasons.")]
pub(crate) struct Init {
    /// The OpenAPI document
    #[arg(value_name = "OPENAPI")]
    pub(crate) openapi: PathBuf,

    /// Where the API is; the server that its document names, if it is one
    #[arg(long, value_name = "URL", value_parser = http_url)]
    pub(crate) base_url: Option<Url>,

    /// The file to write, which must not exist; - for standard output
    #[arg(long, value_name = "FILE", default_value = "candor.toml")]
    pub(crate) output: PathBuf,
}

fn http_url(text: &str) -> Result<Url, String> {
    let expected = "expected an address such as https://api.example.com/v1, without a user and a query";
    match Url::parse(text) {
        Ok(url)
            if matches!(url.scheme(), "http" | "https")
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none() =>
        {
            Ok(url)
        }
        Ok(_) | Err(_) => Err(expected.to_owned()),
    }
}
