//! What the compiler refuses, and what it says.

#[test]
fn mistakes_do_not_compile_and_say_how_to_mend_them() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
