use candor::Contract;

#[derive(Debug)]
struct Handle;

#[derive(Debug, Contract)]
enum Tool {
    /// No id matched.
    #[failure(code = NotFound, message = "No id here",
              recovery = "List the ids with list_ids first.")]
    NoMatch { id: Handle },
}

fn main() {}
