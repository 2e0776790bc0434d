//! Where tokens for this gateway come from (RFC 9728).

use super::{refusal, web_pages};
use crate::settings::ResourceServer;
use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use candor::FailurePolicy;
use http::{HeaderMap, HeaderValue, Uri, header};
use serde_json::json;
use url::Url;

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// Where the endpoint is, unless a proxy shows it under another path.
const ENDPOINT: &str = "mcp";

/// The metadata of the gateway as a protected resource.
#[derive(Debug, Clone)]
pub(super) struct ResourceMetadata {
    /// The path of the resource, without the first slash.
    path: String,
    /// Where clients find it, as a header may carry it.
    pub(super) url: String,
    pub(super) required_scopes: Vec<String>,
    body: Bytes,
}

impl ResourceMetadata {
    pub(super) fn new(settings: &ResourceServer) -> ResourceMetadata {
        let path = settings.resource.path().trim_matches('/').to_owned();
        let mut url = settings.resource.clone();
        url.set_path(&if path.is_empty() { WELL_KNOWN.to_owned() } else { format!("{WELL_KNOWN}/{path}") });
        url.set_query(None);
        url.set_fragment(None);
        let mut scopes = settings.required_scopes.clone();
        for scope in settings.tools_by_scope.keys() {
            if !scopes.contains(scope) {
                scopes.push(scope.clone());
            }
        }
        let mut metadata = json!({
            "resource": as_known(&settings.resource),
            "authorization_servers": [as_known(&settings.issuer)],
            "bearer_methods_supported": ["header"],
        });
        if let Some(members) = metadata.as_object_mut().filter(|_| !scopes.is_empty()) {
            members.insert("scopes_supported".to_owned(), json!(scopes));
        }
        ResourceMetadata {
            path,
            url: url.into(),
            required_scopes: settings.required_scopes.clone(),
            body: metadata.to_string().into(),
        }
    }

    /// It is for everyone: a client has no token yet when it asks, and a web page may be the client.
    pub(super) fn routes(&self, policy: &FailurePolicy) -> Router {
        let response = response_of(self.body.clone());
        let at_path = {
            let (path, policy, body) = (self.path.clone(), policy.clone(), self.body.clone());
            async move |uri: Uri| {
                let asked = uri.path().strip_prefix(WELL_KNOWN).unwrap_or_default().trim_matches('/');
                if asked == path || asked == ENDPOINT {
                    response_of(body).into_response()
                } else {
                    refusal::no_such_resource().into_response(&policy)
                }
            }
        };
        let preflight = async |head: HeaderMap| web_pages::preflight(&head, HeaderValue::from_static("*"));
        Router::new()
            .route(WELL_KNOWN, get(async move || response).options(preflight))
            .route(&format!("{WELL_KNOWN}/{{*path}}"), get(at_path).options(preflight))
    }
}

fn response_of(body: Bytes) -> ([(header::HeaderName, HeaderValue); 3], Bytes) {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    ];
    (headers, body)
}

/// An address as people write it: a URL without a path is parsed to one with a slash, and clients compare it letter by letter.
pub(super) fn as_known(url: &Url) -> &str {
    let text = url.as_str();
    let has_no_path = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    if has_no_path { text.strip_suffix('/').unwrap_or(text) } else { text }
}
