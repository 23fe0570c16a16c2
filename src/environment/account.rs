//! Accounts of the system: who we are, and which account a server could run as.

use std::{fs, path::PathBuf, process::Command};

/// A line of the system's account database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The login name.
    pub name: String,
    /// The user id.
    pub uid: u32,
    /// The primary group's id.
    pub gid: u32,
    /// The home directory.
    pub home: PathBuf,
}

impl Account {
    /// The account that this process acts as.
    pub fn own() -> Option<Self> {
        Self::numbered(rustix::process::geteuid().as_raw())
    }

    /// The account of a user id.
    pub fn numbered(uid: u32) -> Option<Self> {
        Self::find(&uid.to_string(), |account| account.uid == uid)
    }

    /// The account of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::find(name, |account| account.name == name)
    }

    /// The file first, since reading it costs nothing; `getent` knows the directories (LDAP and its like) beside it.
    fn find(key: &str, wanted: impl Fn(&Self) -> bool) -> Option<Self> {
        let file = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let found = file.lines().filter_map(Self::parse).find(&wanted);
        found.or_else(|| said_by("getent", &["passwd", key]).as_deref().and_then(Self::parse).filter(&wanted))
    }

    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.trim_end().split(':').collect();
        let [name, _, uid, gid, _, home, ..] = fields[..] else { return None };
        Some(Self { name: name.to_owned(), uid: uid.parse().ok()?, gid: gid.parse().ok()?, home: home.into() })
    }
}

/// The login name of this process, as libpq finds it: by user id, whatever `USER` says.
pub fn own_name() -> Option<String> {
    Account::own().map(|account| account.name).or_else(|| said_by("id", &["-un"]))
}

/// Who acts here, where no variable says so: the login name, or the user id where it has none.
pub fn account_name() -> String {
    let uid = rustix::process::getuid().as_raw();
    let named = Account::numbered(uid).map(|account| account.name);
    named.or_else(|| said_by("id", &["-un"])).unwrap_or_else(|| uid.to_string())
}

fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_line_of_the_account_file() {
        let anna = Account { name: "anna".into(), uid: 1000, gid: 100, home: "/home/anna".into() };
        assert_eq!(Account::parse("anna:x:1000:100:Anna,,,:/home/anna:/bin/sh\n"), Some(anna));
        assert_eq!(Account::parse("anna:x:none:100::/:"), None);
        assert_eq!(Account::parse(""), None);
    }
}
