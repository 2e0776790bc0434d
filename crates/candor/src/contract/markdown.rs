//! A contract as a page for people and models.

use super::Contract;
use std::fmt::Write;

impl Contract {
    /// The contract as Markdown: what the tool can fail with, when, and what to do about each.
    ///
    /// ```
    /// use candor::Contract;
    ///
    /// /// What `get_order` can fail with.
    /// #[derive(Debug, Contract)]
    /// enum GetOrder {
    ///     /// No order has this id.
    ///     #[failure(code = NotFound, message = "There is no order {id}",
    ///               recovery = "List the orders with list_orders first.")]
    ///     NoSuchOrder { id: u64 },
    /// }
    ///
    /// let page = GetOrder::CONTRACT.to_markdown("get_order");
    /// assert!(page.starts_with("# What `get_order` can fail with\n"));
    /// assert!(page.contains("## `no_such_order`\n\nNo order has this id.\n"));
    /// ```
    #[must_use]
    pub fn to_markdown(&self, tool: &str) -> String {
        let mut page = String::with_capacity(1024);
        // Writing to a string cannot fail.
        let _ = self.write_markdown(&mut page, tool);
        page
    }

    fn write_markdown(&self, page: &mut String, tool: &str) -> std::fmt::Result {
        writeln!(page, "# What `{tool}` can fail with")?;
        for clause in self.clauses() {
            writeln!(page, "\n## `{}`\n\n{}\n", clause.reason(), clause.when())?;
            writeln!(page, "- Message: {}", clause.message())?;
            writeln!(page, "- What to do: {}", clause.recovery())?;
            writeln!(page, "- Retry: {}", clause.retry())?;
            writeln!(page, "- Whose fault: {}", clause.origin().name())?;
            writeln!(page, "- Code: `{}` ({})", clause.code().name(), clause.code().row().structured.value.number)?;
            if let Some(link) = clause.docs() {
                writeln!(page, "- Documentation: {link}")?;
            }
        }
        if self.is_open() {
            writeln!(page, "\nOther failures are possible: it passes on what services below it report.")?;
        }
        Ok(())
    }
}
