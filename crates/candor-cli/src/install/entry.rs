//! What the entry of one server is: a command, one that is wrapped already, or something that cannot be wrapped.

use super::tree::{Duplicate, Member, Node, Table};
use std::path::Path;

/// The first argument of the wrapper, and what stands between its options and the command.
pub(crate) const WRAP: &str = "wrap";
pub(crate) const END_OF_OPTIONS: &str = "--";

/// The members of an entry that start a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<'t> {
    pub(crate) table: &'t Table,
    pub(crate) command: &'t Member,
    pub(crate) args: Option<&'t Member>,
}

/// What can be done with an entry.
#[derive(Debug)]
pub(crate) enum Form<'t> {
    /// A command that can be wrapped.
    Plain(Start<'t>),
    /// The wrapper; the command is this item of its arguments.
    Wrapped { start: Start<'t>, inner: usize },
    /// The wrapper, put there in another way, such as behind a shell.
    WrappedOtherwise,
    /// A server at a URL.
    Remote,
    /// A name is there twice.
    Ambiguous(Duplicate),
    /// Something else; the text says what.
    Odd(&'static str),
}

/// Keys under which clients keep the address of a server.
const ADDRESSES: [&str; 3] = ["url", "serverUrl", "httpUrl"];
/// Values of `type` for a server at an address.
const REMOTE_TYPES: [&str; 5] = ["http", "sse", "streamable-http", "streamableHttp", "ws"];

impl<'t> Form<'t> {
    /// Judges an entry. `wrapper` is the command that is written before servers.
    pub(crate) fn of(entry: &'t Node, wrapper: &str) -> Form<'t> {
        let Some(table) = entry.table() else { return Form::Odd("its entry is not an object") };
        Form::of_table(table, wrapper).unwrap_or_else(Form::Ambiguous)
    }

    fn of_table(table: &'t Table, wrapper: &str) -> Result<Form<'t>, Duplicate> {
        let kind = table.member("type")?.and_then(|kind| kind.node.text());
        let has_address = table.members.iter().any(|member| ADDRESSES.contains(&member.name.as_str()));
        let is_remote = has_address || kind.is_some_and(|kind| REMOTE_TYPES.contains(&kind));
        let Some(command) = table.member("command")? else {
            return Ok(if is_remote { Form::Remote } else { Form::Odd("it has no `command`") });
        };
        if is_remote {
            return Ok(Form::Odd("it has both a command and a URL"));
        }
        let Some(program) = command.node.text() else { return Ok(Form::Odd("its `command` is not a string")) };
        if program.trim().is_empty() {
            return Ok(Form::Odd("its `command` is empty"));
        }
        let args = table.member("args")?;
        let items = match args {
            Some(args) => match args.node.list() {
                Some(items) => items,
                None => return Ok(Form::Odd("its `args` is not a list")),
            },
            None => &[],
        };
        let start = Start { table, command, args };
        if is_candor(program, wrapper)
            && let Some(inner) = inner_command(items)
        {
            return Ok(Form::Wrapped { start, inner });
        }
        let texts: Vec<&str> = items.iter().map(|item| item.text().unwrap_or_default()).collect();
        let is_behind =
            texts.windows(2).any(|pair| matches!(pair, [one, two] if is_candor(one, wrapper) && *two == WRAP));
        Ok(if is_behind { Form::WrappedOtherwise } else { Form::Plain(start) })
    }

    /// The name of this form in JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Form::Plain(_) => "plain",
            Form::Wrapped { .. } => "wrapped",
            Form::WrappedOtherwise => "wrapped_otherwise",
            Form::Remote => "remote",
            Form::Ambiguous(_) | Form::Odd(_) => "unusable",
        }
    }
}

impl<'t> Start<'t> {
    /// What an entry starts, whatever it is.
    pub(crate) fn of(entry: &'t Node) -> Option<Start<'t>> {
        let table = entry.table()?;
        Some(Start { table, command: table.member("command").ok()??, args: table.member("args").ok()? })
    }

    /// The items of `args`.
    pub(crate) fn items(&self) -> &'t [Node] {
        self.args.and_then(|args| args.node.list()).unwrap_or_default()
    }

    /// The command and its arguments, as a person reads them.
    pub(crate) fn words(&self) -> Vec<String> {
        let items = self.items().iter().map(|item| item.text().unwrap_or("…").to_owned());
        self.command.node.text().map(str::to_owned).into_iter().chain(items).collect()
    }
}

/// Which of the wrapper's arguments is the command that it runs.
fn inner_command(items: &[Node]) -> Option<usize> {
    let mut texts = items.iter().map(Node::text);
    if texts.next()? != Some(WRAP) {
        return None;
    }
    let end = 1 + texts.position(|text| text == Some(END_OF_OPTIONS))?;
    let is_command = items.get(end + 1).is_some_and(|item| item.text().is_some());
    is_command.then_some(end + 1)
}

/// Whether this command is the program: by its name, wherever it is, or because it is what would be written.
fn is_candor(program: &str, wrapper: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    program == wrapper || stem.as_deref() == Some("candor")
}
