//! The arguments of the command line.

mod install;
mod serve;
mod wrap;

pub(crate) use install::Install;
pub(crate) use serve::{Init, Serve};
pub(crate) use wrap::Wrap;

use crate::classify;
use anstream::ColorChoice;
use candor::Dialect;
use candor::disclose::Profile;
use candor::render::{InvalidBase, Renderer};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Explains, translates, classifies and shows the failures of MCP servers, scrubs text, serves REST APIs as MCP tools, and repairs MCP servers.
#[derive(Parser)]
#[command(
    name = "candor",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  candor explain -32001
  candor translate --to problem failure.json
  candor classify 'connect ECONNREFUSED 127.0.0.1:5432'
  tail -f app.log | candor scrub
  candor demo
  candor serve --openapi orders.yaml --base-url https://api.example.com
  candor wrap -- npx -y @modelcontextprotocol/server-filesystem .
  candor install --client cursor github

Exit codes: 0 success, 2 bad input or usage, 1 cannot read, write or serve."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true, display_order = 100)]
    color: Color,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Say what the name, number or slug of an error means, and how each dialect writes it
    Explain(Explain),
    /// Write a failure in another dialect
    Translate(Translate),
    /// Say what an error means, whose fault it is and whether a retry can help
    Classify(Classify),
    /// Remove secrets, paths and the like from text
    Scrub(Scrub),
    /// Serve REST APIs and MCP servers behind one MCP endpoint
    Serve(Box<Serve>),
    /// Repair the failures of an MCP server on stdio, in any language
    Wrap(Wrap),
    /// Write a configuration for `candor serve`, with every key explained
    Init(Init),
    /// Put `candor wrap` before an MCP server in the configuration of a client
    Install(Install),
    /// Show what an agent gets when calls fail: from a server on rmcp alone, and with Candor
    Demo(Demo),
    /// Print a completion script for a shell
    Completions(Completions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor explain                        list every name
  candor explain -32001                 a number: of 004, of 001, an HTTP status
  candor explain not-found TIMEOUT      several at once, in any case
  candor explain email                  a rule of the scrubber
  candor explain --json rate_limit      for programs")]
pub(crate) struct Explain {
    /// Names, numbers, slugs or type URIs; none lists every name
    #[arg(value_name = "TERM", allow_negative_numbers = true)]
    pub(crate) terms: Vec<OsString>,

    /// Print one JSON object per term, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "\
Dialects, with the document that defines each:
  structured (004), envelope (000), error_model (001), problem (002),
  jsonrpc (003)

Examples:
  candor translate --to problem failure.json
  candor translate --from envelope --to structured --wire < failure.json
  candor translate --jsonl --to error_model --quiet failures.jsonl

Secrets, paths and the like are removed from the output.
What the target dialect cannot carry is listed on standard error.")]
pub(crate) struct Translate {
    /// The dialect of the input
    #[arg(long, value_name = "DIALECT", default_value = "auto", ignore_case = true)]
    pub(crate) from: Source,

    /// The dialect to write
    #[arg(long, value_name = "DIALECT", ignore_case = true)]
    pub(crate) to: Target,

    /// Read one failure per line, and write one per line; stops at the first line that is not a failure
    #[arg(long)]
    pub(crate) jsonl: bool,

    /// Write the whole JSON-RPC response, as a failed tool call sends it
    #[arg(long)]
    pub(crate) wire: bool,

    /// The start of type URIs in the problem dialect
    #[arg(long, value_name = "URI", value_parser = problem_base)]
    pub(crate) problem_base: Option<String>,

    /// Do not list what the target dialect cannot carry
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// The file to read; standard input if it is - or absent
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor classify 'duplicate key value violates unique constraint'
  candor classify --name java.net.ConnectException
  candor classify --rules rules.json < error.txt
  candor classify --jsonl < errors.jsonl
      each line is {\"id\": …, \"text\": \"…\", \"name\": \"…\", \"status\": 503}

A name, a status or a number counts for more than the words of the message.

Rules of your own come before the built-in ones:
  {\"rules\": [{\"id\": \"shop_closed\", \"code\": \"unavailable\",
              \"text\": \"the shop * closed\"}]}

A rule has a text (words in their order; * for any words), a name, a status, or several of these, \
and optionally an origin and a retry such as {\"retryable\": true, \"after_ms\": 5000}.")]
pub(crate) struct Classify {
    /// The message, as one or more words; standard input if it is - or absent
    #[arg(value_name = "TEXT")]
    pub(crate) text: Vec<String>,

    /// Read one JSON object per line, with `id` and any of `text`, `name`, `status`, `errno`, `sqlstate`, `grpc_status`
    /// and `exit_code`, and write one verdict per line; stops at the first line that is not such an object
    #[arg(long, conflicts_with_all = ["text", "name", "status", "errno", "sqlstate", "grpc_status", "exit_code"])]
    pub(crate) jsonl: bool,

    /// Print the verdict as a JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// A file with rules of your own
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// The class name of the error, or its own code
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// The HTTP status, 100 to 599
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(u16).range(100..=599))]
    pub(crate) status: Option<u16>,

    /// The number of a system error (errno) on Linux
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(i32).range(1..=4095))]
    pub(crate) errno: Option<i32>,

    /// The SQLSTATE: five digits or capital letters
    #[arg(long, value_name = "STATE", value_parser = classify::sqlstate)]
    pub(crate) sqlstate: Option<String>,

    /// The gRPC status, 0 to 16
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(i32).range(0..=16))]
    pub(crate) grpc_status: Option<i32>,

    /// The exit code of a process, 0 to 255
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(i32).range(0..=255))]
    pub(crate) exit_code: Option<i32>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  tail -f app.log | candor scrub
  candor scrub --jsonl < messages.jsonl         each line is {\"id\": …, \"text\": \"…\"}
  candor scrub app.log worker.log               files, one after the other
  candor scrub --explain app.log                what is removed, and why
  candor scrub --secret-env DB_PASSWORD app.log

It writes the scrubbed text to standard output and changes no file. Lines of standard input are written as they come.
Whatever is not removed stays as it is, byte by byte, text or not.")]
pub(crate) struct Scrub {
    /// Read one JSON object with `id` and `text` per line, and write it with everything scrubbed except the id; stops at
    /// the first line that is not such an object
    #[arg(long)]
    pub(crate) jsonl: bool,

    /// Print where each rule removes something, in place of the text; never what it removes
    #[arg(long)]
    pub(crate) explain: bool,

    /// How much is removed: everything; hosts and addresses kept; or what drivers and validators print kept, too
    #[arg(long, value_name = "PROFILE", default_value = Profile::default().as_str(), ignore_case = true,
          value_parser = profile())]
    pub(crate) profile: Profile,

    /// A folder whose paths may stay; may be given more than once
    #[arg(long, value_name = "PATH")]
    pub(crate) allow_root: Vec<String>,

    /// Remove names of tables, columns and constraints from messages of databases
    #[arg(long)]
    pub(crate) hide_schema_names: bool,

    /// An environment variable whose value is removed wherever it occurs; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) secret_env: Vec<OsString>,

    /// A file of values that are removed wherever they occur, one per line; may be given more than once
    #[arg(long, value_name = "PATH")]
    pub(crate) secrets_file: Vec<PathBuf>,

    /// The files to read; standard input if there are none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "It needs no set-up and no network. It takes about three seconds:\nwithout Candor, three of the calls get no answer until they time out."
)]
pub(crate) struct Demo {
    /// Print the frames, and what the operator keeps, as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  candor completions bash > ~/.local/share/bash-completion/completions/candor
  candor completions zsh  > ~/.zfunc/_candor    (with ~/.zfunc in fpath)
  candor completions fish > ~/.config/fish/completions/candor.fish")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// The dialect of the input; `None` is detected.
#[derive(Clone, Copy)]
pub(crate) struct Source(pub(crate) Option<Dialect>);

impl ValueEnum for Source {
    fn value_variants<'a>() -> &'a [Self] {
        static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
            let dialects = Dialect::ALL.iter().copied().map(Some);
            std::iter::once(None).chain(dialects).map(Source).collect()
        });
        &SOURCES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(self.0.map_or(PossibleValue::new("auto"), value_of))
    }
}

