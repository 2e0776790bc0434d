//! Programs that run behind the gateway: started, watched, stopped and started again, with no process left behind.
//!
//! ```text
//! ChildCommand ──► watcher, leader of a new process group ──► child, which joins the group before it runs
//!                     ▲ a pipe that the system closes when this process ends, however it ends
//! ```
//!
//! - The **group** gets the signals, so that children of the child end with it.
//! - The **mark**, a variable in the child's environment, finds those that have left the group.
//! - The **watcher** ends both when this process does not any more: [`watch_if_asked`] is its whole program, and an embedder calls it
//!   first in its own `main`. [`WatcherProgram`] says where that program is.
//! - **Standard error** is read whatever the child writes, scrubbed, and its last lines are kept for the [`ChildExit`].
//! - [`Restarts`] says when a child may be started again.
//!
//! What a system allows:
//!
//! | | Linux | other Unix | Windows |
//! |---|---|---|---|
//! | the child and its group end with this process, also if that is killed | yes | yes | no: the child sees its standard input end |
//! | processes that have left the group end, too | yes, if they have kept the mark and can be read in `/proc` | no | no |
//! | an end in peace is asked for first | SIGTERM | SIGTERM | by the end of standard input alone |
//!
//! On Windows a job object would do all of it; without `unsafe` there is none, so the child alone is killed there.

mod command;
mod exit;
#[cfg(unix)]
mod group;
#[cfg(unix)]
mod mark;
mod process;
mod restarts;
mod spawn_error;
mod stderr;
mod supervisor;
#[cfg(not(unix))]
mod unwatched;
#[cfg(unix)]
mod watch;
#[cfg(unix)]
mod watcher;

pub use command::ChildCommand;
pub use exit::{ChildExit, EndedBy};
pub use process::{ChildExitHandle, ChildProcess, Supervision};
pub use restarts::{Restart, RestartPolicy, Restarts};
pub use spawn_error::SpawnError;
pub use stderr::StderrSink;
#[cfg(not(unix))]
pub use unwatched::{WATCH_COMMAND, WatcherProgram, watch_if_asked};
#[cfg(unix)]
pub use watch::{WATCH_COMMAND, watch_if_asked};
#[cfg(unix)]
pub use watcher::WatcherProgram;

#[cfg(unix)]
use group::Group;
#[cfg(not(unix))]
use unwatched::{Group, Watcher};
#[cfg(unix)]
use {mark::Mark, watcher::Watcher};
