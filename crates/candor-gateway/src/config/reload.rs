//! Reading a configuration again while the gateway runs: on SIGHUP, and on change of its files where that is asked for.
//!
//! Files are looked at once a second. Notifications of the system differ between systems, are not there for network file systems
//! and are lost where an editor or an orchestrator replaces files behind links; a few `stat` calls see all of these.

use super::ConfigFile;
use super::mistake::ConfigErrors;
use crate::settings::GatewaySettings;
use std::time::Duration;

/// How often files are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// What a configuration has become.
#[derive(Debug)]
pub enum ConfigChange {
    /// It is good. Settings that cannot change while the gateway runs are named; they are as they were.
    Good {
        /// What is to be served from now on.
        settings: Box<GatewaySettings>,
        /// Settings that need a restart, such as `listen.address`.
        needs_restart: Vec<&'static str>,
    },
    /// It is refused; what was served is still served.
    Refused(ConfigErrors),
}

/// Watches a configuration, and says each time what has become of it; the answer is whether that is served from now on. `started` is
/// what the process was started with. Changes count from when that was read. The future never ends; drop it to stop. It is made within
/// a runtime.
pub fn watch(
    file: ConfigFile,
    started: GatewaySettings,
    changed: impl FnMut(ConfigChange) -> bool,
) -> impl Future<Output = ()> {
    repeat(file, started, Hangups::new(), changed)
}

async fn repeat(
    file: ConfigFile,
    started: GatewaySettings,
    mut asked: Hangups,
    mut changed: impl FnMut(ConfigChange) -> bool,
) {
    let mut on_change = started.operations.reload_on_change;
    let mut files = started.files.clone();
    loop {
        let is_asked = tokio::select! {
            () = asked.next() => true,
            () = tokio::time::sleep(INTERVAL), if on_change => false,
        };
        if !is_asked && !files.have_changed() {
            continue;
        }
        // A reading that fails may not come to all of them.
        let known = files.now();
        let reading = file.clone();
        // Documents may be large, and secrets may come from commands.
        let read = tokio::task::spawn_blocking(move || reading.read()).await;
        files = match read {
            Ok(Ok(settings)) => {
                let files = settings.files.clone();
                let wants_changes = settings.operations.reload_on_change;
                let needs_restart = needs_restart(&started, &settings);
                if changed(ConfigChange::Good { settings: Box::new(settings), needs_restart }) {
                    on_change = wants_changes;
                }
                files
            }
            Ok(Err(mut errors)) => {
                errors.files.add(&known);
                let files = errors.files.clone();
                let _ = changed(ConfigChange::Refused(errors));
                files
            }
            Err(_) => known,
        };
    }
}

/// Settings that are not those of the start and that cannot change while the gateway runs.
fn needs_restart(old: &GatewaySettings, new: &GatewaySettings) -> Vec<&'static str> {
    let traces = |settings: &GatewaySettings| {
        let traces = settings.operations.traces.clone();
        traces.map(|it| (it.endpoint, it.headers, it.ratio.to_bits()))
    };
    let settings = [
        ("listen.address", old.listen.address == new.listen.address),
        ("listen.tls", old.listen.tls.is_some() == new.listen.tls.is_some()),
        ("listen.sessions", old.listen.sessions == new.listen.sessions),
        ("listen.node", old.listen.node == new.listen.node),
        ("listen.seal_keys", old.listen.seal_keys == new.listen.seal_keys),
        ("listen.max_connections", old.listen.max_connections == new.listen.max_connections),
        ("listen.max_body", old.listen.max_body == new.listen.max_body),
        ("listen.dialect", old.listen.dialect == new.listen.dialect),
        ("listen.trusted_proxies", old.listen.trusted_proxies == new.listen.trusted_proxies),
        ("listen.allowed_hosts", old.listen.allowed_hosts == new.listen.allowed_hosts),
        ("listen.allowed_origins", old.listen.allowed_origins == new.listen.allowed_origins),
        ("operations.address", old.operations.address == new.operations.address),
        ("operations.log", old.operations.log == new.operations.log),
        ("operations.drain", old.operations.drain == new.operations.drain),
        ("operations.stop_delay", old.operations.stop_delay == new.operations.stop_delay),
        ("operations.traces", traces(old) == traces(new)),
    ];
    settings.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name).collect()
}

/// Signals that ask for the configuration to be read again; there are none where the system has no such signal.
struct Hangups {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    fn new() -> Hangups {
        Hangups {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok(),
        }
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
