//! The connection settings there are, and the environment variable of each.

/// A connection setting as libpq names it, and the variable that gives it.
pub(super) struct Keyword {
    pub(super) name: &'static str,
    pub(super) variable: Option<&'static str>,
}

const fn keyword(name: &'static str, variable: &'static str) -> Keyword {
    Keyword { name, variable: Some(variable) }
}

const fn unset(name: &'static str) -> Keyword {
    Keyword { name, variable: None }
}

/// Every setting that libpq knows. Those that have no meaning here are accepted, those that would weaken
/// something if they were passed over are refused in `settings`.
pub(super) const KEYWORDS: &[Keyword] = &[
    keyword("application_name", "PGAPPNAME"),
    keyword("channel_binding", "PGCHANNELBINDING"),
    keyword("client_encoding", "PGCLIENTENCODING"),
    keyword("connect_timeout", "PGCONNECT_TIMEOUT"),
    keyword("dbname", "PGDATABASE"),
    unset("fallback_application_name"),
    keyword("gssdelegation", "PGGSSDELEGATION"),
    keyword("gssencmode", "PGGSSENCMODE"),
    keyword("gsslib", "PGGSSLIB"),
    keyword("host", "PGHOST"),
    keyword("hostaddr", "PGHOSTADDR"),
    unset("keepalives"),
    unset("keepalives_count"),
    unset("keepalives_idle"),
    unset("keepalives_interval"),
    keyword("krbsrvname", "PGKRBSRVNAME"),
    keyword("load_balance_hosts", "PGLOADBALANCEHOSTS"),
    keyword("options", "PGOPTIONS"),
    keyword("passfile", "PGPASSFILE"),
    keyword("password", "PGPASSWORD"),
    keyword("port", "PGPORT"),
    unset("replication"),
    keyword("require_auth", "PGREQUIREAUTH"),
    keyword("requirepeer", "PGREQUIREPEER"),
    keyword("service", "PGSERVICE"),
    keyword("ssl_max_protocol_version", "PGSSLMAXPROTOCOLVERSION"),
    keyword("ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION"),
    keyword("sslcert", "PGSSLCERT"),
    keyword("sslcertmode", "PGSSLCERTMODE"),
    keyword("sslcompression", "PGSSLCOMPRESSION"),
    keyword("sslcrl", "PGSSLCRL"),
    keyword("sslcrldir", "PGSSLCRLDIR"),
    keyword("sslkey", "PGSSLKEY"),
    keyword("sslmode", "PGSSLMODE"),
    keyword("sslnegotiation", "PGSSLNEGOTIATION"),
    unset("sslpassword"),
    keyword("sslrootcert", "PGSSLROOTCERT"),
    keyword("sslsni", "PGSSLSNI"),
    keyword("target_session_attrs", "PGTARGETSESSIONATTRS"),
    unset("tcp_user_timeout"),
    keyword("user", "PGUSER"),
];

/// The setting of that name, if there is one.
pub(super) fn known(name: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|keyword| keyword.name == name).map(|keyword| keyword.name)
}

/// A setting that was probably meant. What is like none is not repeated to anybody: it may be part of a password.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let likeness = |keyword: &Keyword| (strsim::jaro_winkler(keyword.name, name), keyword.name);
    let best = KEYWORDS.iter().map(likeness).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(best.1).filter(|_| best.0 > 0.85)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near_only() {
        assert_eq!(meant("ssl_mode"), Some("sslmode"));
        assert_eq!(meant("hunter2"), None);
    }
}
