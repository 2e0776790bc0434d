//! One pass over a text for all rules: an automaton finds the triggers of every rule, and the rules are called there.

use super::automaton::{Automaton, TooManyWords, doubtful};
use super::internals::look_budget::Spent;
use super::memo::Memo;
use super::registry::RULES;
use super::rule::{Finding, Findings, Hit, Rule, Triggers};
use super::run_cache::RunCache;
use super::text::{ALPHANUMERIC, Class, Text};
use memchr::memchr3_iter;
use std::ops::Range;
use std::sync::LazyLock;

/// The rule that a trigger belongs to, and the index of the trigger among the rule's words.
#[derive(Clone, Copy)]
struct Owner {
    rank: usize,
    word: usize,
    text: &'static str,
    /// A byte that the automaton does not distinguish from others, and its distance from the end. If there is one, the
    /// word must be compared with the text.
    doubt: Option<(u8, u8)>,
    /// Whether its case must match.
    is_cased: bool,
}

/// The automaton of all words, and the owner of each.
struct Words {
    automaton: Automaton,
    owners: Vec<Owner>,
}

/// A test ensures that they fit into the automaton. If they did not, no text could be trusted, and all of it would be
/// removed.
static WORDS: LazyLock<Result<Words, TooManyWords>> = LazyLock::new(|| {
    let (words, owners): (Vec<_>, Vec<_>) = owned(|triggers| match triggers {
        Triggers::Words(words) => words.iter().map(|word| (*word, false)).collect(),
        Triggers::Built(words) => words().into_iter().map(|word| (word, false)).collect(),
        Triggers::Cased(words) => words(),
        Triggers::Heads(_) | Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => Vec::new(),
    });
    let (words, owners): (Vec<_>, Vec<_>) = joined_digits(words, owners).into_iter().unzip();
    Ok(Words { automaton: Automaton::new(&words)?, owners })
});

/// Joins ten words that differ in the last digit alone into one. The automaton does not distinguish them, and the rule
/// reads the digit from the text.
fn joined_digits(words: Vec<&'static str>, owners: Vec<Owner>) -> Vec<(&'static str, Owner)> {
    let all: Vec<_> = words.into_iter().zip(owners).collect();
    let stem = |word: &'static str| word.strip_suffix(|last: char| last.is_ascii_digit());
    let is_one_of_ten = |stem: &str, rank: usize| {
        let same = all.iter().filter(|(word, owner)| owner.rank == rank && has_stem(word, stem));
        doubtful(stem).is_none() && same.count() == 10
    };
    let joined = all.iter().filter_map(|(word, owner)| match stem(word).filter(|it| is_one_of_ten(it, owner.rank)) {
        None => Some((*word, *owner)),
        Some(_) => word.ends_with('0').then_some((*word, Owner { doubt: None, ..*owner })),
    });
    joined.collect()
}

/// Whether the word is the stem and one digit.
fn has_stem(word: &str, stem: &str) -> bool {
    word.strip_suffix(|last: char| last.is_ascii_digit()) == Some(stem)
}

/// The words that keys begin with, up to and including their first separator.
struct Heads {
    /// Which pairs of bytes precede a separator: this excludes most words.
    endings: [u64; 64],
    /// For each first byte, the lengths that occur.
    lengths: [u32; 256],
    /// For each first byte and length, the heads with their owners.
    owners: Vec<Vec<(&'static str, Vec<Owner>)>>,
}

/// The longest head.
const LONGEST_HEAD: usize = 24;

static HEADS: LazyLock<Heads> = LazyLock::new(|| {
    let (words, owners): (Vec<_>, Vec<_>) = owned(|triggers| match triggers {
        Triggers::Heads(words) => words().into_iter().map(|word| (word, true)).collect(),
        Triggers::Words(_)
        | Triggers::Built(_)
        | Triggers::Cased(_)
        | Triggers::KeyLike
        | Triggers::LongWord
        | Triggers::DigitGroups => Vec::new(),
    });
    let mut heads = Heads {
        endings: [0; 64],
        lengths: [0; 256],
        owners: vec![Vec::new(); Heads::place(u8::MAX, LONGEST_HEAD) + 1],
    };
    for (word, owner) in words.into_iter().zip(owners) {
        heads.add_ending(word);
        let first = word.bytes().next().unwrap_or_default();
        if let Some(lengths) = heads.lengths.get_mut(usize::from(first)) {
            *lengths |= 1 << word.len().min(LONGEST_HEAD);
        }
        let Some(alike) = heads.owners.get_mut(Heads::place(first, word.len())) else { continue };
        match alike.iter_mut().find(|(known, _)| *known == word) {
            Some((_, owners)) => owners.push(owner),
            None => alike.push((word, vec![owner])),
        }
    }
    heads
});

impl Heads {
    /// Bytes are distinguished modulo 64.
    fn ending(before_last: u8, last: u8) -> (usize, u64) {
        (usize::from(last % 64), 1 << (before_last % 64))
    }

