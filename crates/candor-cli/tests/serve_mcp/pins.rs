//! Tools of a child that are pinned, and accepted by the operator.

use super::wrapper::new_file;
use std::process::Command;

const CANDOR: &str = env!("CARGO_BIN_EXE_candor");
const SERVER: &str = env!("CARGO_BIN_EXE_misbehaving-server");

/// The code, what is printed and what is said.
fn candor(arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = Command::new(CANDOR).arg("serve").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ran.status.code(), text(&ran.stdout), text(&ran.stderr))
}

#[test]
fn tools_are_accepted_by_a_command_that_says_what_is_new() {
    let (config, pins) = (new_file("candor.toml"), new_file("pins.json"));
    let text = format!("[[mcp]]\nname = \"odd\"\ncommand = [{SERVER:?}]\npin = {:?}\n", pins.to_str().unwrap());
    std::fs::write(&config, text).unwrap();
    let config = config.to_str().unwrap();
    let (code, printed, said) = candor(&["--accept", "odd", config]);
    assert_eq!(code, Some(0), "{said}");
    assert!(printed.contains("odd: new: add\n") && printed.ends_with("odd: 0 tools as before\n"), "{printed}");
    let pinned = std::fs::read_to_string(&pins).unwrap();
    std::fs::write(&pins, pinned.replacen("\"add\": \"", "\"add\": \"0", 1)).unwrap();
    let (_, printed, _) = candor(&["--accept", "odd", config]);
    assert!(printed.starts_with("odd: changed: add\nodd: "), "{printed}");
    assert_eq!(std::fs::read_to_string(&pins).unwrap(), pinned);

    let (code, _, said) = candor(&["--accept", "other", config]);
    assert!(
        code == Some(2) && said.contains("there is no MCP server other in the configuration; there are odd"),
        "{said}"
    );
    let (code, _, said) = candor(&["--accept", "odd", "--check", config]);
    assert!(code == Some(2) && said.contains("--accept serves nothing"), "{said}");
    std::fs::write(&pins, "no JSON").unwrap();
    let (code, _, said) = candor(&["--check", config]);
    assert!(code == Some(2) && said.contains("the pins in ") && said.contains("restore the file"), "{said}");
}
