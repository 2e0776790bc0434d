//! Secrets of known formats, with a prefix, a suffix or an infix that their issuer puts into each of them. The formats
//! are rows of a table: one file per field of business, and one for each of the largest clouds.

mod ai;
mod aws;
mod azure;
mod chat;
mod checks;
mod cloud;
mod code_hosting;
mod commerce;
mod data;
mod delivery;
mod format;
mod google;
mod hosting;
mod identity;
mod infrastructure;
mod marketing;
mod monitoring;
mod office;
mod packages;
mod payment;
pub(crate) mod shaped_word;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod strategy;
mod wallet;
mod web_address;

use crate::REDACTED;
use crate::effort::note_compared;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::Text;
use format::{ALNUM, Followers, Format, Reach, is_glued};
use std::sync::LazyLock;

explained! {
    /// # What it removes
    ///
    /// A key or token whose issuer puts a prefix with a separator before it, such as `ghp_` or `SG.`. The removal is
    /// reported under the id of the format, such as `buildkite-user-token`, not under this rule's.
    ///
    /// # Why
    ///
    /// The key works for anyone who has it. Its format says which service it opens.
    ///
    /// # Example
    ///
    /// ```text
    /// deploy with bkua_fake890t2yw2kix147ugt7p10hn1usg3eyqy failed
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// deploy with [redacted] failed
    /// ```
    ///
    /// # Instead
    ///
    /// Name the key by its label or its last four characters. Give the scrubber keys of your own format with
    /// `Scrubber::with_secret`.
    pub(crate) const BY_HEAD: Rule = Rule {
        id: "known-format-by-head",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Heads(|| HEADED.iter().map(|group| group.trigger).collect()),
        window: LONGEST_WINDOW,
        find: |text, hit, found| find(text, hit, found, true),
    };
}

explained! {
    /// # What it removes
    ///
    /// A key or token that is known by a word without a separator, by a suffix, or by the address it belongs to, such
    /// as `AKIA…` or a webhook's URL. Of an address only the secret part is removed. The removal is reported under the
    /// id of the format.
    ///
    /// # Why
    ///
    /// The key works for anyone who has it; so does the address of a webhook.
    ///
    /// # Example
    ///
    /// ```text
    /// POST https://hooks.slack.com/services/T0FAKE/B0FAKE/madeupmadeup0123 returned 404
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// POST https://hooks.slack.com/services/[redacted] returned 404
    /// ```
    ///
    /// # Instead
    ///
    /// Name the key by its label or its last four characters, and a webhook by its channel.
    pub(crate) const BY_WORD: Rule = Rule {
        id: "known-format-by-word",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::Cased(|| OTHERS.iter().map(|group| (group.trigger, group.is_cased())).collect()),
        window: LONGEST_WINDOW,
        find: |text, hit, found| find(text, hit, found, false),
    };
}

/// Where two formats share an anchor, the one that removes more is first.
const FORMATS: [&[Format]; 20] = [
    aws::FORMATS,
    google::FORMATS,
    azure::FORMATS,
    hosting::FORMATS,
    cloud::FORMATS,
    code_hosting::FORMATS,
    packages::FORMATS,
    delivery::FORMATS,
    ai::FORMATS,
    chat::FORMATS,
    payment::FORMATS,
    commerce::FORMATS,
    marketing::FORMATS,
    office::FORMATS,
    identity::FORMATS,
    infrastructure::FORMATS,
    monitoring::FORMATS,
    data::FORMATS,
    wallet::FORMATS,
    web_address::FORMATS,
];

/// How many bytes of an anchor the automaton searches for: the time to build it is proportional to the length of its
/// words.
const LONGEST_TRIGGER: usize = 6;

/// The formats with a head, or those without one, each with its trigger.
fn formats_by(is_by_head: bool) -> impl Iterator<Item = (&'static str, &'static Format)> {
    let formats = FORMATS.iter().copied().flatten();
    formats.filter(move |format| head(format).is_some() == is_by_head).map(|format| {
        let word = format.anchor.get(..LONGEST_TRIGGER).unwrap_or(format.anchor);
        (head(format).unwrap_or(word), format)
    })
}

/// The ids of the rule's formats: removals are reported under these.
pub(crate) fn formats_of(rule: &str) -> Vec<&'static str> {
    let ids = |is_by_head| formats_by(is_by_head).map(|(_, format)| format.id).collect();
    match rule {
        _ if rule == BY_HEAD.id => ids(true),
        _ if rule == BY_WORD.id => ids(false),
        _ if rule == shaped_word::RULE.id => shaped_word::SHAPES.iter().map(|shape| shape.id).collect(),
        _ => Vec::new(),
    }
}

