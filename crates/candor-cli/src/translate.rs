//! `candor translate`: reads a failure in one dialect and writes it in another.

mod refusal;

pub(crate) use refusal::Refusal;

use crate::arguments::Translate;
use crate::input::Input;
use crate::output::Output;
use crate::trouble::{Trouble, say};
use candor::render::{Channel, FailurePart, Place, Renderer, recognise};
use candor::{Dialect, Disclosure, Discretion, Failure};
use serde_json::Value;
use std::process::ExitCode;

/// Translates one failure, or one per line.
pub(crate) fn run(arguments: &Translate, output: &mut Output) -> Result<ExitCode, Trouble> {
    let translator = Translator::new(arguments)?;
    let mut input = Input::open(arguments.file.as_deref())?;
    if input.is_typed() && !arguments.quiet {
        say("type or paste a failure, then press Ctrl-D");
    }
    if arguments.jsonl {
        translate_lines(&translator, &mut input, output)?;
    } else {
        let bytes = input.whole()?;
        let name = input.name().to_owned();
        let translation =
            translator.translate(&bytes).map_err(|refusal| Trouble::Refused { name, line: None, refusal })?;
        output.json(translation.json)?;
        translation.losses.iter().for_each(|losses| say(losses));
    }
    Ok(ExitCode::SUCCESS)
}

/// Each line is written before the next is read, so memory and delay stay those of one line.
fn translate_lines(translator: &Translator, input: &mut Input, output: &mut Output) -> Result<(), Trouble> {
    let mut bytes = Vec::new();
    while let Some(number) = input.next_line(&mut bytes)? {
        let refused = |refusal| Trouble::Refused { name: input.name().to_owned(), line: Some(number), refusal };
        let translation = translator.translate(&bytes).map_err(refused)?;
        output.json_line(translation.json)?;
        translation.losses.iter().for_each(|losses| say(&format!("line {number}: {losses}")));
    }
    Ok(())
}

/// Enough for the longest input, however often a reply repeats it.
const REPLY_CAP: usize = 256 << 20;

struct Translator {
    from: Option<Dialect>,
    renderer: Renderer,
    discretion: Discretion,
    is_wire: bool,
    is_quiet: bool,
    is_jsonl: bool,
}

/// A failure in its new dialect, and what that dialect cannot carry, in words.
struct Translation {
    json: Vec<u8>,
    losses: Option<String>,
}

impl Translator {
    fn new(arguments: &Translate) -> Result<Translator, Trouble> {
        let renderer = Renderer::new(arguments.to.0);
        let renderer = match &arguments.problem_base {
            Some(_) if !arguments.to.0.uses_problem_base() => return Err(Trouble::BaseWithoutProblem),
            Some(base) => renderer.with_problem_base(base.clone()).map_err(Trouble::Base)?,
            None => renderer,
        };
        Ok(Translator {
            from: arguments.from.0,
            renderer,
            // The reply goes to a file or a pipe, not into the context of a model.
            discretion: Discretion::new().with_reply_cap(REPLY_CAP),
            is_wire: arguments.wire,
            is_quiet: arguments.quiet,
            is_jsonl: arguments.jsonl,
        })
    }

    fn translate(&self, bytes: &[u8]) -> Result<Translation, Refusal> {
        let value = refusal::parse(bytes, self.is_jsonl)?;
        let failure = self.failure_in(&value)?;
        // What the input did not say is generated, so the target does not lose it.
        let is_occurrence_given = failure.occurrence().is_some();
        let (disclosure, _incident) = failure.disclose(&self.discretion);
        let reply = self.renderer.reply(&disclosure, Place::Tool { output_schema: None });
        let json = if self.is_wire { reply.response(id_of(&value)) } else { self.renderer.to_bytes(&disclosure) };
        // A tool result carries the whole failure beside its dialect.
        let is_whole = self.is_wire && reply.channel() == Channel::ToolResult;
        let losses = if self.is_quiet || is_whole { None } else { self.losses(&disclosure, is_occurrence_given) };
        Ok(Translation { json, losses })
    }

    fn failure_in(&self, value: &Value) -> Result<Failure, Refusal> {
        let found = match self.from {
            Some(dialect) => dialect.recognise(value),
            None => recognise(value).map(|recognised| recognised.failure),
        };
        found.ok_or_else(|| Refusal::of(value, self.from))
    }

    /// `problem cannot carry: code (token_expired becomes unauthorized), origin`.
    fn losses(&self, disclosure: &Disclosure, is_occurrence_given: bool) -> Option<String> {
        let dialect = self.renderer.dialect();
        let named: Vec<String> = dialect
            .losses(disclosure)
            .into_iter()
            .filter(|part| is_occurrence_given || !matches!(part, FailurePart::Instance | FailurePart::Time))
            .map(|part| {
                let code = disclosure.code();
                if part == FailurePart::Code {
                    format!("{part} ({code} becomes {})", dialect.fold(code))
                } else {
                    part.to_string()
                }
            })
            .collect();
        (!named.is_empty()).then(|| format!("{dialect} cannot carry: {}", named.join(", ")))
    }
}

/// The id of a JSON-RPC response, which the new response has to keep.
fn id_of(value: &Value) -> &Value {
    let id = value.get("jsonrpc").and_then(|_| value.get("id"));
    id.filter(|id| id.is_string() || id.is_number()).unwrap_or(&Value::Null)
}
