//! A configuration that changes while the gateway runs.

use super::{GOOD, folder};
use candor_gateway::{ConfigChange, ConfigFile, Given, watch};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

#[tokio::test]
async fn a_change_is_taken_over_if_it_is_good_and_refused_if_it_is_not() {
    let folder = folder();
    let watched = format!("[operations]\nreload_on_change = true\n{GOOD}");
    let path = folder.write("candor.toml", &watched);
    let file = ConfigFile { path, given: Given::default() };
    let (sender, mut changes) = mpsc::unbounded_channel();
    let settings = file.read().unwrap();
    let watching = tokio::spawn(watch(file, settings, move |change| drop(sender.send(change))));

    folder.write("candor.toml", watched.replace("name = ", "nam = "));
    let change = timeout(Duration::from_secs(20), changes.recv()).await.unwrap().unwrap();
    let ConfigChange::Refused(errors) = change else { panic!("{change:?}") };
    assert!(errors.to_string().contains("unknown key `nam` in [[api]]"), "{errors}");

    folder.write("candor.toml", format!("[listen]\naddress = \"127.0.0.1:1\"\n{watched}timeout = \"1s\"\n"));
    let change = timeout(Duration::from_secs(20), changes.recv()).await.unwrap().unwrap();
    let ConfigChange::Good { settings, needs_restart } = change else { panic!("{change:?}") };
    assert_eq!(settings.apis[0].upstream.connection.timeout, Duration::from_secs(1));
    assert_eq!(needs_restart, ["listen.address"]);
    watching.abort();
}
