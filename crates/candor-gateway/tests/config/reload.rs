//! A configuration that changes while the gateway runs.

use super::{Folder, GOOD, folder};
use candor_gateway::{ConfigChange, ConfigFile, GatewaySettings, Given, watch};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

const WATCHED: &str = "[operations]\nreload_on_change = true\n";

/// What becomes of the configuration in this folder, and the watching, whose answer says whether it is taken over.
fn watched(folder: &Folder, text: &str, is_taken_over: bool) -> (Changes, JoinHandle<()>) {
    let file = ConfigFile { path: folder.write("candor.toml", text), given: Given::default() };
    let (sender, changes) = mpsc::unbounded_channel();
    let settings = file.read().unwrap();
    let watching = watch(file, settings, move |change| {
        let _ = sender.send(change);
        is_taken_over
    });
    (Changes(changes), tokio::spawn(watching))
}

struct Changes(mpsc::UnboundedReceiver<ConfigChange>);

impl Changes {
    async fn next(&mut self) -> ConfigChange {
        timeout(Duration::from_secs(20), self.0.recv()).await.unwrap().unwrap()
    }

    async fn good(&mut self) -> (Box<GatewaySettings>, Vec<&'static str>) {
        match self.next().await {
            ConfigChange::Good { settings, needs_restart } => (settings, needs_restart),
            ConfigChange::Refused(errors) => panic!("{errors}"),
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_change_that_is_made_while_the_file_is_read_is_not_missed() {
    let folder = folder();
    let text = format!("{WATCHED}{GOOD}");
    let (mut changes, watching) = watched(&folder, &text, true);
    let next = folder.write("next.toml", format!("{text}timeout = \"7s\"\n"));
    let path = folder.path().join("candor.toml");
    let command = format!("cp '{}' '{}'; echo token", next.display(), path.display());
    folder.write(
        "candor.toml",
        format!("{text}credential = {{ bearer = {{ command = [\"sh\", \"-c\", \"{command}\"] }} }}\n"),
    );
    let (first, _) = changes.good().await;
    assert!(first.apis[0].upstream.credential.is_some());
    let (second, _) = changes.good().await;
    assert_eq!(second.apis[0].upstream.connection.timeout, Duration::from_secs(7));
    watching.abort();
}

#[tokio::test]
async fn what_needs_a_restart_is_what_differs_from_the_start() {
    let folder = folder();
    let (mut changes, watching) = watched(&folder, &format!("{WATCHED}{GOOD}"), true);
    let moved = format!("[listen]\naddress = \"127.0.0.1:1\"\n{WATCHED}{GOOD}");
    folder.write("candor.toml", &moved);
    assert_eq!(changes.good().await.1, ["listen.address"]);
    folder.write("candor.toml", format!("{moved}timeout = \"1s\"\n"));
    assert_eq!(changes.good().await.1, ["listen.address"], "it still listens where it did");
    watching.abort();
}

#[tokio::test]
async fn a_change_that_is_not_taken_over_does_not_end_the_watching() {
    let folder = folder();
    let (mut changes, watching) = watched(&folder, &format!("{WATCHED}{GOOD}"), false);
    folder.write("candor.toml", GOOD);
    assert!(!changes.good().await.0.operations.reload_on_change);
    folder.write("candor.toml", format!("{GOOD}timeout = \"1s\"\n"));
    changes.good().await;
    watching.abort();
}

#[tokio::test]
async fn every_file_that_was_read_is_watched() {
    let folder = folder();
    let parts = "components:\n  schemas:\n    Id: {type: string}\n";
    folder.write("parts.yaml", parts);
    folder.write("pets.yaml", "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: 'http://127.0.0.1:1'}]\npaths:\n  /pets/{id}:\n    get:\n      operationId: getPet\n      parameters: [{name: id, in: path, required: true, schema: {$ref: 'parts.yaml#/components/schemas/Id'}}]\n");
    let text = format!(
        "{WATCHED}[listen]\ntls = {{ certificate = \"gateway.pem\", key = {{ file = \"gateway.key\" }} }}\n\
         [[api]]\nname = \"pets\"\nopenapi = \"pets.yaml\"\ncredential = {{ bearer = {{ file = \"secret.txt\" }} }}\n\
         authorities = [\"authority.pem\"]\n"
    );
    let (mut changes, watching) = watched(&folder, &text, true);
    for name in ["pets.yaml", "parts.yaml", "secret.txt", "authority.pem", "gateway.pem", "gateway.key"] {
        let content = std::fs::read_to_string(folder.path().join(name)).unwrap();
        folder.write(name, format!("{content}\n"));
        let (settings, _) = changes.good().await;
        assert_eq!(settings.apis.len(), 1, "{name}");
    }
    folder.write("parts.yaml", "components: [\n");
    let change = changes.next().await;
    assert!(matches!(change, ConfigChange::Refused(_)), "{change:?}");
    folder.write("parts.yaml", parts);
    changes.good().await;
    watching.abort();
}

#[tokio::test]
async fn a_change_is_taken_over_if_it_is_good_and_refused_if_it_is_not() {
    let folder = folder();
    let watched = format!("[operations]\nreload_on_change = true\n{GOOD}");
    let path = folder.write("candor.toml", &watched);
    let file = ConfigFile { path, given: Given::default() };
    let (sender, mut changes) = mpsc::unbounded_channel();
    let settings = file.read().unwrap();
    let watching = tokio::spawn(watch(file, settings, move |change| sender.send(change).is_ok()));

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