    /// The index of the heads with this first byte and this length.
    const fn place(first: u8, length: usize) -> usize {
        let length = if length < LONGEST_HEAD { length } else { LONGEST_HEAD };
        first as usize * (LONGEST_HEAD + 1) + length
    }

    fn add_ending(&mut self, head: &str) {
        let Some((_, word)) = head.as_bytes().split_last() else { return };
        let before_last = match word {
            [.., before_last, _] => *before_last..=*before_last,
            // Any byte can precede a single letter.
            _ => 0..=u8::MAX,
        };
        let last = word.last().copied().unwrap_or_default();
        for (at, bit) in before_last.map(|before_last| Heads::ending(before_last, last)) {
            if let Some(ending) = self.endings.get_mut(at) {
                *ending |= bit;
            }
        }
    }

    /// Whether a head can end at the separator.
    fn can_end(&self, text: Text<'_>, separator: usize) -> bool {
        let before = |distance: usize| separator.checked_sub(distance).and_then(|at| text.byte(at)).unwrap_or_default();
        let (at, bit) = Heads::ending(before(2), before(1));
        self.endings.get(at).is_some_and(|ending| ending & bit != 0)
    }
}

/// The words that the function returns for each rule, each with whether its case must match, and their owners.
fn owned(words: fn(&Triggers) -> Vec<(&'static str, bool)>) -> (Vec<&'static str>, Vec<Owner>) {
    let all = RULES.iter().enumerate().flat_map(|(rank, rule)| {
        let words = words(&rule.triggers).into_iter().enumerate();
        words.map(move |(word, (text, is_cased))| (text, Owner { rank, word, text, doubt: doubtful(text), is_cased }))
    });
    all.unzip()
}

/// The words that call rules.
#[cfg(test)]
pub(super) fn triggers() -> Vec<&'static str> {
    let (words, _) = owned(|triggers| match triggers {
        Triggers::Words(words) => words.iter().map(|word| (*word, false)).collect(),
        Triggers::Built(words) | Triggers::Heads(words) => words().into_iter().map(|word| (word, false)).collect(),
        Triggers::Cased(words) => words(),
        Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => Vec::new(),
    });
    words
}

/// A set of rules, by their index in the registry.
pub(super) type RuleSet = u64;

/// How far a rule has handled the text.
#[derive(Clone)]
struct Progress {
    /// Up to where it has handled the text.
    dealt_with: usize,
    seen: Range<usize>,
}

/// Everything that the chosen rules find in the text, in no order, overlaps included.
pub(super) fn scan(text: &str, chosen: RuleSet, spent: &mut Spent, taken: &mut Vec<Finding>) {
    spent.effort.scan(text.len());
    let mut scan = Scan {
        text: Text(text),
        chosen,
        progress: [const { Progress { dealt_with: 0, seen: 0..0 } }; RULES.len()],
        runs: RunCache::default(),
        memo: Memo::default(),
        spent,
        taken,
    };
    scan.words();
    scan.heads();
    scan.words_with_digits();
    spent.scanned = spent.scanned.saturating_add(text.len());
}

struct Scan<'t, 'v> {
    text: Text<'t>,
    chosen: RuleSet,
    progress: [Progress; RULES.len()],
    runs: RunCache,
    memo: Memo,
    spent: &'v mut Spent,
    taken: &'v mut Vec<Finding>,
}

impl Scan<'_, '_> {
    fn words(&mut self) {
        let Ok(Words { automaton, owners }) = &*WORDS else { return self.take_all() };
        automaton.find(self.text.0.as_bytes(), |word, end| {
            if let Some(owner) = owners.get(word) {
                self.hit(owner, end);
            }
        });
    }

    fn take_all(&mut self) {
        let all = |(rank, rule): (usize, &Rule)| Finding {
            span: 0..self.text.len(),
            rank,
            id: rule.id,
            family: rule.family,
            placeholder: rule.placeholder,
        };
        self.taken.extend(RULES.iter().enumerate().take(1).map(all));
    }

    fn hit(&mut self, owner: &Owner, end: usize) {
        self.spent.effort.trigger();
        let start = end.saturating_sub(owner.text.len());
        if self.progress.get(owner.rank).is_none_or(|progress| start < progress.dealt_with) {
            return;
        }
        if owner.is_cased && !self.text.starts_with(start, owner.text) {
            return;
        }
        let is_there = owner.doubt.is_none_or(|(before_end, byte)| {
            self.text.byte(end.saturating_sub(usize::from(before_end))) == Some(byte)
                && self.text.starts_with_ignoring_case(start, owner.text)
        });
        if is_there {
            self.call(owner.rank, owner.word, start..end);
        }
    }

