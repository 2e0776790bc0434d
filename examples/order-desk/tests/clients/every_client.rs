//! One test for each client and transport.

use crate::client::Client;
use crate::{over_http, over_stdio};

#[test]
fn python_1_shows_every_failure_over_stdio() {
    over_stdio(Client::Python1);
}

#[test]
fn python_1_shows_every_failure_over_http() {
    over_http(Client::Python1);
}

#[test]
fn python_2_shows_every_failure_over_stdio() {
    over_stdio(Client::Python2);
}

#[test]
fn python_2_shows_every_failure_over_http() {
    over_http(Client::Python2);
}

#[test]
fn typescript_1_shows_every_failure_over_stdio() {
    over_stdio(Client::TypeScript1);
}

#[test]
fn typescript_1_shows_every_failure_over_http() {
    over_http(Client::TypeScript1);
}

#[test]
fn typescript_2_shows_every_failure_over_stdio() {
    over_stdio(Client::TypeScript2);
}

#[test]
fn typescript_2_shows_every_failure_over_http() {
    over_http(Client::TypeScript2);
}
