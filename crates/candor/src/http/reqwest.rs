//! Responses and errors of `reqwest`.

mod evidence;
mod facts;

pub(crate) use facts::facts;

use super::ResponseReader;
use super::received::{Ending, READ_LIMIT};
use crate::Failure;
use ::reqwest::{Error, Response, Url};

impl ResponseReader {
    /// The failure that a response tells of. Its body is read as a stream that is left at
    /// [`READ_LIMIT`](ResponseReader::READ_LIMIT), so that memory stays bounded; if it breaks off, whatever came counts.
    ///
    /// How long that may take is for the client's own timeout to say.
    ///
    /// ```
    /// use candor::Failure;
    /// use candor::http::ResponseReader;
    ///
    /// async fn article(client: &reqwest::Client, id: u32) -> Result<String, Failure> {
    ///     let response = client.get(format!("https://api.example.com/articles/{id}")).send().await?;
    ///     if !response.status().is_success() {
    ///         return Err(ResponseReader::new().with_service("The library").read_response(response).await);
    ///     }
    ///     Ok(response.text().await?)
    /// }
    /// ```
    pub async fn read_response(&self, mut response: Response) -> Failure {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let address = address_of(response.url());
        let mut body = Vec::new();
        let (ending, cause) = loop {
            if !self.captures_body() {
                break (Ending::Stopped, None);
            }
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    let room = READ_LIMIT.saturating_sub(body.len()).min(chunk.len());
                    body.extend_from_slice(chunk.get(..room).unwrap_or_default());
                    if room < chunk.len() {
                        break (Ending::Stopped, None);
                    }
                }
                Ok(None) => break (Ending::Whole, None),
                Err(error) => break (Ending::BrokeOff, Some(error)),
            }
        };
        drop(response);
        let failure = self.read_received(status, &headers, &body, ending).with_private(ADDRESS, address);
        match cause {
            Some(error) => failure.with_cause(error.without_url()),
            None => failure,
        }
    }
}

impl Failure {
    /// The failure that a response tells of; [`ResponseReader::read_response`] has options.
    ///
    /// ```
    /// use candor::Failure;
    ///
    /// async fn article(client: &reqwest::Client, id: u32) -> Result<String, Failure> {
    ///     let response = client.get(format!("https://api.example.com/articles/{id}")).send().await?;
    ///     if !response.status().is_success() {
    ///         return Err(Failure::from_response(response).await);
    ///     }
    ///     Ok(response.text().await?)
    /// }
    /// ```
    pub async fn from_response(response: Response) -> Failure {
        ResponseReader::new().read_response(response).await
    }
}

/// What went wrong with a request, and whether it was ever sent: if not, it is safe to send it again.
///
/// The message names the host, and nothing else of the address; the operator gets the address without credentials and
/// query, and the causes.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        if let Some(status) = error.status() {
            let failure = ResponseReader::new().read(status, &::http::HeaderMap::new(), &[]);
            return with_address_and_cause(failure, error);
        }
        let facts = facts(&error);
        let host = error.url().and_then(Url::host_str).unwrap_or("The service");
        let failure = Failure::new(facts.code, facts.message(host))
            .with_reason(facts.reason)
            .with_origin(facts.origin)
            .with_retry(facts.retry);
        with_address_and_cause(failure, error)
    }
}

/// The name under which the operator finds the address of the service.
const ADDRESS: &str = "url";

fn with_address_and_cause(failure: Failure, error: Error) -> Failure {
    let failure = match error.url() {
        Some(url) => failure.with_private(ADDRESS, address_of(url)),
        None => failure,
    };
    // The error would print its address, query and all.
    failure.with_cause(error.without_url())
}

/// The address without credentials, query and fragment.
fn address_of(url: &Url) -> String {
    let mut url = url.clone();
    // An address that cannot have credentials has none.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}
