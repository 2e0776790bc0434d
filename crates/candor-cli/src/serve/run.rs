//! Serving clients until the program is stopped.

use super::{builder, log, stop};
use crate::trouble::{Trouble, say, write};
use candor::FailurePolicy;
use candor::capture::install_panic_hook;
use candor_gateway::{ConfigChange, ConfigFile, Gateway, GatewaySettings, HttpEndpoint, serve_stdio, watch};
use std::future::pending;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long the end of the program waits for its log.
const LONGEST_FLUSH: Duration = Duration::from_secs(2);

/// Serves clients until the program is stopped or, over stdio, until the client leaves.
pub(super) fn until_stopped(
    gateway: Gateway,
    settings: GatewaySettings,
    file: Option<ConfigFile>,
    is_stdio: bool,
) -> Result<(), Trouble> {
    log::to_stderr();
    // The log has what a call panicked with.
    install_panic_hook();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::Serve(error.to_string()))?;
    let served = runtime.block_on(async {
        match is_stdio {
            true => over_stdio(&gateway, &settings).await,
            false => over_http(gateway, settings, file).await,
        }
    });
    FailurePolicy::flush_all(LONGEST_FLUSH);
    // A read of standard input cannot be cancelled: waiting for it would be waiting for one more line.
    runtime.shutdown_background();
    served
}

async fn over_stdio(gateway: &Gateway, settings: &GatewaySettings) -> Result<(), Trouble> {
    tokio::select! {
        ended = serve_stdio(gateway, settings.listen.dialect) => ended.map_err(|error| Trouble::Serve(error.to_string())),
        () = stop::asked() => Ok(()),
    }
}

async fn over_http(gateway: Gateway, settings: GatewaySettings, file: Option<ConfigFile>) -> Result<(), Trouble> {
    let address = settings.listen.address;
    let cannot = |error: std::io::Error| Trouble::Serve(format!("{address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let bound = listener.local_addr().map_err(cannot)?;
    let endpoint = HttpEndpoint::new(gateway, settings.listen.clone());
    say(&format!("serving at http://{bound}/mcp"));
    let reloading = reload(endpoint.clone(), settings, file);
    tokio::select! {
        () = endpoint.serve_until(listener, stop::asked()) => Ok(()),
        () = reloading => Ok(()),
    }
}

/// Takes changes of the configuration over. It never ends.
async fn reload(endpoint: HttpEndpoint, settings: GatewaySettings, file: Option<ConfigFile>) {
    let Some(file) = file else { return pending().await };
    let name = file.path.display().to_string();
    watch(file, settings, |change| match change {
        ConfigChange::Refused(errors) => {
            write(&format!("{errors}\n"));
            say(&format!("{name} is not taken over; what was served is still served"));
        }
        ConfigChange::Good { settings, needs_restart } => match builder(&settings).build() {
            Ok(gateway) => {
                endpoint.replace(gateway);
                say(&format!("{name} is taken over"));
                if !needs_restart.is_empty() {
                    say(&format!("a restart is needed for {}", needs_restart.join(", ")));
                }
            }
            Err(errors) => say(&format!("{name} is not taken over: {errors}")),
        },
    })
    .await;
}
