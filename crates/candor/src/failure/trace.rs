//! Where in the source a failure came about, for the operator alone.

use super::Failure;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::sync::Arc;

/// A place in the source of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    file: String,
    line: u32,
    column: Option<u32>,
}

/// What is known of where a failure came about.
#[derive(Default)]
pub(crate) struct Trace {
    /// Where it panicked.
    pub(crate) place: Option<SourcePlace>,
    pub(crate) backtrace: Option<Backtrace>,
}

/// A function on the way to the failure.
#[derive(Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) function: String,
    pub(crate) place: Option<SourcePlace>,
}

/// How many functions of a backtrace are read.
const MOST_FRAMES: usize = 128;
/// The longest name of a function or a file that is read, in bytes.
const LONGEST_NAME: usize = 512;

/// Where the way to every panic and to every capture begins: of no use to those who look for the cause.
const MACHINERY: [&str; 8] =
    ["std::", "core::", "alloc::", "candor::", "__rust", "rust_begin_unwind", "rust_panic", "_rust"];
/// Where the program's own functions end.
const RUNTIME: &str = "__rust_begin_short_backtrace";

impl SourcePlace {
    pub(crate) fn new(file: &str, line: u32, column: Option<u32>) -> SourcePlace {
        SourcePlace { file: bounded(file), line, column }
    }

    /// The file, as the compiler was given it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The column, from 1, if it is known.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        self.column
    }

    /// The file within its package, such as `shop/src/tools.rs`: the folders above it belong to the machine that built
    /// the program.
    pub(crate) fn file_in_package(&self) -> &str {
        const SOURCES: [&str; 4] = ["src", "tests", "examples", "benches"];
        let is_source = |(start, name): &(usize, &str)| SOURCES.contains(name) && *start > 0;
        let mut start = 0;
        let names = self.file.split(['/', '\\']).map(|name| {
            let at = start;
            start += name.len() + 1;
            (at, name)
        });
        let names: Vec<_> = names.collect();
        let source = names.iter().rposition(is_source).and_then(|source| names.get(source.checked_sub(1)?));
        let is_absolute = self.file.starts_with(['/', '\\']) || self.file.get(1..2) == Some(":");
        let kept = match source {
            Some(package) => package.0,
            None if is_absolute => names.last().map_or(0, |(at, _)| *at),
            None => 0,
        };
        let file = self.file.get(kept..).unwrap_or_default();
        file.strip_prefix("./").unwrap_or(file).trim_start_matches('/')
    }

    /// The place within its package, such as `shop/src/tools.rs:12:5`.
    pub(crate) fn in_package(&self) -> String {
        self.at_line_of(self.file_in_package())
    }

    /// The same line of a file that is called like this.
    pub(crate) fn at_line_of(&self, file: &str) -> String {
        match self.column {
            Some(column) => format!("{file}:{}:{column}", self.line),
            None => format!("{file}:{}", self.line),
        }
    }

    /// Reads `src/tools.rs:12:5`.
    fn parse(text: &str) -> Option<SourcePlace> {
        let (rest, last) = text.rsplit_once(':')?;
        let last = last.parse().ok()?;
        match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
            Some((file, line)) => Some(SourcePlace::new(file, line, Some(last))),
            None => Some(SourcePlace::new(rest, last, None)),
        }
    }
}

/// `src/tools.rs:12:5`.
impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// `shop::tools::count at src/tools.rs:12:5`.
impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.function)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

impl Trace {
    /// What is known if anything is.
    pub(crate) fn unless_empty(self) -> Option<Trace> {
        (self.place.is_some() || self.backtrace.is_some()).then_some(self)
    }

    /// The functions on the way to the failure, the innermost first, and how many more there are.
    pub(crate) fn frames(&self) -> (Vec<Frame>, usize) {
        match &self.backtrace {
            Some(backtrace) => frames_of(&backtrace.to_string()),
            None => (Vec::new(), 0),
        }
    }
}

/// The backtrace, if the environment asks for backtraces: `RUST_BACKTRACE`, or `RUST_LIB_BACKTRACE` before it.
pub(crate) fn backtrace_if_enabled() -> Option<Backtrace> {
    Some(Backtrace::capture()).filter(|backtrace| backtrace.status() == BacktraceStatus::Captured)
}

/// The frames of a backtrace as the standard library writes it: `3: shop::count`, and below it `at src/tools.rs:12:5`.
fn frames_of(text: &str) -> (Vec<Frame>, usize) {
    let mut frames: Vec<Frame> = Vec::new();
    for line in text.lines().map(str::trim) {
        let numbered = line.split_once(": ").filter(|(number, _)| number.parse::<usize>().is_ok());
        if let Some((_, function)) = numbered {
            if function.contains(RUNTIME) {
                break;
            }
            frames.push(Frame { function: bounded(function), place: None });
        } else if let (Some(place), Some(frame)) = (line.strip_prefix("at "), frames.last_mut()) {
            frame.place = SourcePlace::parse(place);
        }
    }
    let is_machinery = |frame: &Frame| {
        let function = frame.function.trim_start_matches(['<', '&', '(']);
        MACHINERY.iter().any(|name| function.starts_with(name))
    };
    if let Some(first) = frames.iter().position(|frame| !is_machinery(frame)) {
        frames.drain(..first);
    }
    let more = frames.len().saturating_sub(MOST_FRAMES);
    frames.truncate(MOST_FRAMES);
    (frames, more)
}

