//! PostgreSQL's binary copy format: by far the cheapest way in and out for many rows.
//!
//! Written by hand after "Binary Format" on the page of `copy` in PostgreSQL's manual: the driver's reader makes a
//! value of every field, and most fields here are only looked up.

use std::io::{self, BufRead, BufWriter, Write};

use uuid::Uuid;

use super::error::Malformed;

const SIGNATURE: &[u8; 11] = b"PGCOPY\n\xff\r\n\0";

/// A row's fields; `None` is null.
pub(super) type Fields<'b, const N: usize> = [Option<&'b [u8]>; N];

/// Calls `each` with every row of `reader`.
pub(super) fn read<const N: usize, E: From<io::Error>>(
    reader: &mut impl BufRead,
    mut each: impl FnMut(Fields<'_, N>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut carry, mut begun) = (Vec::new(), false);
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() {
            return Err(malformed(Malformed::Cut).into());
        }
        let given = chunk.len();
        // A message is whole rows as a rule, and then nothing is copied.
        let whole = carry.is_empty();
        if !whole {
            carry.extend_from_slice(chunk);
        }
        let (used, ended) = rows(if whole { chunk } else { &carry }, &mut begun, &mut each)?;
        if whole {
            carry.extend_from_slice(&chunk[used..]);
        } else {
            carry.drain(..used);
        }
        reader.consume(given);
        if ended {
            return finish(reader).map_err(E::from);
        }
    }
}

/// What comes after the last row: nothing, or the error that the server met at the very end.
fn finish(reader: &mut impl BufRead) -> io::Result<()> {
    if reader.fill_buf()?.is_empty() { Ok(()) } else { Err(malformed(Malformed::Longer)) }
}

/// Reads the whole rows of a chunk: how many bytes they are, and whether the last one was there.
fn rows<const N: usize, E: From<io::Error>>(
    chunk: &[u8],
    begun: &mut bool,
    each: &mut impl FnMut(Fields<'_, N>) -> Result<(), E>,
) -> Result<(usize, bool), E> {
    let mut at = 0;
    if !*begun {
        match header(chunk)? {
            Some(length) => (at, *begun) = (length, true),
            None => return Ok((0, false)),
        }
    }
    loop {
        match row::<N>(&chunk[at..])? {
            Step::More => return Ok((at, false)),
            Step::End => return Ok((chunk.len(), true)),
            Step::Row(fields, length) => {
                each(fields)?;
                at += length;
            }
        }
    }
}

/// The length of the header, once it is there.
fn header(chunk: &[u8]) -> io::Result<Option<usize>> {
    let Some(extension) = int(chunk, 15) else { return Ok(None) };
    if !chunk.starts_with(SIGNATURE) {
        return Err(malformed(Malformed::NoCopy));
    }
    let length = 19 + usize::try_from(extension).unwrap_or(0);
    Ok((chunk.len() >= length).then_some(length))
}

enum Step<'b, const N: usize> {
    More,
    End,
    Row(Fields<'b, N>, usize),
}

fn row<const N: usize>(bytes: &[u8]) -> io::Result<Step<'_, N>> {
    let Some(count) = bytes.first_chunk::<2>() else { return Ok(Step::More) };
    let count = i16::from_be_bytes(*count);
    if count == -1 {
        return Ok(Step::End);
    }
    if usize::try_from(count) != Ok(N) {
        return Err(malformed(Malformed::Fields));
    }
    let (mut fields, mut at) = ([None; N], 2);
    for field in &mut fields {
        let Some(length) = int(bytes, at) else { return Ok(Step::More) };
        at += 4;
        if let Ok(length) = usize::try_from(length) {
            let Some(value) = bytes.get(at..at + length) else { return Ok(Step::More) };
            *field = Some(value);
            at += length;
        }
    }
    Ok(Step::Row(fields, at))
}

fn int(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk::<4>().map(|bytes| i32::from_be_bytes(*bytes))
}

fn malformed(what: Malformed) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A field that is a uuid.
pub(super) fn uuid(field: Option<&[u8]>) -> Option<Uuid> {
    Uuid::from_slice(field?).ok()
}

/// A field that is text.
pub(super) fn text(field: Option<&[u8]>) -> Option<&str> {
    std::str::from_utf8(field?).ok()
}

