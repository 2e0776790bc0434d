//! Things that do not exist.

use crate::classify::judgement::{
    CONFIGURATION, DEFECT, INTERNAL, INVALID_PARAMS, METHOD_NOT_FOUND, NOT_FOUND, UNREACHABLE, VALIDATION,
    WRONG_STATEMENT,
};
use crate::classify::words::phrase::Phrase;
use crate::classify::words::phrase::Strength::{Certain, Plain, Strong, Weak};

pub(super) static PHRASES: &[Phrase] = &[
    // 004: NotFound
    Phrase::new("words.not_found", "not found", NOT_FOUND, Strong),
    Phrase::new(
        "words.not_found",
        "not|couldnt|wasnt|cannot|cant|didnt|unable|failed .. be? found|find|locate|located",
        NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.not_found", "not|doesnt|dont|didnt|longer exist|exists|existing|existent", NOT_FOUND, Strong),
    Phrase::new("words.not_found", "nonexistent|inexistent|nonexisting|notfound", NOT_FOUND, Strong),
    Phrase::new("words.not_found", "non existent|existing", NOT_FOUND, Strong),
    Phrase::new("words.not_found", "not resolve|resolved to a|an|any", NOT_FOUND, Certain),
    Phrase::new(
        "words.no_result",
        "^ no user|users|customer|account|order|orders|member|product|channel|team|project|group|issue|repository|invoice|entity|record with|for|named|called|matches|matching|has",
        NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.no_such", "no such", NOT_FOUND, Strong),
    Phrase::new(
        "words.no_such",
        "there is|are|was|were no !need|way|more|longer|room|space|leader|enough|permission|available",
        NOT_FOUND,
        Weak,
    ),
    Phrase::new(
        "words.no_result",
        "no row|rows|result|results|record|records|match|matches|matching|entry|entries|data|document|documents|item|items|element|object|objects|file|files .. found|returned|in|exists|exist|was|were|present|available|for|with",
        NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.no_result", "no|zero matching|results|rows|records|hits|matches $", NOT_FOUND, Plain),
    Phrase::new("words.no_result", "no value|values present|found|for", NOT_FOUND, Plain),
    Phrase::new("words.no_result", "no .. found !in", NOT_FOUND, Plain),
    Phrase::new("words.no_result", "no .. with|for|named|called|matching .. id|name|key|identifier", NOT_FOUND, Weak),
    Phrase::new(
        "words.unknown_thing",
        "unknown|unrecognized|unregistered|nonexistent resource|user|account|customer|id|entity|object|record|document|file|topic|partition|session|member|group|project|repository|bucket|cluster|device|resources|product|channel|queue|image|container|job|model|zone|region",
        NOT_FOUND,
        Plain,
    ),
    Phrase::new(
        "words.missing_thing",
        "document|file|record|resource|object|entity|page|row|image|blob|item is|are|was|were? missing",
        NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.gone", "has|have|was|were been? deleted|removed|purged|archived", NOT_FOUND, Plain),
    Phrase::new("words.gone", "was|were|has|have|is .. deleted|removed|purged", NOT_FOUND, Weak),
    Phrase::new("words.gone", "^ gone $", NOT_FOUND, Plain),
    Phrase::new("words.gone", "no longer available|exists|exist|present|there", NOT_FOUND, Strong),
    Phrase::new(
        "words.not_registered",
        "not|isnt|arent|never been? registered|known|recognized|listed|tracked",
        NOT_FOUND,
        Weak,
    ),
    // Schema of a database
    Phrase::new(
        "words.no_relation",
        "no such table|column|columns|relation|function|collation|savepoint|view|keyspace|trigger",
        WRONG_STATEMENT,
        Certain,
    ),
    Phrase::new(
        "words.no_relation",
        "unknown|invalid|undefined|ambiguous|missing table|column|columns|relation|database|view|sequence",
        WRONG_STATEMENT,
        Certain,
    ),
    Phrase::new(
        "words.no_relation",
        "@relation|schema|role|tablespace %? .. not|doesnt|dont .. exist|exists|found",
        WRONG_STATEMENT,
        Certain,
    ),
    Phrase::new(
        "words.no_relation",
        "no column|columns|table|relation .. found|named|called|with|for|exists",
        WRONG_STATEMENT,
        Certain,
    ),
    Phrase::new("words.no_relation", "invalid object|column name", WRONG_STATEMENT, Certain),
    Phrase::new(
        "words.no_relation",
        "column|columns .. is|are|be? ambiguous|unknown|invalid|referenced|specified|must",
        WRONG_STATEMENT,
        Strong,
    ),
    // Methods
    Phrase::new(
        "words.method_not_found",
        "@method %? .. not|doesnt|dont|couldnt|isnt|unknown|unavailable .. found|exist|exists|available|registered|recognized|known",
        METHOD_NOT_FOUND,
        Certain,
    ),
    Phrase::new(
        "words.method_not_found",
        "unknown|unrecognized|undefined|invalid|unregistered|unhandled|nonexistent @method|rpc|operation|action !argument|arguments|parameter|parameters|line|option|options|name|type",
        METHOD_NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.method_not_found", "unknown|unrecognized|unregistered @method", METHOD_NOT_FOUND, Certain),
    Phrase::new("words.method_not_found", "no such @method|function|operation", METHOD_NOT_FOUND, Certain),
    Phrase::new(
        "words.method_not_found",
        "no @method|handler .. found|named|called|registered|for|available",
        METHOD_NOT_FOUND,
        Strong,
    ),
    Phrase::new(
        "words.method_not_found",
        "unregistered|unknown task|function|job type|name|of?",
        METHOD_NOT_FOUND,
        Strong,
    ),
    Phrase::new("words.no_component", "command not found", CONFIGURATION, Strong),
    Phrase::new("words.method_not_found", "no % subscription|method|command|tool", METHOD_NOT_FOUND, Strong),
    // Parts of the program
    Phrase::new(
        "words.no_component",
        "@cannot|not|no|missing|unknown .. find|load|import|locate|resolve|initialize|such|named|suitable|instantiate .. @component|dependencies",
        CONFIGURATION,
        Strong,
    ),
    Phrase::new(
        "words.no_component",
        "no|missing|unresolved such|suitable|module|qualifying|required @component|type|named",
        CONFIGURATION,
        Plain,
    ),
    Phrase::new("words.no_component", "no such|qualifying|suitable|module @component|named", CONFIGURATION, Certain),
    Phrase::new(
        "words.no_component",
        "@component %? .. not|isnt|couldnt|cannot .. found|installed|loaded|available|resolve|exist|registered",
        CONFIGURATION,
        Strong,
    ),
    Phrase::new("words.no_component", "not|isnt installed|loaded|bundled|compiled", CONFIGURATION, Strong),
    // Hosts
    Phrase::new("words.no_host", "no such host", UNREACHABLE, Certain),
    Phrase::new("words.no_host", "unknown|unresolved host|hostname", UNREACHABLE, Certain),
    Phrase::new(
        "words.no_host",
        "host|hostname|domain|nodename .. not|unknown|couldnt .. found|known|resolve|resolved",
        UNREACHABLE,
        Certain,
    ),
    Phrase::new("words.no_host", "name|nodename or|nor service|servname .. not .. known", UNREACHABLE, Certain),
    // Things of the language
    Phrase::new("words.not_defined", "is|are not defined", DEFECT, Plain),
    Phrase::new(
        "words.unknown_input",
        "unknown|unrecognized|unexpected|unsupported|undefined|extra|unallowed field|fields|variant|parameter|parameters|argument|arguments|option|options|value|values|format|property|properties|key|keys|attribute|attributes|enum|keyword|flag|query|named|additional",
        INVALID_PARAMS,
        Strong,
    ),
    Phrase::new("words.unknown_input", "no such|unknown option|argument|flag|parameter", INVALID_PARAMS, Certain),
    Phrase::new("words.unknown_input", "additional properties|property|fields .. not|are", INVALID_PARAMS, Certain),
    Phrase::new("words.unknown_error", "unknown|unidentified error|reason|exception|failure", INTERNAL, Weak),
    Phrase::new(
        "words.broken_reference",
        "references|refers|pointing|points|reference .. nonexistent|missing|unknown|not|doesnt|invalid",
        VALIDATION,
        Plain,
    ),
    Phrase::new("words.unknown_input", "unknown|unrecognized", INVALID_PARAMS, Weak),
    Phrase::new(
        "words.unknown_input",
        "unknown|unrecognized|unrecognised cipher|network|protocol|encoding|charset|algorithm|unit|mode|level|locale|language|currency|timezone|zone|compression|scheme|digest|curve|signature|operator|function|type|kind|event|state|status|opcode|escape|identifier|token|symbol|setting",
        INVALID_PARAMS,
        Plain,
    ),
    Phrase::new(
        "words.not_found",
        "not|doesnt|isnt|never .. part|member|belong|belongs|belonging of|to|in",
        NOT_FOUND,
        Plain,
    ),
    Phrase::new(
        "words.gone",
        "^ .. file|message|channel|user|team|document|record|resource|account|object|item|page|bucket deleted|removed|purged $",
        NOT_FOUND,
        Plain,
    ),
    Phrase::new(
        "words.no_result",
        "found no|zero row|rows|result|results|record|records|matches|match",
        NOT_FOUND,
        Certain,
    ),
    Phrase::new("words.no_component", "no section|option|entry .. %", CONFIGURATION, Plain),
    Phrase::new("words.not_found", "not|isnt aware|known|hosted|host", NOT_FOUND, Plain),
    Phrase::new("words.not_found", "does|do not host|know|contain|recognize|have !permission|access", NOT_FOUND, Weak),
    Phrase::new("words.not_found", "no .. named|called|with %? exists|exist|found|known", NOT_FOUND, Certain),
    Phrase::new(
        "words.not_found",
        "no !such|more|longer|space|route|response|permission|permissions|access|support|api|credentials .. job|task|process|transaction|session|request|operation|lease|member|user",
        NOT_FOUND,
        Weak,
    ),
];
