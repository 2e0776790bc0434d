//! `[limits]`: how often and how much each client may call.

use super::super::format::SIZE;
use super::super::key::{Key, Kind, Section};
use super::super::reader::Reader;
use super::super::value::Table;
use crate::settings::{ClientLimits, Rate};
use std::num::NonZeroU32;

pub(crate) const LIMITS: Section = Section {
    name: "[limits]",
    about: "How often and how much each client may call. A client is its token's name, else its address. In any case, 10 tokens a second may fail of an address, and 50 at once; those of `[oauth]` are not checked beyond that.",
    keys: &[
        Key::new("rate", Kind::Count { least: 1, most: 1_000_000 }, "20", "Requests per second of each client.")
            .or("no limit"),
        Key::new(
            "burst",
            Kind::Count { least: 1, most: 1_000_000 },
            "40",
            "How many may come at once, where there is a `rate`.",
        )
        .or("as `rate`"),
        Key::new(
            "concurrency",
            Kind::Count { least: 1, most: 1_000_000 },
            "8",
            "Calls of tools of each client at the same time; other requests are not counted.",
        )
        .or("no limit"),
        Key::new(
            "response_budget",
            Kind::Text(&SIZE),
            "\"32MiB\"",
            "How much all answers of APIs may take together, until their clients have read them; one API among several takes a half at most.",
        )
        .or("`8MiB`"),
    ],
};

/// The limits of each client, and the budget of all answers.
pub(crate) fn read(table: Option<&Table>, reader: &mut Reader<'_>) -> (ClientLimits, Option<usize>) {
    let Some(table) = table else { return (ClientLimits::default(), None) };
    let count = |name: &str| table.get::<u32>(name).and_then(NonZeroU32::new);
    let (rate, burst) = (count("rate"), count("burst"));
    if let (Some(span), None) = (table.key_span("burst"), table.key_span("rate")) {
        reader.mistake(
            span,
            "`burst` means nothing without `rate`",
            Some("add `rate`, or leave `burst` out".to_owned()),
        );
    }
    let rate = rate.map(|per_second| Rate { per_second, burst: burst.unwrap_or(per_second) });
    (ClientLimits { rate, concurrency: count("concurrency") }, table.get("response_budget"))
}
