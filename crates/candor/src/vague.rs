//! Messages that would fit any failure: the one judgement for contracts and for what strangers say.

mod words;

pub(crate) use words::is_vague;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_generic_words_alone_is_vague() {
        for text in [
            "Error",
            "error:",
            "Something went wrong",
            "Invalid input",
            "Invalid params",
            "Operation failed",
            "An error occurred",
            "It failed",
            "It broke!",
            "Unknown error",
            "Request failed",
            "Bad request",
            "Internal Server Error",
            "INTERNAL SERVER ERROR",
            "Unhandled exception",
            "Errors happened while executing the operation",
            "The server couldn't process your request",
            "The server couldn’t process your request",
            "Can't do that",
            "Oops! Something went wrong, please try again later.",
            "Error: An unexpected error has occurred.",
            "Tool call failed",
            "Tool execution failed",
            "Error executing tool",
            "Tool error",
            "Call failed",
            "Command failed",
            "Task failed",
            "Job failed",
            "Function call error",
            "Response error",
            "Validation failed",
            "Failed to complete the task",
            "Not OK",
            "Unable to proceed",
            "null",
            "undefined",
            "[object Object]",
            "…!?",
        ] {
            assert!(is_vague(text), "{text}");
        }
    }

    #[test]
    fn a_message_that_names_something_is_not() {
        for text in [
            "Order 17 failed",
            "fetch failed",
            "The store failed",
            "Not found",
            "Not supported",
            "No response",
            "Tool quote failed",
            "Command not found",
            "Validation of the address failed",
            "The job was cancelled",
            "Error 17",
            "Request failed with status code 502",
            "Invalid 'input'",
            "Invalid “input”",
            "Invalid value for `request`",
            "The request timed out",
            "Missing input",
            "NullPointerException",
            "E_FAIL",
            "Une erreur est survenue",
            "注文が失敗しました",
        ] {
            assert!(!is_vague(text), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_judged_in_time_that_grows_with_its_length() {
        let time = |count: usize| {
            let text = "error ".repeat(count);
            let start = std::time::Instant::now();
            assert!(is_vague(&text));
            start.elapsed()
        };
        let short = time(2_000).max(std::time::Duration::from_millis(1));
        let long = time(20_000);
        assert!(long < short * 100, "{short:?}, {long:?}");
        assert!(!is_vague(&"error".repeat(1_000_000)));
    }

    #[test]
    fn the_derive_judges_messages_by_the_same_code() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &str| std::fs::read_to_string(crates.join(path)).unwrap();
        assert_eq!(read("candor/src/vague/words.rs"), read("candor-macros/src/vague.rs"));
    }
}
