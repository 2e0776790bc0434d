use candor::warning_code;

fn main() {
    let _ = warning_code!("CONTENT_DROPPED", Error, "Much was dropped.");
}