/// The beginning of the format, up to its first separator. An address has none: it is case-insensitive, and may be part
/// of a longer one.
fn head(format: &Format) -> Option<&'static str> {
    let end = format.anchor.find(['_', '-', '.']).filter(|end| *end > 0)?;
    let head = format.anchor.get(..=end)?;
    let is_plain = head.bytes().rev().skip(1).all(|byte| byte.is_ascii_alphanumeric());
    (is_plain && format.before.is_empty() && !format.keeps_anchor).then_some(head)
}

/// A trigger with the formats that share it.
struct Group {
    trigger: &'static str,
    /// Each with what can follow the trigger: of a dozen formats with the same beginning, the next byte excludes all
    /// but one or two.
    formats: Vec<(Followers, &'static Format)>,
    /// How much text around the trigger decides whether one of them is there.
    reach: Reach,
}

impl Group {
    /// Whether all formats are case-sensitive. Only addresses and names, which keep their anchors, are not.
    fn is_cased(&self) -> bool {
        self.formats.iter().all(|(_, format)| !format.keeps_anchor)
    }
}

static HEADED: LazyLock<Vec<Group>> = LazyLock::new(|| by_trigger(true));
static OTHERS: LazyLock<Vec<Group>> = LazyLock::new(|| by_trigger(false));

fn by_trigger(is_by_head: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (trigger, format) in formats_by(is_by_head) {
        let (row, reach) = ((format.followers(trigger.len()), format), format.reach(trigger.len()));
        match groups.iter_mut().find(|group| group.trigger == trigger) {
            Some(group) => {
                group.formats.push(row);
                group.reach = group.reach.or(reach);
            }
            None => groups.push(Group { trigger, formats: vec![row], reach }),
        }
    }
    groups
}

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>, is_by_head: bool) -> usize {
    // A format with a head must begin at a word boundary.
    if is_by_head && is_glued(text, hit.span.start) {
        return hit.from;
    }
    let groups = if is_by_head { &*HEADED } else { &*OTHERS };
    let Some(Group { trigger, formats, reach }) = groups.get(hit.word) else { return hit.from };
    let misses = if is_by_head { &mut found.memo.no_headed_format } else { &mut found.memo.no_other_format };
    let around = if misses.is_worth_asking() { reach.around(text, hit.span.start) } else { None };
    // If the rule has handled a part of it already, the result depends on that, too.
    let around = around.filter(|around| hit.from < around.start);
    if around.as_ref().is_some_and(|around| misses.has(text, hit.word, around)) {
        return hit.from;
    }
    note_compared(formats.len());
    let is_exact = is_by_head || text.starts_with(hit.span.start, trigger);
    let next = text.byte(hit.span.end);
    let letters = text.skip_at_most(hit.span.end, ALNUM, Followers::MOST_LETTERS) - hit.span.end;
    let possible = formats.iter().filter(|(followers, _)| followers.can_be(next, letters)).map(|(_, format)| format);
    let spans = possible.filter_map(|format| Some((format.id, format.find(text, hit, is_exact, found.runs)?)));
    // Of two formats with the same beginning the longer match wins; of two equal matches, the first in the table.
    let longest = spans.reduce(|best, next| if next.1.end > best.1.end { next } else { best });
    let Some((id, span)) = longest else {
        misses.add(hit.word, around);
        return hit.from;
    };
    let end = span.end;
    found.take_as(id, span);
    end
}

#[cfg(test)]
mod tests {
    use super::format::Part;
    use super::*;
    use crate::Scrubber;
    use crate::run_cache::RunCache;

