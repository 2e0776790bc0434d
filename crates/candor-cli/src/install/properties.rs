//! What holds for every configuration: a wrapper that is put there and taken away leaves each byte as it was.

use super::edit::{Edit, Wrapper, apply, unwrap, wrap};
use super::entry::Form;
use super::notation::Notation;
use super::tree::Node;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

fn wrapper() -> impl Strategy<Value = Wrapper> {
    let command = prop_oneof![
        Just("/usr/local/bin/candor".to_owned()),
        Just("C:\\Program Files\\Candor\\candor.exe".to_owned()),
        "[ -~\u{7f}é日]{1,12}".prop_filter("a command", |it| !it.trim().is_empty()),
    ];
    let options = prop::collection::vec("-[a-z]{2,8}|--timeout|30s|[ -~]{0,6}", 0..4);
    (command, options).prop_map(|(command, mut options)| {
        options.retain(|option| option != "--");
        Wrapper { command, options }
    })
}

/// White space and comments of JSON, on one line or on several.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        4 => Just(" ".to_owned()),
        2 => Just("\n\t\t".to_owned()),
        2 => Just("\r\n    ".to_owned()),
        1 => Just(" /* a, b\n * [c] */ ".to_owned()),
        1 => Just(" // d, \"e\"\n  ".to_owned()),
        1 => Just("\r\n// f\r\n".to_owned()),
    ]
}

fn json_string() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z@/.-]{0,8}".prop_map(|it| format!("\"{it}\"")),
        1 => any::<String>().prop_map(|it| serde_json::Value::from(it).to_string()),
        1 => Just("\"\\u0063\\/x\\t\"".to_owned()),
        1 => Just("\"--\"".to_owned()),
        1 => Just("\"wrap\"".to_owned()),
    ]
}

fn json_list() -> impl Strategy<Value = String> {
    let item = (gap(), json_string(), gap()).prop_map(|(before, item, after)| format!("{before}{item}{after}"));
    (prop::collection::vec(item, 0..5), any::<bool>(), gap()).prop_map(|(items, has_comma, end)| {
        let comma = if has_comma && !items.is_empty() { "," } else { "" };
        format!("[{}{comma}{end}]", items.join(","))
    })
}

/// An entry of a server, and what is around it.
fn json() -> impl Strategy<Value = String> {
    let command = "[a-z]{1,8}( -y)?".prop_map(|it| format!("\"command\": \"{it}\""));
    let args = prop::option::of(json_list().prop_map(|list| format!("\"args\" :{list}")));
    let other = prop::option::of(json_string().prop_map(|it| format!("\"env\": {{\"A\": {it}}}")));
    let members = (command, args, other, any::<prop::sample::Index>()).prop_map(|(command, args, other, turn)| {
        let mut members: Vec<_> = [Some(command), args, other].into_iter().flatten().collect();
        let turn = turn.index(members.len());
        members.rotate_left(turn);
        members
    });
    let spaced = members.prop_flat_map(|members| {
        let gaps = prop::collection::vec((gap(), gap()), members.len());
        (Just(members), gaps, gap(), any::<bool>())
    });
    (spaced, gap()).prop_map(|((members, gaps, end, has_comma), outside)| {
        let spaced = members.iter().zip(gaps).map(|(member, (before, after))| format!("{before}{member}{after}"));
        let comma = if has_comma { "," } else { "" };
        format!("{outside}{{\"s\": {{{}{comma}{end}}}}}{outside}", spaced.collect::<Vec<_>>().join(","))
    })
}

