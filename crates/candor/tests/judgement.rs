//! The messages that the classifier is judged by: what they have to be like, and how many of them are judged right.
//!
//! `messages/built` may be looked at while the classifier is built, and its model is trained with it; `messages/apart` may
//! not. How a line is written is in the `README.md` beside them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken file of messages is a failed test")]
#![expect(clippy::print_stdout, reason = "the scores are to be seen")]
#![expect(clippy::wildcard_enum_match_arm, reason = "few codes are finer forms of others")]

mod judgement {
    pub(crate) mod messages;
    mod repetition;
    mod score;
}

use judgement::messages::{self, Part};
use std::collections::BTreeSet;

#[test]
fn there_are_thousands_of_messages_and_a_third_are_traps() {
    let all = [messages::of(Part::Built), messages::of(Part::Apart)].concat();
    let traps = all.iter().filter(|message| message.is_trap).count();
    assert!(all.len() >= 6_000, "{} messages", all.len());
    assert!(traps * 10 >= all.len() * 3, "{traps} traps of {} messages", all.len());
}

#[test]
fn no_trade_is_in_both_parts() {
    let trades = |part| messages::of(part).into_iter().map(|message| message.trade).collect::<BTreeSet<_>>();
    let both: Vec<_> = trades(Part::Built).intersection(&trades(Part::Apart)).cloned().collect();
    assert_eq!(both, Vec::<String>::new());
}

#[test]
fn a_trap_stands_below_a_message_that_it_is_taken_for() {
    for part in [Part::Built, Part::Apart] {
        let messages = messages::of(part);
        let first =
            messages.iter().zip(messages.iter().skip(1)).find(|(one, two)| two.is_trap && one.trade != two.trade);
        assert!(first.is_none(), "a trap without a pair: {first:?}");
    }
}
