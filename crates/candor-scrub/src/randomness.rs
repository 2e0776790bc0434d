//! Whether the letters of a word are random, as those of a key are, or chosen, as those of a name are.

use super::effort::note_read;
use super::text::{ALPHANUMERIC, HEX};

/// How many bytes of the word are in the class. One loop for each class, because the compiler vectorizes it.
pub(super) fn count(word: &str, is_of_sort: impl Fn(&u8) -> bool) -> usize {
    let chunks = word.as_bytes().chunks(u8::MAX as usize);
    chunks.map(|chunk| usize::from(chunk.iter().fold(0_u8, |sum, byte| sum + u8::from(is_of_sort(byte))))).sum()
}

/// Counting reads so many bytes at once.
const COUNTED_AT_ONCE: usize = 4;

/// The order of the bytes of a word.
#[derive(Debug, Default, Clone, Copy)]
struct Order {
    /// How often a lowercase letter, an uppercase letter or a digit follows a byte of another class.
    changes: usize,
    /// The longest run of consonants.
    consonants: usize,
    /// The longest run of neighbours in the alphabet or on the number line: `abcd`, `4321`.
    series: usize,
}

const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 4;
const CONSONANT: u8 = 8;

/// The class of each byte.
#[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
const SORTS: [u8; 256] = {
    let (mut sorts, mut byte) = ([0; 256], 0);
    while byte < 128 {
        let sign = byte as u8;
        sorts[byte] = match sign {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        let is_vowel = matches!(sign.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
        sorts[byte] |= if sign.is_ascii_alphabetic() && !is_vowel { CONSONANT } else { 0 };
        byte += 1;
    }
    sorts
};

fn order(word: &str) -> Order {
    const STEPS_PER_BYTE: usize = 2;
    note_read(STEPS_PER_BYTE * word.len());
    let mut it = Order::default();
    let (mut last, mut before, mut consonants, mut series) = (0_u8, 0_u8, 0_usize, 0_usize);
    for byte in word.bytes() {
        let sort = SORTS.get(usize::from(byte)).copied().unwrap_or_default();
        let (kind, byte) = (sort & (LOWER | UPPER | DIGIT), byte.to_ascii_lowercase());
        it.changes += usize::from(kind != last && last != 0 && kind != 0);
        consonants = if sort & CONSONANT != 0 { consonants + 1 } else { 0 };
        it.consonants = it.consonants.max(consonants);
        series = if kind != 0 && before.abs_diff(byte) == 1 { series + 1 } else { 0 };
        it.series = it.series.max(series);
        (last, before) = (kind, byte);
    }
    it
}

/// How many distinct bytes the word has.
fn different(word: &str) -> u32 {
    note_read(word.len());
    let mut seen = [0_u64; 4];
    for byte in word.bytes() {
        if let Some(seen) = seen.get_mut(usize::from(byte / 64)) {
            *seen |= 1 << (byte % 64);
        }
    }
    seen.iter().map(|seen| seen.count_ones()).sum()
}

/// Whether one byte, in any case, occurs eight times in a row.
fn repeats(word: &str) -> bool {
    const RUN: usize = 8;
    const SAME_LETTER: u8 = 0x20;
    note_read(word.len());
    // No branch depends on a byte: those of a random word cannot be predicted.
    let (mut last, mut run, mut longest) = (0, 0_usize, 0);
    for byte in word.bytes() {
        let byte = byte | (u8::from(byte.is_ascii_uppercase()) * SAME_LETTER);
        run = if byte == last { run + 1 } else { 1 };
        longest = longest.max(run);
        last = byte;
    }
    longest >= RUN
}

/// Whether the word is almost certainly a key even without context: its letters and digits alternate as those of no
/// name do.
pub(super) fn looks_random(word: &str) -> bool {
    note_read(word.len() / COUNTED_AT_ONCE);
    let (lower, upper) = (count(word, u8::is_ascii_lowercase), count(word, u8::is_ascii_uppercase));
    let letters = lower + upper;
    let is_mixed = lower >= 2 && upper >= 2 || lower == 0 || upper == 0;
    count(word, u8::is_ascii_digit) * 14 >= word.len()
        && letters >= 4
        && is_mixed
        && order(word).changes * 5 >= word.len()
        && different(word) >= 8
}

/// Whether the word can be a key where the context announces one: it need not look random, but must not
/// look like a word of a sentence, a name, a version or a number.
pub(super) fn could_be_key(word: &str) -> bool {
    if is_uuid(word) {
        return true;
    }
    note_read(word.len());
    let is_long = word.len() >= 20;
    if word.len() < 8 || is_date(word) {
        return false;
    }
    let (letters, digits) = (count(word, u8::is_ascii_alphabetic), count(word, u8::is_ascii_digit));
    let others = word.len() - letters - digits;
    let is_shaped = match digits {
        0 => {
            is_long && others * 12 <= word.len() && {
                let order = order(word);
                order.series >= 4 || order.consonants >= 6 || order.changes * 3 >= word.len()
            }
        }
        // A number, a date, a version.
        _ if letters < 2 => is_long && others <= 2,
        1..=3 => {
            let order = order(word);
            order.consonants >= 7
                || order.changes * 4 >= word.len() - others
                || is_long && order.consonants >= 6
                || order.series >= 5 && is_long
        }
        _ => true,
    };
    is_shaped && !is_filler(word) && !repeats(word) && (is_long || different(word) >= 5)
}

/// `2026-11-15T18:30…`: a date, perhaps followed by a time or a name.
fn is_date(word: &str) -> bool {
    let digit = |at: usize| word.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let hyphen = |at: usize| word.as_bytes().get(at) == Some(&b'-');
    (0..4).all(digit) && hyphen(4) && (5..7).all(digit) && hyphen(7) && (8..10).all(digit) && !digit(10)
}

/// `a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e`.
pub(super) fn is_uuid(word: &str) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    word.len() == 36
        && word.split('-').map(str::len).eq(GROUPS)
        && word.split('-').all(|group| ALPHANUMERIC.has_all(group))
}

/// Whether it has hexadecimal digits only, at least `shortest` of them.
pub(super) fn is_hex(word: &str, shortest: usize) -> bool {
    word.len() >= shortest && HEX.has_all(word)
}

/// `xxxxxxxx`, `********`, `00000000-0000-…`: what people write instead of a value.
pub(super) fn is_filler(word: &str) -> bool {
    let mut signs = word.bytes().filter(|byte| !b"-_.".contains(byte));
    let first = signs.next().unwrap_or(b'*').to_ascii_lowercase();
    b"x*0.".contains(&first) && signs.all(|byte| byte.eq_ignore_ascii_case(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_look_random() {
        for word in ["zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL", "a8f3k2m9q1z7x4c6v5b0n2m8", "Ab3dE5fG7hI9jK1lM3nO5pQ7"] {
            assert!(looks_random(word), "{word}");
        }
    }

    #[test]
    fn names_do_not_look_random() {
        for word in ["AbstractSingletonProxyFactoryBean2", "org.apache.logging.log4j.core", "x86_64-unknown-linux-gnu"]
        {
            assert!(!looks_random(word), "{word}");
        }
    }

    #[test]
    fn where_a_key_is_announced_it_need_not_look_random() {
        for word in
            ["hijklmnopqrstuvwxyzabc987654", "QRST5678UVWX1234", "98765432109876543210", "cd0987654321qrstuvwxyzpp"]
        {
            assert!(could_be_key(word), "{word}");
        }
        for word in
            ["required", "authentication", "2026-11-15", "1.22.333", "xxxxxxxxxxxxxxxxxxxx", "internationalization"]
        {
            assert!(!could_be_key(word), "{word}");
        }
    }
}
