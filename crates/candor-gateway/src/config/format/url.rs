//! `https://api.example.com/v1`

use super::Format;
use crate::config::value::Value;
use url::Url;

/// An address of HTTP.
pub(crate) const URL: Format = Format {
    expected: "an address such as `https://api.example.com/v1`",
    pattern: Some("^https?://[^?#@]+$"),
    read: |text| read(text).map(Value::Url),
    may_show: has_no_secret,
};

/// What a browser says that a page is of: an address without a path.
pub(crate) const ORIGIN: Format = Format {
    expected: "an origin such as `https://app.example.com`",
    pattern: Some("^https?://[^/?#@]+$"),
    read: |text| {
        let url = read(text)?;
        match url.origin().ascii_serialization() {
            origin if origin == text => Ok(Value::Text(origin)),
            origin => Err(format!("write `{origin}`")),
        }
    },
    may_show: has_no_secret,
};

/// A user, a password or a key may stand before the host or in the query.
fn has_no_secret(text: &str) -> bool {
    !text.contains(['@', '?', '#'])
}

fn read(text: &str) -> Result<Url, String> {
    if !has_no_secret(text) {
        return Err("it has neither a user, a password nor a query; secrets go under `credential`".to_owned());
    }
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        Ok(url) if text.contains("://") => Err(format!("the scheme is `http` or `https`, not `{}`", url.scheme())),
        Err(url::ParseError::RelativeUrlWithoutBase) | Ok(_) => {
            Err(format!("it begins with `https://`: `https://{text}`"))
        }
        Err(error) => Err(error.to_string()),
    }
}
