//! What slow inputs are made of.

/// A text with nothing to remove.
pub(super) const ORDINARY: &str = "None of the 3 requested articles returned any data; the service answered as usual. ";

/// Units that were the slowest once.
pub(super) const WORST: [&str; 6] =
    ["_:SELECT : \n", "\\nAccountKey=", "\\tat AccountKey=", "\tat a.b(c:1)\n", "password=\"\\", "eyJ.eyJ."];

/// What rules begin, go on and end with.
const PIECES: [&str; 48] = [
    "_",
    ":",
    " ",
    "\n",
    "=",
    "/",
    "\\",
    "\"",
    "'",
    "@",
    ".",
    ",",
    ";",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "%",
    "&",
    "?",
    "-",
    "|",
    "0",
    "a",
    "://",
    "\\n",
    "\\tat ",
    "\tat ",
    "\\u0070",
    "%3D",
    "SELECT ",
    "FROM ",
    "INSERT INTO ",
    "AccountKey=",
    "password",
    "token: ",
    "Bearer ",
    "eyJ",
    "-----BEGIN ",
    "Traceback",
    "File \"x\", line 1",
    "goroutine 1 ",
    "panicked at ",
    "/home/",
    "C:\\",
    "10.0.",
];

/// Units of a few pieces each, without end. The same in every run.
pub(super) struct Pieces(u64);

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces(0x5eed)
    }
}

impl Pieces {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

impl Iterator for Pieces {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let count = 1 + self.below(5);
        Some((0..count).map(|_| self.below(PIECES.len())).filter_map(|index| PIECES.get(index)).copied().collect())
    }
}
