//! Whether there are clients to test with.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;

/// Once is loud enough.
static SAID: Once = Once::new();

/// The folder with the clients; `None` if they are not installed, which only a person's own run may leave at that.
pub(crate) fn installed_clients() -> Option<PathBuf> {
    let folder = std::env::var_os("CANDOR_CLIENTS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        let notice = "SKIPPED: nothing is known of the clients, because CANDOR_CLIENTS is not set; \
                      `cargo xtask test` sets it, and by hand: CANDOR_CLIENTS=$(cargo xtask clients)";
        assert!(std::env::var_os("CI").is_none(), "{notice}");
        // Past the test runner, which would keep it to itself.
        SAID.call_once(|| drop(writeln!(std::io::stderr(), "\n{notice}\n")));
    }
    folder
}
