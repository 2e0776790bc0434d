//! Responses and errors of `reqwest`.

mod causes;
mod error_reader;
mod fault;

pub(crate) use error_reader::ReqwestErrors;

use super::ResponseReader;
use super::received::{BodyEnd, READ_LIMIT};
use crate::Failure;
use ::reqwest::{Error, Response, Url};
use fault::Fault;

impl ResponseReader {
    /// The same, and the caller learns which URL of the service failed, as `endpoint` (002): without credentials, query and
    /// fragment, and scrubbed. Without it, only the operator does. Do not use it for a service whose URLs hold a key.
    ///
    /// ```
    /// use candor::http::ResponseReader;
    ///
    /// let reader = ResponseReader::new().with_service("The library").show_endpoint();
    /// ```
    #[must_use]
    pub fn show_endpoint(self) -> ResponseReader {
        ResponseReader { shows_endpoint: true, ..self }
    }

    /// The failure with the address that was asked.
    fn with_address(&self, failure: Failure, url: Url) -> Failure {
        let address = address_of(url);
        let failure = if self.shows_endpoint { failure.with_endpoint(address.clone()) } else { failure };
        failure.with_private(ADDRESS, address)
    }

    /// The failure that a response describes. Its body is read as a stream that is left at
    /// [`READ_LIMIT`](ResponseReader::READ_LIMIT), so that memory stays bounded; if it breaks off, whatever came counts.
    ///
    /// The client's own timeout bounds how long that takes.
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
        let url = response.url().clone();
        let mut body = Vec::new();
        let (ending, cause) = loop {
            if !self.captures_body() {
                break (BodyEnd::Stopped, None);
            }
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    let room = READ_LIMIT.saturating_sub(body.len()).min(chunk.len());
                    body.extend_from_slice(chunk.get(..room).unwrap_or_default());
                    if room < chunk.len() {
                        break (BodyEnd::Stopped, None);
                    }
                }
                Ok(None) => break (BodyEnd::Whole, None),
                Err(error) => break (BodyEnd::BrokeOff, Some(error)),
            }
        };
        drop(response);
        let failure = self.read_received(status, &headers, &body, ending, url.host_str());
        let failure = self.with_address(failure, url);
        match cause {
            Some(error) => failure.with_cause(error.without_url()),
            None => failure,
        }
    }

    /// The failure of a request that got no response, or whose response became an error by `error_for_status`. It names
    /// the service as [`read_response`](ResponseReader::read_response) does.
    ///
    /// ```
    /// use candor::Failure;
    /// use candor::http::ResponseReader;
    ///
    /// async fn send(request: reqwest::RequestBuilder) -> Result<reqwest::Response, Failure> {
    ///     let reader = ResponseReader::new().with_service("The library");
    ///     let response = request.send().await.map_err(|error| reader.read_error(error))?;
    ///     if response.status().is_success() { Ok(response) } else { Err(reader.read_response(response).await) }
    /// }
    /// ```
    #[must_use]
    pub fn read_error(&self, error: Error) -> Failure {
        let host = error.url().and_then(Url::host_str);
        let failure = if let Some(status) = error.status() {
            self.read_received(status, &::http::HeaderMap::new(), &[], BodyEnd::Stopped, host)
        } else {
            let fault = Fault::of(&error);
            let verdict = self.classifier.classify_by_own(&error).unwrap_or_else(|| fault.verdict());
            Failure::from_message(verdict.code(), fault.message(self.service_or(host)))
                .with_verdict(verdict)
                .with_reason(fault.reason)
        };
        let failure = match error.url() {
            Some(url) => self.with_address(failure, url.clone()),
            None => failure,
        };
        // The error would print its address, query and all.
        failure.with_cause(error.without_url())
    }
}

impl Failure {
    /// The failure that a response describes; [`ResponseReader::read_response`] has options.
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
/// [`ResponseReader::read_error`] has options. The message names the host, and nothing else of the address; the operator
/// gets the address without credentials and query, and the causes.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        ResponseReader::new().read_error(error)
    }
}

/// The name under which the operator finds the address of the service.
const ADDRESS: &str = "url";

/// The address without credentials, query and fragment.
fn address_of(mut url: Url) -> String {
    // An address that cannot have credentials has none.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}
