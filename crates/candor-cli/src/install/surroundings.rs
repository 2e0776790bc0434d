//! What decides where configuration files are: the system, the environment, the user's home, and the project.

use std::ffi::OsString;
use std::path::PathBuf;

/// The systems on which clients keep their files in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    Linux,
    MacOs,
    Windows,
}

impl System {
    /// The one that this program runs on. Other Unix systems follow the conventions of Linux.
    pub(crate) fn current() -> System {
        if cfg!(windows) {
            System::Windows
        } else if cfg!(target_os = "macos") {
            System::MacOs
        } else {
            System::Linux
        }
    }
}

/// Everything that the place of a file depends on, as one value.
pub(crate) struct Surroundings<'a> {
    pub(crate) system: System,
    /// The value of a variable of the environment.
    pub(crate) variable: &'a dyn Fn(&str) -> Option<OsString>,
    pub(crate) home: Option<PathBuf>,
    /// The folder of the project: the current one.
    pub(crate) project: PathBuf,
}

impl Surroundings<'_> {
    /// The folder that a variable names. One that is empty names none.
    pub(crate) fn folder(&self, variable: &str) -> Option<PathBuf> {
        (self.variable)(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// Where applications keep the settings of a user.
    pub(crate) fn settings(&self) -> Option<PathBuf> {
        let in_home = |folders: &str| self.home.as_ref().map(|home| home.join(folders));
        match self.system {
            // The convention says that a relative path counts as none.
            System::Linux => self.folder("XDG_CONFIG_HOME").filter(|it| it.has_root()).or_else(|| in_home(".config")),
            System::MacOs => in_home("Library/Application Support"),
            System::Windows => self.folder("APPDATA").or_else(|| in_home("AppData/Roaming")),
        }
    }
}
