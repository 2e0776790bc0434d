//! One pass over a text for all rules at once: an automaton of every rule's triggers calls the rules where they stand.

use super::automaton::{Automaton, doubtful};
use super::registry::RULES;
use super::rule::{Found, Hit, Taken, Triggers};
use super::stretches::Stretches;
use super::text::{ALPHANUMERIC, Class, Text};
use memchr::memchr3_iter;
use std::ops::Range;
use std::sync::LazyLock;

/// What brings a rule to attention, and which of its words it is.
#[derive(Clone, Copy)]
struct Owner {
    rank: usize,
    word: usize,
    text: &'static str,
    /// A byte that the automaton can take others for, and how far it stands before the end: where there is one, the
    /// word must be compared with the text.
    doubt: Option<(u8, u8)>,
}

/// The automaton of all words, and to whom each belongs.
struct Words {
    automaton: Automaton,
    owners: Vec<Owner>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let (words, owners): (Vec<_>, Vec<_>) = owned(|triggers| match triggers {
        Triggers::Words(words) => words.to_vec(),
        Triggers::Built(words) => words(),
        Triggers::Heads(_) | Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => Vec::new(),
    });
    Words { automaton: Automaton::new(&words), owners }
});

/// The words that keys begin with, by what stands before and with their first separator.
struct Heads {
    /// By first byte, which lengths there are: most words are told from a head by that.
    lengths: [u32; 256],
    /// By first byte, the heads with those to whom they belong.
    owners: Vec<Vec<(&'static str, Vec<Owner>)>>,
}

/// The longest head.
const LONGEST_HEAD: usize = 24;

static HEADS: LazyLock<Heads> = LazyLock::new(|| {
    let (words, owners): (Vec<_>, Vec<_>) = owned(|triggers| match triggers {
        Triggers::Heads(words) => words(),
        Triggers::Words(_) | Triggers::Built(_) | Triggers::KeyLike | Triggers::LongWord | Triggers::DigitGroups => {
            Vec::new()
        }
    });
    let mut heads = Heads { lengths: [0; 256], owners: vec![Vec::new(); 256] };
    for (word, owner) in words.into_iter().zip(owners) {
        let first = word.bytes().next().unwrap_or_default();
        if let Some(lengths) = heads.lengths.get_mut(usize::from(first)) {
            *lengths |= 1 << word.len().min(LONGEST_HEAD);
        }
        let Some(same_start) = heads.owners.get_mut(usize::from(first)) else { continue };
        match same_start.iter_mut().find(|(known, _)| *known == word) {
            Some((_, owners)) => owners.push(owner),
            None => same_start.push((word, vec![owner])),
        }
    }
    heads
});

fn owned(words: fn(&Triggers) -> Vec<&'static str>) -> (Vec<&'static str>, Vec<Owner>) {
    let all = RULES.iter().enumerate().flat_map(|(rank, rule)| {
        let words = words(&rule.triggers).into_iter().enumerate();
        words.map(move |(word, text)| (text, Owner { rank, word, text, doubt: doubtful(text) }))
    });
    all.unzip()
}

/// A set of rules, by their place in the registry.
pub(super) type Chosen = u64;

/// How far a rule has come in the text.
#[derive(Clone)]
struct Progress {
    /// Up to where it has dealt with the text.
    dealt_with: usize,
    seen: Range<usize>,
}

/// Everything that the chosen rules take out of the text, in no order, overlaps included.
pub(super) fn scan(text: &str, chosen: Chosen, taken: &mut Vec<Taken>) {
    let mut scan = Scan {
        text: Text(text),
        chosen,
        progress: [const { Progress { dealt_with: 0, seen: 0..0 } }; RULES.len()],
        stretches: Stretches::default(),
        taken,
    };
    scan.words();
    scan.heads();
    scan.words_with_digits();
}

struct Scan<'t, 'v> {
    text: Text<'t>,
    chosen: Chosen,
    progress: [Progress; RULES.len()],
    stretches: Stretches,
    taken: &'v mut Vec<Taken>,
}

impl Scan<'_, '_> {
    fn words(&mut self) {
        let Words { automaton, owners } = &*WORDS;
        automaton.find(self.text.0.as_bytes(), |word, end| {
            if let Some(owner) = owners.get(word) {
                self.hit(owner, end);
            }
        });
    }

