//! Words of a stranger that would fit any failure give way to what is known besides.

use crate::failure::{Message, Step};
use crate::vague::is_vague;
use crate::{Code, Failure};

impl Failure {
    /// The same, but if its message would fit any failure, it says who failed, such as `get_order`, and what the code means.
    /// What was said becomes the cause, for the operator.
    pub(crate) fn naming(self, who: &str) -> Failure {
        if !self.given_message().all(is_vague) {
            return self;
        }
        let said: String = self.given_message().collect();
        let is_unknown = self.verdict().is_some_and(|verdict| verdict.step() == Step::Fallback);
        let meaning = if said.is_empty() || is_unknown || matches!(self.code(), Code::Internal | Code::Unknown) {
            " without saying why".to_owned()
        } else {
            let meaning = self.code().row().meaning;
            let (first, rest) = meaning.split_at(meaning.ceil_char_boundary(1));
            format!(": {}{rest}", first.to_lowercase())
        };
        let message = Message::around(format!("{who} failed{meaning}"), [0..who.len(), 0..0]);
        let failure = self.with_worded_message(message);
        if said.is_empty() { failure } else { failure.with_cause(said) }
    }
}
