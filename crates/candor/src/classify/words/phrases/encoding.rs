//! Data that cannot be read or written.

use crate::classify::judgement::{SERIALIZATION, VALIDATION};
use crate::classify::words::phrase::Phrase;
use crate::classify::words::phrase::Strength::{Certain, Plain, Strong, Weak};

pub(super) static PHRASES: &[Phrase] = &[
    Phrase::new(
        "words.json",
        "not|isnt|invalid|malformed|bad|broken|unexpected|truncated|unparseable|incomplete .. valid? json|xml|yaml|toml|csv|protobuf|html|avro|msgpack",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.json",
        "unexpected token|end|character|eof|identifier|string|symbol|non|byte|trailing|input !@be",
        SERIALIZATION,
        Plain,
    ),
    Phrase::new(
        "words.json",
        "unexpected token|end|character|eof|identifier|non|byte .. json|input|position|line|parsing|looking",
        SERIALIZATION,
        Certain,
    ),
    Phrase::new(
        "words.json",
        "json|xml|yaml|toml|csv|html|protobuf .. parse|parser|parsing|decode|decoding|syntax|unmarshal|position|error|deserialize|malformed|invalid|truncated|token",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.json",
        "parse|parsing|decode|decoding|read|encode|unmarshal|deserialize|serialize|marshal|encoding|deserializing .. json|xml|yaml|toml|csv|html|protobuf|avro",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.json",
        "expecting|expected property|value|comma|colon|delimiter|ident|name|token .. line|enclosed|column|delimiter|position|char|at",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new("words.json", "expecting|expected value|% .. line|column|delimiter|char", SERIALIZATION, Plain),
    Phrase::new("words.json", "trailing comma|characters|data|garbage|bytes|input|content", SERIALIZATION, Strong),
    Phrase::new("words.json", "at|on line # column|char|position", SERIALIZATION, Weak),
    Phrase::new("words.json", "eof while|parsing", SERIALIZATION, Strong),
    Phrase::new("words.json", "control character|characters", SERIALIZATION, Plain),
    Phrase::new("words.json", "mapping values are", SERIALIZATION, Certain),
    Phrase::new("words.json", "extra data", SERIALIZATION, Strong),
    Phrase::new(
        "words.parse",
        "@cannot|error|not|could|couldnt|unable|exception .. parse|parsing|decode|decoding|decoded|encode|encoding|deserialize|deserializing|serialize|serializing|unmarshal|unmarshalling|unmarshaling|marshal|deserialise|unpickle|pickle|decompress|decompressing|inflate|unpack|unzip",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.parse",
        "parse|parsing|decode|decoding|decoder|encode|encoding|encoder|deserialization|serialization|marshalling|unmarshalling|decompression|parser|serializer|deserialisation|transcoding @cannot|error|errors|exception|failure|aborted",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new("words.parse", "circular structure|reference|references", SERIALIZATION, Strong),
    Phrase::new("words.parse", "know how to serialize", SERIALIZATION, Certain),
    Phrase::new(
        "words.parse",
        "not|isnt serializable|deserializable|encodable|decodable|parsable|parseable",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new("words.parse", "unserializable|undecodable|unparsable|unparseable", SERIALIZATION, Plain),
    Phrase::new(
        "words.codec",
        "codec|charset|unicode|utf|ascii|latin|surrogate|surrogates|bom .. decode|encode|invalid|byte|sequence|illegal|malformed|map|undefined|@cannot",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.codec",
        "invalid|illegal|malformed|bad|incomplete|ill utf|unicode|start|continuation|multibyte|surrogate|byte|charset|base .. sequence|byte|string|character|point|data|encoding|input|order?",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new("words.corrupt", "corrupt|corrupted|corruption|garbled|truncated", SERIALIZATION, Plain),
    Phrase::new(
        "words.corrupt",
        "bad|wrong|invalid|incorrect|unknown|unrecognized magic|padding|checksum|crc|header|stream|compression|wire|tag|gzip|zip|zlib .. number|header|file|type|data|bytes|method|checksum?",
        SERIALIZATION,
        Plain,
    ),
    Phrase::new("words.corrupt", "not|isnt a|an? gzip|zip|tar|pdf|png|jpeg|valid? file", SERIALIZATION, Plain),
    Phrase::new(
        "words.corrupt",
        "incorrect|invalid|bad padding|checksum|crc|header|stream|gzip|zip",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.corrupt",
        "checksum|crc|digest|hash mismatch|failed|error|incorrect|does|verification",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.corrupt",
        "unexpected|premature end of file|stream|input|data|json|content|archive|document|message",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.content_type",
        "content|mime|media|mimetype type|transfer|encoding|disposition .. unexpected|invalid|unsupported|bad|not|unknown|wrong|mismatch|expected|received|decode",
        SERIALIZATION,
        Plain,
    ),
    Phrase::new(
        "words.content_type",
        "unexpected|bad|unrecognized|invalid|unknown|wrong .. content|mime|mimetype|transfer type|or|encoding|%?",
        SERIALIZATION,
        Strong,
    ),
    Phrase::new(
        "words.field_of_document",
        "parse|parsing field|value .. of|for|in type|document|field",
        VALIDATION,
        Strong,
    ),
    Phrase::new("words.parse", "unpack|unpacking|pack|struct .. requires|error|buffer|bytes", SERIALIZATION, Strong),
    Phrase::new(
        "words.corrupt",
        "keystore|archive|image|stream|header|file|data format|signature|magic .. invalid|unknown|unrecognized|wrong",
        SERIALIZATION,
        Plain,
    ),
    Phrase::new("words.parse", "unsupported scan|conversion|destination|converting", SERIALIZATION, Strong),
    Phrase::new(
        "words.parse",
        "converting|convert|converted|conversion .. unsupported|@cannot|impossible|overflow",
        SERIALIZATION,
        Strong,
    ),
];