fn toml() -> impl Strategy<Value = String> {
    let string = prop_oneof![
        4 => "[a-z@/.-]{0,8}".prop_map(|it| format!("\"{it}\"")),
        1 => Just("'C:\\a b'".to_owned()),
        1 => Just("\"\"\"x\ny\"\"\"".to_owned()),
        1 => Just("\"--\"".to_owned()),
    ];
    let gap =
        prop_oneof![4 => Just(""), 4 => Just(" "), 2 => Just("\n  "), 1 => Just(" # a, b ]\n"), 1 => Just("\r\n\t")];
    let item = (gap.clone(), string, gap.clone()).prop_map(|(before, item, after)| format!("{before}{item}{after}"));
    let list = (prop::collection::vec(item, 0..5), any::<bool>(), gap).prop_map(|(items, has_comma, end)| {
        let comma = if has_comma && !items.is_empty() { "," } else { "" };
        format!("[{}{comma}{end}]", items.join(","))
    });
    let command = prop_oneof![Just("\"npx\""), Just("'C:\\x\\y.exe'"), Just("\"\"\"npx\"\"\""), Just("\"n\\u0070x\"")];
    (command, prop::option::of(list), any::<bool>(), 0..5_usize).prop_map(|(command, args, is_last, form)| {
        let args = |prefix: &str, between: &str| {
            args.as_ref().map_or_else(String::new, |list| format!("{between}{prefix}args = {list}"))
        };
        let end = if is_last { "" } else { " # end\n\n[z]\nx = 1\n" };
        match form {
            0 => format!("a = 1\n[s]\ncommand = {command}{}{end}", args("", "\n")),
            1 => format!("[s]\r\n  command={command}{}{end}", args("  ", " # c\r\n")),
            2 => format!("s = {{ command = {command}{} }}{end}", args("", ", ")),
            3 => format!("s.command = {command}{}{end}", args("s.", "\n")),
            _ => format!("[\"s\"]{}\ncommand   =   {command}{end}", args("", "\n")),
        }
    })
}

fn entry(root: &Node) -> &Node {
    &root.table().unwrap().member("s").unwrap().unwrap().node
}

fn read(notation: Notation, text: &str) -> Node {
    notation.read(text).unwrap_or_else(|error| panic!("{error:?} in {text}")).unwrap()
}

/// The edits that wrap the server `s`, if it is one.
fn wrapping(notation: Notation, text: &str, wrapper: &Wrapper) -> Option<(Vec<Edit>, Vec<String>)> {
    let root = read(notation, text);
    let Form::Plain(start) = Form::of(entry(&root), &wrapper.command) else { return None };
    Some((wrap(text, notation, &start, wrapper)?, start.words()))
}

/// Wraps, and unwraps what that gives.
fn round_trip(notation: Notation, text: &str, wrapper: &Wrapper) -> Result<(), TestCaseError> {
    let Some((edits, words)) = wrapping(notation, text, wrapper) else { return Ok(()) };
    let wrapped = apply(text, edits).unwrap();
    let root = read(notation, &wrapped);
    let Form::Wrapped { start, inner } = Form::of(entry(&root), &wrapper.command) else {
        return Err(TestCaseError::fail(format!("not wrapped: {wrapped}")));
    };
    prop_assert_eq!(&start.words()[inner + 1..], words.as_slice(), "{}", wrapped);
    let options = &start.words()[2..inner];
    prop_assert_eq!(options, wrapper.options.as_slice());
    let edits = unwrap(&wrapped, notation, &start, inner).unwrap();
    prop_assert_eq!(apply(&wrapped, edits).unwrap(), text, "{}", wrapped);
    Ok(())
}

proptest! {
    #[test]
    fn json_is_as_it_was_after_undo(text in json(), wrapper in wrapper()) {
        round_trip(Notation::Json, &text, &wrapper)?;
    }

    #[test]
    fn toml_is_as_it_was_after_undo(text in toml(), wrapper in wrapper()) {
        round_trip(Notation::Toml, &text, &wrapper)?;
    }

    #[test]
    fn what_is_quoted_is_read_as_it_was(text in any::<String>()) {
        for (notation, before, after) in [(Notation::Json, "{\"s\":", "}"), (Notation::Toml, "s = ", "")] {
            let root = read(notation, &format!("{before}{}{after}", notation.quoted(&text)));
            prop_assert_eq!(entry(&root).text(), Some(text.as_str()));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\",:a\\\\/*# =\n\r\u{feff}é1.-]{0,40}") {
        for notation in [Notation::Json, Notation::Toml] {
            if let Err(error) = notation.read(&text) {
                prop_assert!(error.position <= text.len());
            }
        }
    }
}

#[test]
fn most_generated_entries_can_be_wrapped() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for (notation, text) in [(Notation::Json, json().boxed()), (Notation::Toml, toml().boxed())] {
        let values = (0..200).map(|_| (&text, &wrapper()).new_tree(&mut runner).unwrap().current());
        let wrapped = values.filter(|(text, wrapper)| wrapping(notation, text, wrapper).is_some()).count();
        assert!(wrapped > 150, "{notation:?}: {wrapped} of 200");
    }
}
