//! What a process has used, as Linux tells it.

use std::time::Duration;

/// The process with this id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage(pub(crate) u32);

impl Usage {
    /// The time that all of its threads have had a processor, in its own code and in the system's.
    ///
    /// # Errors
    ///
    /// A sentence, if the system does not tell.
    pub(crate) fn processor_time(self) -> Result<Duration, String> {
        /// Linux counts in hundredths of a second, on every architecture, whatever it counts with itself.
        const TICKS: u64 = 100;
        let text = self.file("stat")?;
        // The name of the program, in brackets, may contain anything.
        let (_, rest) = text.rsplit_once(')').ok_or("the process has no name")?;
        let mut numbers = rest.split_whitespace().skip(11).map_while(|word| word.parse::<u64>().ok());
        match (numbers.next(), numbers.next()) {
            (Some(user), Some(system)) => Ok(Duration::from_millis((user + system) * 1000 / TICKS)),
            _ => Err(format!("the process {} does not say what time it took", self.0)),
        }
    }

    /// The most memory that it ever held, in bytes.
    pub(crate) fn peak_memory(self) -> Result<u64, String> {
        self.memory("VmHWM:")
    }

    /// The memory that it holds now, in bytes.
    pub(crate) fn memory_now(self) -> Result<u64, String> {
        self.memory("VmRSS:")
    }

    fn memory(self, name: &str) -> Result<u64, String> {
        let text = self.file("status")?;
        let value = text.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = value.and_then(|value| value.trim().trim_end_matches(" kB").parse::<u64>().ok());
        Ok(kilobytes.ok_or_else(|| format!("the process {} does not say {name}", self.0))? * 1024)
    }

    fn file(self, name: &str) -> Result<String, String> {
        let path = format!("/proc/{}/{name}", self.0);
        std::fs::read_to_string(&path).map_err(|error| format!("cannot read {path}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Usage;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_this_process_has_used_is_known() {
        let own = Usage(std::process::id());
        assert!(own.processor_time().is_ok());
        let (peak, now) = (own.peak_memory().expect("a peak"), own.memory_now().expect("a size"));
        assert!(peak >= now && now > 100_000, "{peak} {now}");
    }
}
