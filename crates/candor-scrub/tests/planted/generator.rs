//! Texts with a planted secret, and texts without: carriers × names × formats × encodings × neighbours.
//!
//! The text of a number is the same in every run. A combination of parts is in one of two halves, decided by its hash;
//! some carriers, names and formats are in one half alone. Rules are built with the texts of the building half in sight. Of the
//! checking half only figures are shown, so that they say what to expect on texts that nobody has seen.

mod carrier;
mod drawn;
mod encoding;
mod half;
mod harmless;
mod name;
mod neighbour;
mod random;
mod secret;
mod written;

pub(crate) use carrier::Carrier;
pub(crate) use drawn::Part;
pub(crate) use half::{Half, Parts};

use carrier::Says;
use drawn::Drawn;
use encoding::{ENCODINGS, PLAIN, Passage};
use harmless::{HARMLESS, Harmless, PLACEHOLDER};
use random::Random;
use secret::{FORMATS, Format};

/// A text, with what must go if there is something to hide.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) parts: Parts,
    drawn: Drawn,
    passage: Passage,
    pub(crate) is_secret: bool,
}

impl Text {
    fn of(drawn: Drawn, is_secret: bool) -> Option<Text> {
        let passage = drawn.passage()?;
        Some(Text { parts: drawn.parts(), drawn, passage, is_secret })
    }

    pub(crate) fn text(&self) -> String {
        self.passage.text()
    }

    /// What must go, or what must stay, as it is written.
    pub(crate) fn hidden(&self) -> &str {
        &self.passage.hidden
    }

    /// The same with parts that the scrubber knows in the place of these: the text, and what must go.
    pub(crate) fn with_known(&self, parts: &[Part]) -> Option<(String, String)> {
        let passage = self.drawn.with_known(parts)?.passage()?;
        Some((passage.text(), passage.hidden))
    }

    /// The text around it.
    pub(crate) fn without_hidden(&self) -> String {
        [&*self.passage.before, "\n", &*self.passage.after].concat()
    }
}

/// The texts of a half.
pub(crate) struct Texts {
    half: Half,
    with: Vec<(&'static str, &'static Carrier)>,
    without: Vec<(&'static str, &'static Carrier)>,
}

/// How often parts are drawn until they fit each other and the half.
const ATTEMPTS: usize = 10_000;

impl Texts {
    pub(crate) fn of(half: Half) -> Texts {
        let own = || carrier::all().filter(|(_, carrier)| half.has(carrier.apart));
        Texts {
            half,
            with: own().filter(|(_, carrier)| carrier.says != Says::Talk).collect(),
            without: own()
                .filter(|(_, carrier)| carrier.has_twin && carrier.written.is_readable())
                // Where the carrier itself says that the value is secret, only placeholders can stand.
                .flat_map(|carrier| std::iter::repeat_n(carrier, if carrier.1.says == Says::Secret { 1 } else { 3 }))
                .collect(),
        }
    }

    /// The text of this number with a planted secret.
    pub(crate) fn secret(&self, number: usize) -> Text {
        let carrier = self.with[number % self.with.len()];
        self.first(1, number, |random| self.planted(random, carrier))
    }

    /// The text of this number without one.
    pub(crate) fn harmless(&self, number: usize) -> Text {
        let carrier = self.without[number % self.without.len()];
        self.first(2, number, |random| self.unplanted(random, carrier))
    }

    /// The first text that is in this half.
    fn first(&self, seed: u64, number: usize, mut draw: impl FnMut(&mut Random) -> Option<Text>) -> Text {
        let mut random = Random::of(seed, number as u64);
        let mut drawn = (0..ATTEMPTS).filter_map(|_| draw(&mut random));
        drawn.find(|text| text.parts.half() == self.half).expect("some parts fit each other")
    }

