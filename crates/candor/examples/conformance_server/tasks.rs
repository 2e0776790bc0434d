//! Tools that run as tasks where the client knows what a task is.

use crate::everything::Shared;
use crate::questions::{self, accepted};
use crate::rounds;
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::task_manager::{TaskContext, TaskExit, TaskFuture, TaskOptions};
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use std::time::Duration;

/// The call as a task, or `None` where the tool is none of these.
pub(crate) async fn call(
    shared: &Shared,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Option<CallToolResponse>, ErrorData> {
    let knows_tasks = context.client_capabilities().is_some_and(|client| client.supports_tasks());
    let argument = |name: &str| request.arguments.as_ref().and_then(|arguments| arguments.get(name));
    let task: Box<dyn FnOnce(TaskContext) -> TaskFuture> = match request.name.as_ref() {
        "slow_compute" => {
            let time = Duration::from_secs(argument("seconds").and_then(Value::as_u64).unwrap_or(0));
            let label = argument("label").and_then(Value::as_str).unwrap_or("a computation").to_owned();
            if !knows_tasks {
                tokio::time::sleep(time).await;
                return Ok(Some(text(&format!("{label} is done")).into()));
            }
            Box::new(move |task| Box::pin(compute(task, time, label)))
        }
        "failing_job" => Box::new(|_| Box::pin(fail())),
        "protocol_error_job" => Box::new(|_| Box::pin(break_down())),
        "confirm_delete" => {
            let name = argument("filename").and_then(Value::as_str).unwrap_or("a file").to_owned();
            Box::new(move |task| Box::pin(confirm(task, name)))
        }
        "multi_input" => Box::new(|task| Box::pin(ask_twice(task))),
        "test_tool_with_task" => {
            let Some(name) = accepted(request.input_responses.as_ref(), "user_name", "name") else {
                let question = questions::text("What is your name?", "name")?;
                return Ok(Some(rounds::ask([("user_name", question)], None)));
            };
            let greeting = format!("Hello, {name}!");
            Box::new(move |_| Box::pin(async move { Ok(text(&greeting)) }))
        }
        _ => return Ok(None),
    };
    if !knows_tasks {
        let required = ClientCapabilities::builder().enable_tasks().build();
        return Err(ErrorData::missing_required_client_capability(required));
    }
    let options = TaskOptions::new().with_poll_interval_ms(100);
    Ok(Some(CreateTaskResult::new(shared.tasks.spawn(options, task)).into()))
}

async fn compute(task: TaskContext, time: Duration, label: String) -> Result<CallToolResult, TaskExit> {
    tokio::select! {
        () = tokio::time::sleep(time) => Ok(text(&format!("{label} is done"))),
        () = task.cancelled() => Err(TaskExit::Cancelled),
    }
}

async fn fail() -> Result<CallToolResult, TaskExit> {
    tokio::time::sleep(Duration::from_millis(500)).await;
    Ok(CallToolResult::error(vec![ContentBlock::text("The job failed on purpose")]))
}

async fn break_down() -> Result<CallToolResult, TaskExit> {
    Err(TaskExit::Error(ErrorData::internal_error("The job broke down on purpose", None)))
}

async fn confirm(task: TaskContext, name: String) -> Result<CallToolResult, TaskExit> {
    let question = questions::yes_or_no(&format!("Delete {name}?"), "confirm")?;
    let answer = task.request_input("confirm", question).await?;
    let yes = answer.get("content").and_then(|content| content.get("confirm")) == Some(&Value::Bool(true));
    Ok(text(&if yes { format!("{name} is deleted") } else { format!("{name} is kept") }))
}

async fn ask_twice(task: TaskContext) -> Result<CallToolResult, TaskExit> {
    let first = task.request_input("first", questions::text("What is the first name?", "name")?);
    let second = task.request_input("second", questions::text("What is the second name?", "name")?);
    tokio::try_join!(first, second)?;
    Ok(text("Both answers are here"))
}

fn text(text: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}