/// A field that is an eight-byte integer.
pub(super) fn long(field: Option<&[u8]>) -> Option<i64> {
    field?.try_into().ok().map(i64::from_be_bytes)
}

/// A copy that is being written.
pub(super) struct Writer<W> {
    to: W,
    row: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// A copy into `to`, which says at its end what came of it.
    pub(super) fn new(to: W) -> Self {
        let mut row = SIGNATURE.to_vec();
        row.extend_from_slice(&[0; 8]);
        Self { to, row }
    }

    /// Begins a row of so many fields.
    pub(super) fn row(&mut self, fields: i16) -> io::Result<&mut Self> {
        // The driver makes a message of what it is given: many rows each.
        if self.row.len() > 1 << 16 {
            self.to.write_all(&self.row)?;
            self.row.clear();
        }
        self.row.extend_from_slice(&fields.to_be_bytes());
        Ok(self)
    }

    /// A field as the server's type receives it.
    pub(super) fn bytes(&mut self, field: &[u8]) -> &mut Self {
        self.row.extend_from_slice(&(field.len() as i32).to_be_bytes());
        self.row.extend_from_slice(field);
        self
    }

    /// A null.
    pub(super) fn null(&mut self) -> &mut Self {
        self.row.extend_from_slice(&(-1_i32).to_be_bytes());
        self
    }

    /// A text, or null.
    pub(super) fn text(&mut self, field: Option<&str>) -> &mut Self {
        match field {
            Some(text) => self.bytes(text.as_bytes()),
            None => self.null(),
        }
    }

    /// A jsonb: a version, and its text.
    pub(super) fn jsonb(&mut self, text: &str) -> &mut Self {
        self.row.extend_from_slice(&(text.len() as i32 + 1).to_be_bytes());
        self.row.push(1);
        self.row.extend_from_slice(text.as_bytes());
        self
    }

    /// A long field, as `write` writes it: so many bytes, which are never all in memory here.
    pub(super) fn streamed(
        &mut self,
        length: usize,
        write: impl FnOnce(&mut BufWriter<&mut W>) -> io::Result<()>,
    ) -> io::Result<&mut Self> {
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, Malformed::TooLong);
        self.row.extend_from_slice(&i32::try_from(length).map_err(too_long)?.to_be_bytes());
        self.to.write_all(&self.row)?;
        self.row.clear();
        let mut to = BufWriter::with_capacity(1 << 16, &mut self.to);
        write(&mut to)?;
        to.flush()?;
        drop(to);
        Ok(self)
    }

    /// Writes the end and gives back what was written to.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.row.extend_from_slice(&(-1_i16).to_be_bytes());
        self.to.write_all(&self.row)?;
        Ok(self.to)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn written() -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.row(3).unwrap().text(Some("attic")).null().jsonb("{}");
        writer.row(3).unwrap().text(Some("")).bytes(&7_i64.to_be_bytes()).bytes(&[9]);
        writer.finish().unwrap()
    }

    #[test]
    fn reads_what_it_writes_wherever_messages_end() {
        for size in 1..60 {
            let mut read_back = Vec::new();
            read::<3, io::Error>(&mut BufReader::with_capacity(size, &*written()), |fields| {
                read_back.push(fields.map(|field| field.map(<[u8]>::to_vec)));
                Ok(())
            })
            .unwrap();
            let long = 7_i64.to_be_bytes().to_vec();
            assert_eq!(
                read_back,
                [
                    [Some(b"attic".to_vec()), None, Some(b"\x01{}".to_vec())],
                    [Some(Vec::new()), Some(long), Some(vec![9])],
                ]
            );
        }
    }

    #[test]
    fn says_what_is_no_copy() {
        let read = |bytes: &[u8]| read::<3, io::Error>(&mut &*bytes, |_| Ok(())).map_err(|error| error.to_string());
        let cut = "Cut";
        let whole = written();
        assert_eq!(read(&whole[..whole.len() - 1]), Err(cut.to_owned()));
        assert_eq!(read(b""), Err(cut.to_owned()));
        assert_eq!(read(&[b'x'; 40]), Err("NoCopy".to_owned()));
        let count = "Fields";
        assert_eq!(super::read::<2, io::Error>(&mut &*whole, |_| Ok(())).map_err(|e| e.to_string()), Err(count.into()));
    }
}
