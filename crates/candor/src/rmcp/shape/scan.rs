//! Finds the id in a message that is too long to be read.

use super::{Id, Member, Shape};

/// The longest id that is kept, as it is written: longer ones count as none.
const MAX_ID: usize = 1_024;
/// The longest name that may be one of those looked for, with every character escaped, and its quotes.
const MAX_NAME: usize = 6 * "method".len() + 2;

/// Reads a message byte by byte, in pieces of any size, and keeps only its [`Shape`].
///
/// It trusts that the text is JSON; for other text it finds something or nothing.
#[derive(Debug, Default)]
pub(in crate::rmcp) struct Scan {
    position: Position,
    /// How many objects and arrays are open.
    depth: usize,
    in_text: bool,
    is_escaped: bool,
    name: Name,
    /// The text of the name or id that is being read, if it is not too long.
    kept: Vec<u8>,
    shape: Shape,
}

/// Where in the outermost object the scan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Position {
    /// Before its brace.
    #[default]
    Start,
    /// Before or in the name of a member.
    Name,
    /// After the name.
    Colon,
    /// Before the value.
    Value,
    /// In or after the value.
    InValue,
    /// After the object, or in text that is not an object.
    End,
}

/// The members that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Name {
    Id,
    Method,
    Reply,
    #[default]
    Other,
}

impl Scan {
    /// The shape of a text, as far as it came.
    pub(in crate::rmcp) fn of(text: &[u8]) -> Shape {
        let mut scan = Scan::default();
        scan.feed(text);
        scan.finish()
    }

    /// Reads on.
    pub(in crate::rmcp) fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.step(*byte);
        }
    }

    /// What was found.
    pub(in crate::rmcp) fn finish(mut self) -> Shape {
        // Only a text shows where it ends: the last digits of a number may be missing.
        if self.kept.ends_with(b"\"") {
            self.end_value();
        }
        self.shape
    }

    fn step(&mut self, byte: u8) {
        if self.in_text {
            self.keep(byte);
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.end_text(),
                _ => {}
            }
            return;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            // What is left of a byte order mark.
            0xEF | 0xBB | 0xBF if self.position == Position::Start => {}
            b'"' => {
                self.begin_value(Member::Text);
                self.in_text = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.begin_value(Member::Other);
                self.depth += 1;
                if self.position == Position::Start {
                    self.position = if byte == b'{' { Position::Name } else { Position::End };
                }
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.end_value();
                    self.position = Position::End;
                }
            }
            b':' if self.position == Position::Colon => self.position = Position::Value,
            b',' if self.depth == 1 && self.position == Position::InValue => {
                self.end_value();
                self.position = Position::Name;
            }
            _ if self.position == Position::Start => self.position = Position::End,
            _ => {
                self.begin_value(Member::Other);
                self.keep(byte);
            }
        }
    }

    fn begin_value(&mut self, kind: Member) {
        match self.position {
            Position::Start if kind == Member::Text => self.position = Position::End,
            Position::Value => {
                self.position = Position::InValue;
                self.kept.clear();
                match self.name {
                    Name::Id => self.shape.id = Id::Invalid,
                    Name::Method => self.shape.method = kind,
                    Name::Reply => self.shape.has_reply = true,
                    Name::Other => {}
                }
            }
            Position::Name => self.kept.clear(),
            Position::Start | Position::Colon | Position::InValue | Position::End => {}
        }
    }

    fn end_text(&mut self) {
        self.in_text = false;
        if self.position == Position::Name {
            self.position = Position::Colon;
            let name = serde_json::from_slice::<String>(&self.kept).unwrap_or_default();
            self.name = match name.as_str() {
                "id" => Name::Id,
                "method" => Name::Method,
                "result" | "error" => Name::Reply,
                _ => Name::Other,
            };
            self.kept.clear();
        }
    }

    fn end_value(&mut self) {
        // One byte more than fits was kept of what is too long.
        if self.position == Position::InValue && self.name == Name::Id && self.kept.len() <= MAX_ID && !self.in_text {
            self.shape.id = Id::of(&self.kept);
        }
        self.kept.clear();
        self.name = Name::Other;
    }

    fn keep(&mut self, byte: u8) {
        let room = match self.position {
            Position::Name => MAX_NAME,
            Position::InValue if self.name == Name::Id => MAX_ID,
            Position::InValue | Position::Start | Position::Colon | Position::Value | Position::End => return,
        };
        // An object or array is not an id, whatever it holds.
        if self.kept.len() <= room && self.depth == 1 {
            self.kept.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_of(text: &str) -> Id {
        Scan::of(text.as_bytes()).id
    }

    #[test]
    fn the_id_is_found_wherever_it_is() {
        let rows = [
            (r#"{"id":7}"#, "7"),
            (r#" { "id" : 7 , "a":1}"#, "7"),
            (r#"{"a":{"id":1},"b":[{"id":2}],"id":"x\"}y"}"#, r#""x\"}y""#),
            (r#"{"a":"\"id\":3,","id":-4,"z":null"#, "-4"),
            (r#"{"\u0069d":"\u0041"}"#, r#""\u0041""#),
            (r#"{"params":{"a":["]}",{}]},"id":12}"#, "12"),
            ("\u{feff}{\"id\":0,", "0"),
            (r#"{"id":1,"id":2}"#, "2"),
            (r#"{"id":1.5,"a":1e400}"#, "1.5"),
            (r#"{"id":"\ud83d","a":NaN"#, r#""\ud83d""#),
        ];
        for (text, id) in rows {
            assert_eq!(id_of(text), Id::of(id.as_bytes()), "{text}");
        }
    }

    #[test]
    fn other_ids_are_not_taken_for_the_id_of_the_message() {
        for text in [
            r#"{"a":{"id":1}}"#,
            r#"{"a":"id","b":5}"#,
            r#"[{"id":1}]"#,
            r#""id":1"#,
            r#"x{"id":1}"#,
            "",
            r#"{"idx":1}"#,
        ] {
            assert_eq!(id_of(text), Id::Absent, "{text}");
        }
        let too_long = format!(r#"{{"id":"{}"}}"#, "x".repeat(MAX_ID));
        for text in [r#"{"id":null}"#, r#"{"id":{"id":1}}"#, r#"{"id":[2]}"#, r#"{"id":"cut"#, r#"{"id":12"#, &too_long]
        {
            assert_eq!(id_of(text), Id::Invalid, "{text}");
        }
    }

    #[test]
    fn the_kind_of_a_message_follows_from_its_members() {
        let notification = Scan::of(br#"{"method":"a","params":{"id":1,"result":2}}"#);
        assert!(notification.wants_no_answer());
        let answer = Scan::of(br#"{"id":1,"result":{"method":"a"}}"#);
        assert!(answer.wants_no_answer());
        let request = Scan::of(br#"{"id":1,"method":"a","params":{"b":[{}]}}"#);
        assert!(!request.wants_no_answer());
    }

    #[test]
    fn pieces_of_any_size_give_the_same() {
        let text = br#"{"a":{"b":"}\\\"{"},"id":"\u00e9\"7","method":"m","error":[1,2]}"#;
        let whole = Scan::of(text);
        for size in 1..text.len() {
            let mut scan = Scan::default();
            text.chunks(size).for_each(|piece| scan.feed(piece));
            assert_eq!(scan.finish(), whole);
        }
        assert_eq!(whole.id, Id::of(br#""\u00e9\"7""#));
    }
}
