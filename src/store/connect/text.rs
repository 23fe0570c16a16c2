//! A database as one text: a URL, a `key=value` list, or a bare database name. The forms are libpq's.
//!
//! Nothing of the text is repeated in a complaint unless it cannot be part of a password.

use super::keyword::{known, meant};

/// What is wrong with a text, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) problem: String,
    pub(super) help: String,
}

impl Fault {
    pub(super) fn new(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self { problem: problem.into(), help: help.into() }
    }
}

/// Settings in the order given.
pub(super) type Pairs = Vec<(&'static str, String)>;

const URL_HELP: &str = "a URL is postgresql://user@server:5432/database?sslmode=verify-full; in a user name or password, \
                        write @ as %40, / as %2F, : as %3A and % as %25";
const LIST_HELP: &str = "a list is written host=server dbname=mesh user=anna; a value with spaces stands in single quotes, \
                         in which \\ goes before ' and \\";

/// Reads what was given as the database.
pub(super) fn parse(text: &str) -> Result<Pairs, Fault> {
    if let Some(rest) = text.strip_prefix("postgresql://").or_else(|| text.strip_prefix("postgres://")) {
        url(rest)
    } else if text.contains("://") {
        Err(Fault::new("the URL begins with something else than postgresql://", URL_HELP))
    } else if text.contains('=') {
        list(text)
    } else {
        Ok(vec![("dbname", text.to_owned())])
    }
}

fn url(text: &str) -> Result<Pairs, Fault> {
    // The person's part reaches to an @ before the first slash, wherever a question mark stands.
    let authority_end = text.find('/').unwrap_or(text.len());
    let (person, rest) = match text[..authority_end].find('@') {
        Some(at) => (Some(&text[..at]), &text[at + 1..]),
        None => (None, text),
    };
    let (places, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (places, database) = places.split_once('/').unwrap_or((places, ""));
    if places.contains('@') || database.contains('@') {
        return Err(Fault::new("the URL has an @ in an unexpected place", URL_HELP));
    }
    let mut pairs = Pairs::new();
    if let Some(person) = person {
        person_of(person, &mut pairs)?;
    }
    servers(places, &mut pairs)?;
    if !database.is_empty() {
        pairs.push(("dbname", decode(database)?));
    }
    parameters(query, &mut pairs)?;
    Ok(pairs)
}

fn person_of(text: &str, pairs: &mut Pairs) -> Result<(), Fault> {
    let (user, password) = text.split_once(':').unwrap_or((text, ""));
    for (key, value) in [("user", user), ("password", password)] {
        if !value.is_empty() {
            pairs.push((key, decode(value)?));
        }
    }
    Ok(())
}

/// `one:5432,[::1]:5433`: the names and the ports become the comma-separated `host` and `port`.
fn servers(text: &str, pairs: &mut Pairs) -> Result<(), Fault> {
    let (mut hosts, mut ports) = (Vec::new(), Vec::new());
    for place in text.split(',') {
        let (host, port) = server(place)?;
        hosts.push(decode(host)?);
        ports.push(decode(port)?);
    }
    for (key, list) in [("host", hosts), ("port", ports)] {
        let joined = list.join(",");
        if !joined.is_empty() {
            pairs.push((key, joined));
        }
    }
    Ok(())
}

fn server(place: &str) -> Result<(&str, &str), Fault> {
    if let Some(rest) = place.strip_prefix('[') {
        let unclosed = || Fault::new("an IPv6 address in the URL is not closed with ]", URL_HELP);
        let (address, rest) = rest.split_once(']').ok_or_else(unclosed)?;
        if address.is_empty() {
            return Err(Fault::new("an IPv6 address in the URL is empty", URL_HELP));
        }
        match rest.strip_prefix(':') {
            Some(port) => Ok((address, port)),
            None if rest.is_empty() => Ok((address, "")),
            None => Err(Fault::new("something other than a port follows an IPv6 address in the URL", URL_HELP)),
        }
    } else {
        Ok(place.split_once(':').unwrap_or((place, "")))
    }
}

fn parameters(query: &str, pairs: &mut Pairs) -> Result<(), Fault> {
    // What stands before an @, or after a password in which there is an &, may be part of one.
    let mut is_open = !query.contains('@');
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (key, value) = parameter
            .split_once('=')
            .filter(|(_, value)| !value.contains('='))
            .ok_or_else(|| Fault::new("a parameter of the URL is not written name=value", URL_HELP))?;
        let (key, value) = (decode(key)?, decode(value)?);
        pairs.push(match (key.as_str(), value.as_str()) {
            ("ssl", "true") => ("sslmode", "require".to_owned()),
            _ => (known_or(&key, "a parameter of the URL", is_open && is_word(&key))?, value),
        });
        is_open &= !key.contains("password");
    }
    Ok(())
}

/// Whether it looks like the name of a setting.
fn is_word(name: &str) -> bool {
    !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn decode(text: &str) -> Result<String, Fault> {
    let wrong = || Fault::new("the URL has a % that is not followed by two hexadecimal digits of a letter", URL_HELP);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let pair = [rest.next(), rest.next()].map(|digit| digit.and_then(|digit| char::from(*digit).to_digit(16)));
        let [Some(high), Some(low)] = pair else { return Err(wrong()) };
        bytes.push(u8::try_from(high * 16 + low).ok().filter(|byte| *byte != 0).ok_or_else(wrong)?);
    }
    String::from_utf8(bytes).map_err(|_| Fault::new("the URL holds bytes that are not UTF-8", URL_HELP))
}

/// The setting of that name. Where there is none, the name is `told` only if it is no part of a password.
fn known_or(key: &str, what: &str, told: bool) -> Result<&'static str, Fault> {
    known(key).ok_or_else(|| match meant(key) {
        Some(name) => {
            Fault::new(format!("{what} is called {key}, which is no setting"), format!("did you mean {name}?"))
        }
        None if told => Fault::new(format!("{what} is called {key}, which is no setting"), URL_HELP),
        None => Fault::new(format!("{what} is no setting that there is"), URL_HELP),
    })
}

