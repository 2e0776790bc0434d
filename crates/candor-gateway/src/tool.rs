//! Tools: what an operation is to a caller, and all that is needed to carry out a call.

mod answer;
mod build;
mod contract;
mod hints;
mod input;
mod name;
mod output;

pub use answer::{Answer, AnswerKind};
pub(crate) use build::Builder;
pub use hints::Hints;
pub(crate) use name::{is_name, names};
pub use output::Output;

use crate::operation::OperationKey;
use crate::request::RequestPlan;
use crate::schema::Schema;
use candor::Contract;

/// An operation of an API as a tool.
#[derive(Debug, Clone)]
pub struct Tool {
    name: String,
    description: String,
    operation: OperationKey,
    input_schema: Schema,
    output: Option<Output>,
    answers: Vec<Answer>,
    hints: Hints,
    contract: Contract,
    plan: RequestPlan,
}

impl Tool {
    /// The name: unique in its document, at most 64 characters of `A-Z a-z 0-9 _ -`, and the same at every start.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, for a model.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The operation that it is in its document.
    #[must_use]
    pub fn operation(&self) -> &OperationKey {
        &self.operation
    }

    /// The schema of the arguments: one object. The body is the argument `body`.
    #[must_use]
    pub fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    /// What a success is like, if the document describes it as JSON.
    #[must_use]
    pub fn output(&self) -> Option<&Output> {
        self.output.as_ref()
    }

    /// What the API answers a success with, status by status.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The answer that is described for this status of a success; a status of its own comes before its hundred.
    #[must_use]
    pub fn answer(&self, status: u16) -> Option<&Answer> {
        self.answers.iter().filter(|answer| answer.status().covers(status)).min_by_key(|answer| answer.status())
    }

    /// What a call does, as far as its method says.
    #[must_use]
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// What the API can fail with, as its document says. It is open: any call can fail in other ways.
    #[must_use]
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// How arguments become a request.
    #[must_use]
    pub fn plan(&self) -> &RequestPlan {
        &self.plan
    }
}