    fn hit(&mut self, owner: &Owner, end: usize) {
        let start = end.saturating_sub(owner.text.len());
        let is_there = owner.doubt.is_none_or(|(before_end, byte)| {
            self.text.byte(end.saturating_sub(usize::from(before_end))) == Some(byte)
                && self.text.starts_with_ignoring_case(start, owner.text)
        });
        if is_there {
            self.call(owner.rank, owner.word, start..end);
        }
    }

    /// What words begin with, up to their first separator.
    fn heads(&mut self) {
        let heads = &*HEADS;
        for separator in memchr3_iter(b'_', b'-', b'.', self.text.0.as_bytes()) {
            let start = self.text.skip_back(separator, separator.saturating_sub(LONGEST_HEAD), &ALPHANUMERIC);
            let span = start..separator + 1;
            let first = usize::from(self.text.byte(start).unwrap_or_default());
            let lengths = heads.lengths.get(first);
            if lengths.is_none_or(|lengths| lengths & (1 << span.len().min(LONGEST_HEAD)) == 0) {
                continue;
            }
            let word = self.text.get(span.clone());
            let same_start = heads.owners.get(first).into_iter().flatten();
            for owner in same_start.filter(|(head, _)| *head == word).flat_map(|(_, owners)| owners) {
                self.call(owner.rank, owner.word, span.clone());
            }
        }
    }

    fn call(&mut self, rank: usize, word: usize, span: Range<usize>) {
        let (Some(rule), Some(progress)) = (RULES.get(rank), self.progress.get_mut(rank)) else { return };
        if span.start < progress.dealt_with || self.chosen & (1 << rank) == 0 {
            return;
        }
        let hit = Hit { span, word, from: progress.dealt_with };
        let (seen, stretches) = (&mut progress.seen, &mut self.stretches);
        let mut found = Found { taken: self.taken, rank, rule, seen, stretches };
        progress.dealt_with = (rule.find)(self.text, &hit, &mut found);
    }

    /// Words that have a digit, and groups of digits: what no automaton can look for.
    fn words_with_digits(&mut self) {
        const WORD: Class = Class::of("A-Za-z0-9_+/=.-");
        const SIGN: Class = Class::of("0-9 -");
        // What is gone for certain need not be looked at: most digits stand in keys and traces.
        self.taken.sort_by_key(|taken| taken.span.start);
        let (mut from, mut known, mut gone_to) = (0, 0, 0);
        while let Some(digit) = next_digit(self.text, from) {
            while let Some(taken) = self.taken.get(known).filter(|taken| taken.span.start <= digit) {
                gone_to = if taken.is_certain() { taken.span.end.max(gone_to) } else { gone_to };
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

    fn call_all(&mut self, rules: Chosen, span: &Range<usize>) {
        let mut left = rules & self.chosen;
        while left != 0 {
            self.call(left.trailing_zeros() as usize, 0, span.clone());
            left &= left - 1;
        }
    }
}

/// The rules that words with digits bring to attention.
struct BySort {
    keylike: Chosen,
    long_word: Chosen,
    digit_groups: Chosen,
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

/// The next digit from the place on, many bytes at a time.
fn next_digit(text: Text<'_>, from: usize) -> Option<usize> {
    const CHUNK: usize = 32;
    let rest = text.0.as_bytes().get(from..)?;
    let has_digit = |chunk: &[u8]| chunk.iter().fold(false, |found, byte| found | byte.is_ascii_digit());
    let skipped = rest.chunks(CHUNK).take_while(|chunk| !has_digit(chunk)).map(<[u8]>::len).sum::<usize>();
    let at = rest.get(skipped..)?.iter().position(u8::is_ascii_digit)?;
    Some(from + skipped + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_every_rule_is_found() {
        assert!(RULES.len() <= Chosen::BITS as usize);
        for Owner { text, .. } in &WORDS.owners {
            let mut is_found = false;
            WORDS.automaton.find(text.as_bytes(), |word, end| {
                is_found |= WORDS.owners.get(word).is_some_and(|owner| owner.text == *text) && end == text.len();
            });
            assert!(is_found, "{text}");
        }
    }
}
