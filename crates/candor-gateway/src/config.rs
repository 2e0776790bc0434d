//! The configuration of a gateway: a file in TOML, or the flags of a command line, read with every mistake reported at once.

mod check;
mod flags;
mod format;
mod hand_written;
mod key;
mod load;
mod mistake;
mod reader;
mod reload;
mod schema;
mod section;
mod source;
mod starter;
mod value;

pub use flags::{ApiFlags, McpFlags, McpTarget, duration};
pub use mistake::{ConfigErrors, Excerpt, Mistake};
pub use reload::{ConfigChange, watch};
pub use schema::{config_reference, config_schema};
pub use starter::starter_config;

use crate::finding::Place;
use crate::settings::GatewaySettings;
use crate::source_files::SourceFiles;
use candor::Dialect;
use reader::Reader;
use std::fs::File;
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The longest configuration, in bytes.
const LONGEST: u64 = 4 << 20;

/// A file that configures a gateway, and what comes before it.
///
/// ```
/// use candor_gateway::{ConfigFile, Given};
/// # let folder = std::env::temp_dir().join(format!("candor-config-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("candor.toml"), "
/// # [[api]]
/// # name = 'orders'
/// # base_url = 'https://api.example.com'
/// # timeot = '5s'
/// # operation = [{ name = 'ping', description = 'Is it there?', method = 'GET', path = '/ping' }]
/// # ")?;
///
/// let file = ConfigFile { path: folder.join("candor.toml"), given: Given::default() };
/// let errors = file.read().expect_err("a key is mistyped");
/// let mistake = &errors.mistakes()[0];
/// assert_eq!((mistake.place.line, mistake.place.column), (5, 1));
/// assert_eq!(mistake.message, "unknown key `timeot` in [[api]]");
/// assert_eq!(mistake.help.as_deref(), Some("did you mean `timeout`?"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// The file. Paths in it are relative to its folder.
    pub path: PathBuf,
    /// What comes before what the file says.
    pub given: Given,
}

/// What a command line says, whatever the file does.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// Where the gateway listens.
    pub listen: Option<SocketAddr>,
    /// The dialect in which failures are told.
    pub dialect: Option<Dialect>,
    /// Operations that cannot be tools are left out; the rest is served.
    pub skip_unsupported: bool,
    /// The gateway serves one client over stdio, and listens nowhere.
    pub is_stdio: bool,
}

impl ConfigFile {
    /// Reads the file, the documents and secrets that it names, and checks all of it.
    ///
    /// # Errors
    ///
    /// Every mistake in it, each with its place. Nothing in them repeats a secret.
    pub fn read(&self) -> Result<GatewaySettings, ConfigErrors> {
        let mut files = SourceFiles::default();
        files.note(&self.path);
        let text = text(&self.path).map_err(|reason| self.unreadable(reason, files.clone()))?;
        let mut reader = Reader::new(&self.path, text, files, &self.given);
        let (settings, _) = reader.settings();
        reader.finish().map(|()| settings)
    }

    fn unreadable(&self, message: String, files: SourceFiles) -> ConfigErrors {
        let place = Place { file: self.path.display().to_string().into(), line: 0, column: 0 };
        let mistake = Mistake { place, message, excerpt: None, help: None };
        ConfigErrors { file: self.path.clone(), mistakes: vec![mistake], skips: Vec::new(), files }
    }
}

/// The text of a file, without a byte order mark.
fn text(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = std::fs::metadata(path).and_then(|data| match data.is_file() {
        true => File::open(path)?.take(LONGEST + 1).read_to_string(&mut text),
        // A pipe may never end.
        false => Err(std::io::Error::other("it is not a file")),
    });
    match read {
        Ok(bytes) if bytes as u64 > LONGEST => Err(format!("it is larger than {} MiB", LONGEST >> 20)),
        Ok(_) => Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned)),
        Err(error) => Err(format!("it cannot be read: {error}")),
    }
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    // The escapes of JSON are escapes of TOML, too.
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file that the documentation shows, with every key.
    fn documented() -> String {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gateway.md");
        let docs = std::fs::read_to_string(docs).unwrap();
        docs.split("```toml\n")
            .skip(1)
            .map(|block| block.split("```").next().unwrap())
            .max_by_key(|it| it.len())
            .unwrap()
            .to_owned()
    }

    #[test]
    fn every_key_of_the_table_is_read() {
        let folder = std::env::temp_dir().join(format!("candor-config-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let operations = "{'/orders/{id}': {get: {operationId: getOrder, tags: [orders]}}, /orders/export: {get: {}}}";
        std::fs::write(folder.join("orders.yaml"), format!("{{openapi: 3.1.0, paths: {operations}}}")).unwrap();
        let (given, path) = (Given::default(), folder.join("candor.toml"));
        std::fs::write(&path, "").unwrap();
        // Variables are not set here; each secret is in a file instead.
        let documented = documented().replace("{ env = \"", "{ file = \"");
        for name in [
            "PRICES_KEY",
            "LEDGER_SECRET",
            "ORDERS_TOKEN",
            "SUPPORT_TOKEN",
            "OTLP_KEY",
            "WAREHOUSE_PASSWORD",
            "WIKI_TOKEN",
            "wiki.key",
        ] {
            std::fs::write(folder.join(name), name).unwrap();
        }
        let mut reader = Reader::new(&path, documented, SourceFiles::default(), &given);
        let (_, table) = reader.settings();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(table.unread(), Vec::<String>::new());
    }
}
