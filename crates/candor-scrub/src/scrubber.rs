//! The scrubber: its configuration, and its passes over a text.

use crate::REDACTED;
use crate::allowed::Allowed;
use crate::decoded::{Decoded, MOST_LEVELS, decoded_text};
use crate::diagnostics::schema_name;
use crate::internals::look_budget::Spent;
use crate::keep::Keep;
use crate::profile::Profile;
use crate::registry::RULES;
use crate::removal::{Removal, joined, note_rules, replace, shifted, whole_lines, without_overlaps};
use crate::rule::{Family, Finding};
use crate::scan::{RuleSet, scan};
use crate::secrets::configured_secret::{self, Secrets};
use crate::segment::{self, Cut, Limits};
use crate::stream::ScrubStream;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// Removes secrets, places, internals and personal data from text before it leaves the program.
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
    /// What the operator allows, then what the callers of one call allow.
    allowed: Vec<Arc<Allowed>>,
    profile: Profile,
    hides_schema_names: bool,
    rules: Rules,
    limits: Limits,
}

/// Which rules run.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Rules {
    /// Those of the profile.
    #[default]
    OfProfile,
    /// Those that find secrets.
    OfSecrets,
    /// None: only the configured secrets are removed.
    None,
}

/// Removes the secrets from a text, and nothing else: a step before the text is cut, in which half a secret would not be
/// recognised. The text is not fit for a caller before a [`Scrubber`] has scrubbed it.
///
/// ```
/// let text = "password=hunter2 is in /home/jane/shop/auth.log";
/// assert_eq!(candor_scrub::without_secrets(text), "password=[redacted] is in /home/jane/shop/auth.log");
/// ```
#[must_use]
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    Scrubber { rules: Rules::OfSecrets, ..Scrubber::new() }.scrub(text)
}

impl Scrubber {
    /// Secrets with fewer bytes are ignored: they occur in ordinary words.
    pub const SHORTEST_SECRET: usize = configured_secret::SHORTEST;
    /// The length of a segment, in bytes: a longer text is scrubbed in segments.
    pub const LONGEST_SEGMENT: usize = segment::LONGEST;

    /// A scrubber with all rules and no configured secrets.
    #[must_use]
    pub const fn new() -> Scrubber {
        Scrubber {
            secrets: None,
            allowed: Vec::new(),
            profile: Profile::Strict,
            hides_schema_names: false,
            rules: Rules::OfProfile,
            limits: Limits::STANDARD,
        }
    }

