//! Templates: text that names fields in braces.

use std::fmt;

/// A part of a template.
#[derive(Debug, PartialEq)]
pub(crate) enum Piece {
    Text(String),
    Field(Placeholder),
}

/// A field's name in braces, and how it is formatted.
#[derive(Debug, PartialEq)]
pub(crate) struct Placeholder {
    pub(crate) name: String,
    pub(crate) spec: String,
    pub(crate) formatting: &'static str,
}

/// Why a template cannot be used.
#[derive(Debug, PartialEq)]
pub(crate) enum Malformed {
    Opened,
    Closed,
    Nameless,
    Debug(String),
    Pointer(String),
    Argument(String),
    Spec(String, String),
}

/// The traits by which a template can format a field, and their letters.
const FORMATTING: [(&str, &str); 7] = [
    ("", "Display"),
    ("x", "LowerHex"),
    ("X", "UpperHex"),
    ("o", "Octal"),
    ("b", "Binary"),
    ("e", "LowerExp"),
    ("E", "UpperExp"),
];

/// The parts of a template, or all that is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Vec<Piece>, Vec<Malformed>> {
    let (mut pieces, mut malformed, mut plain) = (Vec::new(), Vec::new(), String::new());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(at);
        plain.push_str(before);
        if let Some(after) = from_brace.strip_prefix("{{") {
            plain.push('{');
            rest = after;
        } else if let Some(after) = from_brace.strip_prefix("}}") {
            plain.push('}');
            rest = after;
        } else if let Some((inside, after)) = from_brace.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            if inside.contains('{') {
                malformed.push(Malformed::Opened);
                return Err(malformed);
            }
            pieces.extend((!plain.is_empty()).then(|| Piece::Text(std::mem::take(&mut plain))));
            match placeholder(inside) {
                Ok(placeholder) => pieces.push(Piece::Field(placeholder)),
                Err(why) => malformed.push(why),
            }
            rest = after;
        } else {
            malformed.push(if from_brace.starts_with('{') { Malformed::Opened } else { Malformed::Closed });
            return Err(malformed);
        }
    }
    plain.push_str(rest);
    pieces.extend((!plain.is_empty()).then_some(Piece::Text(plain)));
    if malformed.is_empty() { Ok(pieces) } else { Err(malformed) }
}

fn placeholder(inside: &str) -> Result<Placeholder, Malformed> {
    let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
    let (name, spec) = (name.trim().to_owned(), spec.trim_end().to_owned());
    let kind = kind(&spec);
    if name.is_empty() {
        Err(Malformed::Nameless)
    } else if spec.contains(['$', '*']) {
        Err(Malformed::Argument(name))
    } else if kind.ends_with('?') {
        Err(Malformed::Debug(name))
    } else if kind == "p" {
        Err(Malformed::Pointer(name))
    } else {
        match FORMATTING.into_iter().find(|(letter, _)| *letter == kind) {
            Some((_, formatting)) => Ok(Placeholder { name, spec, formatting }),
            None => Err(Malformed::Spec(name, spec)),
        }
    }
}

/// What a format spec ends with, after fill, alignment, sign, width and precision.
fn kind(spec: &str) -> &str {
    let aligned = |text: &str| text.starts_with(['<', '^', '>']);
    let mut characters = spec.chars();
    characters.next();
    let rest = if aligned(characters.as_str()) { characters.as_str() } else { spec };
    rest.trim_start_matches(['<', '^', '>']).trim_start_matches(|c: char| c.is_ascii_digit() || "+-#.".contains(c))
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Opened => f.write_str("a `{` is not closed: close it with `}`, or write `{{` for a brace"),
            Malformed::Closed => f.write_str("a `}` was never opened: open it with `{`, or write `}}` for a brace"),
            Malformed::Nameless => f.write_str("a `{}` names no field: write the field's name, as in `{id}` or `{0}`"),
            Malformed::Debug(name) => write!(
                f,
                "`{name}` is formatted with `Debug`, which shows a caller the server's internals: \
                 write `{{{name}}}` and give the field's type a `Display`"
            ),
            Malformed::Pointer(name) => {
                write!(f, "`{name}` is formatted as an address, which is useless to a caller: write `{{{name}}}`")
            }
            Malformed::Argument(name) => write!(
                f,
                "the width or precision of `{name}` refers to another argument: write it as a number, as in `{{{name}:>5}}`"
            ),
            Malformed::Spec(name, spec) => {
                write!(f, "`{spec}` is not a format for `{name}`: write `{{{name}}}`, or a width as in `{{{name}:>5}}`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, spec: &str, formatting: &'static str) -> Piece {
        Piece::Field(Placeholder { name: name.into(), spec: spec.into(), formatting })
    }

    #[test]
    fn a_template_is_text_and_fields() {
        let rows = [
            ("", vec![]),
            ("plain", vec![Piece::Text("plain".into())]),
            ("{{n}} is {n}", vec![Piece::Text("{n} is ".into()), field("n", "", "Display")]),
            ("{0}{1:>5}", vec![field("0", "", "Display"), field("1", ">5", "Display")]),
            ("{n:?>5}", vec![field("n", "?>5", "Display")]),
            ("{n:#06x}", vec![field("n", "#06x", "LowerHex")]),
            ("{n:+.2e}", vec![field("n", "+.2e", "LowerExp")]),
            ("é{ n }", vec![Piece::Text("é".into()), field("n", "", "Display")]),
        ];
        for (text, pieces) in rows {
            assert_eq!(parse(text), Ok(pieces), "{text}");
        }
    }

    #[test]
    fn a_malformed_template_says_why() {
        let n = || "n".to_owned();
        let rows = [
            ("{", Malformed::Opened),
            ("{n", Malformed::Opened),
            ("{n {n}", Malformed::Opened),
            ("n}", Malformed::Closed),
            ("{}", Malformed::Nameless),
            ("{:>5}", Malformed::Nameless),
            ("{n:?}", Malformed::Debug(n())),
            ("{n:#?}", Malformed::Debug(n())),
            ("{n:02x?}", Malformed::Debug(n())),
            ("{n:p}", Malformed::Pointer(n())),
            ("{n:>width$}", Malformed::Argument(n())),
            ("{n:.*}", Malformed::Argument(n())),
            ("{n:%}", Malformed::Spec(n(), "%".to_owned())),
        ];
        for (text, why) in rows {
            assert_eq!(parse(text), Err(vec![why]), "{text}");
        }
    }

    #[test]
    fn every_placeholder_that_is_wrong_is_named() {
        assert_eq!(parse("{} and {n:?}"), Err(vec![Malformed::Nameless, Malformed::Debug("n".to_owned())]));
    }
}
