//! Errors that panic when they are asked for what they say.

use super::gate::LONG;
use super::subscriber::Log;
use candor::{Discretion, Failure, FailurePolicy};
use std::error::Error;
use std::fmt::{Debug, Display, Formatter};

/// Panics when it is shown, or when it is asked for what is below it.
struct Broken {
    is_shown: bool,
}

impl Display for Broken {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("half a sentence")?;
        assert!(self.is_shown, "on purpose");
        Ok(())
    }
}

impl Debug for Broken {
    fn fmt(&self, _: &mut Formatter<'_>) -> std::fmt::Result {
        panic!("on purpose")
    }
}

impl Error for Broken {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        assert!(!self.is_shown, "on purpose");
        None
    }
}

#[test]
fn an_error_that_panics_when_it_is_shown_is_logged_and_classified_all_the_same() {
    for is_shown in [false, true] {
        let log = Log::that(|| ());
        tracing::subscriber::with_default(log.clone(), || {
            let policy = FailurePolicy::new();
            let classified = Failure::from_error(Broken { is_shown }, "asking the shop");
            let caused = Failure::internal("It failed").with_cause(Broken { is_shown });
            for failure in [classified, caused] {
                let _ = policy.disclose(failure.clone());
                let (_, incident) = failure.disclose(&Discretion::new());
                incident.log(&Discretion::new());
                let causes = serde_json::to_value(&incident).unwrap()["causes"][0].clone();
                let unreadable = causes.as_str().unwrap().contains("panicked when it was asked for its text");
                assert_eq!(unreadable, !is_shown, "{causes}");
            }
            assert!(policy.flush(LONG));
        });
        let events = log.events();
        assert_eq!(events.len(), 4, "{events:?}");
        assert!(events.iter().all(|event| event.contains("half a sentence")), "{events:?}");
    }
}