    /// Calls the rules that words begin with, up to their first separator.
    fn heads(&mut self) {
        let heads = &*HEADS;
        for separator in memchr3_iter(b'_', b'-', b'.', self.text.0.as_bytes()) {
            self.spent.effort.separator();
            if !heads.can_end(self.text, separator) {
                continue;
            }
            if self.spent.effort.stopped().is_some() {
                return;
            }
            let start = self.text.skip_back(separator, separator.saturating_sub(LONGEST_HEAD), &ALPHANUMERIC);
            let span = start..separator + 1;
            let first = self.text.byte(start).unwrap_or_default();
            let lengths = heads.lengths.get(usize::from(first));
            if lengths.is_none_or(|lengths| lengths & (1 << span.len().min(LONGEST_HEAD)) == 0) {
                continue;
            }
            let word = self.text.get(span.clone());
            let alike = heads.owners.get(Heads::place(first, span.len())).into_iter().flatten();
            // Most differ in the second letter, which is compared without a call.
            let second = word.as_bytes().get(1);
            let is_it = |head: &str| head.as_bytes().get(1) == second && head == word;
            for owner in alike.filter(|(head, _)| is_it(head)).flat_map(|(_, owners)| owners) {
                self.call(owner.rank, owner.word, span.clone());
            }
        }
    }

    fn call(&mut self, rank: usize, word: usize, span: Range<usize>) {
        let (Some(rule), Some(progress)) = (RULES.get(rank), self.progress.get_mut(rank)) else { return };
        if span.start < progress.dealt_with || self.chosen & (1 << rank) == 0 {
            return;
        }
        // A rule sees only its window. After the trigger the text is cut there; before the trigger `from` is the limit.
        let end = span.end.saturating_add(rule.window);
        let text = if end < self.text.len() { self.text.up_to(end) } else { self.text };
        let mut from = progress.dealt_with;
        if from.saturating_add(rule.window) < span.start {
            from = self.text.character_start(span.start - rule.window);
        }
        let hit = Hit { span, word, from };
        let (scanned, Some((spent, effort))) = (self.spent.scanned, self.spent.of(rank)) else { return };
        let (seen, runs, memo) = (&mut progress.seen, &mut self.runs, &mut self.memo);
        let mut found = Findings { taken: self.taken, rank, rule, seen, spent, scanned, runs, memo };
        let dealt_with = effort.call(rank, || (rule.find)(text, &hit, &mut found));
        // The whole text goes if the rule was not called.
        progress.dealt_with = dealt_with.unwrap_or(usize::MAX);
    }

    /// Words with a digit, and groups of digits, which the automaton cannot find.
    fn words_with_digits(&mut self) {
        const WORD: Class = Class::of("A-Za-z0-9_+/=.-");
        const SIGN: Class = Class::of("0-9 -");
        // What is certainly removed need not be judged again: most digits are in keys and traces.
        self.taken.sort_by_key(|taken| taken.span.start);
        let (mut from, mut known, mut gone_to) = (0, 0, 0);
        while let Some(digit) = next_digit(self.text, from).filter(|_| self.spent.effort.stopped().is_none()) {
            while let Some(taken) = self.taken.get(known).filter(|taken| taken.span.start <= digit) {
                gone_to = if taken.can_be_known() { gone_to } else { taken.span.end.max(gone_to) };
                known += 1;
            }
            if digit < gone_to {
                from = gone_to;
                continue;
            }
            let word = self.text.skip_back(digit, from, &WORD)..self.text.skip(digit, &WORD);
            let group = self.text.skip_back(digit, from, &SIGN)..self.text.skip(digit, &SIGN);
            from = word.end.max(group.end);
            let sorts = &*BY_SORT;
            if word.len() >= Triggers::KEY {
                self.call_all(sorts.keylike, &word);
            }
            if word.len() >= Triggers::LONG {
                self.call_all(sorts.long_word, &word);
            }
            if group.len() >= Triggers::DIGITS {
                self.call_all(sorts.digit_groups, &group);
            }
        }
    }

