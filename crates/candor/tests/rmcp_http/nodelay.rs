//! Connections on which nothing is held back.

use axum::serve::{Listener, ListenerExt};
use candor::rmcp::set_nodelay;
use tokio::net::{TcpListener, TcpStream};

#[tokio::test]
async fn every_accepted_connection_sends_at_once() {
    let mut listener = TcpListener::bind("127.0.0.1:0").await.unwrap().tap_io(set_nodelay);
    let address = listener.local_addr().unwrap();
    for _ in 0..2 {
        let client = TcpStream::connect(address).await.unwrap();
        let (server, _) = listener.accept().await;
        assert!(server.nodelay().unwrap());
        assert!(!client.nodelay().unwrap(), "which is not what a connection is without it");
    }
}
