//! Codes as they are compared: without case and separators, finer ones as their coarser ones.

/// The code as it is compared.
pub(super) fn folded(code: &str) -> String {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect();
    let coarser = match plain.as_str() {
        "missingrequired" => "invalidparams",
        "invalidformat" | "outofrange" | "validationerror" => "validation",
        "invalidcredentials" | "tokenexpired" => "unauthorized",
        "alreadyexists" => "conflict",
        "cache" | "unknown" | "unknownerror" | "internalerror" | "initializationfailed" => "internal",
        "serviceunavailable" => "unavailable",
        "databaseerror" => "database",
        "serializationerror" => "serialization",
        "configurationerror" => "configuration",
        _ => return plain,
    };
    coarser.to_owned()
}

/// What a caller is told to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advice {
    FixTheRequest,
    LookElsewhere,
    SeeTheState,
    GetAccess,
    WaitAndRetry,
    TellTheOperator,
    CalledOff,
}

/// The advice for a folded code.
pub(super) fn advice(code: &str) -> Option<Advice> {
    Some(match code {
        "parseerror" | "invalidrequest" | "methodnotfound" | "invalidparams" | "validation" => Advice::FixTheRequest,
        "notfound" => Advice::LookElsewhere,
        "conflict" => Advice::SeeTheState,
        "unauthorized" | "forbidden" | "quotaexceeded" => Advice::GetAccess,
        "ratelimited" | "timeout" | "unavailable" | "dependencyfailed" => Advice::WaitAndRetry,
        "internal" | "database" | "configuration" | "serialization" | "notimplemented" => Advice::TellTheOperator,
        "cancelled" => Advice::CalledOff,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Advice, advice, folded};

    #[test]
    fn a_finer_code_counts_as_its_coarser_one() {
        assert_eq!(folded("token_expired"), folded("Unauthorized"));
        assert_eq!(folded("ServiceUnavailable"), "unavailable");
        assert_eq!(folded("not-found"), "notfound");
    }

    #[test]
    fn every_coarse_code_has_an_advice() {
        assert_eq!(advice(&folded("RateLimited")), Some(Advice::WaitAndRetry));
        assert_eq!(advice(&folded("already_exists")), Some(Advice::SeeTheState));
        assert_eq!(advice("teapot"), None);
    }
}
