//! What the demo says when it has started: where it is, what can be called, and what to try.

use crate::layout::{BOLD, DIM, cut, width, wrapped};
use candor_gateway::Tool;
use std::fmt::Write;

/// A command to try.
struct Try {
    title: &'static str,
    tool: &'static str,
    arguments: &'static str,
}

const TRIES: [Try; 3] = [
    Try { title: "A success", tool: "get_order", arguments: r#"{"id":1001}"# },
    Try {
        title: "An error page of the API that has a password in it",
        tool: "fail",
        arguments: r#"{"kind":"status_500_html_with_password"}"#,
    },
    Try {
        title: "A carrier that takes 20 s, where 1 s is allowed",
        tool: "track_order",
        arguments: r#"{"id":1002,"carrier_takes_ms":20000}"#,
    },
];

/// The page for a gateway at this address with these tools.
pub(super) fn written(url: &str, tools: &[Tool]) -> String {
    let mut page = String::with_capacity(4 * 1024);
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, url, tools);
    page
}

fn write_page(page: &mut String, url: &str, tools: &[Tool]) -> std::fmt::Result {
    let intro = "A small REST API, the order desk, runs in this process, and a gateway in front of it. MCP clients find its \
                 operations as tools at:";
    writeln!(page, "{}\n\n  {BOLD}{url}{BOLD:#}\n", wrapped(intro, 0))?;
    let longest = tools.iter().map(|tool| tool.name().len()).max().unwrap_or(0);
    for tool in tools {
        let room = width().saturating_sub(longest + 4);
        let name = tool.name();
        writeln!(
            page,
            "  {BOLD}{name:longest$}{BOLD:#}  {DIM}{}{DIM:#}",
            cut(first_sentence(tool.description()), room)
        )?;
    }
    writeln!(page, "\n{}", wrapped("Try these in another terminal:", 0))?;
    for (id, it) in (1..).zip(&TRIES) {
        writeln!(page, "\n{BOLD}{id}. {}{BOLD:#}\n{}", it.title, command(url, id, it))?;
    }
    let more = "The tool fail shows every other way in which an API can fail. Ctrl-C ends the demo.";
    writeln!(page, "\n{DIM}{}{DIM:#}", wrapped(more, 0))
}

/// The command as it can be typed.
fn command(url: &str, id: u32, Try { tool, arguments, .. }: &Try) -> String {
    format!(
        "curl -s {url} \\\n  \
         -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\\n  \
         -d '{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments}}}}}'"
    )
}

fn first_sentence(text: &str) -> &str {
    match text.split_once(". ") {
        Some((first, _)) => first,
        None => text.trim_end_matches('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_body_of_each_command_is_a_call() {
        for it in &TRIES {
            let command = command("http://127.0.0.1:1/mcp", 7, it);
            let body = command.split("-d '").nth(1).unwrap().strip_suffix('\'').unwrap();
            let body: Value = serde_json::from_str(body).unwrap();
            assert_eq!((&body["id"], &body["params"]["name"]), (&7.into(), &it.tool.into()));
            assert!(body["params"]["arguments"].is_object());
        }
    }

    #[test]
    fn a_tool_is_described_by_its_first_sentence() {
        assert_eq!(first_sentence("Cancels it. It stays so."), "Cancels it");
        assert_eq!(first_sentence("Cancels it."), "Cancels it");
    }
}
