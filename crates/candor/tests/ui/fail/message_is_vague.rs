use candor::Contract;

#[derive(Debug, Contract)]
enum Articles {
    /// No id matched.
    #[failure(code = NotFound, message = "Something went wrong",
              recovery = "List the ids with list_ids first.")]
    NoMatch { id: u32 },
    /// The id has another form.
    #[failure(code = InvalidFormat, message = "Invalid {{input}}!",
              recovery = "List the ids with list_ids first.")]
    BadId,
}

fn main() {}
