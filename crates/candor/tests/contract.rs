//! What a type with `#[derive(Contract)]` becomes, and what a contract in JSON must be.

#[path = "contract/completion.rs"]
mod completion;
#[path = "contract/derived.rs"]
mod derived;
#[path = "contract/generic.rs"]
mod generic;
#[path = "contract/guide.rs"]
mod guide;
#[path = "contract/rules.rs"]
mod rules;
