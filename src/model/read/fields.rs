//! The fields of one resource: which a type has, what each must be, and the identity that they state.

use super::{
    json::{Json, Kind, Member, Span, member},
    reader::{Reader, join_help, quoted},
};
use crate::model::{
    near::meant,
    path::AbsolutePath,
    resource::{Identity, Port, Protocol},
};

/// What a field of a known type must be.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// Read on its own: an identity, `id`, `type`, `reflects`.
    Apart,
    Text,
    Mode,
}

/// The fields that a resource of any type has.
const COMMON: [(&str, Form); 3] = [("id", Form::Apart), ("type", Form::Apart), ("reflects", Form::Apart)];

/// The fields of a type beside the common ones; `None` where any other field is as good.
pub(super) fn known_fields(kind: &str) -> Option<&'static [(&'static str, Form)]> {
    use Form::{Apart, Mode, Text};
    Some(match kind {
        "file" => &[
            ("path", Apart),
            ("content", Text),
            ("content_from", Text),
            ("mode", Mode),
            ("owner", Text),
            ("group", Text),
        ],
        "link" => &[("path", Apart), ("target", Text)],
        "directory" => &[("path", Apart), ("mode", Mode), ("owner", Text), ("group", Text)],
        "package" => &[("name", Apart), ("version", Text)],
        "service" => &[("unit", Apart)],
        "port" => &[("port", Apart), ("protocol", Apart), ("address", Apart)],
        _ => return None,
    })
}

impl<'a> Reader<'a> {
    pub(super) fn nearly_a_type(&mut self, kind: &str, json: &Json<'a>) {
        if !self.is_stored()
            && let Some(near) = meant(kind, Identity::TYPES)
        {
            self.warn(&json.span, || {
                let message =
                    format!("{} is no type that Provost knows; it is passed on and excludes nothing", quoted(kind));
                (message, Some(near))
            });
        }
    }

    /// Makes sure that the fields which nothing decides by are what they must be; what has come into the database stays.
    pub(super) fn fields(&mut self, kind: &str, known: &[(&'static str, Form)], members: &[Member<'a>]) {
        if self.is_stored() {
            return;
        }
        for member in members {
            match COMMON.iter().chain(known).find(|(field, _)| *field == member.key) {
                None => {
                    let absent = COMMON.iter().chain(known).map(|(field, _)| *field);
                    let absent: Vec<_> = absent.filter(|field| super::json::member(members, field).is_none()).collect();
                    self.unknown(member, &format!("a {kind}"), &absent);
                }
                Some((_, Form::Apart)) => {}
                Some((field, Form::Text)) => {
                    self.optional_text(&member.value, field);
                }
                Some((_, Form::Mode)) => self.mode(&member.value),
            }
        }
    }

    fn mode(&mut self, json: &Json<'a>) {
        let help = "three or four octal digits in quotes, as in \"0644\"";
        match &json.value {
            Kind::Text(text) => {
                let digits = (3..=4).contains(&text.len()) && text.bytes().all(|b| (b'0'..=b'7').contains(&b));
                if !digits {
                    self.slip(json.span.clone(), format!("{} is no mode", quoted(text))).label("not octal").help(help);
                }
            }
            Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::List(_) | Kind::Object(_) => {
                self.mistyped(json, "mode", "text").help(help);
            }
        }
    }

    /// The identity that the fields of a type state, and where.
    pub(super) fn identity(&mut self, kind: &str, members: &[Member<'a>], span: &Span) -> Option<(Identity, Span)> {
        let field = match kind {
            "file" | "link" | "directory" => "path",
            "package" | "user" | "group" => "name",
            "service" => "unit",
            "port" => return self.port(members, span).map(|(port, place)| (Identity::Port(port), place)),
            other => return Some((Identity::Other(other.to_owned()), span.clone())),
        };
        let json = self.required(members, span, field, &format!("this {kind}"))?;
        let text = if field == "path" { self.text(json, field) } else { self.filled(json, field) }?;
        let identity = match kind {
            "file" => Identity::File(self.path(text, &json.span)?),
            "link" => Identity::Link(self.path(text, &json.span)?),
            "directory" => Identity::Directory(self.path(text, &json.span)?),
            "package" => Identity::Package(text.to_owned()),
            "user" => Identity::User(text.to_owned()),
            "group" => Identity::Group(text.to_owned()),
            _ => Identity::Service(text.to_owned()),
        };
        Some((identity, json.span.clone()))
    }

    pub(super) fn path(&mut self, text: &str, span: &Span) -> Option<AbsolutePath> {
        match AbsolutePath::new(text) {
            Ok(path) => Some(path),
            Err(error) => {
                self.fault(span.clone(), format!("{} is no path that a module can name: {error}", quoted(text)))
                    .label("not a path")
                    .help("a path is absolute and in no part .., as in /etc/motd");
                None
            }
        }
    }

    fn port(&mut self, members: &[Member<'a>], span: &Span) -> Option<(Port, Span)> {
        let protocol = match member(members, "protocol") {
            Some(member) => self.protocol(&member.value),
            None => Some(Protocol::Tcp),
        };
        let address = match member(members, "address") {
            Some(member) => self.address(&member.value),
            None => Some(None),
        };
        let json = self.required(members, span, "port", "this port")?;
        let number = self.port_number(json)?;
        Some((Port { protocol: protocol?, number, address: address? }, json.span.clone()))
    }

    fn port_number(&mut self, json: &Json<'a>) -> Option<u16> {
        let number = match &json.value {
            Kind::Number(written) => written.parse().ok().filter(|&number| number != 0),
            Kind::Null | Kind::Truth(_) | Kind::Text(_) | Kind::List(_) | Kind::Object(_) => {
                self.mistyped(json, "port", "a number").help("a whole number from 1 to 65535, without quotes");
                return None;
            }
        };
        if number.is_none() {
            self.fault(json.span.clone(), "this is not the number of a port")
                .label("not a port")
                .help("a whole number from 1 to 65535");
        }
        number
    }

    fn protocol(&mut self, json: &Json<'a>) -> Option<Protocol> {
        let word = self.text(json, "protocol")?;
        let known = [Protocol::Tcp, Protocol::Udp];
        let found = known.into_iter().find(|protocol| protocol.word() == word);
        if found.is_none() {
            let near = meant(word, known.map(Protocol::word));
            self.fault(json.span.clone(), format!("{} is no protocol of a port", quoted(word)))
                .label("not a protocol")
                .help(join_help(near, "a protocol is tcp, the default, or udp"));
        }
        found
    }

    /// The address in its one form; `None` within is every address.
    fn address(&mut self, json: &Json<'a>) -> Option<Option<String>> {
        let text = self.text(json, "address")?;
        let (plain, zone) = text.split_once('%').map_or((text, None), |(plain, zone)| (plain, Some(zone)));
        match plain.parse::<std::net::IpAddr>().map(|address| address.to_canonical()) {
            Ok(address) if address.is_unspecified() => Some(None),
            Ok(address) => Some(Some(zone.map_or_else(|| address.to_string(), |zone| format!("{address}%{zone}")))),
            Err(_) => {
                self.slip(json.span.clone(), format!("{} is no IP address", quoted(text)))
                    .label("not an address")
                    .help("as in 127.0.0.1 or ::1; without one, every address is meant");
                Some(Some(text.to_owned()))
            }
        }
    }
}
