//! What was given about a connection, by whom, and what each setting may be.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use super::{
    ConnectOptions,
    error::{ConnectError, Source, Wrong},
    keyword::KEYWORDS,
    service,
    settings::Liveness,
    text,
    tls::{BINDINGS, Binding, Mode, TlsSettings},
};
use crate::environment::Environment;

/// How long a network may be silent before it is asked whether it is still there. An operating system waits for hours,
/// and whoever is in the way of other operators meanwhile is in nobody's interest.
const SILENCE: Duration = Duration::from_secs(15);
/// How long to wait for a server when nobody says how long.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was given, by setting, with where it was given.
pub(super) struct Given(BTreeMap<&'static str, (String, Source)>);

impl Given {
    pub(super) fn gather(options: &ConnectOptions) -> Result<Self, ConnectError> {
        let environment = &options.environment;
        let mut given = Self(BTreeMap::new());
        given.take_text(options)?;
        let service = given.text("service").or_else(|| environment.get("PGSERVICE")).map(str::to_owned);
        for (name, value, source) in
            service.map_or(Ok(Vec::new()), |service| service::settings(&service, environment))?
        {
            given.0.entry(name).or_insert((value, source));
        }
        for keyword in KEYWORDS {
            let Some(variable) = keyword.variable else { continue };
            if let Some(value) = environment.get(variable) {
                given.0.entry(keyword.name).or_insert_with(|| (value.to_owned(), Source::Variable(variable.into())));
            }
        }
        if environment.get("PGREQUIRESSL").is_some_and(|value| value.starts_with('1')) {
            let required = || ("require".to_owned(), Source::Variable("PGREQUIRESSL".into()));
            given.0.entry("sslmode").or_insert_with(required);
        }
        Ok(given)
    }

    fn take_text(&mut self, options: &ConnectOptions) -> Result<(), ConnectError> {
        let Some((text, source)) = options.text() else { return Ok(()) };
        let fault = |wrong| ConnectError::Setting { source: source.clone(), wrong };
        if text.trim().is_empty() {
            return Err(fault(Wrong::Empty));
        }
        for (name, value) in text::parse(text).map_err(fault)? {
            self.0.insert(name, (value, source.clone()));
        }
        Ok(())
    }

    /// A setting that is given and not empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|(value, _)| value.as_str()).filter(|value| !value.is_empty())
    }

    pub(super) fn wrong(&self, name: &str, wrong: Wrong) -> ConnectError {
        let source = self.0.get(name).map_or(Source::Option, |(_, source)| source.clone());
        ConnectError::Setting { source, wrong }
    }

    /// What a setting may be called, and what each name means.
    pub(super) fn one_of<T: Copy>(
        &self,
        name: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, ConnectError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        let found = choices.iter().find(|(choice, _)| *choice == value).map(|(_, meaning)| *meaning);
        let choices = || choices.iter().map(|(choice, _)| *choice).collect();
        found.map(Some).ok_or_else(|| self.wrong(name, Wrong::NoneOf { name, choices: choices() }))
    }

    fn number(&self, name: &'static str) -> Result<Option<i32>, ConnectError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        value.trim().parse().map(Some).map_err(|_| self.wrong(name, Wrong::NoNumber { name }))
    }

    fn duration(&self, name: &'static str, unit: fn(u64) -> Duration) -> Result<Option<Duration>, ConnectError> {
        let positive = |number: i32| u64::try_from(number).ok().filter(|number| *number > 0);
        Ok(self.number(name)?.and_then(positive).map(unit))
    }

    /// Zero and less: as long as it takes.
    pub(super) fn patience(&self) -> Result<Option<Duration>, ConnectError> {
        self.usually("connect_timeout", Duration::from_secs, PATIENCE)
    }

    /// A duration where it is given, and else this one.
    fn usually(
        &self,
        name: &'static str,
        unit: fn(u64) -> Duration,
        usual: Duration,
    ) -> Result<Option<Duration>, ConnectError> {
        if self.text(name).is_some() { self.duration(name, unit) } else { Ok(Some(usual)) }
    }

    pub(super) fn liveness(&self) -> Result<Liveness, ConnectError> {
        Ok(Liveness {
            keepalives: self.number("keepalives")? != Some(0),
            idle: self.usually("keepalives_idle", Duration::from_secs, SILENCE)?,
            interval: self.usually("keepalives_interval", Duration::from_secs, SILENCE / 3)?,
            count: match self.number("keepalives_count")? {
                None => Some(3),
                Some(count) => u32::try_from(count).ok().filter(|count| *count > 0),
            },
            user_timeout: self.usually("tcp_user_timeout", Duration::from_millis, SILENCE * 2)?,
        })
    }

    pub(super) fn application_name(&self) -> String {
        let fallback = || self.text("fallback_application_name").unwrap_or("provost");
        self.text("application_name").unwrap_or_else(fallback).to_owned()
    }

    /// The options of the session, and the three settings that libpq takes from variables of their own.
    pub(super) fn session_options(&self, environment: &Environment) -> Option<String> {
        let own = [("PGDATESTYLE", "datestyle"), ("PGTZ", "timezone"), ("PGGEQO", "geqo")];
        let escaped = |value: &str| value.replace('\\', "\\\\").replace(' ', "\\ ");
        let own = own.iter().filter_map(|(variable, setting)| {
            let value = environment.get(variable).filter(|value| !value.eq_ignore_ascii_case("default"))?;
            Some(format!("-c {setting}={}", escaped(value)))
        });
        let all: Vec<String> = self.text("options").map(str::to_owned).into_iter().chain(own).collect();
        Some(all.join(" ")).filter(|options| !options.is_empty())
    }

    pub(super) fn tls(&self, environment: &Environment) -> Result<TlsSettings, ConnectError> {
        let folder = environment.home().map(|home| home.join(".postgresql"));
        let file = |setting: &str, name: &str| {
            let default = || folder.as_ref().map(|folder| folder.join(name));
            self.text(setting).map(PathBuf::from).or_else(default)
        };
        let system_roots = self.text("sslrootcert") == Some("system");
        let mode = self.one_of("sslmode", Mode::NAMES)?;
        if system_roots && mode.is_some_and(|mode| mode != Mode::VerifyFull) {
            return Err(self.wrong("sslmode", Wrong::SystemRoots));
        }
        let direct = self.one_of("sslnegotiation", &[("postgres", false), ("direct", true)])?.unwrap_or(false);
        let mode = mode.unwrap_or(if system_roots { Mode::VerifyFull } else { Mode::Prefer });
        if direct && mode < Mode::Require {
            return Err(self.wrong("sslnegotiation", Wrong::Direct));
        }
        Ok(TlsSettings {
            mode,
            direct,
            system_roots,
            root: file("sslrootcert", "root.crt"),
            crl: file("sslcrl", "root.crl"),
            crl_folder: self.text("sslcrldir").map(PathBuf::from),
            certificate: file("sslcert", "postgresql.crt").filter(|_| self.text("sslcertmode") != Some("disable")),
            key: file("sslkey", "postgresql.key"),
            names_the_server: self.text("sslsni") != Some("0"),
            oldest: self.one_of("ssl_min_protocol_version", VERSIONS)?.unwrap_or(2),
            newest: self.one_of("ssl_max_protocol_version", VERSIONS)?.unwrap_or(3),
            binding: self.one_of("channel_binding", BINDINGS)?.unwrap_or(Binding::Prefer),
        })
    }

    /// Passing these over would be weaker than what was asked for.
    pub(super) fn refuse_what_is_not_done(&self) -> Result<(), ConnectError> {
        let not_done = |name| self.wrong(name, Wrong::NotDone { name });
        let asked = [
            ("requirepeer", self.text("requirepeer").is_some()),
            ("require_auth", self.text("require_auth").is_some()),
            ("gssencmode", self.text("gssencmode") == Some("require")),
            ("sslcertmode", self.text("sslcertmode") == Some("require")),
            (
                "replication",
                self.text("replication").is_some_and(|value| !["0", "no", "off", "false"].contains(&value)),
            ),
        ];
        asked.iter().find(|(_, asked)| *asked).map_or(Ok(()), |(name, _)| Err(not_done(name)))
    }
}

/// TLS versions by their minor number; what is older than 1.2 exists in names only.
const VERSIONS: &[(&str, u8)] = &[("TLSv1", 0), ("TLSv1.1", 1), ("TLSv1.2", 2), ("TLSv1.3", 3)];
