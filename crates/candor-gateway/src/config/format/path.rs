//! `orders.yaml`

use super::{Format, always};
use crate::config::value::Value;
use std::path::PathBuf;

/// The path of a file. It is relative to the folder of the configuration.
pub(crate) const PATH: Format =
    Format { expected: "the path of a file, such as `orders.yaml`", pattern: Some("^.+$"), read, may_show: always };

fn read(text: &str) -> Result<Value, String> {
    if text.contains("://") {
        return Err("nothing is fetched from the network; keep a copy of the file beside the configuration".to_owned());
    }
    if text.trim().is_empty() || text.contains('\0') {
        return Err(String::new());
    }
    Ok(Value::Path(PathBuf::from(text)))
}
