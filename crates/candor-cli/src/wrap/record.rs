//! The repairs of a session as lines of JSON in a file. No message waits for the disk.

use crate::trouble::Trouble;
use candor_gateway::Repair;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// How many repairs wait for the disk; those beyond are counted.
const MOST_WAITING: usize = 1_024;

/// A file that repairs are appended to.
pub(super) struct Record {
    recorder: Recorder,
    writer: JoinHandle<u64>,
}

/// Takes repairs.
#[derive(Clone)]
pub(super) struct Recorder {
    lines: SyncSender<String>,
    lost: Arc<AtomicU64>,
}

impl Record {
    /// Appends to this file.
    pub(super) fn create(path: &Path) -> Result<Record, Trouble> {
        let name = || path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|source| Trouble::WriteFile { name: name(), source })?;
        let (lines, waiting) = sync_channel(MOST_WAITING);
        let recorder = Recorder { lines, lost: Arc::default() };
        let writer = std::thread::Builder::new().name("record".to_owned()).spawn(move || write(&waiting, file));
        let writer = writer.map_err(|source| Trouble::WriteFile { name: name(), source })?;
        Ok(Record { recorder, writer })
    }

    pub(super) fn recorder(&self) -> Recorder {
        self.recorder.clone()
    }

    /// Waits until all is written; returns how many repairs are not.
    pub(super) fn finish(self) -> u64 {
        let Recorder { lines, lost } = self.recorder;
        drop(lines);
        self.writer.join().unwrap_or_default() + lost.load(Ordering::Relaxed)
    }
}

impl Recorder {
    pub(super) fn take(&self, repair: &Repair) {
        let line = format!("{}\n", repair.to_json());
        if self.lines.try_send(line).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Writes lines until nobody sends any; returns how many could not be written.
fn write(lines: &Receiver<String>, file: File) -> u64 {
    let mut file = BufWriter::new(file);
    let mut lost = 0;
    while let Ok(line) = lines.recv() {
        lost += u64::from(file.write_all(line.as_bytes()).is_err());
        for line in lines.try_iter() {
            lost += u64::from(file.write_all(line.as_bytes()).is_err());
        }
        lost += u64::from(file.flush().is_err());
    }
    lost
}
