//! Made-up secrets, places, internals and personal data, each with the parts that must be removed.

mod assignments;
mod internals;
mod places;
mod secrets;

pub use assignments::sensitive_name;
pub use secrets::card_number;

use super::context::{self, Context};
use crate::registry::RULES;
use crate::rule::{Family, Triggers};
use proptest::prelude::*;

/// A made-up text that must be removed.
#[derive(Debug, Clone)]
pub struct Canary {
    /// What it is, for the reader of a failing test.
    #[expect(dead_code, reason = "shown when a test fails")]
    kind: &'static str,
    /// Its family.
    pub family: Family,
    /// The text.
    pub text: String,
    /// The parts that must be removed.
    pub hidden: Vec<String>,
    /// The secret that the scrubber must be configured with.
    pub configured: Option<String>,
    /// The text around it.
    context: Context,
}

impl Canary {
    /// The canary in its context.
    pub fn planted(&self) -> String {
        self.context.around(&self.text)
    }
}

/// A canary without context, and whether it needs a line of its own.
struct Bare {
    kind: &'static str,
    family: Family,
    text: String,
    hidden: Vec<String>,
    configured: Option<String>,
    needs_line: bool,
}

impl Bare {
    fn new(kind: &'static str, family: Family, text: String, hidden: impl IntoIterator<Item = String>) -> Bare {
        let hidden = hidden.into_iter().collect();
        Bare { kind, family, text, hidden, configured: None, needs_line: false }
    }

    fn on_a_line(self) -> Bare {
        Bare { needs_line: true, ..self }
    }
}

impl std::fmt::Debug for Bare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A canary of any family.
pub fn any() -> impl Strategy<Value = Canary> {
    prop_oneof![6 => secret(), 2 => in_context(places::any()), 2 => in_context(internals::any())]
}

/// A canary that is a secret.
pub fn secret() -> impl Strategy<Value = Canary> {
    in_context(prop_oneof![3 => secrets::any(), 2 => assignments::any()])
}

/// A path, and the folder that it is in.
pub fn path_in_folder() -> impl Strategy<Value = (String, String)> {
    places::path_in_folder()
}

/// The words that call the rule.
fn triggers(id: &str) -> Vec<&'static str> {
    let rule = RULES.iter().find(|rule| rule.id == id);
    match rule.map(|rule| &rule.triggers) {
        Some(Triggers::Words(words)) => words.to_vec(),
        Some(Triggers::Built(words)) => words(),
        Some(Triggers::Cased(words)) => words().into_iter().map(|(word, _)| word).collect(),
        _ => Vec::new(),
    }
}

fn in_context(bare: impl Strategy<Value = Bare>) -> impl Strategy<Value = Canary> {
    (bare, context::anywhere(), context::on_a_line()).prop_map(|(bare, anywhere, on_a_line)| {
        let context = if bare.needs_line { on_a_line } else { anywhere };
        let Bare { kind, family, text, hidden, configured, .. } = bare;
        Canary { kind, family, text, hidden, configured, context }
    })
}
