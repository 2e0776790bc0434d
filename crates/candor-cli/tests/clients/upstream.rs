//! What is behind the gateway, and the configuration that says so.

use crate::expected::TOKEN;
use order_desk::rest;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// The order desk's API on a free port of this machine, with books of its own, and a folder with the gateway's files.
pub(crate) struct Upstream {
    folder: PathBuf,
    _runtime: Runtime,
}

impl Upstream {
    pub(crate) fn start() -> Upstream {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("candor-cli-clients-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(rest::serve(listener));
        let upstream = Upstream { folder, _runtime: runtime };
        // A client that starts the gateway keeps the environment to itself, so the token is in a file.
        for (name, text) in [("candor.toml", &*written(address)), ("orders.yaml", rest::DOCUMENT), ("token", TOKEN)] {
            fs::write(upstream.folder.join(name), text).unwrap();
        }
        upstream
    }

    /// The file of the gateway's configuration.
    pub(crate) fn configuration(&self) -> PathBuf {
        self.folder.join("candor.toml")
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The desk, and a warehouse that nobody serves.
fn written(orders: SocketAddr) -> String {
    format!(
        r#"[listen]
address = "127.0.0.1:0"

[[api]]
name = "orders"
openapi = "orders.yaml"
base_url = "http://{orders}/"
credential = {{ bearer = {{ file = "token" }} }}
timeout = "1s"
failed_when = [{{ pointer = "{}", equals = false, message = "/message" }}]

[[api]]
name = "warehouse"
base_url = "http://127.0.0.1:1"

[[api.operation]]
name = "get_stock"
description = "How many of an article there are."
method = "GET"
path = "/stock/{{article}}"
parameters = [{{ name = "article", in = "path", description = "The number of the article." }}]
"#,
        rest::OK_POINTER
    )
}