    /// The default scrubber: all rules, no configured secrets.
    #[must_use]
    pub fn standard() -> &'static Scrubber {
        static STANDARD: Scrubber = Scrubber::new();
        &STANDARD
    }

    /// Also removes this exact text anywhere: in any case, in base64 and hexadecimal digits (up to 1 KiB), percent-encoded
    /// and escaped.
    ///
    /// Text shorter than [`Scrubber::SHORTEST_SECRET`] bytes, and text that is part of a placeholder, is ignored.
    #[must_use]
    pub fn with_secret(self, secret: impl Into<String>) -> Scrubber {
        self.with_secrets([secret])
    }

    /// Also removes each of these exact texts. Prefer one call to many: the search for all of them is built once.
    #[must_use]
    pub fn with_secrets(self, secrets: impl IntoIterator<Item = impl Into<String>>) -> Scrubber {
        let known = self.secrets.iter().flat_map(|secrets| secrets.words().iter().cloned());
        let new = secrets.into_iter().map(|secret| secret.into().into_boxed_str());
        let secrets = Secrets::new(known.chain(new));
        Scrubber { secrets: (!secrets.words().is_empty()).then(|| Arc::new(secrets)), ..self }
    }

    /// Removes as much as the profile says.
    #[must_use]
    pub fn with_profile(self, profile: Profile) -> Scrubber {
        Scrubber { profile, ..self }
    }

    /// Also keeps what the reader already knows, beside what was allowed before.
    ///
    /// ```
    /// use candor_scrub::{Allowed, Scrubber};
    ///
    /// let server = Scrubber::new().allowing(Allowed::new().with_root("/srv/shop"));
    /// let call = server.allowing(Allowed::new().with_text("/etc/app/x.toml"));
    /// assert_eq!(call.scrub("/srv/shop/a, /etc/app/x.toml, /etc/app/y"), "/srv/shop/a, /etc/app/x.toml, [path]");
    /// ```
    #[must_use]
    pub fn allowing(mut self, allowed: impl Into<Arc<Allowed>>) -> Scrubber {
        let allowed = allowed.into();
        if !allowed.is_empty() {
            self.allowed.push(allowed);
        }
        self
    }

    /// Keeps nothing that was allowed, as for a reader who is not the caller.
    #[must_use]
    pub fn allowing_nothing(self) -> Scrubber {
        Scrubber { allowed: Vec::new(), ..self }
    }

    /// Also removes the names of tables, columns and constraints from messages of databases.
    #[must_use]
    pub fn hiding_schema_names(self) -> Scrubber {
        Scrubber { hides_schema_names: true, ..self }
    }

    /// A scrubber that removes the configured secrets and nothing else; `None` if there are no secrets.
    #[must_use]
    pub fn secrets_only(&self) -> Option<Scrubber> {
        self.has_secrets().then(|| Scrubber { rules: Rules::None, allowed: Vec::new(), ..self.clone() })
    }

    /// Scrubs a text. Text with nothing to remove is not copied.
    #[must_use]
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.scrub_keeping(text, Keep::Nothing, None)
    }

    /// Scrubs like [`scrub`](Scrubber::scrub), except that it keeps what `keep` says, and adds the id of each rule that
    /// removed something to `rules`, once.
    ///
    /// ```
    /// use candor_scrub::{Keep, Scrubber};
    ///
    /// let mut rules = Vec::new();
    /// let text = "/srv/shop/a.csv for ann@mail.shop";
    /// assert_eq!(Scrubber::new().scrub_reporting(text, Keep::PathsAndPlaces, &mut rules), "/srv/shop/a.csv for [email]");
    /// assert_eq!(rules, ["email"]);
    ///
    /// let written = ["Write to desk@tea.shop, not to "];
    /// let text = "Write to desk@tea.shop, not to ann@mail.shop";
    /// let scrubbed = Scrubber::new().scrub_reporting(text, Keep::AddressesIn(&written), &mut rules);
    /// assert_eq!(scrubbed, "Write to desk@tea.shop, not to [email]");
    /// ```
    pub fn scrub_reporting<'t>(&self, text: &'t str, keep: Keep<'_>, rules: &mut Vec<&'static str>) -> Cow<'t, str> {
        self.scrub_keeping(text, keep, Some(rules))
    }

    /// Scrubs bytes that need not be text. Bytes that are not UTF-8 stay as they are.
    ///
    /// ```
    /// # use candor_scrub::Scrubber;
    /// assert_eq!(*Scrubber::new().scrub_bytes(b"caf\xe9 password=hunter2"), *b"caf\xe9 password=[redacted]");
    /// ```
    #[must_use]
    pub fn scrub_bytes<'t>(&self, bytes: &'t [u8]) -> Cow<'t, [u8]> {
        if bytes.len() <= self.limits.longest {
            return segment::scrubbed(self, bytes, &[]);
        }
        let mut scrubbed = Vec::with_capacity(bytes.len());
        self.for_each_segment(bytes, Keep::Nothing, |part, _, known| {
            scrubbed.extend_from_slice(&segment::scrubbed(self, part, known));
        });
        Cow::Owned(scrubbed)
    }

    /// Lists what would be removed from the text, in order and without overlaps.
    #[must_use]
    pub fn removals(&self, text: &str) -> Vec<Removal> {
        let mut removals = Vec::new();
        self.for_each_segment(text.as_bytes(), Keep::Nothing, |part, offset, known| {
            removals.extend(segment::removals(self, part, known).into_iter().map(|removal| shifted(removal, offset)));
        });
        removals
    }

    /// Scrubs a stream of bytes as it arrives; [`ScrubWriter`](crate::ScrubWriter) is the same as a writer.
    #[must_use]
    pub fn stream(&self) -> ScrubStream {
        ScrubStream::new(self.clone())
    }

    /// With `rules`, the ids of the rules that removed something are added there.
    pub(crate) fn scrub_keeping<'t>(
        &self,
        text: &'t str,
        keep: Keep<'_>,
        mut rules: Option<&mut Vec<&'static str>>,
    ) -> Cow<'t, str> {
        if !self.has_secrets() && is_plain_word(text) {
            return Cow::Borrowed(text);
        }
        if text.len() <= self.limits.longest {
            return self.scrub_segment(text, &[], keep, rules);
        }
        let mut is_changed = false;
        let mut scrubbed = String::with_capacity(text.len());
        self.for_each_segment(text.as_bytes(), keep, |part, offset, known| {
            let part = text.get(offset..offset + part.len()).unwrap_or_default();
            let part = self.scrub_segment(part, known, keep, rules.as_deref_mut());
            is_changed |= matches!(part, Cow::Owned(_));
            scrubbed.push_str(&part);
        });
        if is_changed { Cow::Owned(scrubbed) } else { Cow::Borrowed(text) }
    }

    /// Calls `each` with each segment, its position, and the removals near its ends that depend on the text beyond
    /// them.
    fn for_each_segment(&self, bytes: &[u8], keep: Keep<'_>, mut each: impl FnMut(&[u8], usize, &[Removal])) {
        let (mut offset, mut known) = (0, Vec::new());
        while let Some(rest) = bytes.get(offset..).filter(|rest| !rest.is_empty()) {
            let cut = segment::cut(self, rest, keep).unwrap_or_else(|| Cut::at_end(rest));
            let Cut { at, before, after } = cut.with_known(&known);
            each(rest.get(..at).unwrap_or(rest), offset, &before);
            offset += at;
            known = after;
        }
    }

    /// Scrubs one segment, until a pass changes nothing.
    ///
    /// A removal can uncover something, such as a path that was part of a longer word; a second pass finds it. A text
    /// that still changes after that is hostile, and loses whole lines (in the second pass already, if they are long).
    /// If the last pass still changes it, or the rules take too long before that, all of it is removed: the author of a
    /// text must not choose the number of passes, nor their length.
    pub(crate) fn scrub_segment<'t>(
        &self,
        text: &'t str,
        known: &[Removal],
        keep: Keep<'_>,
        rules: Option<&mut Vec<&'static str>>,
    ) -> Cow<'t, str> {
        self.scrub_within(&mut Spent::nothing_on(text.len()), text, known, keep, rules)
    }

    fn scrub_within<'t>(
        &self,
        spent: &mut Spent,
        text: &'t str,
        known: &[Removal],
        keep: Keep<'_>,
        mut rules: Option<&mut Vec<&'static str>>,
    ) -> Cow<'t, str> {
        const LONG_LINE: usize = 4 * 1024;
        const MOST_PASSES: usize = 4;
        let mut scrubbed = Cow::Borrowed(text);
        for pass in 0..MOST_PASSES {
            let mut removals = self.removals_within(spent, &scrubbed, keep);
            if pass == 0 {
                removals = joined(removals, known);
            }
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
                note_rules(&removals, rules);
            }
            scrubbed = Cow::Owned(next);
        }
        Cow::Owned(REDACTED.to_owned())
    }

    pub(crate) fn removals_in(&self, text: &str, keep: Keep<'_>) -> Vec<Removal> {
        self.removals_within(&mut Spent::nothing_on(text.len()), text, keep)
    }

    /// What is removed from the text; all of it, if the rules would take too long.
    fn removals_within(&self, spent: &mut Spent, text: &str, keep: Keep<'_>) -> Vec<Removal> {
        let mut taken = Vec::new();
        self.search(text, spent, &mut taken);
        let is_needed = self.secrets.as_ref().is_some_and(|secrets| secrets.have_escapes());
        let mut decoded = if spent.effort.stopped().is_none() { Decoded::of(text, is_needed) } else { None };
        let mut seen = Vec::new();
        for level in 1..=MOST_LEVELS {
            let Some(view) = decoded.filter(|_| spent.effort.stopped().is_none()) else { break };
            spent.effort.decode(view.text.len(), view.escapes);
            let next = if level < MOST_LEVELS { view.again(is_needed) } else { None };
            if view.reveals || next.is_none() {
                self.search(&view.text, spent, &mut seen);
            } else {
                // The rules see no more than before, and all of it at the next level.
                self.search_secrets(&view.text, &mut seen);
            }
            view.place(&mut seen);
            add_new(&mut taken, &mut seen);
            decoded = next;
        }
        if let Some(rule) = spent.effort.stopped().and_then(|rank| RULES.get(rank)) {
            return vec![Removal { rule: rule.id, span: 0..text.len(), placeholder: REDACTED }];
        }
        if taken.is_empty() {
            return Vec::new();
        }
        taken.retain_mut(|taken| !keep.keeps(text, taken) && self.is_unknown(text, taken));
        without_overlaps(text, taken)
    }

    fn search(&self, text: &str, spent: &mut Spent, taken: &mut Vec<Finding>) {
        self.search_secrets(text, taken);
        scan(text, self.chosen(), spent, taken);
    }

    /// Finds the configured secrets.
    fn search_secrets(&self, text: &str, taken: &mut Vec<Finding>) {
        if let Some(secrets) = &self.secrets {
            secrets.find(text, taken);
        }
    }

    /// Whether the reader does not know the finding. If it knows a part of it, the rest is left.
    fn is_unknown(&self, text: &str, taken: &mut Finding) -> bool {
        self.allowed.iter().all(|allowed| match allowed.unknown(text, taken) {
            Some(rest) => {
                taken.span = rest;
                true
            }
            None => false,
        })
    }

    /// The rules that run.
    fn chosen(&self) -> RuleSet {
        static ONLY_ON_DEMAND: LazyLock<RuleSet> = LazyLock::new(|| {
            let rules = RULES.iter().enumerate().filter(|(_, rule)| rule.id == schema_name::ID);
            rules.fold(0, |set, (rank, _)| set | 1 << rank)
        });
        static BY_PROFILE: LazyLock<Vec<RuleSet>> =
            LazyLock::new(|| Profile::ALL.iter().map(|profile| rules_of(|family| profile.removes(family))).collect());
        static OF_SECRETS: LazyLock<RuleSet> = LazyLock::new(|| rules_of(|family| family == Family::Secrets));
        match self.rules {
            Rules::None => 0,
            Rules::OfSecrets => *OF_SECRETS,
            Rules::OfProfile => {
                let rules = BY_PROFILE.get(self.profile as usize).copied().unwrap_or(RuleSet::MAX);
                if self.hides_schema_names { rules | *ONLY_ON_DEMAND } else { rules & !*ONLY_ON_DEMAND }
            }
        }
    }

    /// How texts are divided. A configured secret can be longer than any rule's window, and each of its bytes can be
    /// escaped.
    pub(crate) fn limits(&self) -> Limits {
        const LONGEST_ESCAPE: usize = 6;
        let Limits { longest, seam, near } = self.limits;
        Limits { longest, near, seam: seam.max(self.longest_secret_len().saturating_mul(LONGEST_ESCAPE)) }
    }

    /// How many steps the text takes.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn effort_on(&self, text: &str) -> usize {
        let mut spent = Spent::nothing_on(text.len());
        self.scrub_within(&mut spent, text, &[], Keep::Nothing, None);
        spent.effort.used()
    }

    /// The same scrubber with other limits.
    #[cfg(test)]
    pub(crate) fn with_limits(self, limits: Limits) -> Scrubber {
        Scrubber { limits, ..self }
    }

    /// Whether the name contains a configured secret, whatever its case and whatever is between its letters and
    /// digits: `Hunter2.Production` contains `hunter2-production`.
    #[must_use]
    pub fn contains_secret_loosely(&self, name: &str) -> bool {
        let plain = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).collect::<String>().to_lowercase();
        let is_within = |secret: &str| secret.len() >= Self::SHORTEST_SECRET && plain(name).contains(secret);
        self.secrets.iter().flat_map(|secrets| secrets.words()).any(|secret| is_within(&plain(secret)))
    }

    /// Whether a configured secret is in the text, or in a string of the JSON that the text is, in any form that
    /// [`scrub`](Scrubber::scrub) removes. Nothing is found in what has no secret; what is found may also lie across the
    /// members of the JSON.
    ///
    /// ```
    /// # use candor_scrub::Scrubber;
    /// let scrubber = Scrubber::new().with_secret("made \"up\" 8");
    /// assert!(scrubber.contains_secret(r#"{"note": "it is MADE \"up\" 8"}"#));
    /// assert!(!scrubber.contains_secret(r#"{"note": "it is made up"}"#));
    /// ```
    #[must_use]
    pub fn contains_secret(&self, text: &str) -> bool {
        let Some(secrets) = &self.secrets else { return false };
        if secrets.are_in(text.as_bytes()) {
            return true;
        }
        let mut text = Cow::Borrowed(text);
        // One level more, for the JSON itself.
        for _ in 0..=MOST_LEVELS {
            let Some(next) = decoded_text(&text, secrets.have_escapes()) else { return false };
            if secrets.are_in(next.as_bytes()) {
                return true;
            }
            text = Cow::Owned(next);
        }
        false
    }

    /// The configured secrets that have several lines.
    pub(crate) fn secrets_over_lines(&self) -> impl Iterator<Item = &str> {
        let secrets = self.secrets.iter().flat_map(|secrets| secrets.words());
        secrets.map(|secret| &**secret).filter(|secret| secret.contains('\n'))
    }

    /// Whether all rules of the [standard](Scrubber::standard) scrubber run, as no profile leaves any out.
    #[must_use]
    pub fn has_all_rules(&self) -> bool {
        self.rules == Rules::OfProfile && self.profile == Profile::Strict
    }

    /// Whether it has configured secrets.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.secrets.is_some()
    }

    /// The length of the longest configured secret, in bytes; 0 if there is none.
    #[must_use]
    pub fn longest_secret_len(&self) -> usize {
        self.secrets.iter().flat_map(|secrets| secrets.words()).map(|secret| secret.len()).max().unwrap_or_default()
    }
}