    fn planted(&self, random: &mut Random, (group, carrier): (&'static str, &'static Carrier)) -> Option<Text> {
        let (kind, word, name) = self.telling_name(random, carrier);
        let fits = |format: &&Format| self.half.has(format.apart) && format.look >= carrier.least;
        let formats: Vec<_> = FORMATS.iter().filter(fits).collect();
        let format = random.pick(&formats);
        let encoding = *if random.one_in(2) { &PLAIN } else { random.pick(ENCODINGS) };
        let value = (format.make)(random);
        let neighbour = drawn::neighbour(random, carrier, encoding);
        let drawn = Drawn { group, carrier, kind, word, name, format: format.id, encoding, value, neighbour };
        let text = Text::of(drawn, true)?;
        // Where a part of the secret stands beside it by chance, nobody could say whether it is gone.
        survival(text.hidden(), &text.without_hidden()).is_none().then_some(text)
    }

    fn unplanted(&self, random: &mut Random, (group, carrier): (&'static str, &'static Carrier)) -> Option<Text> {
        let drawn = |random: &mut Random, kind, word, name, harmless: &Harmless| {
            let readable: Vec<_> = ENCODINGS.iter().filter(|encoding| encoding.is_readable).collect();
            let encoding = if random.one_in(3) { **random.pick(&readable) } else { PLAIN };
            let value = (harmless.make)(random);
            let neighbour = drawn::neighbour(random, carrier, encoding);
            let drawn = Drawn { group, carrier, kind, word, name, format: harmless.id, encoding, value, neighbour };
            let is_placeholder = harmless.id == PLACEHOLDER.id;
            if is_placeholder && carrier.written.write(&drawn.value)? != drawn.value {
                return None;
            }
            Text::of(drawn, false)
        };
        match carrier.says {
            Says::Secret => drawn(random, "no-name", "", String::new(), &PLACEHOLDER),
            Says::Name if random.one_in(5) => {
                let (_, word, name) = self.telling_name(random, carrier);
                drawn(random, "telling", word, name, &PLACEHOLDER)
            }
            Says::Name => {
                let harmless = random.pick(HARMLESS);
                let (word, name) = harmless.name(random, carrier.style);
                drawn(random, "harmless", word, name, harmless)
            }
            Says::Nothing | Says::Talk => {
                let alone: Vec<_> = HARMLESS.iter().filter(|harmless| harmless.stands_alone).collect();
                let harmless = *random.pick(&alone);
                drawn(random, "no-name", "", String::new(), harmless)
            }
        }
    }

    fn telling_name(&self, random: &mut Random, carrier: &Carrier) -> (&'static str, &'static str, String) {
        if carrier.says != Says::Name {
            return ("no-name", "", String::new());
        }
        let name = name::telling(random, self.half, carrier.style);
        (name.kind, name.word, name.text)
    }
}

/// How much of a secret is still there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Survival {
    Whole,
    /// A run of at least eight signs, and of at least half of them.
    Part,
}

/// What of the hidden text is in the other text.
pub(crate) fn survival(hidden: &str, text: &str) -> Option<Survival> {
    const LEAST: usize = 8;
    if text.contains(hidden) {
        return Some(Survival::Whole);
    }
    let mut starts: Vec<usize> = hidden.char_indices().map(|(at, _)| at).collect();
    starts.push(hidden.len());
    let length = LEAST.max(starts.len() / 2);
    let mut runs = starts.windows(length + 1).map(|run| &hidden[run[0]..run[length]]);
    runs.any(|run| text.contains(run)).then_some(Survival::Part)
}

/// The ids of all that texts are put together from, and the half that each is kept apart for.
pub(crate) fn ids() -> impl Iterator<Item = (&'static str, &'static str, Option<Half>)> {
    let carriers = carrier::all().map(|(_, it)| ("carrier", it.id, it.apart));
    let formats = FORMATS.iter().map(|it| ("format", it.id, it.apart));
    let encodings = [PLAIN].iter().chain(ENCODINGS).map(|it| ("encoding", it.id, None)).collect::<Vec<_>>();
    let neighbours = neighbour::IN_LINE.iter().chain(neighbour::LINES).map(|it| ("neighbour", it.id, None));
    let words = name::words().map(|(word, apart)| ("word", word, apart));
    carriers.chain(words).chain(formats).chain(encodings).chain(neighbours)
}
