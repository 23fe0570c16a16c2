//! The installed PostgreSQL server's programs: where they are, and how to get them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::error::LocalError;
use crate::environment::Environment;

/// Without these a folder is a client's.
const NEEDED: [&str; 3] = ["initdb", "pg_ctl", "postgres"];
/// Folders that hold a folder for each version, and what lies within it.
const VERSIONED: [(&str, &str, &str); 4] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
];

/// The folder of a server's programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Programs(PathBuf);

impl Programs {
    /// The programs of the version that made a database, or the best there are for a new one.
    pub(super) fn find(environment: &Environment, made_by: Option<&str>) -> Result<Self, LocalError> {
        let found = Self::all(environment);
        let Some(made_by) = made_by else {
            return found.into_iter().next().ok_or_else(|| LocalError::NoPrograms { install: how_to_install() });
        };
        let mut others = Vec::new();
        for programs in found {
            match programs.version() {
                Some(version) if version == made_by => return Ok(programs),
                other => others.extend(other),
            }
        }
        if others.is_empty() {
            return Err(LocalError::NoPrograms { install: how_to_install() });
        }
        others.dedup();
        Err(LocalError::OtherVersion { made_by: made_by.to_owned(), found: others })
    }

    /// The path of a program.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// What `pg_config` says, then the newest of each usual place, then the search path.
    fn all(environment: &Environment) -> Vec<Self> {
        let search = environment.get("PATH").unwrap_or("/usr/local/bin:/usr/bin:/bin");
        let said = Command::new("pg_config").arg("--bindir").env("PATH", search).output().ok();
        let said = said.and_then(|output| String::from_utf8(output.stdout).ok()).map(|text| PathBuf::from(text.trim()));
        let usual = VERSIONED.iter().flat_map(|(folder, prefix, within)| versions(Path::new(folder), prefix, within));
        let searched = std::env::split_paths(search);
        let mut all: Vec<Self> = Vec::new();
        for folder in said.into_iter().chain(usual).chain(searched).filter(|folder| is_whole(folder)) {
            if !all.iter().any(|known| known.0 == folder) {
                all.push(Self(folder));
            }
        }
        all
    }

    /// `15`, `9.6`: what a database of these programs calls its version.
    fn version(&self) -> Option<String> {
        let output = Command::new(self.path("postgres")).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        major(text.split_whitespace().nth(2)?)
    }
}

/// The part of a version that a database belongs to; before 10 it was two numbers.
fn major(version: &str) -> Option<String> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let mut parts = version.split('.').map(digits);
    let first = parts.next().filter(|first| !first.is_empty())?;
    if first.parse::<u32>().ok()? >= 10 { Some(first) } else { Some(format!("{first}.{}", parts.next()?)) }
}

fn is_whole(folder: &Path) -> bool {
    folder.is_absolute() && NEEDED.iter().all(|program| folder.join(program).is_file())
}

/// The folders of one place, newest version first; a folder without a number is the newest.
fn versions(folder: &Path, prefix: &str, within: &str) -> Vec<PathBuf> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let mut found: Vec<(u32, PathBuf)> = names
        .filter(|name| name.starts_with(prefix))
        .map(|name| {
            let digits: String =
                name.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
            (digits.parse().unwrap_or(u32::MAX), folder.join(&name).join(within))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// The command for this system.
fn how_to_install() -> Option<&'static str> {
    if cfg!(target_os = "macos") {
        return Some("brew install postgresql");
    }
    install_on(&fs::read_to_string("/etc/os-release").unwrap_or_default())
}

fn install_on(release: &str) -> Option<&'static str> {
    const SYSTEMS: [(&str, &str); 8] = [
        ("debian", "sudo apt-get install postgresql"),
        ("ubuntu", "sudo apt-get install postgresql"),
        ("fedora", "sudo dnf install postgresql-server"),
        ("rhel", "sudo dnf install postgresql-server"),
        ("suse", "sudo zypper install postgresql-server"),
        ("arch", "sudo pacman -S postgresql"),
        ("alpine", "sudo apk add postgresql"),
        ("nixos", "nix-shell -p postgresql"),
    ];
    let values = release.lines().filter_map(|line| line.strip_prefix("ID=").or(line.strip_prefix("ID_LIKE=")));
    let names = values.flat_map(|value| value.trim_matches('"').split_whitespace());
    names.into_iter().find_map(|name| SYSTEMS.iter().find(|(system, _)| *system == name).map(|(_, command)| *command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_told_by_its_first_numbers() {
        assert_eq!(major("15.18").as_deref(), Some("15"));
        assert_eq!(major("18beta1").as_deref(), Some("18"));
        assert_eq!(major("9.6.24").as_deref(), Some("9.6"));
        assert_eq!(major("devel"), None);
    }

    #[test]
    fn names_the_command_of_the_system_or_of_one_like_it() {
        assert_eq!(install_on("NAME=x\nID=alpine\n"), Some("sudo apk add postgresql"));
        assert_eq!(
            install_on("ID=rocky\nID_LIKE=\"rhel centos fedora\"\n"),
            Some("sudo dnf install postgresql-server")
        );
        assert_eq!(install_on("ID=plan9\n"), None);
    }

    #[test]
    fn takes_the_newest_version_first() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["9", "15", "postgresql", "100"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let found = versions(folder.path(), "", "bin");
        let names: Vec<_> =
            found.iter().map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string()).collect();
        assert_eq!(names, ["postgresql/bin", "100/bin", "15/bin", "9/bin"]);
    }

    #[test]
    fn says_what_is_missing() {
        let nothing = Environment::of([("PATH", "/nowhere")]);
        let version = Programs::find(&nothing, Some("7.4"));
        assert!(matches!(version, Err(LocalError::OtherVersion { .. } | LocalError::NoPrograms { .. })), "{version:?}");
    }
}
