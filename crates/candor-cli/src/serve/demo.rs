//! `candor serve --demo`: a small REST API that fails on request, and the gateway in front of it. Nothing else is needed.

mod page;

use crate::output::Output;
use crate::trouble::Trouble;
use candor_gateway::{
    Api, Credential, FailureRule, Gateway, HttpEndpoint, Inbound, Listen, LoadOptions, Secret, ToolPolicies, Upstream,
};
use order_desk::rest;
use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a call may take: somebody waits for it at a terminal.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long the carrier has, who is slow on request.
const CARRIER_TIMEOUT: Duration = Duration::from_secs(1);

/// What the gateway shows of itself to the API, which takes anything; that a 401 is the operator's matter follows from it.
const TOKEN: &str = "order-desk-demo-token";

/// Starts the API and the gateway, says how to call them, and serves until Ctrl-C.
pub(crate) fn run_demo(output: &mut Output) -> Result<ExitCode, Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Trouble::Runtime)?;
    let demo = runtime.block_on(Demo::start()).map_err(|error| Trouble::Runtime(io::Error::other(error)))?;
    // Whoever has read how the demo ends can end it: the signal is heard from before that on.
    let mut stop = Box::pin(stopped());
    runtime.block_on(poll_fn(|context| Poll::Ready(stop.as_mut().poll(context).is_ready())));
    output.text(&page::written(&demo.url(), demo.api.tools()))?;
    output.finish()?;
    runtime.block_on(demo.endpoint.serve_until(demo.listener, stop));
    // What still runs belongs to calls that nobody waits for any more.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// A gateway that is ready, and the API behind it, which serves already.
struct Demo {
    api: Api,
    endpoint: HttpEndpoint,
    listener: TcpListener,
    address: SocketAddr,
}

impl Demo {
    async fn start() -> Result<Demo, Box<dyn Error + Send + Sync>> {
        let loopback = (Ipv4Addr::LOCALHOST, 0);
        let (shop, listener) = (TcpListener::bind(loopback).await?, TcpListener::bind(loopback).await?);
        let (shop_address, address) = (shop.local_addr()?, listener.local_addr()?);
        tokio::spawn(rest::serve(shop));

        let api = document()?;
        let mut upstream = Upstream::new("orders", format!("http://{shop_address}/").parse()?);
        upstream.connection.timeout = TIMEOUT;
        upstream.credential = Some(Credential::Bearer(Secret::new(TOKEN)));
        let equals = Some(false.into());
        let failed = FailureRule { pointer: rest::OK_POINTER.into(), equals, message: Some("/message".into()) };
        upstream.policies.failed_when.push(failed);
        let carrier = ToolPolicies { timeout: Some(CARRIER_TIMEOUT), ..ToolPolicies::default() };
        upstream.tools.insert("track_order".to_owned(), carrier);
        let gateway = Gateway::builder().api(upstream, api.clone()).build()?;
        let endpoint = HttpEndpoint::new(&gateway, Listen { address, ..Listen::default() }, &Inbound::default())?;
        Ok(Demo { api, endpoint, listener, address })
    }

    /// The address of the endpoint.
    fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

/// Waits for Ctrl-C.
async fn stopped() {
    // Without a handler of the signal, the system ends the program.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Reads the API's document, which is part of this program, as any other: from a file, in a folder of its own.
fn document() -> Result<Api, Box<dyn Error + Send + Sync>> {
    let folder = Folder::create()?;
    let file = folder.0.join("orders.yaml");
    std::fs::write(&file, rest::DOCUMENT)?;
    Ok(Api::load(&file, &LoadOptions::default())?)
}

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn create() -> io::Result<Folder> {
        let own = format!("candor-demo-{}", std::process::id());
        let mut number = 0_u32;
        loop {
            let path = std::env::temp_dir().join(format!("{own}-{number}"));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                // Left by another process of this id, or put there by somebody else: it is not used.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(AsRef::<Path>::as_ref(&self.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_becomes_tools_without_a_finding_and_leaves_no_file() {
        let api = document().unwrap();
        assert_eq!(api.tools().len(), api.operation_count());
        assert!(api.findings().is_empty(), "{:?}", api.findings());
        let folder = Folder::create().unwrap();
        let path = folder.0.clone();
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
    }
}
