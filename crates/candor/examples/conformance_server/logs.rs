//! Log messages to the client, and who wants them.

#![expect(deprecated, reason = "the older revisions ask for log messages")]

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use std::sync::{Mutex, PoisonError};

/// The level of the sessions: the suite has one at a time.
#[derive(Default)]
pub(crate) struct Logs {
    level: Mutex<Option<LoggingLevel>>,
}

impl Logs {
    /// From here on, sessions get messages from this level up.
    pub(crate) fn set(&self, level: LoggingLevel) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(level);
    }

    /// Sends a message of level info, if the client wants it: a session says so once, a single request by itself.
    pub(crate) async fn info(&self, context: &RequestContext<RoleServer>, text: &str) -> Result<(), ErrorData> {
        let level = if context.meta.protocol_version().is_some() {
            context.meta.log_level()
        } else {
            Some(self.level.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(LoggingLevel::Info))
        };
        match level {
            Some(LoggingLevel::Debug | LoggingLevel::Info) => {}
            Some(_) | None => return Ok(()),
        }
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, text.into());
        let sent = context.peer.notify_logging_message(message).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}
