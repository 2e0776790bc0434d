//! Checks the form of every value of a file against the table of keys, and reports everything that is wrong.

use super::format::Format;
use super::key::{Key, Kind, Section, listed};
use super::reader::Reader;
use super::section::ROOT;
use super::value::{At, Entry, Table, Value};
use crate::upstream::SecretSource;
use candor::nearest;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The forms of a secret.
pub(crate) const SECRET_FORMS: &str = "`{ env = \"NAME\" }`, `{ file = \"path\" }` or `{ command = [\"…\"] }`";
/// The longest value that a message repeats, in characters.
const LONGEST_ECHO: usize = 60;

/// The places of all values that are not tables or lists.
pub(crate) fn scalars(value: &Spanned<DeValue<'_>>, all: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        DeValue::Table(table) => table.values().for_each(|value| scalars(value, all)),
        DeValue::Array(items) => items.iter().for_each(|item| scalars(item, all)),
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            all.push(value.span());
        }
    }
}

impl Reader<'_> {
    /// Checks a table. Values of the wrong form are reported and left out.
    pub(crate) fn table(&mut self, section: &'static Section, table: &DeTable<'_>, span: Range<usize>) -> Table {
        let mut checked = Table { section, span: span.clone(), entries: Vec::new(), broken: Vec::new() };
        for (name, value) in table {
            let Some(key) = section.key(name.get_ref()) else {
                self.unknown_key(section, name);
                continue;
            };
            match self.value(&key.kind, value, &format!("`{}`", key.name)) {
                Some(value) => checked.entries.push(Entry::new(key.name, name.span(), value)),
                None => checked.broken.push((key.name, name.span())),
            }
        }
        for key in section.keys.iter().filter(|key| key.is_required && !checked.has(key.name)) {
            let message = if let Kind::Tables(tables) = &key.kind {
                format!("there is no {}", tables.name)
            } else {
                format!("{} has no `{}`", section.name, key.name)
            };
            let help = format!("add `{} = {}`", key.name, key.example);
            self.missing(&checked, &message, &help);
        }
        checked
    }

    fn unknown_key(&mut self, section: &Section, name: &Spanned<std::borrow::Cow<'_, str>>) {
        let names = || section.keys.iter().map(|key: &Key| key.name);
        let written = name.get_ref();
        let elsewhere = || ROOT.all().into_iter().find(|other| other.key(written).is_some());
        let help = match (nearest(written, names()), elsewhere()) {
            (_, Some(other)) if nearest(written, names()).is_none() => format!("`{written}` belongs to {}", other.name),
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, _) => format!("there are {}", listed(&names().collect::<Vec<_>>())),
        };
        self.mistake(name.span(), format!("unknown key {} in {}", quoted(written), section.name), Some(help));
    }

    fn value(&mut self, kind: &'static Kind, value: &Spanned<DeValue<'_>>, label: &str) -> Option<At<Value>> {
        let span = value.span();
        // A secret is a text: a number in its place is a mistake of its own.
        if !matches!(kind, Kind::Secret | Kind::Json) && is_number(value.get_ref()) {
            self.source.shown.push(span.clone());
        }
        let found = match (kind, value.get_ref()) {
            (Kind::Bool, DeValue::Boolean(value)) => Value::Bool(*value),
            (Kind::Count { least, most }, DeValue::Integer(number)) => {
                let count = u32::from_str_radix(number.as_str(), number.radix()).ok();
                match count.filter(|count| (*least..=*most).contains(count)) {
                    Some(count) => Value::Count(count),
                    None => return self.wrong(kind, value, label, Some(&number.to_string()), ""),
                }
            }
            (Kind::Ratio, DeValue::Integer(_) | DeValue::Float(_)) => {
                let ratio = if let DeValue::Float(number) = value.get_ref() {
                    number.as_str().parse::<f64>().ok()
                } else {
                    value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok())
                };
                match ratio.filter(|ratio| (0.0..=1.0).contains(ratio)) {
                    Some(ratio) => Value::Ratio(ratio),
                    None => return self.wrong(kind, value, label, None, ""),
                }
            }
            (Kind::Text(format), DeValue::String(text)) => {
                let may_show = (format.may_show)(text) && is_one_line(text);
                if may_show {
                    self.source.shown.push(span.clone());
                }
                match (format.read)(text) {
                    Ok(value) => value,
                    Err(help) => return self.wrong(kind, value, label, may_show.then_some(text), &help),
                }
            }
            (Kind::Text(format), DeValue::Integer(number)) => {
                let help = (format.read)(number.as_str()).err().unwrap_or_default();
                return self.wrong(kind, value, label, None, &help);
            }
            (Kind::Choice(names), DeValue::String(text)) => {
                let may_show = is_one_line(text);
                if may_show {
                    self.source.shown.push(span.clone());
                }
                match names().contains(&text.as_ref()) {
                    true => Value::Text(text.to_string()),
                    false => {
                        let help =
                            nearest(text, names()).map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
                        return self.wrong(kind, value, label, may_show.then_some(text.as_ref()), &help);
                    }
                }
            }
            (Kind::Json, _) => Value::Json(self.json(value)?),
            (Kind::Secret, _) => Value::Secret(self.secret_source(value, label)?),
            (Kind::List(kind), DeValue::Array(items)) => {
                let label = format!("an item of {label}");
                Value::List(items.iter().filter_map(|item| self.value(kind, item, &label)).collect())
            }
            (Kind::List(_), DeValue::String(_)) => {
                return self.wrong(kind, value, label, None, "put it into brackets: `[\"…\"]`");
            }
            (Kind::Map(format, kind), DeValue::Table(table)) => self.map(format, kind, table, label),
            (Kind::Table(section) | Kind::TableOrFalse(section), DeValue::Table(table)) => {
                Value::Table(self.table(section, table, span.clone()))
            }
            (Kind::TableOrFalse(_), DeValue::Boolean(false)) => Value::Bool(false),
            (Kind::Tables(section), DeValue::Array(items)) => {
                let mut tables = Vec::new();
                for item in items.iter() {
                    if let DeValue::Table(table) = item.get_ref() {
                        let table = self.table(section, table, item.span());
                        tables.push(At { span: item.span(), value: Value::Table(table) });
                    } else {
                        let _ = self.wrong::<()>(kind, item, &format!("an item of {label}"), None, "");
                    }
                }
                Value::List(tables)
            }
            (Kind::Tables(section), DeValue::Table(_)) if section.name.starts_with("[[") => {
                return self.wrong(kind, value, label, None, &format!("write {}, with two brackets", section.name));
            }
            _ => return self.wrong(kind, value, label, None, ""),
        };
        Some(At { value: found, span })
    }

    fn map(&mut self, format: &'static Format, kind: &'static Kind, table: &DeTable<'_>, label: &str) -> Value {
        let mut entries = Vec::new();
        for (name, value) in table {
            if (format.read)(name.get_ref()).is_err() {
                let message =
                    format!("a name in {label}: expected {}, found {}", format.expected, quoted(name.get_ref()));
                self.mistake(name.span(), message, None);
            }
            let name = At { value: name.get_ref().to_string(), span: name.span() };
            let label = quoted(&name.value);
            entries.extend(self.value(kind, value, &label).map(|value| (name, value)));
        }
        Value::Map(entries)
    }

    /// Reports a value of the wrong form.
    fn wrong<T>(
        &mut self,
        kind: &Kind,
        value: &Spanned<DeValue<'_>>,
        label: &str,
        echo: Option<&str>,
        help: &str,
    ) -> Option<T> {
        let found = match (echo, value.get_ref()) {
            (Some(text), _) => format!(", found {}", quoted(text)),
            // Its text may be a secret; that it is a text is what was expected.
            (None, DeValue::String(_)) if matches!(kind, Kind::Text(_) | Kind::Choice(_)) => String::new(),
            (None, DeValue::String(_)) => ", found a text".to_owned(),
            (None, DeValue::Integer(_) | DeValue::Float(_)) if matches!(kind, Kind::Ratio) => String::new(),
            (None, DeValue::Integer(_) | DeValue::Float(_)) => ", found a number".to_owned(),
            (None, DeValue::Boolean(value)) => format!(", found `{value}`"),
            (None, DeValue::Datetime(_)) => ", found a date".to_owned(),
            (None, DeValue::Array(_)) => ", found a list".to_owned(),
            (None, DeValue::Table(_)) => ", found a table".to_owned(),
        };
        let help = (!help.is_empty()).then(|| help.to_owned());
        self.mistake(value.span(), format!("{label}: expected {}{found}", kind.expected()), help);
        None
    }

    /// Where a secret is: never the secret itself.
    fn secret_source(&mut self, value: &Spanned<DeValue<'_>>, label: &str) -> Option<SecretSource> {
        let DeValue::Table(table) = value.get_ref() else {
            let (message, help) = if let DeValue::String(_) = value.get_ref() {
                let message = format!("{label} is a secret, and secrets are never written into the configuration");
                let help = format!("say where it is: {SECRET_FORMS}; whoever has seen this file knows it now");
                (message, Some(help))
            } else {
                (format!("{label}: expected {SECRET_FORMS}"), None)
            };
            self.mistake(value.span(), message, help);
            return None;
        };
        let mut entries = table.iter();
        let (Some((name, place)), None) = (entries.next(), entries.next()) else {
            self.mistake(value.span(), format!("{label}: expected one of {SECRET_FORMS}"), None);
            return None;
        };
        match (name.get_ref().as_ref(), place.get_ref()) {
            ("env", DeValue::String(variable)) => {
                let is_name = |text: &str| {
                    text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
                };
                // Whoever takes `env` for the place of the secret itself must not find it in the log.
                if !is_name(variable) && std::env::var_os(variable.as_ref()).is_none() {
                    let message = format!("{label}: no environment variable has this name");
                    self.mistake(
                        place.span(),
                        message,
                        Some("`env` takes the name of a variable, such as `API_TOKEN`".to_owned()),
                    );
                    return None;
                }
                self.source.shown.push(place.span());
                Some(SecretSource::Env(variable.to_string()))
            }
            ("file", DeValue::String(path)) if !path.trim().is_empty() => {
                self.source.shown.push(place.span());
                Some(SecretSource::File(self.path(path.as_ref().as_ref())))
            }
            ("command", DeValue::Array(words)) if !words.is_empty() => {
                let words: Option<Vec<String>> =
                    words.iter().map(|word| word.get_ref().as_str().map(str::to_owned)).collect();
                if words.is_none() {
                    self.mistake(
                        place.span(),
                        "`command`: expected a list of texts: the program and its arguments".to_owned(),
                        None,
                    );
                }
                words.map(SecretSource::Command)
            }
            ("env" | "file", _) => self.wrong(&Kind::Secret, place, label, None, ""),
            ("command", _) => {
                self.wrong(&Kind::Secret, place, label, None, "a command is a list: `[\"pass\", \"show\", \"orders\"]`")
            }
            (written, _) => {
                let help = nearest(written, ["env", "file", "command"]).map(|near| format!("did you mean `{near}`?"));
                self.mistake(name.span(), format!("unknown key {}; expected {SECRET_FORMS}", quoted(written)), help);
                None
            }
        }
    }

    /// A value as JSON.
    fn json(&mut self, value: &Spanned<DeValue<'_>>) -> Option<serde_json::Value> {
        let number =
            |text: &str| text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map(serde_json::Value::Number);
        let json = match value.get_ref() {
            DeValue::String(text) => Some(text.as_ref().into()),
            DeValue::Boolean(value) => Some((*value).into()),
            DeValue::Datetime(date) => Some(date.to_string().into()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(Into::into),
            DeValue::Float(float) => number(float.as_str()),
            DeValue::Array(items) => return items.iter().map(|item| self.json(item)).collect(),
            DeValue::Table(table) => {
                let entries = table.iter().map(|(name, value)| Some((name.get_ref().to_string(), self.json(value)?)));
                return entries.collect::<Option<serde_json::Map<_, _>>>().map(serde_json::Value::Object);
            }
        };
        if json.is_none() {
            self.mistake(value.span(), "JSON has no such number".to_owned(), None);
        }
        json
    }
}

fn is_number(value: &DeValue<'_>) -> bool {
    matches!(value, DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_))
}

/// Whether a text is no longer than it was meant to be: one whose end is missing goes on with what follows it.
fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

/// A text of the file in a message: short, and on one line.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_ECHO).collect();
    let mark = if short.len() < text.len() { "…" } else { "" };
    let escaped: String = short.chars().flat_map(char::escape_debug).collect();
    format!("`{escaped}{mark}`")
}

/// The name that a mistyped one may have meant.
fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest::nearest(written, names.into_iter()).first().copied()
}
