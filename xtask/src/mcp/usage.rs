//! What a process has used, as Linux tells it.

use std::time::Duration;

/// The process with this id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage(pub(crate) u32);

impl Usage {
    /// The time that its threads have had a processor, in its own code and in the system's, in nanoseconds as the scheduler
    /// counts them. Threads that have ended do not count.
    ///
    /// # Errors
    ///
    /// A sentence, if the system does not tell.
    pub(crate) fn processor_time(self) -> Result<Duration, String> {
        let folder = format!("/proc/{}/task", self.0);
        let threads = std::fs::read_dir(&folder).map_err(|error| format!("cannot read {folder}: {error}"))?;
        let of_thread = |path: std::path::PathBuf| {
            let text = std::fs::read_to_string(path.join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        };
        let times: Vec<_> = threads.flatten().filter_map(|thread| of_thread(thread.path())).collect();
        if times.is_empty() {
            return Err(format!("the process {} does not say what time it took", self.0));
        }
        Ok(Duration::from_nanos(times.iter().sum()))
    }

    /// The most memory that it ever held, in bytes.
    pub(crate) fn peak_memory(self) -> Result<u64, String> {
        self.memory("VmHWM:")
    }

    /// Counts the most memory from now on.
    ///
    /// # Errors
    ///
    /// A sentence, if the system does not do that.
    pub(crate) fn reset_peak(self) -> Result<(), String> {
        let path = format!("/proc/{}/clear_refs", self.0);
        // `proc(5)`: 5 sets the peak to what is held now.
        std::fs::write(&path, "5").map_err(|error| format!("cannot write {path}: {error}"))
    }

    /// How many files and connections it has open.
    pub(crate) fn open_files(self) -> Result<usize, String> {
        let folder = format!("/proc/{}/fd", self.0);
        let files = std::fs::read_dir(&folder).map_err(|error| format!("cannot read {folder}: {error}"))?;
        Ok(files.count())
    }

    /// The memory that it holds now, in bytes.
    pub(crate) fn memory_now(self) -> Result<u64, String> {
        self.memory("VmRSS:")
    }

    /// The memory that it holds now and that no file is in, in bytes.
    pub(crate) fn anonymous_memory(self) -> Result<u64, String> {
        self.memory("RssAnon:")
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

/// How many processes run this program.
pub(crate) fn processes_of(program: &std::path::Path) -> usize {
    let runs = |entry: std::fs::DirEntry| std::fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == program);
    std::fs::read_dir("/proc").map_or(0, |entries| entries.flatten().map(runs).filter(|runs| *runs).count())
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
        own.reset_peak().expect("a peak that begins anew");
        assert!(own.open_files().is_ok_and(|count| count > 2), "it has its standard streams");
    }
}
