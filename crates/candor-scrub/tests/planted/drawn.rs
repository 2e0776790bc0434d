//! Parts that were drawn, put together.

use super::carrier::{Carrier, KNOWN, Says};
use super::encoding::{Encoding, PLAIN, Passage};
use super::half::Parts;
use super::name::Style;
use super::neighbour::{IN_LINE, LINES, NOTHING, Neighbour};
use super::random::Random;

/// Parts of a text.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) group: &'static str,
    pub(crate) carrier: &'static Carrier,
    pub(crate) kind: &'static str,
    pub(crate) word: &'static str,
    pub(crate) name: String,
    pub(crate) format: &'static str,
    pub(crate) encoding: Encoding,
    pub(crate) value: String,
    pub(crate) neighbour: Neighbour,
}

/// What a text is made of, and may survive because of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Encoding,
    Name,
    Format,
    Neighbour,
    Carrier,
}

impl Part {
    pub(crate) const ALL: [Part; 5] = [Part::Encoding, Part::Name, Part::Format, Part::Neighbour, Part::Carrier];
}

/// A neighbour that leaves the encoded carrier as it is.
pub(crate) fn neighbour(random: &mut Random, carrier: &Carrier, encoding: Encoding) -> Neighbour {
    let is_on_lines = carrier.is_on_a_line() && !encoding.joins_lines;
    *random.pick(if is_on_lines { LINES } else { IN_LINE })
}

impl Drawn {
    /// The parts by their ids.
    pub(crate) fn parts(&self) -> Parts {
        let Drawn { group, carrier, kind, word, format, encoding, neighbour, .. } = self;
        Parts { group, carrier: carrier.id, name: kind, word, format, encoding: encoding.id, neighbour: neighbour.id }
    }

    /// The whole, unless the value cannot be written there.
    pub(crate) fn passage(&self) -> Option<Passage> {
        let hidden = self.carrier.written.write(&self.value)?;
        let (before, after) = self.carrier.template.split_once("§v")?;
        let [before, after] = [before, after].map(|side| side.replace("§n", &self.name));
        let encoded = (self.encoding.encode)(&Passage { before, hidden, after });
        Some(encoded.within(self.neighbour.before, self.neighbour.after))
    }

    /// The same with what the scrubber knows in the place of these parts, unless it is the same anyway.
    pub(crate) fn with_known(&self, parts: &[Part]) -> Option<Drawn> {
        let mut known = self.clone();
        for part in parts {
            match part {
                Part::Encoding if self.encoding.id != PLAIN.id => known.encoding = PLAIN,
                Part::Name if self.carrier.says == Says::Name => {
                    known.name =
                        if self.carrier.style == Style::Upper { "DB_PASSWORD" } else { "db_password" }.to_owned();
                }
                Part::Format => known.value = "Zq7wLx3vRt9kMb2nHc5pJd8s".to_owned(),
                Part::Neighbour if self.neighbour.id != NOTHING.id => known.neighbour = NOTHING,
                Part::Carrier if self.carrier.says == Says::Name => known.carrier = &KNOWN,
                Part::Carrier => (known.carrier, known.name) = (&KNOWN, "db_password".to_owned()),
                Part::Encoding | Part::Name | Part::Neighbour => return None,
            }
        }
        Some(known)
    }
}
