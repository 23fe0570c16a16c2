//! The process's environment as a value, so that what it says can be decided without touching the process.

mod account;

use std::{collections::BTreeMap, fmt, path::PathBuf};

pub use account::{Account, account_name, own_name};

/// A snapshot of environment variables. An empty variable counts as one that is not set.
#[derive(Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
}

impl Environment {
    /// What the process was started with.
    pub fn of_process() -> Self {
        let text = |value: std::ffi::OsString| value.to_string_lossy().into_owned();
        Self { variables: std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect() }
    }

    /// Exactly these variables.
    pub fn of<N: Into<String>, V: Into<String>>(variables: impl IntoIterator<Item = (N, V)>) -> Self {
        Self { variables: variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }

    /// Only these of the variables.
    #[must_use]
    pub fn only(&self, names: &[&str]) -> Self {
        Self::of(names.iter().filter_map(|name| self.get(name).map(|value| (*name, value))))
    }

    /// The value of a variable that is set and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Whether a variable is there, be it empty.
    pub fn has(&self, name: &str) -> bool {
        self.variables.contains_key(name)
    }

    /// An absolute path that a variable holds.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.get(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// The home directory: `HOME`, else what the system says of the account.
    pub fn home(&self) -> Option<PathBuf> {
        self.get("HOME").map(PathBuf::from).or_else(|| Account::own().map(|account| account.home))
    }
}

/// Names only: a value may be a password.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.variables.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_is_not_set() {
        let environment = Environment::of([("PGHOST", ""), ("PGPORT", "5433")]);
        assert_eq!(environment.get("PGHOST"), None);
        assert_eq!(environment.get("PGPORT"), Some("5433"));
        assert!(environment.has("PGHOST"));
    }

    #[test]
    fn shows_no_value_when_it_is_debugged() {
        assert_eq!(format!("{:?}", Environment::of([("PGPASSWORD", "secret")])), r#"{"PGPASSWORD"}"#);
    }

    #[test]
    fn home_is_the_variable_before_the_account() {
        assert_eq!(Environment::of([("HOME", "/elsewhere")]).home(), Some(PathBuf::from("/elsewhere")));
    }
}
