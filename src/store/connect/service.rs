//! The service file: connection settings under a name, `[mesh]` and lines of `key=value`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    error::{ConnectError, FileKind, FileWrong, Source, Wrong},
    keyword::known,
};
use crate::environment::Environment;

/// Where packagers put the file that all users share, since no library is asked here for its own place.
const SHARED: [&str; 6] = [
    "/etc/postgresql-common",
    "/etc/sysconfig/pgsql",
    "/etc/postgresql",
    "/usr/local/etc/postgresql",
    "/opt/homebrew/etc",
    "/etc",
];

/// A setting, its value, and the line it stands on.
pub(super) type Line = (&'static str, String, Source);

/// The settings of a service; the first file that defines it decides.
pub(super) fn settings(service: &str, environment: &Environment) -> Result<Vec<Line>, ConnectError> {
    for (file, must_exist) in files(environment) {
        match fs::read_to_string(&file) {
            Ok(text) => {
                if let Some(lines) = section(&text, service, &file)? {
                    return Ok(lines);
                }
            }
            Err(e) if !must_exist && e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(unreadable(&file, &e)),
        }
    }
    Err(undefined(service, environment))
}

fn files(environment: &Environment) -> Vec<(PathBuf, bool)> {
    let own = match environment.get("PGSERVICEFILE") {
        Some(file) => Some((PathBuf::from(file), true)),
        None => environment.home().map(|home| (home.join(".pg_service.conf"), false)),
    };
    let shared: Vec<&str> = environment.get("PGSYSCONFDIR").map_or(SHARED.to_vec(), |folder| vec![folder]);
    own.into_iter().chain(shared.iter().map(|folder| (Path::new(folder).join("pg_service.conf"), false))).collect()
}

/// The lines of `[service]`, or nothing where the file does not have it.
fn section(text: &str, service: &str, file: &Path) -> Result<Option<Vec<Line>>, ConnectError> {
    let mut found = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            if found.is_some() {
                break;
            }
            found = (name.split(']').next() == Some(service)).then(Vec::new);
        } else if let Some(lines) = &mut found {
            lines.push(setting(line, Source::Service { file: file.to_owned(), line: number + 1 })?);
        }
    }
    Ok(found)
}

fn setting(line: &str, source: Source) -> Result<Line, ConnectError> {
    let wrong = |wrong| ConnectError::Setting { source: source.clone(), wrong };
    let known_pair = line.split_once('=').and_then(|(key, value)| Some((known(key)?, value)));
    match known_pair {
        Some(("service", _)) => Err(wrong(Wrong::ServiceInService)),
        Some((key, value)) => Ok((key, value.to_owned(), source)),
        None => Err(wrong(Wrong::ServiceLine)),
    }
}

fn unreadable(file: &Path, error: &io::Error) -> ConnectError {
    ConnectError::File {
        kind: FileKind::Service,
        path: file.to_owned(),
        wrong: FileWrong::Unreadable(error.to_string()),
    }
}

fn undefined(service: &str, environment: &Environment) -> ConnectError {
    let files = files(environment).into_iter().map(|(file, _)| file).collect();
    ConnectError::Setting {
        source: Source::Variable("PGSERVICE".into()),
        wrong: Wrong::NoService { service: service.to_owned(), files },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# services\n[other]\nhost=no\n\n[mesh]\n host=db \ndbname=it=1\n# end\n[last]\nport=1\n";

    fn line(source: &Source) -> String {
        match source {
            Source::Service { file, line } => format!("{}, line {line}", file.display()),
            Source::Option | Source::Variable(_) => format!("{source:?}"),
        }
    }

    fn read(text: &str, service: &str) -> String {
        match section(text, service, Path::new("/f")) {
            Ok(None) => "absent".into(),
            Ok(Some(lines)) => lines.iter().map(|(key, value, at)| format!("{key}={value} ({})\n", line(at))).collect(),
            Err(ConnectError::Setting { source, wrong }) => format!("{wrong:?} ({})", line(&source)),
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn reads_one_section_with_its_lines() {
        assert_eq!(read(FILE, "mesh"), "host=db (/f, line 6)\ndbname=it=1 (/f, line 7)\n");
        assert_eq!(read(FILE, "nowhere"), "absent");
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number() {
        let wrong = "ServiceLine (/f, line 2)";
        assert_eq!(read("[mesh]\nhost = db\n", "mesh"), wrong);
        assert_eq!(read("[mesh]\nhunter2\n", "mesh"), wrong);
        assert_eq!(read("[mesh]\nservice=x\n", "mesh"), "ServiceInService (/f, line 2)");
    }
}
