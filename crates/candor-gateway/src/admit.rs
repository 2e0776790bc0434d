//! Who calls, and whether the call may go on: the first stage, before anything of a message is read.

mod bearer;
mod client;
mod client_address;
mod concurrency;
mod exposure;
mod failed_tokens;
mod host;
mod json_web_token;
mod message;
mod metadata;
mod rate;
mod refusal;
mod tls;
mod tool_access;
mod web_pages;

pub(crate) use exposure::Exposure;
pub use exposure::check_exposure;
pub use tls::TlsAcceptor;
pub(crate) use tool_access::{is_shown, matches};

use crate::caller::{Caller, ToolAccess};
use crate::settings::{Inbound, Listen};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use bearer::{Presented, Tokens};
use candor::FailurePolicy;
use client::ClientKey;
use client_address::ClientAddresses;
use concurrency::Concurrency;
use failed_tokens::FailedTokens;
use host::AllowedHosts;
use http::request::Parts;
use http::{HeaderMap, Method, Uri, header};
use json_web_token::{Rejected, TokenVerifier};
use metadata::ResourceMetadata;
use rate::Rates;
use refusal::Refusal;
use std::net::IpAddr;
use std::sync::Arc;
use web_pages::AllowedOrigins;

/// Decides who calls and whether the call may go on, in front of the endpoint: `Host`, tokens, rates, calls at the same time.
///
/// What it lets through has a [`Caller`] in its extensions. What it does not is answered with a problem (RFC 9457), or with a
/// JSON-RPC error where only the rate is to blame and the id of the request can be read. It needs the client's `SocketAddr` in
/// the extensions of a request, as [`HttpServer`](candor::rmcp::HttpServer) puts it there; a request without it is refused.
///
/// ```
/// use candor_gateway::{Admission, Inbound, Listen};
///
/// # fn endpoint() -> axum::Router { axum::Router::new() }
/// let admission = Admission::new(&Inbound::default(), &Listen::default()).map_err(|mistakes| mistakes.join("\n"))?;
/// let router = admission.around(endpoint()).merge(admission.routes());
/// # let _: axum::Router = router;
/// # Ok::<_, String>(())
/// ```
///
/// Clones share the keys of the authorization server and what each client has used of its rate.
#[derive(Clone)]
pub struct Admission {
    shared: Arc<Shared>,
    policy: FailurePolicy,
}

struct Shared {
    hosts: AllowedHosts,
    origins: AllowedOrigins,
    addresses: ClientAddresses,
    tokens: Tokens,
    json_web_tokens: Option<TokenVerifier>,
    metadata: Option<ResourceMetadata>,
    failed_tokens: Arc<FailedTokens>,
    rates: Option<Arc<Rates>>,
    concurrency: Option<Concurrency>,
}

/// Who calls, and under which key it is counted.
struct Admitted {
    caller: Caller,
    key: ClientKey,
}

impl Admission {
    /// The longest token that is looked at, in bytes.
    pub const MAX_TOKEN_LENGTH: usize = 16 * 1024;

    /// The admission that these settings describe. It does not look at the address that is listened on: see
    /// [`check_exposure`].
    ///
    /// # Errors
    ///
    /// Every mistake in the settings, as a sentence.
    pub fn new(inbound: &Inbound, listen: &Listen) -> Result<Admission, Vec<String>> {
        Admission::after(None, inbound, listen)
    }

    /// The admission that other settings describe, for the place of this one: as far as they are the same, it still has the keys
    /// of the authorization server and what each client has used, and it counts the calls that are under way.
    ///
    /// # Errors
    ///
    /// As for [`new`](Admission::new).
    pub fn renewed(&self, inbound: &Inbound, listen: &Listen) -> Result<Admission, Vec<String>> {
        Admission::after(Some(&self.shared), inbound, listen)
    }

