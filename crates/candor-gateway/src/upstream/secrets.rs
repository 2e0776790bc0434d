//! Every secret of an API, in the forms in which it is sent.

use super::{Credential, Upstream};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use url::Url;
use url::form_urlencoded::byte_serialize;

impl Upstream {
    /// Every secret of the API, in all forms in which it is sent: what a scrubber has to look for. Tokens that are fetched
    /// later are not among them; they are removed from answers before anything is made of these.
    ///
    /// ```
    /// use candor_gateway::{Credential, Secret, Upstream};
    ///
    /// let mut upstream = Upstream::new("orders", "https://orders.example.com".parse()?);
    /// upstream.credential = Some(Credential::Basic { user: "desk".into(), password: Secret::new("swordfish-77") });
    /// assert_eq!(upstream.secrets(), ["ZGVzazpzd29yZGZpc2gtNzc=", "swordfish-77"]);
    /// # Ok::<(), url::ParseError>(())
    /// ```
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        let mut secrets = Vec::new();
        match &self.credential {
            Some(Credential::Bearer(value) | Credential::Header { value, .. } | Credential::Query { value, .. }) => {
                secrets.push(value.reveal().to_owned());
            }
            Some(Credential::Basic { user, password }) => {
                secrets.extend([basic(user, password.reveal()), password.reveal().to_owned()]);
            }
            Some(Credential::ClientCredentials { client_id, client_secret, .. }) => {
                let secret = client_secret.reveal();
                secrets.extend([client_basic(client_id, secret), secret.to_owned()]);
            }
            None => {}
        }
        if let Some(certificate) = &self.connection.client_certificate {
            secrets.push(certificate.key.reveal().to_owned());
        }
        if let Some((user, password)) = self.connection.proxy.as_ref().and_then(user_of) {
            secrets.extend([basic(&user, &password), password.into_owned()]);
        }
        let sensitive = self.headers.iter().filter(|(_, value)| value.is_sensitive());
        secrets.extend(sensitive.filter_map(|(_, value)| value.to_str().ok().map(str::to_owned)));
        secrets.sort();
        secrets.dedup();
        secrets
    }
}

/// User and password as `Authorization: Basic` has them (RFC 7617).
pub(crate) fn basic(user: &str, password: &str) -> String {
    STANDARD.encode(format!("{user}:{password}"))
}

/// Id and secret of a client as `Authorization: Basic` has them: each is form-encoded first (RFC 6749, 2.3.1).
pub(crate) fn client_basic(id: &str, secret: &str) -> String {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    basic(&encoded(id), &encoded(secret))
}

/// User and password in an address.
fn user_of(url: &Url) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
    let password = url.password()?;
    Some((percent_decode_str(url.username()).decode_utf8_lossy(), percent_decode_str(password).decode_utf8_lossy()))
}