/// Shows the number of secrets, never the secrets.
impl std::fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scrubber")
            .field("profile", &self.profile)
            .field("secrets", &self.secrets.as_ref().map_or(0, |secrets| secrets.words().len()))
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

fn rules_of(is_chosen: impl Fn(Family) -> bool) -> RuleSet {
    let rules = RULES.iter().enumerate().filter(|(_, rule)| is_chosen(rule.family));
    rules.fold(0, |set, (rank, _)| set | 1 << rank)
}

/// The longest plain word, in bytes: no key format has so few letters and nothing else.
const LONGEST_PLAIN_WORD: usize = 16;

/// Whether the text is a short word of letters, in which no rule finds anything. Most names of details are.
fn is_plain_word(text: &str) -> bool {
    text.len() <= LONGEST_PLAIN_WORD && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Adds what was found in a decoded text, sorted by its start. Where a rule found something at the same position before, that
/// finding is kept: in a text that is decoded too often, a value can seem to end too early.
fn add_new(taken: &mut Vec<Finding>, seen: &mut Vec<Finding>) {
    taken.sort_by_key(|taken| (taken.span.start, taken.id));
    let (old, mut from) = (taken.len(), 0);
    for new in seen.drain(..) {
        let before = |taken: &Finding| taken.span.start < new.span.start;
        from += taken.get(from..old).unwrap_or_default().iter().take_while(|taken| before(taken)).count();
        let mut here = taken.get(from..old).unwrap_or_default().iter();
        if !here.by_ref().take_while(|taken| taken.span.start == new.span.start).any(|taken| taken.id == new.id) {
            taken.push(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;

    #[test]
    fn every_rule_has_a_unique_id() {
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
    fn a_secret_that_overlaps_itself_is_removed_as_a_whole() {
        let scrubber = Scrubber::new().with_secret("hunter2-hunter2-");
        assert_eq!(scrubber.scrub("hunter2-hunter2-hunter2-"), "[redacted]");
    }

    #[test]
    fn a_long_line_that_changes_twice_is_removed_and_its_neighbours_are_kept() {
        let text = format!("first\n{}\nlast", "Q~1".repeat(2000));
        assert_eq!(Scrubber::new().scrub(&text), "first\n[redacted]\nlast");
    }

    #[test]
    fn what_a_removal_uncovers_is_removed_too() {
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
