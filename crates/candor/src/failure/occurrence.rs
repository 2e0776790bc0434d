//! When a failure happened, and the id that both sides know it by.

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;
use uuid::fmt::Urn;

const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// The first time that RFC 3339 can write.
const YEAR_0: Timestamp = Timestamp::constant(-62_167_219_200, 0);

/// One occurrence of a failure: an id that caller and operator share, and a time.
///
/// ```
/// use candor::Occurrence;
///
/// let occurrence = Occurrence::parse("urn:uuid:a3bb189e-8bf9-41c4-b5db-dbe0e0f51f6e", "2026-11-15T18:30:00Z")?;
/// assert_eq!(occurrence.time_text(), "2026-11-15T18:30:00.000Z");
/// # Ok::<(), candor::failure::InvalidOccurrence>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Occurrence {
    id: Uuid,
    time: Timestamp,
}

impl Occurrence {
    /// An occurrence with a given id and time, cut to whole milliseconds, as it is written; a time before the year 0 becomes
    /// the beginning of that year.
    #[must_use]
    pub fn new(id: Uuid, time: Timestamp) -> Occurrence {
        Occurrence { id, time: whole_milliseconds(time) }
    }

    /// A new occurrence: now, with a random id. This file is the one place where Candor reads clock and randomness.
    #[must_use]
    pub fn draw() -> Occurrence {
        Occurrence::new(draw_id(), now())
    }

    /// An occurrence as dialects write it: `urn:uuid:…` (or the bare UUID) and an RFC 3339 time.
    ///
    /// # Errors
    ///
    /// [`InvalidOccurrence`] names what cannot be read.
    pub fn parse(instance: &str, time: &str) -> Result<Occurrence, InvalidOccurrence> {
        let id = parse_instance(instance).ok_or(InvalidOccurrence::Instance)?;
        let time = parse_time(time).ok_or(InvalidOccurrence::Time)?;
        Ok(Occurrence::new(id, time))
    }

    /// The id in an instance as dialects write it.
    #[cfg(feature = "rmcp")]
    pub(crate) fn parse_instance(instance: &str) -> Option<Uuid> {
        parse_instance(instance)
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// The time.
    #[must_use]
    pub const fn time(&self) -> Timestamp {
        self.time
    }

    /// The id as a URN: `urn:uuid:…`.
    #[must_use]
    pub fn instance(&self) -> String {
        self.id.urn().encode_lower(&mut Uuid::encode_buffer()).to_owned()
    }

    /// The time as RFC 3339 with milliseconds, in UTC.
    #[must_use]
    pub fn time_text(&self) -> String {
        PRINTER.timestamp_to_string(&self.time)
    }

    /// The length of an instance, in bytes.
    pub(crate) const INSTANCE_LEN: usize = Urn::LENGTH;

    /// The instance, and then the time.
    pub(crate) fn instance_and_time(&self) -> String {
        // As much as the printer reserves, or it would allocate again.
        const TIME_LEN: usize = "-009999-01-02T01:59:59.999999999Z".len();
        let mut text = String::with_capacity(Occurrence::INSTANCE_LEN + TIME_LEN);
        text.push_str(self.id.urn().encode_lower(&mut Uuid::encode_buffer()));
        // Writing to a string cannot fail.
        let _ = PRINTER.print_timestamp(&self.time, &mut text);
        text
    }
}

/// A random id.
pub(crate) fn draw_id() -> Uuid {
    Uuid::new_v4()
}

/// The present time, as the system has it.
pub(crate) fn now() -> Timestamp {
    of_system(SystemTime::now())
}

/// A time of the system, or the nearest one of the years that RFC 3339 can write: a clock that is set wrongly fails nothing.
pub(crate) fn of_system(time: SystemTime) -> Timestamp {
    let nearest = if time < UNIX_EPOCH { YEAR_0 } else { Timestamp::MAX };
    Timestamp::try_from(time).unwrap_or(nearest)
}

pub(crate) fn parse_instance(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text.trim()).ok()
}

pub(crate) fn parse_time(text: &str) -> Option<Timestamp> {
    text.trim().parse().ok().map(whole_milliseconds)
}

fn whole_milliseconds(time: Timestamp) -> Timestamp {
    let nanoseconds = time.subsec_nanosecond() / 1_000_000 * 1_000_000;
    Timestamp::new(time.as_second(), nanoseconds).unwrap_or(time).max(YEAR_0)
}

/// What of an occurrence cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOccurrence {
    /// The instance is not a UUID.
    #[error("the instance is not a UUID; write it as urn:uuid:xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx")]
    Instance,
    /// The time is not RFC 3339.
    #[error("the time is not RFC 3339; write it as 2026-11-15T18:30:00Z")]
    Time,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const YEAR: Duration = Duration::from_secs(31_556_952);

    #[test]
    fn a_clock_outside_of_the_years_0_to_9999_is_taken_for_the_nearest_of_them() {
        for (time, text) in [
            (UNIX_EPOCH + YEAR * 8_031, "9999-12-30T22:00:00.999Z"),
            (UNIX_EPOCH + YEAR * 1_000_000, "9999-12-30T22:00:00.999Z"),
            (UNIX_EPOCH - YEAR * 1_971, "0000-01-01T00:00:00.000Z"),
            (UNIX_EPOCH - YEAR * 1_000_000, "0000-01-01T00:00:00.000Z"),
            (UNIX_EPOCH, "1970-01-01T00:00:00.000Z"),
        ] {
            let occurrence = Occurrence::new(Uuid::nil(), of_system(time));
            assert_eq!(occurrence.time_text(), text);
            assert!(occurrence.instance_and_time().ends_with(text));
        }
    }

    #[test]
    fn what_is_written_can_be_read_at_both_ends_of_time() {
        for time in [Timestamp::MIN, Timestamp::MAX, YEAR_0] {
            let occurrence = Occurrence::new(Uuid::nil(), time);
            assert_eq!(Occurrence::parse(&occurrence.instance(), &occurrence.time_text()), Ok(occurrence));
        }
        for time in ["+010000-01-01T00:00:00Z", "99999-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            assert_eq!(Occurrence::parse(&Uuid::nil().to_string(), time), Err(InvalidOccurrence::Time), "{time}");
        }
    }
}
