//! Numbers that look random and are the same in every run.

/// A generator of numbers: SplitMix64.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The generator of one text.
    pub(crate) fn of(seed: u64, number: u64) -> Random {
        let mut random = Random(seed);
        let mixed = random.next();
        Random(mixed ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Whether one of so many cases is this one.
    pub(crate) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// So many signs of the alphabet.
    pub(crate) fn signs(&mut self, alphabet: &str, length: usize) -> String {
        let signs: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| *self.pick(&signs)).collect()
    }
}

/// The bits of the number, each of which depends on all.
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
