//! Every call is recorded once, whatever becomes of it (003, rule 4).

use crate::client::Client;
use candor::{Code, Origin};
use candor_gateway::{CallObserver, CallOutcome, CallRecord, Listen};
use serde_json::json;
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Kept(Mutex<Vec<CallRecord>>);

impl CallObserver for Kept {
    fn sealed(&self, record: &CallRecord) {
        self.0.lock().unwrap().push(record.clone());
    }
}

#[tokio::test]
async fn every_call_is_sealed_with_what_happened() {
    let kept = Arc::new(Kept::default());
    let client = Client::of_gateway(Listen::default(), |builder| builder.observer(kept.clone())).await;
    client.call("get_order", json!({"id": "17"})).await;
    let missing = client.call("get_order", json!({"id": "999"})).await;
    client.call("list_orders", json!({"state": 5})).await;
    client.ask("tools/call", json!({"name": "nothing"})).await;
    let records = kept.0.lock().unwrap();
    assert_eq!(records.len(), 4);
    assert_eq!(records[0].outcome, CallOutcome::Succeeded);
    assert_eq!((records[0].tool.as_str(), records[0].upstream.as_deref()), ("get_order", Some("shop")));
    let CallOutcome::Failed(failed) = &records[1].outcome else { panic!("{:?}", records[1]) };
    assert_eq!((failed.code, failed.origin), (Code::NotFound, Origin::Upstream));
    assert!(missing.to_string().contains(&failed.reference), "{failed:?} {missing}");
    let CallOutcome::Failed(refused) = &records[2].outcome else { panic!("{:?}", records[2]) };
    assert_eq!((refused.origin, records[2].upstream.as_deref()), (Origin::Caller, None));
    let CallOutcome::Failed(unknown) = &records[3].outcome else { panic!("{:?}", records[3]) };
    assert_eq!(unknown.origin, Origin::Caller);
}
