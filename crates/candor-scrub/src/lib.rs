//! Removes from text what a caller must not see. One file per rule, in the folder of its family; `registry.rs` lists
//! them.

mod allowed;
mod automaton;
mod cut;
mod decoded;
mod internals;
mod json;
mod memo;
mod people;
mod places;
mod profile;
#[cfg(test)]
mod properties;
mod randomness;
mod registry;
mod rule;
mod rule_info;
mod scan;
mod secrets;
mod sensitive_name;
mod stretches;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod word_list;

pub use allowed::Allowed;
pub use json::{Repeats, is_sensitive_member};
pub use profile::{Profile, UnknownProfile};
pub use rule::{Family, Removal};
pub use rule_info::{Example, RuleInfo, rule, rules};
pub use sensitive_name::{is_sensitive_name, names_a_secret};

use cut::{cut_text, whole_or_head, without_margin};
use decoded::{Decoded, MOST_LEVELS};
use internals::schema_name;
use people::email;
use registry::RULES;
use rule::Taken;
use scan::{Chosen, scan};
use secrets::configured_secret::{self, Secrets};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use text::Text;

/// What stands in place of a secret.
pub const REDACTED: &str = "[redacted]";
/// What stands in place of a file path.
const PATH: &str = "[path]";
/// What stands in place of an e-mail address.
const EMAIL: &str = "[email]";

/// Removes secrets, places, internals and people from text before it leaves.
///
/// ```
/// use candor_scrub::Scrubber;
///
/// let scrubber = Scrubber::new().with_secret("hunter2-production");
/// assert_eq!(
///     scrubber.scrub("login as admin with hunter2-production at postgres://app:pw@db/orders failed"),
///     "login as admin with [redacted] at postgres://[redacted]/orders failed",
/// );
/// assert_eq!(scrubber.scrub("GET /orders/17 and/or retry"), "GET /orders/17 and/or retry");
/// ```
#[derive(Clone, Default)]
pub struct Scrubber {
    secrets: Option<Arc<Secrets>>,
    allowed: Option<Arc<Allowed>>,
    profile: Profile,
    hides_schema_names: bool,
    /// Whether only its own secrets are looked for.
    has_no_rules: bool,
}

/// What of a rule's findings stays although it was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Except {
    Nothing,
    /// Places, in an address that the caller sent.
    Places,
    /// E-mail addresses in domains that are set aside for examples, in a hint.
    Examples,
}

impl Scrubber {
    /// Secrets shorter than this are not looked for: they would take ordinary words with them.
    pub const SHORTEST_SECRET: usize = configured_secret::SHORTEST;
    /// Of a text longer than this many bytes only the head is read; what is left says that it was cut.
    pub const LONGEST_TEXT: usize = 4 * 1024 * 1024;

    /// A scrubber with all rules and no secrets of its own.
    #[must_use]
    pub const fn new() -> Scrubber {
        Scrubber {
            secrets: None,
            allowed: None,
            profile: Profile::Strict,
            hides_schema_names: false,
            has_no_rules: false,
        }
    }