    fn all() -> impl Iterator<Item = &'static Format> {
        FORMATS.iter().copied().flatten()
    }

    #[test]
    fn every_format_has_a_unique_id() {
        let mut ids: Vec<_> = all().map(|format| format.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
        assert!(count >= 300, "{count}");
    }

    #[test]
    fn every_anchor_is_long_enough_to_be_rare() {
        let is_rare = |anchor: &str| anchor.len() >= 2 || ["|", "!"].contains(&anchor);
        all().for_each(|format| assert!(is_rare(format.anchor), "{}", format.id));
    }

    /// A run without a limit that is not the last part would be read again for every anchor in it.
    #[test]
    fn only_the_last_part_of_a_format_is_unbounded() {
        let is_endless = |part: &&Part| matches!(part, Part::Run(_, _, most) if *most > 1024);
        for Format { id, before, after, .. } in all() {
            assert_eq!(before.iter().filter(is_endless).count(), 0, "{id}");
            let at = after.iter().position(|part| is_endless(&part));
            assert!(at.is_none_or(|at| after[at + 1..].iter().all(|part| matches!(part, Part::End))), "{id}");
        }
    }

    const PLACES: [[&str; 2]; 4] =
        [["", ""], ["call failed: ", " was refused"], ["\"", "\""], ["(see ", ", then retry)"]];

    #[test]
    fn an_example_is_removed_as_a_whole_anywhere_in_a_text() {
        let mut stayed = Vec::new();
        for format in all() {
            let (before_anchor, value) = format.example.split_once("{}").unwrap();
            let anchor = format.anchor;
            let (example, shown) = match format.keeps_anchor {
                true => (format!("{before_anchor}{anchor}{value}"), format!("{before_anchor}{anchor}[redacted]")),
                false => (format!("{before_anchor}{anchor}{value}"), "[redacted]".to_owned()),
            };
            for [before, after] in PLACES {
                let scrubbed = Scrubber::new().scrub(&format!("{before}{example}{after}")).into_owned();
                let again = Scrubber::new().scrub(&scrubbed).into_owned();
                // A rule that reads the context may keep more of it.
                let is_gone = scrubbed.ends_with(&format!("[redacted]{after}"))
                    && scrubbed.len() <= before.len() + example.len() + after.len();
                let is_whole = !value
                    .split(|sign: char| !sign.is_ascii_alphanumeric())
                    .any(|part| part.len() >= 8 && scrubbed.contains(part));
                if !is_gone || !is_whole || again != scrubbed || !scrubbed.starts_with(before) {
                    stayed.push((format.id, shown.clone(), scrubbed));
                }
            }
        }
        assert!(stayed.is_empty(), "{stayed:#?}");
    }

    #[test]
    fn an_example_matches_its_own_row() {
        for format in all() {
            let example = format.example.replacen("{}", format.anchor, 1);
            let start = format.example.find("{}").unwrap();
            let hit = Hit { span: start..start + format.anchor.len(), word: 0, from: 0 };
            let expected = if format.keeps_anchor { hit.span.end..example.len() } else { 0..example.len() };
            assert_eq!(
                format.find(Text(&example), &hit, true, &mut RunCache::default()),
                Some(expected),
                "{}",
                format.id
            );
        }
    }

    #[test]
    fn a_near_miss_is_kept() {
        // Other rules may remove it: `feed_token=…` is a secret whatever its format.
        let misses = all().map(|format| (format.id, format.counter_example.replacen("{}", format.anchor, 1)));
        let is_taken = |id: &str, text: &str| Scrubber::new().removals(text).iter().any(|removal| removal.rule == id);
        let gone: Vec<_> = misses.filter(|(id, text)| is_taken(id, text)).collect();
        assert!(gone.is_empty(), "{gone:#?}");
    }

    /// A part of the example would only show that half a key does not match.
    #[test]
    fn a_near_miss_breaks_the_format_and_is_not_part_of_the_example() {
        for Format { id, example, counter_example, .. } in all() {
            let (before, value) = counter_example.split_once("{}").unwrap_or(("", counter_example));
            assert!(!example.contains(counter_example), "{id}");
            let (shown_before, shown_value) = example.split_once("{}").unwrap();
            let is_part = shown_before.ends_with(before) && shown_value.starts_with(value);
            assert!(!is_part, "{id}: {counter_example}");
        }
    }

    #[test]
    fn fillers_for_a_value_are_kept() {
        for text in [
            concat!("ghp", "_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
            concat!("xoxp", "-xxxxxxxxxx-xxxxxxxxxx-xxxxxxxxxxx-xxxxxxxx"),
            concat!("ghp", "_1234xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
            concat!("glpat", "-00000000000000000000"),
            concat!("sha256", "~", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }

    #[test]
    fn a_key_longer_than_documented_is_removed_as_a_whole() {
        let text = format!("{}{} is too long", "ghp_", "madeUpOfLettersAlone".repeat(100));
        assert_eq!(Scrubber::new().scrub(&text), "[redacted] is too long");
    }

    #[test]
    fn a_token_may_follow_an_escape() {
        for before in ["line\\n", "key%3D", "a%20"] {
            let text = format!("{before}{}{}", "ghp_", "R4nd0mFake5tringOfThirtySixSigns99xY");
            assert_eq!(Scrubber::new().scrub(&text), format!("{before}[redacted]"));
        }
        let glued = concat!("xghp", "_madeUpOfLettersAloneAndLongEnoughToGo");
        assert_eq!(Scrubber::new().scrub(glued), glued);
    }
}