    fn after(previous: Option<&Shared>, inbound: &Inbound, listen: &Listen) -> Result<Admission, Vec<String>> {
        let mut mistakes = Vec::new();
        let mut noted = |found: Vec<String>| mistakes.extend(found);
        let resource = inbound.oauth.as_ref().map(|oauth| &oauth.resource);
        let hosts = AllowedHosts::new(listen, resource).unwrap_or_else(|found| {
            noted(found);
            AllowedHosts::default()
        });
        let addresses = ClientAddresses::new(&listen.trusted_proxies).unwrap_or_else(|found| {
            noted(found);
            ClientAddresses::default()
        });
        let tokens = Tokens::new(&inbound.tokens).unwrap_or_else(|found| {
            noted(found);
            Tokens::default()
        });
        let verifier = previous.and_then(|previous| previous.json_web_tokens.as_ref());
        let json_web_tokens = inbound.oauth.as_ref().map(|oauth| TokenVerifier::new(oauth, verifier));
        let json_web_tokens = json_web_tokens.transpose().unwrap_or_else(|found| {
            noted(found);
            None
        });
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let rates = |rate| {
            let known = previous.and_then(|previous| previous.rates.clone()).filter(|known| known.rate == rate);
            known.unwrap_or_else(|| Arc::new(Rates::new(rate)))
        };
        let concurrency = |limit| {
            let known = previous.and_then(|previous| previous.concurrency.as_ref());
            known.map_or_else(|| Concurrency::new(limit), |known| known.with_limit(limit))
        };
        let shared = Shared {
            hosts,
            origins: AllowedOrigins::new(&listen.allowed_origins),
            addresses,
            tokens,
            json_web_tokens,
            metadata: inbound.oauth.as_ref().map(ResourceMetadata::new),
            failed_tokens: previous.map(|previous| previous.failed_tokens.clone()).unwrap_or_default(),
            rates: inbound.limits.rate.map(rates),
            concurrency: inbound.limits.concurrency.map(concurrency),
        };
        Ok(Admission { shared: Arc::new(shared), policy: FailurePolicy::new() })
    }

    /// The same under this policy: use that of the gateway. What is refused here are incidents of the policy.
    #[must_use]
    pub fn with_policy(self, policy: FailurePolicy) -> Admission {
        Admission { policy, ..self }
    }

    /// The router behind this admission, with all paths: what is not there is not told to strangers.
    pub fn around(&self, router: Router) -> Router {
        // The fallback of a router that is merged with another may be lost, and its layer with it; a service is not.
        Router::new().fallback_service(router.layer(from_fn_with_state(self.clone(), admit)))
    }

    /// What anyone may ask for: where tokens for this gateway come from (RFC 9728), if there is an authorization server.
    pub fn routes(&self) -> Router {
        match &self.shared.metadata {
            Some(metadata) => metadata.routes(&self.policy),
            None => Router::new(),
        }
    }

    /// Who calls.
    async fn identify(&self, head: &HeaderMap, uri: &Uri, address: IpAddr) -> Result<Admitted, Refusal> {
        let shared = &*self.shared;
        if shared.tokens.is_empty() && shared.json_web_tokens.is_none() {
            let key = ClientKey::of_address(address);
            return Ok(Admitted { caller: anonymous(address), key });
        }
        let metadata = shared.metadata.as_ref();
        let token = match bearer::presented(head) {
            Presented::Token(token) => token,
            Presented::Nothing => return Err(refusal::no_token(metadata, bearer::is_in_query(uri))),
            Presented::Malformed(why) => {
                return Err(self.failed(address, refusal::malformed_token(metadata, why)));
            }
        };
        // A token that the operator has given out costs a hash to find, and is good whatever others at its address send.
        if let Some(token) = shared.tokens.find(token) {
            let name = token.name.clone();
            let caller = Caller { name: name.clone(), tools: token.tools.clone(), dialect: token.dialect };
            return Ok(Admitted { caller, key: ClientKey::Token(name) });
        }
        let Some(verifier) = &shared.json_web_tokens else {
            return Err(self.failed(address, refusal::unknown_token()));
        };
        // A signature is dear: whoever has had too many that were wrong has no more checked.
        shared.failed_tokens.check(&ClientKey::of_address(address)).map_err(refusal::too_many_failed_tokens)?;
        let verified = match verifier.verify(token).await {
            Ok(verified) => verified,
            // That there are no keys is not the client's fault.
            Err(why @ Rejected::NoKeys { .. }) => return Err(refusal::of_json_web_token(metadata, why)),
            Err(why) => return Err(self.failed(address, refusal::of_json_web_token(metadata, why))),
        };
        let caller = Caller { name: verified.name.clone(), tools: verified.tools, dialect: None };
        Ok(Admitted { caller, key: ClientKey::Subject(verified.name) })
    }

