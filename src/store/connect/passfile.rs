//! The password file: lines of `host:port:database:user:password`, the first that matches counts.

use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::error::PassedOver;

/// What is looked up.
pub(super) struct Wanted<'a> {
    pub(super) host: &'a str,
    pub(super) port: u16,
    pub(super) database: &'a str,
    pub(super) user: &'a str,
}

/// The text of a password file, or why it is passed over.
pub(super) enum Passfile {
    Absent,
    PassedOver(PassedOver),
    Text(String),
}

/// Reads a password file that nobody else may read; any other is passed over, as by every PostgreSQL program.
pub(super) fn read(path: &Path) -> Passfile {
    let unreadable = |error: &io::Error| Passfile::PassedOver(PassedOver::Unreadable(error.to_string()));
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Passfile::Absent,
        Err(e) => unreadable(&e),
        Ok(found) if !found.is_file() => Passfile::PassedOver(PassedOver::NoFile),
        Ok(found) if found.permissions().mode() & 0o077 != 0 => Passfile::PassedOver(PassedOver::Open),
        Ok(_) => fs::read_to_string(path).map_or_else(|e| unreadable(&e), Passfile::Text),
    }
}

/// Where the password file is when no setting says so.
pub(super) fn default_path(home: Option<PathBuf>) -> Option<PathBuf> {
    home.map(|home| home.join(".pgpass"))
}

/// The password of the first line that matches.
pub(super) fn password(text: &str, wanted: &Wanted<'_>) -> Option<String> {
    let port = wanted.port.to_string();
    let keys = [wanted.host, &port, wanted.database, wanted.user];
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let (fields, password) = split(line)?;
        let matches = |(field, key): (&Field, &&str)| field.raw == "*" || field.text == **key;
        fields.iter().zip(&keys).all(matches).then_some(password)
    })
}

struct Field {
    raw: String,
    text: String,
}

/// The four fields that are compared, and the password. `\` takes the next character as it is.
fn split(line: &str) -> Option<([Field; 4], String)> {
    let mut letters = line.trim_end_matches('\r').chars();
    let fields = [field(&mut letters)?, field(&mut letters)?, field(&mut letters)?, field(&mut letters)?];
    let (password, _) = until_colon(&mut letters);
    Some((fields, password.text))
}

/// A field that a colon ends.
fn field(letters: &mut std::str::Chars<'_>) -> Option<Field> {
    let (field, ended) = until_colon(letters);
    ended.then_some(field)
}

fn until_colon(letters: &mut std::str::Chars<'_>) -> (Field, bool) {
    let mut field = Field { raw: String::new(), text: String::new() };
    while let Some(letter) = letters.next() {
        let taken = match letter {
            ':' => return (field, true),
            '\\' => letters.next().unwrap_or('\\'),
            _ => letter,
        };
        field.raw.extend((letter == '\\').then_some('\\'));
        field.raw.push(taken);
        field.text.push(taken);
    }
    (field, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# first\nshort:line\ndb:5432:mesh:anna:one\n*:*:a\\:b:anna:t\\:w\\\\o\n::1\n\\*:1:x:y:no\n*:*:*:bob:three:four\r\n";

    fn of(host: &str, port: u16, database: &str, user: &str) -> Option<String> {
        password(FILE, &Wanted { host, port, database, user })
    }

    #[test]
    fn takes_the_first_line_that_matches() {
        assert_eq!(of("db", 5432, "mesh", "anna").as_deref(), Some("one"));
        assert_eq!(of("db", 5433, "mesh", "anna"), None);
        assert_eq!(of("else", 1, "a:b", "anna").as_deref(), Some("t:w\\o"));
        assert_eq!(of("else", 1, "x", "bob").as_deref(), Some("three"));
        assert_eq!(of("else", 1, "x", "y"), None, "an escaped star is a star");
    }

    #[test]
    fn passes_over_a_file_that_others_can_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pgpass");
        fs::write(&path, FILE).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let Passfile::PassedOver(why) = read(&path) else { panic!("it was read") };
        assert_eq!(why, PassedOver::Open);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert!(matches!(read(&path), Passfile::Text(text) if text == FILE));
        assert!(matches!(read(&folder.path().join("none")), Passfile::Absent));
    }
}