    /// The scrubber that is used where none was configured.
    #[must_use]
    pub fn standard() -> &'static Scrubber {
        static STANDARD: Scrubber = Scrubber::new();
        &STANDARD
    }

    /// The same, and this exact text is removed wherever it stands, also in base64, percent-encoded and escaped.
    ///
    /// Text shorter than [`Scrubber::SHORTEST_SECRET`] bytes, and text that a placeholder contains, is not a secret.
    #[must_use]
    pub fn with_secret(self, secret: impl Into<String>) -> Scrubber {
        self.with_secrets([secret])
    }

    /// The same for several: what finds them is built once.
    #[must_use]
    pub fn with_secrets(self, secrets: impl IntoIterator<Item = impl Into<String>>) -> Scrubber {
        let known = self.secrets.iter().flat_map(|secrets| secrets.words().iter().cloned());
        let new = secrets.into_iter().map(|secret| secret.into().into_boxed_str());
        let secrets = Secrets::new(known.chain(new));
        Scrubber { secrets: (!secrets.words().is_empty()).then(|| Arc::new(secrets)), ..self }
    }

    /// The same with this profile.
    #[must_use]
    pub fn with_profile(self, profile: Profile) -> Scrubber {
        Scrubber { profile, ..self }
    }

    /// The same for one call: what its caller knows already may stay.
    #[must_use]
    pub fn allowing(self, allowed: Allowed) -> Scrubber {
        Scrubber { allowed: Some(Arc::new(allowed)), ..self }
    }

    /// The same, and names of tables, columns and constraints are removed from what databases say.
    #[must_use]
    pub fn hiding_schema_names(self) -> Scrubber {
        Scrubber { hides_schema_names: true, ..self }
    }

    /// The same, and nothing but its own secrets is removed; none if it has none.
    pub fn of_secrets_alone(&self) -> Option<Scrubber> {
        self.has_secrets().then(|| Scrubber { has_no_rules: true, allowed: None, ..self.clone() })
    }

    /// The text without what must not be seen; untouched text is not copied.
    #[must_use]
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.scrub_but(text, None, Except::Nothing)
    }

    /// Bytes that should be text: what is not UTF-8 becomes `\u{fffd}` where anything is removed, and stays elsewhere.
    #[must_use]
    pub fn scrub_bytes<'t>(&self, bytes: &'t [u8]) -> Cow<'t, [u8]> {
        let text = String::from_utf8_lossy(bytes);
        match self.scrub(&text) {
            Cow::Borrowed(_) => Cow::Borrowed(bytes),
            Cow::Owned(scrubbed) => Cow::Owned(scrubbed.into_bytes()),
        }
    }

    /// What would be removed from the text, in order, without overlaps.
    #[must_use]
    pub fn removals(&self, text: &str) -> Vec<Removal> {
        let (head, _) = text.split_at(text.floor_char_boundary(Self::LONGEST_TEXT));
        self.removals_but(head, Except::Nothing)
    }

    /// The text, scrubbed, and a note of every rule that took something out.
    pub fn scrub_noting<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_but(text, Some(rules), Except::Nothing)
    }

    /// The same, but places stay.
    pub fn scrub_but_places<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_but(text, Some(rules), Except::Places)
    }

    /// The same, but addresses that are set aside for examples stay.
    pub fn scrub_but_examples<'t>(&self, text: &'t str, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_but(text, Some(rules), Except::Examples)
    }

    /// The rules are noted where somebody wants to know them.
    fn scrub_but<'t>(&self, text: &'t str, mut rules: Option<&mut Vec<&'static str>>, except: Except) -> Cow<'t, str> {
        if !self.has_secrets() && is_plain_word(text) {
            return Cow::Borrowed(text);
        }
        if text.len() <= Self::LONGEST_TEXT {
            return self.scrub_until_stable(text, rules, except);
        }
        // The cut may go through a secret, of which no rule knows the half: so the end goes too, after scrubbing.
        let head = whole_or_head(text, Self::LONGEST_TEXT);
        let sure = without_margin(&self.scrub_until_stable(&head, rules.as_deref_mut(), except), self.longest_secret());
        let sure = cut_text(&sure, Self::LONGEST_TEXT);
        Cow::Owned(self.scrub_until_stable(&sure, rules, except).into_owned())
    }

    /// What is taken out can bring to light what a rule did not see before, such as a path that was part of a longer
    /// word. So it goes on until nothing changes, which a second pass brings about; a text that still changes then was
    /// made to. Of that, whole lines go, long ones in the second pass already; and of one that holds out even then
    /// nothing stays: whoever writes a text that loses a word with every pass does not get to choose how many there are.
    fn scrub_until_stable<'t>(
        &self,
        text: &'t str,
        mut rules: Option<&mut Vec<&'static str>>,
        except: Except,
    ) -> Cow<'t, str> {
        const LONG_LINE: usize = 4 * 1024;
        const MOST_PASSES: usize = 4;
        let mut scrubbed = Cow::Borrowed(text);
        for pass in 0..MOST_PASSES {
            let mut removals = self.removals_but(&scrubbed, except);
            if removals.is_empty() {
                return scrubbed;
            }
            match pass {
                0 => {}
                1 => removals = whole_lines(&scrubbed, removals, LONG_LINE),
                _ => removals = whole_lines(&scrubbed, removals, 0),
            }
            let next = replace(&scrubbed, &removals);
            if next == scrubbed {
                return scrubbed;
            }
            if let Some(rules) = rules.as_deref_mut() {
                note(&removals, rules);
            }
            scrubbed = Cow::Owned(next);
        }
        Cow::Owned(REDACTED.to_owned())
    }

    fn removals_but(&self, text: &str, except: Except) -> Vec<Removal> {
        let mut taken = Vec::new();
        self.search(text, &mut taken);
        let is_needed = self.secrets.as_ref().is_some_and(|secrets| secrets.have_escapes());
        let mut decoded = Decoded::of(text, is_needed);
        for _ in 0..MOST_LEVELS {
            let Some(view) = decoded else { break };
            let mut seen = Vec::new();
            self.search(&view.text, &mut seen);
            view.place(&mut seen);
            add_new(&mut taken, seen);
            decoded = view.again(is_needed);
        }
        if taken.is_empty() {
            return Vec::new();
        }
        taken.retain(|taken| !self.stays(text, taken, except));
        without_overlaps(text, taken)
    }

    fn search(&self, text: &str, taken: &mut Vec<Taken>) {
        if let Some(secrets) = &self.secrets {
            secrets.find(text, taken);
        }
        scan(text, self.chosen(), taken);
    }

    fn stays(&self, text: &str, taken: &Taken, except: Except) -> bool {
        let is_excepted = match except {
            Except::Nothing => false,
            Except::Places => taken.family == Family::Places,
            Except::Examples => {
                taken.id == email::RULE.id && email::is_example(text.get(taken.span.clone()).unwrap_or_default())
            }
        };
        is_excepted || self.allowed.as_ref().is_some_and(|allowed| allowed.keeps(text, taken))
    }

    /// The rules that run.
    fn chosen(&self) -> Chosen {
        static ONLY_ON_DEMAND: LazyLock<Chosen> = LazyLock::new(|| {
            let rules = RULES.iter().enumerate().filter(|(_, rule)| rule.id == schema_name::ID);
            rules.fold(0, |set, (rank, _)| set | 1 << rank)
        });
        static BY_PROFILE: LazyLock<Vec<Chosen>> = LazyLock::new(|| {
            let chosen = |profile: &Profile| {
                let rules = RULES.iter().enumerate().filter(|(_, rule)| profile.removes(rule.family));
                rules.fold(0, |set, (rank, _)| set | 1 << rank)
            };
            Profile::ALL.iter().map(chosen).collect()
        });
        if self.has_no_rules {
            return 0;
        }
        let rules = BY_PROFILE.get(self.profile as usize).copied().unwrap_or(Chosen::MAX);
        if self.hides_schema_names { rules } else { rules & !*ONLY_ON_DEMAND }
    }

    /// Whether a name has the words of a configured secret, whatever stands between them.
    pub fn hides(&self, name: &str) -> bool {
        let plain = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).collect::<String>().to_lowercase();
        let is_within = |secret: &str| secret.len() >= Self::SHORTEST_SECRET && plain(name).contains(secret);
        self.secrets.iter().flat_map(|secrets| secrets.words()).any(|secret| is_within(&plain(secret)))
    }

    /// Whether there are secrets of its own.
    pub fn has_secrets(&self) -> bool {
        self.secrets.is_some()
    }

    /// The length of the longest secret that it was configured with.
    pub fn longest_secret(&self) -> usize {
        self.secrets.iter().flat_map(|secrets| secrets.words()).map(|secret| secret.len()).max().unwrap_or_default()
    }
}

