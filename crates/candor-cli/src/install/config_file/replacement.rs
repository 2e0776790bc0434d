//! The replacement of a file in one step: a temporary file beside it, with the same owner and permissions, takes its name.

use crate::install::refusal::Refusal;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What has to be kept of a file, checked before anything is written.
pub(super) struct Replacement {
    /// What messages call the file.
    file: PathBuf,
    metadata: Metadata,
    folder: PathBuf,
    /// Held until the file is replaced, so that two instances do not undo each other's work.
    lock: Option<File>,
}

impl Replacement {
    /// Refuses what cannot be replaced without losing something.
    pub(super) fn prepare(file: &Path, target: &Path) -> Result<Replacement, Refusal> {
        let owned = file.to_owned();
        let metadata = target.metadata().map_err(|source| Refusal::Read { file: owned.clone(), source })?;
        if metadata.permissions().readonly() {
            return Err(Refusal::ReadOnly { file: owned });
        }
        if has_several_names(&metadata) {
            return Err(Refusal::HardLinks { file: owned });
        }
        let folder = target.parent().unwrap_or(Path::new("/")).to_owned();
        let lock = locked(&folder)?;
        Ok(Replacement { file: owned, metadata, folder, lock })
    }

    /// Writes the file; `check` is asked last, right before the name changes its meaning.
    pub(super) fn write(
        self,
        target: &Path,
        content: &[u8],
        check: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let path = self.folder.join(format!(".{name}.candor-{}-{now}", std::process::id()));
        self.create(&path, content)?;
        let temporary = Temporary(path);
        check()?;
        std::fs::rename(&temporary.0, target).map_err(|source| self.failed(source))?;
        sync_folder(&self.folder);
        drop(self.lock);
        Ok(())
    }

    /// A new file with this content, and with the owner and the permissions of the one that is replaced.
    pub(super) fn create(&self, path: &Path, content: &[u8]) -> Result<(), Refusal> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        private(&mut options);
        let mut file = options.open(path).map_err(|source| self.failed(source))?;
        let written = self.fill(&mut file, content);
        if written.is_err() {
            // What is there is half a file, which nobody wants; the first error is the one to tell.
            let _ = std::fs::remove_file(path);
        }
        written
    }

    fn fill(&self, file: &mut File, content: &[u8]) -> Result<(), Refusal> {
        self.keep_owner(file)?;
        let filled = file
            .set_permissions(self.metadata.permissions())
            .and_then(|()| file.write_all(content))
            .and_then(|()| file.sync_all());
        filled.map_err(|source| self.failed(source))
    }

    /// What a failed write means.
    pub(super) fn failed(&self, source: std::io::Error) -> Refusal {
        Refusal::Write { file: self.file.clone(), source }
    }

    /// What the file is called in messages.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    #[cfg(unix)]
    fn keep_owner(&self, file: &File) -> Result<(), Refusal> {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata().map_err(|source| self.failed(source))?;
        let (uid, gid) = (self.metadata.uid(), self.metadata.gid());
        if (new.uid(), new.gid()) == (uid, gid) {
            return Ok(());
        }
        fchown(file, Some(uid), Some(gid)).map_err(|_| Refusal::Owner { file: self.file.clone() })
    }

    #[cfg(not(unix))]
    fn keep_owner(&self, _file: &File) -> Result<(), Refusal> {
        Ok(())
    }
}

/// A file that goes unless it has been renamed.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the rename, there is nothing of this name.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(unix)]
fn has_several_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_several_names(_metadata: &Metadata) -> bool {
    false
}

/// Nobody else reads a file of secrets before it has its permissions.
#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn private(_options: &mut OpenOptions) {}

/// Locks a folder. Where folders cannot be locked, the comparison with what was read has to be enough.
fn locked(folder: &Path) -> Result<Option<File>, Refusal> {
    let Ok(handle) = File::open(folder) else { return Ok(None) };
    match handle.try_lock() {
        Ok(()) => Ok(Some(handle)),
        Err(TryLockError::WouldBlock) => Err(Refusal::Busy { folder: folder.to_owned() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Makes the new name last. Systems that cannot do so have written the content all the same.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|handle| handle.sync_all());
}
