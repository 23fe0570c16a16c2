//! A database as one text: a URL, a `key=value` list, or a bare database name. The forms are libpq's.
//!
//! Nothing of the text is repeated in a complaint unless it cannot be part of a password.

use super::{
    error::{Unknown, Wrong},
    keyword::{known, meant},
};

/// Settings in the order given.
pub(super) type Pairs = Vec<(&'static str, String)>;

/// Reads what was given as the database.
pub(super) fn parse(text: &str) -> Result<Pairs, Wrong> {
    if let Some(rest) = text.strip_prefix("postgresql://").or_else(|| text.strip_prefix("postgres://")) {
        url(rest)
    } else if text.contains("://") {
        Err(Wrong::Scheme)
    } else if text.contains('=') {
        list(text)
    } else {
        Ok(vec![("dbname", text.to_owned())])
    }
}

fn url(text: &str) -> Result<Pairs, Wrong> {
    // The person's part reaches to an @ before the first slash, wherever a question mark stands.
    let authority_end = text.find('/').unwrap_or(text.len());
    let (person, rest) = match text[..authority_end].find('@') {
        Some(at) => (Some(&text[..at]), &text[at + 1..]),
        None => (None, text),
    };
    let (places, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (places, database) = places.split_once('/').unwrap_or((places, ""));
    if places.contains('@') || database.contains('@') {
        return Err(Wrong::At);
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

fn person_of(text: &str, pairs: &mut Pairs) -> Result<(), Wrong> {
    let (user, password) = text.split_once(':').unwrap_or((text, ""));
    for (key, value) in [("user", user), ("password", password)] {
        if !value.is_empty() {
            pairs.push((key, decode(value)?));
        }
    }
    Ok(())
}

/// `one:5432,[::1]:5433`: the names and the ports become the comma-separated `host` and `port`.
fn servers(text: &str, pairs: &mut Pairs) -> Result<(), Wrong> {
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

fn server(place: &str) -> Result<(&str, &str), Wrong> {
    if let Some(rest) = place.strip_prefix('[') {
        let (address, rest) = rest.split_once(']').ok_or(Wrong::OpenAddress)?;
        if address.is_empty() {
            return Err(Wrong::EmptyAddress);
        }
        match rest.strip_prefix(':') {
            Some(port) => Ok((address, port)),
            None if rest.is_empty() => Ok((address, "")),
            None => Err(Wrong::AfterAddress),
        }
    } else {
        Ok(place.split_once(':').unwrap_or((place, "")))
    }
}

fn parameters(query: &str, pairs: &mut Pairs) -> Result<(), Wrong> {
    // What stands before an @, or after a password in which there is an &, may be part of one.
    let mut is_open = !query.contains('@');
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (key, value) =
            parameter.split_once('=').filter(|(_, value)| !value.contains('=')).ok_or(Wrong::Parameter)?;
        let (key, value) = (decode(key)?, decode(value)?);
        pairs.push(match (key.as_str(), value.as_str()) {
            ("ssl", "true") => ("sslmode", "require".to_owned()),
            _ => (known_or(&key, None, is_open && is_word(&key))?, value),
        });
        is_open &= !key.contains("password");
    }
    Ok(())
}

/// Whether it looks like the name of a setting.
fn is_word(name: &str) -> bool {
    !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn decode(text: &str) -> Result<String, Wrong> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let pair = [rest.next(), rest.next()].map(|digit| digit.and_then(|digit| char::from(*digit).to_digit(16)));
        let [Some(high), Some(low)] = pair else { return Err(Wrong::Percent) };
        bytes.push(u8::try_from(high * 16 + low).ok().filter(|byte| *byte != 0).ok_or(Wrong::Percent)?);
    }
    String::from_utf8(bytes).map_err(|_| Wrong::Bytes)
}

/// The setting of that name. Where there is none, the name is `told` only if it is no part of a password.
fn known_or(key: &str, at: Option<usize>, told: bool) -> Result<&'static str, Wrong> {
    known(key).ok_or_else(|| {
        let meant = meant(key);
        let name = (told || meant.is_some()).then(|| key.to_owned());
        Wrong::Unknown(Unknown { at, name, meant })
    })
}

fn list(text: &str) -> Result<Pairs, Wrong> {
    let mut pairs = Pairs::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let at = text.chars().count() - rest.chars().count() + 1;
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let after = after.trim_start().strip_prefix('=').ok_or(Wrong::NoEquals { at })?;
        let (value, after) = list_value(after.trim_start())?;
        pairs.push((known_or(key, Some(at), false)?, value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// A value, quoted or not, and what follows it.
fn list_value(text: &str) -> Result<(String, &str), Wrong> {
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
    if quoted { Err(Wrong::OpenQuote) } else { Ok((value, "")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match parse(text) {
            Ok(pairs) => pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" | "),
            Err(Wrong::Unknown(Unknown { at, name, meant })) => format!("! {at:?} {name:?} {meant:?}"),
            Err(wrong) => format!("! {wrong:?}"),
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
            ("mysql://anna:pw@db", "! Scheme"),
            ("postgresql://anna:se/cret@db/m", "! At"),
            ("postgresql://anna:se@cret@db/m", "! At"),
            ("postgresql://anna:se%zzcret@db", "! Percent"),
            ("postgresql://anna:se%00@db", "! Percent"),
            ("postgresql://anna:se%ff@db", "! Bytes"),
            ("postgresql://[::1/m", "! OpenAddress"),
            ("postgresql://[]/m", "! EmptyAddress"),
            ("postgresql://[::1]5/m", "! AfterAddress"),
            ("postgresql://db?user", "! Parameter"),
            ("postgresql://db?user=a=b", "! Parameter"),
            ("postgresql://db?colour=a", "! None Some(\"colour\") None"),
            ("postgresql://db?=a", "! None None None"),
            ("postgresql://db?hunter2*=a", "! None None None"),
            ("postgresql://anna:pw/x?hunter2=a@db", "! None None None"),
            ("postgresql://db?password=a&hunter2=b", "! None None None"),
            ("postgresql://db?ssl_mode=a", "! None Some(\"ssl_mode\") Some(\"sslmode\")"),
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
            ("user=anna password=my secret", "! NoEquals { at: 23 }"),
            ("user=anna password=my hunter2=x", "! Some(23) None None"),
            ("user='anna", "! OpenQuote"),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