    fn call_all(&mut self, rules: RuleSet, span: &Range<usize>) {
        let mut left = rules & self.chosen;
        while left != 0 {
            self.call(left.trailing_zeros() as usize, 0, span.clone());
            left &= left - 1;
        }
    }
}

/// The rules that words with digits call.
struct BySort {
    keylike: RuleSet,
    long_word: RuleSet,
    digit_groups: RuleSet,
}

static BY_SORT: LazyLock<BySort> = LazyLock::new(|| {
    let rules = |wanted: fn(&Triggers) -> bool| {
        RULES.iter().enumerate().filter(|(_, rule)| wanted(&rule.triggers)).fold(0, |set, (rank, _)| set | 1 << rank)
    };
    BySort {
        keylike: rules(|triggers| matches!(triggers, Triggers::KeyLike)),
        long_word: rules(|triggers| matches!(triggers, Triggers::LongWord)),
        digit_groups: rules(|triggers| matches!(triggers, Triggers::DigitGroups)),
    }
});

/// The next digit from the position on, many bytes at a time.
fn next_digit(text: Text<'_>, from: usize) -> Option<usize> {
    const CHUNK: usize = 32;
    /// Where digits are frequent, the next one is near.
    const NEAR: usize = 4;
    let rest = text.0.as_bytes().get(from..)?;
    if let Some(at) = rest.iter().take(NEAR).position(u8::is_ascii_digit) {
        return Some(from + at);
    }
    let has_digit = |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | byte.is_ascii_digit());
    let skipped = rest.chunks(CHUNK).take_while(|chunk| !has_digit(chunk)).map(<[u8]>::len).sum::<usize>();
    let at = rest.get(skipped..)?.iter().position(u8::is_ascii_digit)?;
    Some(from + skipped + at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_info;

    fn words() -> &'static Words {
        WORDS.as_ref().expect("the words of all rules fit into the automaton")
    }

    /// The rule's words that it is called for in the text, and whether it finds something.
    fn called(rank: usize, text: &str) -> (Vec<usize>, bool) {
        let (rule, mut from, mut called, mut taken) = (&RULES[rank], 0, Vec::new(), Vec::new());
        let (mut seen, mut spent, mut runs, mut memo) = (0..0, 0, RunCache::default(), Memo::default());
        words().automaton.find(text.as_bytes(), |word, end| {
            let owner = &words().owners[word];
            let span = end.saturating_sub(owner.text.len())..end;
            if owner.rank == rank && span.start >= from && Text(text).starts_with(span.start, owner.text) {
                called.push(owner.word);
                let (taken, seen, spent, runs, memo) = (&mut taken, &mut seen, &mut spent, &mut runs, &mut memo);
                let mut found = Findings { taken, rank, rule, seen, spent, scanned: 0, runs, memo };
                from = (rule.find)(Text(text), &Hit { span, word: owner.word, from }, &mut found);
            }
        });
        (called, !taken.is_empty())
    }

    #[test]
    fn no_trigger_is_shadowed_by_a_shorter_one_of_its_rule() {
        for Owner { rank, word, text, .. } in &words().owners {
            for text in [format!("{text} x"), format!("x{text}")] {
                let (called, has_taken) = called(*rank, &text);
                assert!(called.contains(word) || has_taken, "{}: {text:?}", RULES[*rank].id);
            }
        }
    }

    /// What one rule finds in the text from the position on.
    fn found_from(rank: usize, text: &str, from: usize) -> Vec<Range<usize>> {
        let mut taken = Vec::new();
        scan(text, 1 << rank, &mut Spent::nothing_on(text.len()), &mut taken);
        let mut spans: Vec<_> = taken.into_iter().map(|it| it.span).filter(|span| span.end > from).collect();
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        spans.iter().map(|span| span.start.saturating_sub(from)..span.end - from).collect()
    }

    #[test]
    fn text_outside_its_window_does_not_change_what_a_rule_finds() {
        // What rules look for on both sides: names, quotes, ends of lines and of statements.
        const FAR: [&str; 4] = ["\"password\": \"", "SELECT a FROM b WHERE c = '", "]}>)'\";\n", "/srv/a ---- "];
        for (rank, rule) in RULES.iter().enumerate() {
            let example = rule_info::rule(rule.id).unwrap().example().before;
            for filler in ["a", " ", ". ", "\n"] {
                let gap = filler.repeat(rule.window / filler.len() + 64);
                let found = |far: &str| {
                    let text = format!("{far}{gap}{example}{gap}{far}");
                    let from = far.len() + gap.len();
                    let spans = found_from(rank, &text, from);
                    spans.into_iter().filter(|span| span.start < example.len()).collect::<Vec<_>>()
                };
                let alone = found("");
                for far in FAR {
                    assert_eq!(found(far), alone, "{} behind {far:?} and {filler:?}", rule.id);
                }
            }
        }
    }

    #[test]
    fn every_word_of_every_rule_is_found() {
        assert!(RULES.len() <= RuleSet::BITS as usize);
        for Owner { text, .. } in &words().owners {
            let mut is_found = false;
            words().automaton.find(text.as_bytes(), |word, end| {
                is_found |= words().owners.get(word).is_some_and(|owner| owner.text == *text) && end == text.len();
            });
            assert!(is_found, "{text}");
        }
    }
}
