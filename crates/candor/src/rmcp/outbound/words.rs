//! The words of the protocol itself. They reveal nothing, and without them a message could not be read: a secret such as
//! `text` or `user` is removed from what a server says, and not from the names that the protocol gives it.

/// Names of members.
const NAMES: &[&str] = &[
    "_meta",
    "action",
    "annotations",
    "arguments",
    "audience",
    "blob",
    "cacheScope",
    "capabilities",
    "clientCapabilities",
    "code",
    "completion",
    "content",
    "contents",
    "costPriority",
    "createdAt",
    "cursor",
    "data",
    "default",
    "description",
    "destructiveHint",
    "elicitationId",
    "elicitations",
    "enum",
    "error",
    "execution",
    "experimental",
    "extensions",
    "hasMore",
    "hints",
    "icons",
    "idempotentHint",
    "includeContext",
    "inputRequests",
    "inputSchema",
    "instructions",
    "intelligencePriority",
    "isError",
    "items",
    "lastModified",
    "lastUpdatedAt",
    "level",
    "listChanged",
    "logger",
    "logging",
    "maxTokens",
    "message",
    "messages",
    "metadata",
    "method",
    "mimeType",
    "mode",
    "model",
    "modelPreferences",
    "name",
    "nextCursor",
    "openWorldHint",
    "outputSchema",
    "params",
    "pollIntervalMs",
    "priority",
    "progress",
    "progressToken",
    "prompt",
    "prompts",
    "properties",
    "protocolVersion",
    "readOnlyHint",
    "reason",
    "requestId",
    "requestState",
    "requestedSchema",
    "required",
    "resource",
    "resourceTemplates",
    "resources",
    "result",
    "resultType",
    "role",
    "roots",
    "sampling",
    "serverInfo",
    "size",
    "speedPriority",
    "status",
    "statusMessage",
    "stopSequences",
    "structuredContent",
    "subscribe",
    "supportedVersions",
    "systemPrompt",
    "taskId",
    "tasks",
    "temperature",
    "text",
    "title",
    "tools",
    "total",
    "ttlMs",
    "type",
    "uri",
    "uriTemplate",
    "url",
    "values",
    "version",
    "websiteUrl",
];

const MEMBERS_WITH_FIXED_VALUES: &[&str] = &[
    "action",
    "audience",
    "cacheScope",
    "includeContext",
    "level",
    "method",
    "mode",
    "resultType",
    "role",
    "status",
    "type",
];

/// Their values.
const VALUES: &[&str] = &[
    "accept",
    "alert",
    "allServers",
    "array",
    "assistant",
    "audio",
    "boolean",
    "cancel",
    "cancelled",
    "complete",
    "completed",
    "critical",
    "debug",
    "decline",
    "elicitation/create",
    "emergency",
    "error",
    "failed",
    "form",
    "image",
    "info",
    "input_required",
    "integer",
    "none",
    "notice",
    "notifications/cancelled",
    "notifications/elicitation/complete",
    "notifications/message",
    "notifications/progress",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
    "notifications/tasks",
    "notifications/tools/list_changed",
    "number",
    "object",
    "ping",
    "private",
    "public",
    "resource",
    "resource_link",
    "roots/list",
    "sampling/createMessage",
    "string",
    "task",
    "text",
    "thisServer",
    "url",
    "user",
    "warning",
    "working",
];

/// The revisions of the protocol.
const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// Members that hold one of them, or a list.
const MEMBERS_WITH_REVISIONS: [&str; 4] =
    ["io.modelcontextprotocol/protocolVersion", "protocolVersion", "supported", "supportedVersions"];

/// Common types of media.
const MEDIA_TYPES: &[&str] = &[
    "application/json",
    "application/octet-stream",
    "application/pdf",
    "application/xml",
    "application/zip",
    "audio/mpeg",
    "audio/wav",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/svg+xml",
    "image/webp",
    "text/csv",
    "text/html",
    "text/html;profile=mcp-app",
    "text/markdown",
    "text/plain",
];

/// Members whose value the protocol wants to be a number.
const MEMBERS_WITH_NUMBERS: &[&str] = &[
    "code",
    "costPriority",
    "intelligencePriority",
    "maxTokens",
    "maximum",
    "maxItems",
    "maxLength",
    "minItems",
    "minLength",
    "minimum",
    "pollIntervalMs",
    "priority",
    "progress",
    "progressToken",
    "requestId",
    "size",
    "speedPriority",
    "temperature",
    "total",
    "ttlMs",
];

/// Members below which the server writes what it wants.
const MEMBERS_OF_THE_SERVER: [&str; 6] =
    ["_meta", "arguments", "data", "experimental", "metadata", "structuredContent"];

/// Whether the protocol has a member of this name.
pub(super) fn is_name(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
}

/// Whether the value is one of those that the protocol defines for the member.
pub(super) fn is_value(member: &str, value: &str) -> bool {
    MEMBERS_WITH_FIXED_VALUES.binary_search(&member).is_ok() && VALUES.binary_search(&value).is_ok()
        || MEMBERS_WITH_REVISIONS.contains(&member) && REVISIONS.contains(&value)
        || member == "mimeType" && MEDIA_TYPES.contains(&value)
}

/// Whether a client could not read the message if the member were anything but a number.
pub(super) fn is_number(member: &str) -> bool {
    MEMBERS_WITH_NUMBERS.contains(&member)
}

/// Whether the number of an error is one that JSON-RPC reserves.
pub(super) fn is_reserved_code(member: &str, number: &str) -> bool {
    member == "code" && number.parse().is_ok_and(|number: i64| (-32_768..=-32_000).contains(&number))
}

/// Whether all below the member is of the server's making.
pub(super) fn is_of_the_server(member: &str) -> bool {
    MEMBERS_OF_THE_SERVER.contains(&member)
}

/// Whether a disclosed failure has such a value under this name: when it was, and which one it is.
pub(super) fn is_reference(member: &str, value: &str) -> bool {
    match member {
        "instance" => value
            .strip_prefix("urn:uuid:")
            .is_some_and(|id| id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')),
        "time" | "timestamp" => {
            let is_of_time = |byte: u8| byte.is_ascii_digit() || b"-:.TZ+".contains(&byte);
            value.contains('T') && value.len() <= 35 && value.bytes().all(is_of_time)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        assert!(NAMES.is_sorted() && VALUES.is_sorted() && MEMBERS_WITH_FIXED_VALUES.is_sorted());
        assert!(is_name("structuredContent") && is_value("role", "user") && !is_value("login", "user"));
        assert!(is_value("protocolVersion", "2025-11-25") && !is_value("name", "2025-11-25"));
    }
}
