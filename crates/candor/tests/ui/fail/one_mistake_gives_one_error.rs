use candor::{Contract, Failure, IntoFailure};

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFund, message = "No record",
              recovery = "List the ids with list_ids first.")]
    NoMatch,
    /// The store failed.
    #[failure(code = Database, message = "No record",
              recovery = "List the ids with list_ids first.")]
    Store(#[from] std::io::Error),
}

fn tool() -> Result<(), Tool> {
    std::fs::read("ids")?;
    Err(Tool::NoMatch)
}

fn server() -> Result<(), Failure> {
    tool()?;
    Ok(())
}

fn main() {
    println!("{:?} {}", server(), Tool::NoMatch);
    let _ = (Tool::CONTRACT, Tool::NoMatch.into_failure());
}
