//! Serving clients until the program is stopped.

use super::builder;
use crate::log;
use crate::trouble::{Trouble, say, write};
use candor::capture::install_panic_hook;
use candor_gateway::{
    BuildErrors, ConfigChange, ConfigFile, Gateway, GatewaySettings, HttpEndpoint, Observers, Readiness, Stop,
    TlsAcceptor, serve_stdio_until, watch,
};
use std::future::pending;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The gateway of these settings, and all that would stop its start, except what only the network knows.
pub(super) fn checked(settings: &GatewaySettings, is_stdio: bool) -> Result<Gateway, Trouble> {
    let gateway = builder(settings).build().map_err(Trouble::Build)?;
    let mistakes = Observers::mistakes(&settings.operations);
    if !mistakes.is_empty() {
        return Err(Trouble::Options(mistakes.join("\n")));
    }
    if !is_stdio {
        let runtime = runtime()?;
        let _inside = runtime.enter();
        endpoint(&gateway, settings).map_err(Trouble::Build)?;
    }
    Ok(gateway)
}

/// Serves clients until the program is stopped or, over stdio, until the client leaves.
pub(super) fn until_stopped(
    gateway: &Gateway,
    settings: GatewaySettings,
    file: Option<ConfigFile>,
    is_stdio: bool,
) -> Result<(), Trouble> {
    log::to_stderr();
    // The log has what a call panicked with.
    install_panic_hook();
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let cannot = |mistakes: Vec<String>| Trouble::Serve(mistakes.join("; "));
        let observers = Observers::start(&settings.operations, gateway.policy()).map_err(cannot)?;
        let served = serve(&observers, settings, file, is_stdio).await;
        observers.flush().await;
        served
    });
    // A read of standard input cannot be cancelled: waiting for it would be waiting for one more line.
    runtime.shutdown_background();
    served
}

async fn serve(
    observers: &Observers,
    settings: GatewaySettings,
    file: Option<ConfigFile>,
    is_stdio: bool,
) -> Result<(), Trouble> {
    let stop = Stop::new(observers.readiness()).map_err(|error| Trouble::Serve(error.to_string()))?;
    let gateway = watched(&settings, observers).map_err(Trouble::Build)?;
    // Its reports are those that are counted, and not those of the gateway that was only checked.
    observers.replace_policy(gateway.policy());
    // Nothing else keeps it: the servers of a gateway that was replaced end with its last call.
    let current = Arc::new(RwLock::new(gateway));
    let asked = Arc::clone(&current);
    observers.ask_breakers(move || asked.read().unwrap_or_else(PoisonError::into_inner).breakers());
    for note in observers.notes() {
        say(&note);
    }
    // Whoever asks learns until the end that the gateway is not ready any more.
    let health = tokio::spawn(observers.serve(pending()));
    let served = async {
        let served = match is_stdio {
            true => {
                let gateway = current.read().unwrap_or_else(PoisonError::into_inner).clone();
                observers.readiness().ready();
                let (dialect, drain) = (settings.listen.dialect, settings.operations.drain);
                let ended = serve_stdio_until(&gateway, dialect, drain, stop.stopped()).await;
                ended.map_err(|error| Trouble::Serve(error.to_string()))
            }
            false => over_http(&current, settings, file, observers, &stop).await,
        };
        let last = current.read().unwrap_or_else(PoisonError::into_inner).clone();
        last.disconnect().await;
        served
    };
    let ended = tokio::select! {
        served = served => served,
        () = stop.forced() => Ok(()),
    };
    health.abort();
    ended
}

async fn over_http(
    current: &RwLock<Gateway>,
    settings: GatewaySettings,
    file: Option<ConfigFile>,
    observers: &Observers,
    stop: &Stop,
) -> Result<(), Trouble> {
    let address = settings.listen.address;
    let scheme = if settings.listen.tls.is_some() { "https" } else { "http" };
    let cannot = |error: std::io::Error| Trouble::Serve(format!("{address}: {error}"));
    let gateway = current.read().unwrap_or_else(PoisonError::into_inner).clone();
    let endpoint = endpoint(&gateway, &settings).map_err(Trouble::Build)?;
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let bound = listener.local_addr().map_err(cannot)?;
    say(&format!("serving at {scheme}://{bound}/mcp"));
    if let Some(address) = observers.address() {
        say(&format!("health and metrics at http://{address}"));
    }
    match settings.servers.is_empty() {
        true => observers.readiness().ready(),
        false => drop(tokio::spawn(ready_when_connected(gateway, observers.readiness()))),
    }
    let stopped = stop.stopped_for(settings.operations.stop_delay);
    let reloading = reload(endpoint.clone(), current, settings, file, observers);
    tokio::select! {
        () = endpoint.serve_until(listener, stopped) => Ok(()),
        () = reloading => Ok(()),
    }
}

async fn ready_when_connected(gateway: Gateway, readiness: Readiness) {
    gateway.connect();
    gateway.connected().await;
    readiness.ready();
}

/// Takes changes of the configuration over. It never ends.
async fn reload(
    endpoint: HttpEndpoint,
    current: &RwLock<Gateway>,
    settings: GatewaySettings,
    file: Option<ConfigFile>,
    observers: &Observers,
) {
    let Some(file) = file else { return pending().await };
    let name = file.path.display().to_string();
    let keeps = |errors: &str| {
        write(errors);
        say(&format!("{name} is not taken over; what was served is still served"));
        false
    };
    watch(file, settings, |change| match change {
        ConfigChange::Refused(errors) => keeps(&format!("{errors}\n")),
        ConfigChange::Good { settings, needs_restart } => {
            let replaced = replace(&endpoint, &settings, observers);
            match replaced {
                Ok(gateway) => {
                    observers.replace_policy(gateway.policy());
                    *current.write().unwrap_or_else(PoisonError::into_inner) = gateway;
                }
                Err(errors) => return keeps(&format!("{errors}\n")),
            }
            say(&format!("{name} is taken over"));
            if !needs_restart.is_empty() {
                say(&format!("a restart is needed for {}", needs_restart.join(", ")));
            }
            true
        }
    })
    .await;
}

/// Serves these settings with the endpoint. If they cannot be, nothing has changed.
fn replace(endpoint: &HttpEndpoint, settings: &GatewaySettings, observers: &Observers) -> Result<Gateway, String> {
    let acceptor = settings.listen.tls.as_ref().map(TlsAcceptor::new).transpose()?;
    let gateway = watched(settings, observers).map_err(|errors| errors.to_string())?;
    endpoint.replace(&gateway, &settings.inbound).map_err(|errors| errors.to_string())?;
    if let Some(acceptor) = acceptor {
        endpoint.replace_certificate(acceptor);
    }
    Ok(gateway)
}

/// The gateway of these settings, whose calls are watched.
fn watched(settings: &GatewaySettings, observers: &Observers) -> Result<Gateway, BuildErrors> {
    observers.all().into_iter().fold(builder(settings), |builder, observer| builder.observer(observer)).build()
}

fn endpoint(gateway: &Gateway, settings: &GatewaySettings) -> Result<HttpEndpoint, BuildErrors> {
    let endpoint = HttpEndpoint::new(gateway, settings.listen.clone(), &settings.inbound)?;
    Ok(endpoint.with_drain(settings.operations.drain))
}

pub(super) fn runtime() -> Result<Runtime, Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Trouble::Serve(error.to_string()))
}
