//! A file or standard input, read with a limit.

use crate::trouble::Trouble;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

/// The longest input that is read as one failure, in bytes.
const MAX_WHOLE: u64 = 4 << 20;
/// The longest line that is read as one failure, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// A file or standard input.
pub(crate) struct Input {
    name: String,
    reader: Box<dyn BufRead>,
    lines_read: u64,
}

impl Input {
    /// Opens a file; standard input for `-` or none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Input, Trouble> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Input { name: "stdin".to_owned(), reader: Box::new(std::io::stdin().lock()), lines_read: 0 });
        };
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?.is_dir(), file)));
        match opened {
            Ok((true, _)) => Err(Trouble::Directory { name }),
            Ok((false, file)) => Ok(Input { name, reader: Box::new(BufReader::new(file)), lines_read: 0 }),
            Err(source) => Err(Trouble::Open { name, source }),
        }
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it waits for a person to type.
    pub(crate) fn is_typed(&self) -> bool {
        self.name == "stdin" && std::io::stdin().is_terminal()
    }

    /// Everything, if it is short enough.
    pub(crate) fn whole(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(MAX_WHOLE + 1).read_to_end(&mut bytes);
        let length = read.map_err(|source| Trouble::Read { name: self.name.clone(), source })?;
        if length as u64 > MAX_WHOLE {
            return Err(Trouble::TooLong { name: self.name.clone(), mebibytes: MAX_WHOLE >> 20 });
        }
        Ok(bytes)
    }

    /// Reads the next line that is not blank into `line`, and gives its number; `None` at the end.
    pub(crate) fn next_line(&mut self, line: &mut Vec<u8>) -> Result<Option<u64>, Trouble> {
        loop {
            line.clear();
            let read = (&mut self.reader).take(MAX_LINE + 1).read_until(b'\n', line);
            if read.map_err(|source| Trouble::Read { name: self.name.clone(), source })? == 0 {
                return Ok(None);
            }
            self.lines_read += 1;
            if line.len() as u64 > MAX_LINE && line.last() != Some(&b'\n') {
                let name = format!("{}, line {}", self.name, self.lines_read);
                return Err(Trouble::TooLong { name, mebibytes: MAX_LINE >> 20 });
            }
            line.truncate(line.trim_ascii_end().len());
            if !line.is_empty() {
                return Ok(Some(self.lines_read));
            }
        }
    }
}