/// The dialect of the output.
#[derive(Clone, Copy)]
pub(crate) struct Target(pub(crate) Dialect);

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| Dialect::ALL.iter().copied().map(Target).collect());
        &TARGETS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(value_of(self.0))
    }
}

fn value_of(dialect: Dialect) -> PossibleValue {
    /// The names of dialects with dashes in place of underscores.
    static DASHED: LazyLock<Vec<String>> =
        LazyLock::new(|| Dialect::ALL.iter().map(|dialect| dialect.name().replace('_', "-")).collect());
    let is_other_spelling = |name: &&str| *name != dialect.name() && Dialect::from_name(name) == Some(dialect);
    let dashed = DASHED.iter().map(String::as_str).filter(is_other_spelling);
    PossibleValue::new(dialect.name()).alias(dialect.document()).aliases(dashed)
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// When to use colour. It is read before clap runs, because help and usage errors are printed before anything is parsed.
pub(crate) fn color_of(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.map(|argument| argument.to_string_lossy().to_lowercase()).take_while(|it| it != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.as_str() {
            "--color" => arguments.next(),
            other => other.strip_prefix("--color=").map(str::to_owned),
        };
        choice = match value.as_deref() {
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            Some(_) | None => choice,
        };
    }
    choice
}

fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.iter().map(|profile| profile.as_str()))
        .try_map(|name| name.to_lowercase().parse::<Profile>())
}

fn problem_base(text: &str) -> Result<String, InvalidBase> {
    Renderer::default().with_problem_base(text.to_owned()).map(|_| text.to_owned())
}
