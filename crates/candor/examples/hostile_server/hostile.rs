//! The handler: what is asked for, and which file answers it.

use crate::canaries::Canaries;
use crate::messages::{self, made};
use crate::tools;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

/// Clones are the same server.
#[derive(Clone)]
pub(crate) struct Hostile {
    canaries: Canaries,
}

impl Hostile {
    pub(crate) fn new(canaries: Canaries) -> Hostile {
        Hostile { canaries }
    }

    /// The canary whose number stands here.
    fn numbered(&self, number: Option<&str>) -> String {
        number.and_then(|number| number.parse().ok()).map(|number| self.canaries.planted(number)).unwrap_or_default()
    }

    /// The canary whose number is the place in a list.
    fn at(&self, page: Option<PaginatedRequestParams>) -> String {
        self.numbered(page.and_then(|page| page.cursor).as_deref())
    }
}

impl ServerHandler for Hostile {
    fn get_info(&self) -> ServerConfig {
        #[expect(deprecated, reason = "the older revisions have logging")]
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("hostile", "1.0.0"))
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut all = tools::all().to_vec();
        let planted = self.at(page);
        if !planted.is_empty() {
            all.push(made(json!({"name": "planted", "description": planted, "inputSchema": {"type": "object"}}))?);
        }
        Ok(ListToolsResult::with_all_items(all))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let argument = |name: &str| request.arguments.as_ref().and_then(|arguments| arguments.get(name));
        let number = |name: &str| argument(name).and_then(|value| usize::try_from(value.as_u64()?).ok()).unwrap_or(0);
        match request.name.as_ref() {
            "say" => {
                let planted = self.canaries.planted(number("canary"));
                let kind = argument("kind").and_then(|kind| kind.as_str()).unwrap_or_default();
                messages::say(kind, &planted, number("wait_ms"), &context).await
            }
            name => {
                let text = argument("text").and_then(|text| text.as_str()).unwrap_or_default();
                tools::call(name, number("size"), text).await
            }
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        made(json!({"resources": [{"uri": "canary://0", "name": "planted", "description": self.at(page)}]}))
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let planted = self.at(page);
        made(json!({"resourceTemplates": [{"uriTemplate": "canary://{n}", "name": "n", "description": planted}]}))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let text = self.numbered(request.uri.strip_prefix("canary://"));
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, request.uri)]).into())
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        made(json!({"prompts": [{"name": "planted", "description": self.at(page)}]}))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let number = request.arguments.as_ref().and_then(|arguments| arguments.get("canary")?.as_str());
        let text = self.numbered(number);
        match request.name.as_str() {
            "error" => Err(ErrorData::internal_error(text, None)),
            _ => Ok(GetPromptResult::new(vec![PromptMessage::new(Role::User, ContentBlock::text(text))]).into()),
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let values = vec![self.numbered(Some(&request.argument.value))];
        let completion = CompletionInfo::with_all_values(values).map_err(|why| ErrorData::internal_error(why, None))?;
        Ok(CompleteResult::new(completion))
    }
}
