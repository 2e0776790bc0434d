//! Classes of words that play the same part in a sentence.

/// The classes, each with its words; `@name` in a list stands for another class.
static CLASSES: &[(&str, &str)] = &[
    // Function words.
    ("be", "is|are|was|were|be|been|being|s|re"),
    ("have", "has|have|had"),
    ("not", "not|isnt|arent|wasnt|werent|never"),
    ("do_not", "not|doesnt|dont|didnt"),
    ("cannot", "cannot|cant|couldnt|unable|failed|fails|failure|fail|failing"),
    ("must", "must|should|shall|needs|need|ought"),
    ("the", "the|a|an|this|that|these|those|your|its|any|his|her|their|our|no|one|some|all|each|every"),
    ("pronoun", "you|we|they|it|he|she|i"),
    // The caller.
    (
        "asker",
        "you|user|users|account|caller|client|principal|role|webhook|token|key|identity|app|application|bot|member|guest|@pronoun",
    ),
    // Operations, which can be cancelled.
    (
        "process",
        "request|requests|operation|task|query|call|context|connection|job|stream|rpc|command|statement|execution|action|process|watch|upload|download|search|run|fetch|promise|future|read|write|response|wait|invocation|transfer|subprocess|workflow|session|subscription|coroutine|function|load",
    ),
    // Parts of a request.
    (
        "input",
        "argument|arguments|arg|args|parameter|parameters|param|params|field|fields|value|values|input|inputs|property|properties|attribute|attributes|option|options|header|headers|body|payload|type|types|format|name|names|key|keys|id|ids|query|string|number|integer|date|email|address|url|uri|path|filename|json|syntax|character|characters|length|size|range|port|version|data|schema|content|message|messages|entry|entries|enum|variant|cursor|filter|expression|pattern|regex|uuid|timestamp|currency|locale|code|flag|index",
    ),
    (
        "bound",
        "greater|less|more|fewer|larger|smaller|bigger|higher|lower|longer|shorter|least|most|between|before|after|above|below|within|equal|positive|negative|nonnegative|non|numeric|integer|unique|distinct|valid|one|of|either|in|an|a|at|no|the|only|unset|lowercase|uppercase|alphanumeric|even|odd|finite|true|false|present|specified|provided|supplied|given|followed|preceded|null|empty|blank|zero|string|number|boolean|object|array|list|encoded|formatted|base|utf|iso|ascii|json|compatible|different|same|identical|instance|multiple|power|mutually|sorted|ordered|up|from|to|not",
    ),
    // Objects of an application, which have states.
    (
        "domain",
        "order|orders|invoice|payment|booking|reservation|subscription|account|ticket|contract|shipment|appointment|meeting|event|purchase|refund|cart|project|document|charge|intent|quote|policy|enrolment|membership|post|user|customer|issue|branch|release|deployment|plan|listing|auction|claim",
    ),
    // Parts of a database.
    (
        "relation",
        "table|tables|column|columns|relation|relations|view|savepoint|tablespace|trigger|sequence|collation|tablename|keyspace|aggregate|operator|prepared|cursor|rowid|alias",
    ),
    // Things that a program calls.
    ("method", "method|methods|command|commands|tool|tools|procedure|rpc|subcommand|verb|handler"),
    // Parts of a program.
    (
        "component",
        "module|modules|class|bean|plugin|package|library|driver|dialect|executable|binary|dependency|extension|dll|interpreter|codec|loader",
    ),
    // Configuration.
    (
        "setting",
        "configuration|config|configurations|setting|settings|env|environment|credentials|property|configmap|dsn|dotenv",
    ),
    // Credentials.
    (
        "credential",
        "token|tokens|credential|credentials|password|passwords|secret|signature|jwt|login|passphrase|passcode|mfa|otp|apikey|username|grant|bearer|assertion|authentication|auth|session",
    ),
    // Permissions.
    ("permission", "permission|permissions|privilege|privileges|scope|scopes|rights|clearance|entitlement"),
    // Things that are counted per request.
    (
        "item",
        "entries|entry|items|item|arguments|parameters|fields|transactions|transaction|records|rows|results|columns|attachments|attachment|values|keys|tags|tag|characters|ids|elements|messages|recipients|labels|operations|batches|levels|tokens|documents|decimals|digits|options|args|filters|files|images|terms|clauses|attributes|headers|cookies|names|parts|bytes|lines|words|conditions|statements|redirects",
    ),
    // Things that are counted per period.
    (
        "attempt",
        "requests|request|attempts|attempt|times|calls|logins|login|retries|tries|queries|concurrent|simultaneous|emails|sms|invocations|guesses",
    ),
    // Resources that are used up.
    (
        "resource",
        "memory|storage|disk|space|cpu|capacity|quota|connections|connection|resources|resource|licenses|seats|slots|nodes|instances|volumes|buckets|users|members|projects|credits|credit|funds|balance|handles|threads|workers|sessions|subscriptions|domains|repositories|keys|databases|clusters|shards|objects|topics|partitions|consumers|jobs|tasks|environments|rooms|groups|channels|webhooks|watchers|rules|functions|addresses",
    ),
    // Words after which the noun before is only mentioned.
    (
        "aspect",
        "must|should|shall|cannot|cant|needs|need|value|values|field|fields|parameter|parameters|param|setting|settings|option|options|header|headers|configuration|config|policy|rule|rules|name|names|id|ids|column|table|property|attribute|argument|flag|variable|type|is|are|was|has|have|does|doesnt|do|may|can|will|would|seconds|tier|plan|feature|strategy|interval|handler|middleware|class|module|file|key|endpoint|window|bucket|period|counter|format|syntax|expression|duration|test|page|message|to|in|for",
    ),
    // Words that begin a guess or advice.
    ("perhaps", "if|when|unless|whether|may|might|would|before|once|until|whenever"),
    // Services that a server relies on.
    (
        "service",
        "service|services|server|servers|host|backend|upstream|endpoint|cluster|node|broker|gateway|api|provider|apiserver|database|registry|proxy|remote|peer|replica|primary|master|leader|instance|system|site|website|resource|resources|region|zone|model|engine|daemon|agent|controller|storage|store",
    ),
    ("network", "network|host|dns|hostname|socket|connection|internet|wifi|peer|server|node|endpoint|broker"),
    ("exceeded", "exceeded|exceeds|exceed|exceeding|reached|reaches|hit|exhausted|depleted|over|surpassed|overrun"),
    ("limit", "limit|limits|maximum|max|cap|threshold|allowance|ceiling"),
    ("stop", "stopped|stopping|shutting|shutdown|terminating|terminated|draining|exiting"),
];

/// The words of a class, as lists with `|` between them.
pub(super) fn words(name: &str) -> impl Iterator<Item = &'static str> {
    let list = CLASSES.iter().find(|(known, _)| *known == name).map_or("", |(_, list)| *list);
    debug_assert!(!list.is_empty(), "no class is called {name}");
    let nested = list.split('|').filter_map(|word| word.strip_prefix('@'));
    let inner = nested.filter_map(|name| CLASSES.iter().find(|(known, _)| *known == name)).map(|(_, list)| *list);
    list.split('|').filter(|word| !word.starts_with('@')).chain(inner)
}