/// Shows how many secrets there are, never which.
impl std::fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scrubber")
            .field("profile", &self.profile)
            .field("secrets", &self.secrets.as_ref().map_or(0, |secrets| secrets.words().len()))
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

/// The longest word that is taken for plain, in bytes: no format of keys has so few letters and nothing else.
const LONGEST_PLAIN_WORD: usize = 16;

/// Whether the text is a word such as names of details are, in which no rule finds anything.
fn is_plain_word(text: &str) -> bool {
    text.len() <= LONGEST_PLAIN_WORD && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn note(removals: &[Removal], rules: &mut Vec<&'static str>) {
    for removal in removals {
        if !rules.contains(&removal.rule) {
            rules.push(removal.rule);
        }
    }
}

/// Adds what was found in a decoded text. Where a rule found something at the same place before, that stands: a text that
/// is decoded too often shows ends of values that are none.
fn add_new(taken: &mut Vec<Taken>, seen: Vec<Taken>) {
    let place = |taken: &Taken| (taken.span.start, taken.id);
    taken.sort_by_key(place);
    let is_known = |new: &Taken| taken.binary_search_by_key(&place(new), place).is_ok();
    let new: Vec<_> = seen.into_iter().filter(|new| !is_known(new)).collect();
    taken.extend(new);
}

/// Joins what overlaps. Of those with one start, the strongest rule's placeholder stays.
fn without_overlaps(text: &str, mut taken: Vec<Taken>) -> Vec<Removal> {
    taken.sort_by_key(|taken| (taken.span.start, taken.rank));
    let mut joined: Vec<Removal> = Vec::with_capacity(taken.len());
    for Taken { span, id, placeholder, .. } in taken {
        let span = text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
        match joined.last_mut() {
            Some(last) if span.start < last.span.end => last.span.end = last.span.end.max(span.end),
            _ => joined.push(Removal { rule: id, span, placeholder }),
        }
    }
    joined
}

/// The lines of at least this length in which something is removed, as removals of their own.
fn whole_lines(text: &str, removals: Vec<Removal>, shortest: usize) -> Vec<Removal> {
    let text = Text(text);
    let mut lines: Vec<Removal> = Vec::with_capacity(removals.len());
    let mut whole_to = 0;
    for removal in removals {
        let Removal { rule, span, .. } = &removal;
        let line = text.line_start(span.start.max(whole_to), whole_to)..text.line_end(span.end.max(whole_to));
        if line.len() < shortest && span.start >= whole_to {
            lines.push(removal);
        } else if !line.is_empty() {
            whole_to = line.end;
            let start = lines.last().map_or(0, |last| last.span.end).max(line.start);
            lines.push(Removal { rule, span: start..line.end, placeholder: REDACTED });
        }
    }
    lines
}

fn replace(text: &str, removals: &[Removal]) -> String {
    let mut scrubbed = String::with_capacity(text.len());
    let mut end = 0;
    for removal in removals {
        scrubbed.push_str(text.get(end..removal.span.start).unwrap_or_default());
        scrubbed.push_str(removal.placeholder);
        end = removal.span.end;
    }
    scrubbed.push_str(text.get(end..).unwrap_or_default());
    scrubbed
}

/// Its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/scrubbing.md")]
struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_id_of_its_own() {
        let mut ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), RULES.len());
    }

    #[test]
    fn no_rule_finds_anything_in_a_plain_word() {
        let scrubber = Scrubber::new().hiding_schema_names();
        let fillers = ["aaaaaaaaaaaaaaaa", "qwertyuiopasdfgh", "_x_abcdefgh_ijkl"];
        let mut count = 0;
        for (trigger, filler) in scan::triggers().into_iter().flat_map(|it| fillers.map(|filler| (it, filler))) {
            for text in [format!("{trigger}{filler}"), format!("{filler}{trigger}")] {
                let parts = (1..=LONGEST_PLAIN_WORD)
                    .flat_map(|length| [text.get(..length), text.get(text.len().saturating_sub(length)..)]);
                for part in parts.flatten().filter(|part| is_plain_word(part)) {
                    assert_eq!(scrubber.removals(part), [], "{part}");
                    count += 1;
                }
            }
        }
        assert!(count > 1_000, "only {count} words");
    }

    #[test]
    fn text_without_anything_to_hide_is_not_copied() {
        let text = "Order 17 was not found; call list_orders (v1.2) and/or try 2026-11-15, see /orders/17.";
        assert!(matches!(Scrubber::new().scrub(text), Cow::Borrowed(_)));
    }

    #[test]
    fn debug_shows_no_secret() {
        assert!(!format!("{:?}", Scrubber::new().with_secret("hunter2")).contains("hunter2"));
    }

    #[test]
    fn a_secret_that_overlaps_itself_goes_whole() {
        let scrubber = Scrubber::new().with_secret("hunter2-hunter2-");
        assert_eq!(scrubber.scrub("hunter2-hunter2-hunter2-"), "[redacted]");
    }

    #[test]
    fn a_long_line_that_changes_twice_goes_whole_and_its_neighbours_stay() {
        let text = format!("first\n{}\nlast", "Q~1".repeat(2000));
        assert_eq!(Scrubber::new().scrub(&text), "first\n[redacted]\nlast");
    }

    #[test]
    fn what_a_removal_brings_to_light_goes_too() {
        let scrubber = Scrubber::new().with_secret("hunter2x");
        assert_eq!(scrubber.scrub("hunter2x/home/jane/key.pem"), "[redacted][path]");
        assert_eq!(scrubber.scrub("root@db1.corp.com/var/lib/app/x"), "[email][path]");
    }

    #[test]
    fn a_text_that_loses_a_word_with_every_pass_loses_its_lines() {
        let text = format!("before\n\n{}", "INSERT INTO a (".repeat(1000));
        assert_eq!(Scrubber::new().scrub(&text), "before\n\n[redacted]");
    }

    #[test]
    fn overlapping_removals_become_one() {
        let scrubber = Scrubber::new().with_secret("secret-a").with_secret("a-tail");
        assert_eq!(scrubber.scrub("[secret-a-tail]"), "[[redacted]]");
    }
}