fn bounded(name: &str) -> String {
    let (head, _) = name.split_at(name.floor_char_boundary(LONGEST_NAME));
    head.to_owned()
}

/// Where in the source it came about.
impl Failure {
    /// The same with a backtrace from here, whatever the environment says.
    ///
    /// It is for the operator: the incident has it, and no caller gets it. [`or_fail`](crate::OrFail) takes one by itself
    /// where `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` asks for backtraces.
    #[must_use]
    pub fn with_backtrace(self) -> Failure {
        let place = self.place().cloned();
        self.with_trace(Trace { place, backtrace: Some(Backtrace::force_capture()) })
    }

    /// The backtrace, if one was taken.
    #[must_use]
    pub fn backtrace(&self) -> Option<&Backtrace> {
        self.trace()?.backtrace.as_ref()
    }

    /// Where it panicked, if that is known: see
    /// [`install_panic_hook`](crate::capture::install_panic_hook).
    #[must_use]
    pub fn place(&self) -> Option<&SourcePlace> {
        self.trace()?.place.as_ref()
    }

    pub(crate) fn trace(&self) -> Option<&Trace> {
        self.0.trace.as_deref()
    }

    pub(crate) fn with_trace(mut self, trace: Trace) -> Failure {
        self.0.trace = trace.unless_empty().map(Arc::new);
        self
    }

    /// The same with a backtrace, unless it has one or the environment asks for none.
    pub(crate) fn with_backtrace_if_enabled(self) -> Failure {
        if self.backtrace().is_some() {
            return self;
        }
        match backtrace_if_enabled() {
            Some(backtrace) => {
                let place = self.place().cloned();
                self.with_trace(Trace { place, backtrace: Some(backtrace) })
            }
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_without_the_machinery_around_them() {
        let text = "   0: std::backtrace::Backtrace::create\n             at /rustc/1/library/std/src/backtrace.rs:331:13\n   \
                    1: core::panicking::panic_fmt\n   2: shop::tools::count::{{closure}}\n             \
                    at ./src/tools.rs:12:5\n   3: <shop::Cart as core::fmt::Display>::fmt\n             at src/cart.rs:7\n   \
                    4: std::sys::backtrace::__rust_begin_short_backtrace\n   5: main\n";
        let (frames, more) = frames_of(text);
        let frames: Vec<_> = frames.iter().map(ToString::to_string).collect();
        assert_eq!(
            frames,
            [
                "shop::tools::count::{{closure}} at ./src/tools.rs:12:5",
                "<shop::Cart as core::fmt::Display>::fmt at src/cart.rs:7",
            ]
        );
        assert_eq!(more, 0);
    }

    #[test]
    fn a_backtrace_of_machinery_alone_is_shown_whole_and_one_without_end_is_cut() {
        assert_eq!(frames_of("0: core::ops::call\n1: std::rt::run").0.len(), 2);
        let endless: String = (0..10_000).map(|number| format!("{number}: shop::recurse\n")).collect();
        let (frames, more) = frames_of(&endless);
        assert_eq!((frames.len(), more), (MOST_FRAMES, 10_000 - MOST_FRAMES));
        let long = format!("0: {}", "é".repeat(10_000));
        assert!(frames_of(&long).0.iter().all(|frame| frame.function.len() <= LONGEST_NAME));
    }

    #[test]
    fn a_file_is_shown_without_the_folders_of_the_machine_that_built_it() {
        let rows = [
            ("/home/ann/shop/src/tools/count.rs", "shop/src/tools/count.rs"),
            ("/home/ann/.cargo/registry/src/index-1/tokio-1.50.0/src/task.rs", "tokio-1.50.0/src/task.rs"),
            ("/rustc/0a1b/library/core/src/panicking.rs", "core/src/panicking.rs"),
            (r"C:\Users\ann\shop\src\main.rs", r"shop\src\main.rs"),
            ("crates/shop/tests/cart.rs", "shop/tests/cart.rs"),
            ("src/main.rs", "src/main.rs"),
            ("./tests/cart.rs", "tests/cart.rs"),
            ("/home/ann/main.rs", "main.rs"),
            ("/src/main.rs", "src/main.rs"),
            ("", ""),
        ];
        for (file, expected) in rows {
            assert_eq!(SourcePlace::new(file, 1, None).file_in_package(), expected, "{file}");
        }
    }
}
