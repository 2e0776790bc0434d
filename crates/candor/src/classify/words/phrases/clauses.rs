//! Who did what to what: clauses in which a generic word gives way to what it qualifies, and to who said it.

use crate::classify::judgement::{
    CONFIGURATION, CONFLICT, CONNECTION_LOST, DEFECT, DEPENDENCY_FAILED, EXHAUSTED, FORBIDDEN, INTERNAL,
    INVALID_CREDENTIALS, INVALID_PARAMS, NO_RESPONSE, NOT_FOUND, QUOTA_EXCEEDED, RATE_LIMITED, TOKEN_EXPIRED,
    UNAUTHORIZED, UNAVAILABLE, VALIDATION,
};
use crate::classify::words::phrase::Phrase;
use crate::classify::words::phrase::Strength::{Certain, Plain, Strong, Weak};

pub(super) static PHRASES: &[Phrase] = &[
    // Credentials, whatever is said of them
    Phrase::new(
        "words.invalid_credentials",
        "token|jwt|credentials|credential|password|passcode|otp|passphrase is|are|was|were? not|isnt|wasnt|arent|no longer? valid|correct|right|accepted $",
        INVALID_CREDENTIALS,
        Certain,
    ),
    Phrase::new(
        "words.invalid_credentials",
        "invalid|wrong|incorrect|bad !value|type|length|number|format|scope .. token|credentials|passphrase|jwt $",
        INVALID_CREDENTIALS,
        Strong,
    ),
    Phrase::new(
        "words.invalid_credentials",
        "email|mail|name or|and password|passcode is|are|was|were .. wrong|incorrect|invalid",
        INVALID_CREDENTIALS,
        Certain,
    ),
    Phrase::new(
        "words.expired_token",
        "challenge|login|signin|otp|passcode has|have|is|are|was expired",
        TOKEN_EXPIRED,
        Certain,
    ),
    Phrase::new("words.sign_in_again", "log|sign in again|anew|once", UNAUTHORIZED, Certain),
    Phrase::new(
        "words.sign_in_again",
        "your session|login is|has|was gone|over|ended|lost|closed",
        UNAUTHORIZED,
        Strong,
    ),
    Phrase::new(
        "words.own_credential",
        "our|own|servers|gateways|configured api? key|token|credential|credentials|certificate|password|account is|was|were|has|have been? rejected|refused|invalid|expired|revoked|wrong|denied|declined",
        CONFIGURATION,
        Certain,
    ),
    Phrase::new(
        "words.own_credential",
        "rejected|refused|declined|revoked our|own|servers|gateways .. key|token|credential|credentials|certificate|password",
        CONFIGURATION,
        Certain,
    ),
    // Who may
    Phrase::new(
        "words.only_for",
        "only|reserved|restricted|limited to|for|by the? owner|owners|admin|admins|administrators|members|staff|managers|moderators|editors|maintainers|subscribers",
        FORBIDDEN,
        Strong,
    ),
    Phrase::new(
        "words.protected",
        "builtin|system|root|default|predefined|superuser role|user|account|group? .. cannot|cant be deleted|removed|dropped|altered|modified|changed|renamed|disabled",
        FORBIDDEN,
        Certain,
    ),
    Phrase::new(
        "words.no_permission",
        "insufficient|inadequate auth|authorization|rights|access|clearance",
        FORBIDDEN,
        Certain,
    ),
    Phrase::new("words.blocked", "unsafe redirect|url|host|path|origin", FORBIDDEN, Strong),
    // What the plan covers
    Phrase::new(
        "words.plan",
        "plan|tier|subscription|licence|license|edition allows|includes|permits|covers|grants",
        QUOTA_EXCEEDED,
        Strong,
    ),
    Phrase::new(
        "words.plan",
        "not|isnt enough|sufficient credits|credit|funds|balance|seats|licenses|coins",
        QUOTA_EXCEEDED,
        Certain,
    ),
    Phrase::new("words.too_many_requests", "locked out !of", RATE_LIMITED, Plain),
    // Rules for the input, plainly stated
    Phrase::new(
        "words.arity",
        "takes|take|accepts|accept|expects|expect|needs|need|requires|require exactly|at|only|just least|most? no|one|two|three|four|five|#|a|any|more .. argument|arguments|parameter|parameters|args",
        VALIDATION,
        Strong,
    ),
    Phrase::new(
        "words.arity",
        "accepts|takes|received|got|wants no|too|some|extra|several|positional positional|keyword|many? argument|arguments|parameters",
        VALIDATION,
        Strong,
    ),
    Phrase::new(
        "words.together",
        "cannot|cant|not be? use|used|combine|combined|mix|mixed|specify|pass|give|set .. with|and|together|both|without",
        VALIDATION,
        Plain,
    ),
    Phrase::new("words.together", "either .. or .. not both", VALIDATION, Strong),
    Phrase::new(
        "words.twice",
        "appear|appears|occur|occurs|given|specified|listed|used more|twice|multiple|several than|times|in",
        VALIDATION,
        Strong,
    ),
    Phrase::new(
        "words.nothing_sent",
        "no @input|file|files|data|image|document .. uploaded|sent|included|attached|submitted|posted|provided|supplied",
        VALIDATION,
        Certain,
    ),
    Phrase::new(
        "words.too_long",
        "exceeds|exceeded|exceeding .. batch|mutation|payload|request|args|arguments|dimension|dimensions|characters !per|quota|rate",
        VALIDATION,
        Strong,
    ),
    Phrase::new(
        "words.arguments",
        "deserialize|deserializing|deserialise|decode|unmarshal|bind|coerce the|tool|call|request|its? parameters|params|arguments|args",
        INVALID_PARAMS,
        Certain,
    ),
    // What a component is
    Phrase::new(
        "words.component_not_ready",
        "@service|coordinator|pool|worker|queue|scheduler|plugin|client|channel|stream|listener|connection|application|system|index|cache is|are|was|has? not|isnt|arent|wasnt|never been? yet|fully? ready|initialized|initialised|started|running|up|loaded|connected",
        UNAVAILABLE,
        Strong,
    ),
    Phrase::new(
        "words.component_closing",
        "is|are|was|currently closing|draining|stopping|restarting|booting|warming",
        UNAVAILABLE,
        Plain,
    ),
    Phrase::new(
        "words.component_full",
        "queue|channel|pool|buffer|mailbox|backlog is|are? full|saturated|exhausted",
        UNAVAILABLE,
        Strong,
    ),
    Phrase::new("words.open_files", "too many open files|sockets|handles|descriptors", EXHAUSTED, Certain),
    Phrase::new("words.lost_leader", "not a|the leader|primary|master|coordinator", CONFLICT, Weak),
    // What another service answered
    Phrase::new(
        "words.upstream_failed",
        "unexpected status|response|reply|answer !type|code|line",
        DEPENDENCY_FAILED,
        Strong,
    ),
    Phrase::new(
        "words.upstream_failed",
        "sent|returned|answered|gave|responded|replied with|an|a? html|garbage|nothing|markup|incomplete|unreadable|unusable|malformed|invalid",
        DEPENDENCY_FAILED,
        Strong,
    ),
    Phrase::new(
        "words.reset",
        "error|failed|failure sending|send to? the? request|data|bytes|message to|for|failed|over",
        CONNECTION_LOST,
        Certain,
    ),
    // Time
    Phrase::new("words.timeout", "io|read|write|dial|i o? timeout $", NO_RESPONSE, Strong),
    Phrase::new("words.timeout", "took|takes|taking far|much|way? too long", NO_RESPONSE, Certain).claiming_subject(),
    Phrase::new("words.timeout", "given|gave|giving up after #", NO_RESPONSE, Strong),
    Phrase::new(
        "words.timeout",
        "not|didnt|never|failed .. within|in # s|ms|sec|seconds|second|minutes|minute|milliseconds",
        NO_RESPONSE,
        Strong,
    ),
    Phrase::new(
        "words.timeout",
        "not|didnt|never respond|answer|reply|finish|complete|return in time",
        NO_RESPONSE,
        Certain,
    ),
    // The server's own work
    Phrase::new(
        "words.operation_failed",
        "could|couldnt|was|were not|unable|failed|failure|error|problem|trouble able|to|while|when|during? delete|deleting|remove|removing|create|creating|update|updating|save|saving|cancel|modify|modifying|attach|detach|mount|unmount|render|rendering|generate|generating|start|starting|prepare|resize|clone|publish|get|getting|set|setting|list|listing|fetch|fetching",
        INTERNAL.retryable_if_idempotent(),
        Weak,
    ),
    Phrase::new("words.unwrap", "called % on a|an % value", DEFECT, Certain),
    Phrase::new("words.configuration", "section|block|stanza %? is|are missing|absent|empty", CONFIGURATION, Strong)
        .claiming_subject(),
    // Queries for one row
    Phrase::new(
        "words.no_result",
        "query|select|lookup|statement returned no|zero rows|row|results|records",
        NOT_FOUND,
        Certain,
    ),
];