    /// Counts a token that has failed. What its address is told is this refusal, or that there were too many.
    fn failed(&self, address: IpAddr, why: Refusal) -> Refusal {
        let address = ClientKey::of_address(address);
        match self.shared.failed_tokens.check(&address) {
            Ok(()) => {
                self.shared.failed_tokens.count(address);
                why
            }
            Err(wait) => refusal::too_many_failed_tokens(wait),
        }
    }
}

/// A caller that need not say who it is.
fn anonymous(address: IpAddr) -> Caller {
    Caller { name: address.to_string().into(), tools: ToolAccess::All, dialect: None }
}

/// Lets a request through or answers it, and has a web page of an allowed origin read the answer.
async fn admit(State(admission): State<Admission>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    if let Err(why) = admission.shared.hosts.check(&head) {
        return why.into_response(&admission.policy);
    }
    let origin = admission.shared.origins.of(&head.headers);
    if let Some(origin) = origin.clone().filter(|_| web_pages::is_preflight(&head)) {
        return web_pages::preflight(&head.headers, origin);
    }
    let mut response = admit_client(&admission, head, body, next).await;
    if let Some(origin) = origin {
        web_pages::expose(&mut response, origin);
    }
    response
}

/// Lets a request through, with its caller in its extensions, or answers it.
async fn admit_client(admission: &Admission, mut head: Parts, body: Body, next: Next) -> Response {
    let shared = &*admission.shared;
    let policy = &admission.policy;
    let Some(address) = shared.addresses.of(&head) else { return refusal::no_address().into_response(policy) };
    let admitted = match admission.identify(&head.headers, &head.uri, address).await {
        Ok(admitted) => admitted,
        Err(why) => {
            // Whoever guesses tokens is counted by its address, and is not told any more whether they are known.
            let attempts = shared.rates.as_ref().map(|rates| rates.check(&ClientKey::of_address(address)));
            return match attempts {
                Some(Err(wait)) => refusal::too_often(wait).into_response(policy),
                Some(Ok(())) | None => why.into_response(policy),
            };
        }
    };
    if let Some(rates) = &shared.rates
        && let Err(wait) = rates.check(&admitted.key)
    {
        return refusal::too_often(wait).into_answer(policy, &head, body).await;
    }
    let identity = admitted.key.identity();
    // Only calls are counted: a client at its limit can list tools, answer, and above all cancel.
    let (slot, body) = match &shared.concurrency {
        Some(concurrency) if head.method == Method::POST => {
            let (is_call, body) = message::is_call(body).await;
            match is_call.then(|| concurrency.enter(admitted.key)).transpose() {
                Ok(slot) => (slot, body),
                Err(full) => return refusal::too_many(full.limit).into_answer(policy, &head, body).await,
            }
        }
        Some(_) | None => (None, body),
    };
    if !shared.tokens.is_empty() || shared.json_web_tokens.is_some() {
        // The token is for the gateway alone: no later stage can pass it on.
        head.headers.remove(header::AUTHORIZATION);
    }
    head.extensions.insert(admitted.caller);
    if let Some(identity) = identity {
        head.extensions.insert(identity);
    }
    let response = next.run(Request::from_parts(head, body)).await;
    match slot {
        Some(slot) => slot.held_by(response),
        None => response,
    }
}

/// Without settings, some of which are secrets.
impl std::fmt::Debug for Admission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Admission").finish_non_exhaustive()
    }
}