fn list(text: &str) -> Result<Pairs, Fault> {
    let mut pairs = Pairs::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let at = text.chars().count() - rest.chars().count() + 1;
        let what = format!("what stands at character {at} of the list");
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let after = after
            .trim_start()
            .strip_prefix('=')
            .ok_or_else(|| Fault::new(format!("no = follows {what}"), LIST_HELP))?;
        let (value, after) = list_value(after.trim_start())?;
        pairs.push((known_or(key, &what, false)?, value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// A value, quoted or not, and what follows it.
fn list_value(text: &str) -> Result<(String, &str), Fault> {
    let (quoted, body) = text.strip_prefix('\'').map_or((false, text), |body| (true, body));
    let mut value = String::new();
    let mut letters = body.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '\'' if quoted => return Ok((value, &body[at + 1..])),
            _ if !quoted && letter.is_ascii_whitespace() => return Ok((value, &body[at..])),
            _ => value.push(letter),
        }
    }
    if quoted { Err(Fault::new("a quoted value of the list is not closed with '", LIST_HELP)) } else { Ok((value, "")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match parse(text) {
            Ok(pairs) => pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" | "),
            Err(fault) => format!("! {}", fault.problem),
        }
    }

    #[test]
    fn reads_every_form_of_url() {
        let table = [
            ("postgresql://", ""),
            ("postgres://db", "host=db"),
            ("postgresql://db:5433", "host=db | port=5433"),
            ("postgresql:///mesh", "dbname=mesh"),
            ("postgresql://anna@db/mesh", "user=anna | host=db | dbname=mesh"),
            ("postgresql://anna:pw@db/mesh", "user=anna | password=pw | host=db | dbname=mesh"),
            ("postgresql://anna:p%40%2f%25w@db/mesh", "user=anna | password=p@/%w | host=db | dbname=mesh"),
            ("postgresql://anna:a?b@db", "user=anna | password=a?b | host=db"),
            ("postgresql://anna:a:b@db", "user=anna | password=a:b | host=db"),
            ("postgresql://anna@/mesh?host=/run/pg", "user=anna | dbname=mesh | host=/run/pg"),
            ("postgresql://%2Frun%2Fpg/mesh", "host=/run/pg | dbname=mesh"),
            ("postgresql://[::1]:5433/mesh", "host=::1 | port=5433 | dbname=mesh"),
            ("postgresql://[fe80::1%25eth0]/m", "host=fe80::1%eth0 | dbname=m"),
            ("postgresql://a:1,b:2,[::1]:3/m", "host=a,b,::1 | port=1,2,3 | dbname=m"),
            ("postgresql://a,b:2/m", "host=a,b | port=,2 | dbname=m"),
            ("postgresql://a,b/m", "host=a,b | port=, | dbname=m"),
            ("postgresql://db?sslmode=require&connect_timeout=3", "host=db | sslmode=require | connect_timeout=3"),
            ("postgresql://db/m?ssl=true", "host=db | dbname=m | sslmode=require"),
            ("postgresql://db/m?options=-c%20geqo%3Doff", "host=db | dbname=m | options=-c geqo=off"),
            ("postgresql://db/m+n", "host=db | dbname=m+n"),
            ("postgresql:///?user=anna", "user=anna"),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_wrong_url_is_told_without_any_of_it() {
        let table = [
            ("mysql://anna:pw@db", "! the URL begins with something else than postgresql://"),
            ("postgresql://anna:se/cret@db/m", "! the URL has an @ in an unexpected place"),
            ("postgresql://anna:se@cret@db/m", "! the URL has an @ in an unexpected place"),
            (
                "postgresql://anna:se%zzcret@db",
                "! the URL has a % that is not followed by two hexadecimal digits of a letter",
            ),
            (
                "postgresql://anna:se%00@db",
                "! the URL has a % that is not followed by two hexadecimal digits of a letter",
            ),
            ("postgresql://anna:se%ff@db", "! the URL holds bytes that are not UTF-8"),
            ("postgresql://[::1/m", "! an IPv6 address in the URL is not closed with ]"),
            ("postgresql://[]/m", "! an IPv6 address in the URL is empty"),
            ("postgresql://[::1]5/m", "! something other than a port follows an IPv6 address in the URL"),
            ("postgresql://db?user", "! a parameter of the URL is not written name=value"),
            ("postgresql://db?user=a=b", "! a parameter of the URL is not written name=value"),
            ("postgresql://db?colour=a", "! a parameter of the URL is called colour, which is no setting"),
            ("postgresql://db?=a", "! a parameter of the URL is no setting that there is"),
            ("postgresql://db?hunter2*=a", "! a parameter of the URL is no setting that there is"),
            ("postgresql://anna:pw/x?hunter2=a@db", "! a parameter of the URL is no setting that there is"),
            ("postgresql://db?password=a&hunter2=b", "! a parameter of the URL is no setting that there is"),
            ("postgresql://db?ssl_mode=a", "! a parameter of the URL is called ssl_mode, which is no setting"),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_lists_and_bare_names() {
        let table = [
            ("mesh", "dbname=mesh"),
            ("host=db dbname=mesh", "host=db | dbname=mesh"),
            ("  host = db   port=5433 ", "host=db | port=5433"),
            (r"password='it\'s \\ one' user=anna", r"password=it's \ one | user=anna"),
            (r"password=a\ b user=''", "password=a b | user="),
            ("host= port=1", "host=port=1"),
            ("user=anna password=my secret", "! no = follows what stands at character 23 of the list"),
            (
                "user=anna password=my hunter2=x",
                "! what stands at character 23 of the list is no setting that there is",
            ),
            ("user='anna", "! a quoted value of the list is not closed with '"),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
