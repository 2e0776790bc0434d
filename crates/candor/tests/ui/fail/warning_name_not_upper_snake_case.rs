use candor::warning_code;

fn main() {
    let _ = warning_code!("StaleRates", Error, "The rates are old.");
}
