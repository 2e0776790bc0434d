//! The check of a tool call against the tool's schemas: arguments before the call, the result after it.
//!
//! [`CompiledSchema`] says in one failure everything that the caller has to correct, in sentences that a model can act on.
//! With the feature `rmcp`, a [guard](crate::rmcp::Guard) does it for every call.
//!
//! ```
//! use candor::schema::CompiledSchema;
//! use serde_json::json;
//!
//! let schema = json!({
//!     "type": "object",
//!     "properties": {"quantity": {"type": "integer", "minimum": 1}},
//!     "required": ["quantity"],
//! });
//! let schema = CompiledSchema::compile(schema.as_object().unwrap())?;
//!
//! assert!(schema.check_arguments("order", &json!({"quantity": 3})).is_ok());
//! let failure = schema.check_arguments("order", &json!({"quantity": "three"})).unwrap_err();
//! assert_eq!(
//!     failure.message(),
//!     "order was called with a wrong argument: /quantity must be an integer of at least 1, but is the text \"three\""
//! );
//! assert_eq!(failure.recovery().hint(), "Set /quantity to an integer of at least 1, then call order again.");
//! # Ok::<(), candor::schema::InvalidSchema>(())
//! ```

// A value that fits is found to do so without a single allocation. For one that does not, `walk` finds out where and why,
// `expected` says what the schema wants there, and `report` makes one failure of it all.

mod document;
mod engine;
mod expected;
mod given;
mod json_type;
mod place;
mod report;
mod subschemas;
#[cfg(test)]
mod tests;
mod validator_cache;
mod violation;
mod walk;
mod weakened;

#[cfg(feature = "rmcp")]
pub(crate) use place::{name_in_pointer, pointer_of};
pub use report::allowing_places;

use crate::Failure;
use crate::failure::printable::printable;
use document::{Document, Traits};
use engine::Engine;
use jsonschema::Validator;
use serde_json::{Map, Value};
use subschemas::{Kept, Subschemas};
use violation::Subject;
use walk::{Findings, findings};
use weakened::{has_much_text, weakened};

/// The longest text for the operator about a schema that cannot be used, in characters.
const LONGEST_COMPLAINT: usize = 300;

/// A tool's schema, compiled once: it checks what a tool is called with, or what it returns.
pub struct CompiledSchema {
    full: Check,
    /// For long arguments, if patterns of the schema may take long.
    weakened: Option<Check>,
}

/// The schema itself.
impl std::fmt::Debug for CompiledSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CompiledSchema").field(self.as_value()).finish()
    }
}

/// Why a schema cannot be used: for the operator, in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSchema(String);

impl InvalidSchema {
    fn because(error: &str) -> InvalidSchema {
        InvalidSchema(printable(error, LONGEST_COMPLAINT))
    }
}

/// A schema and what checks a value against it.
struct Check {
    /// Boxed, so that its parts are known by where they are.
    schema: Box<Value>,
    traits: Traits,
    engine: Engine,
    validator: Validator,
    kept: Kept,
}

impl CompiledSchema {
    /// Compiles a schema: of the draft that its `$schema` names, or else of 2020-12. Nothing is fetched for it.
    ///
    /// # Errors
    ///
    /// Why the schema cannot be used, for the operator.
    pub fn compile(schema: &Map<String, Value>) -> Result<CompiledSchema, InvalidSchema> {
        let full = Check::new(Value::Object(schema.clone()))?;
        // What is left of a schema may refer to what is gone; then nothing of it is checked.
        let weaken = || Check::new(weakened(&full.schema)).or_else(|_| Check::new(Value::Object(Map::new())));
        let weakened = full.engine.backtracks().then(weaken).transpose()?;
        Ok(CompiledSchema { full, weakened })
    }

    /// The schema as a value.
    #[must_use]
    pub fn as_value(&self) -> &Value {
        &self.full.schema
    }

    /// Checks the arguments of a call; an absent object of arguments is an empty one.
    ///
    /// # Errors
    ///
    /// One failure that says everything the caller has to correct.
    pub fn check_arguments(&self, tool: &str, arguments: &Value) -> Result<(), Failure> {
        match self.findings(arguments, Subject::Arguments) {
            Some(findings) => Err(report::wrong_arguments(tool, &findings)),
            None => Ok(()),
        }
    }

    /// Checks the structured content of a result; missing content is a violation of its own.
    ///
    /// # Errors
    ///
    /// A failure of the server: the caller learns what is wrong where, and only the operator what was there.
    pub fn check_output(&self, tool: &str, output: Option<&Value>) -> Result<(), Failure> {
        let Some(output) = output else { return Err(report::no_output(tool)) };
        match self.findings(output, Subject::Output) {
            Some(findings) => Err(report::wrong_output(tool, &findings)),
            None => Ok(()),
        }
    }

    fn findings(&self, value: &Value, subject: Subject) -> Option<Findings> {
        match &self.weakened {
            Some(weakened) if has_much_text(value) => weakened.findings(value, subject),
            Some(_) | None => self.full.findings(value, subject),
        }
    }
}

impl Check {
    fn new(schema: Value) -> Result<Check, InvalidSchema> {
        let (engine, validator) = Engine::start(&schema).map_err(|error| InvalidSchema::because(&error))?;
        let (traits, kept) = (Traits::of(&schema), Kept::new(&schema));
        Ok(Check { schema: Box::new(schema), traits, engine, validator, kept })
    }

    fn findings(&self, value: &Value, subject: Subject) -> Option<Findings> {
        if self.validator.is_valid(value) {
            return None;
        }
        let parts = Subschemas::new(self.engine, Document::new(&self.schema, self.traits), &self.validator, &self.kept);
        let findings = findings(parts, value, subject);
        // Nothing is listed if nothing could be decided, because a pattern takes too long: that is not the caller's fault.
        (!findings.listed.is_empty()).then_some(findings)
    }
}
