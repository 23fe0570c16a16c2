//! The resources of one manifest: their fields by type, what identifies them, and what they reflect.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    json::{Json, Kind, Member, Span, member, to_map},
    manifest::ContentFrom,
    reader::{Once, Reader, join_help, quoted},
};
use crate::model::{
    name::{ModuleName, ResourceId},
    near::meant,
    path::AbsolutePath,
    resource::{Identity, Port, Protocol, Reflects, Resource},
};

/// What stands in place of a part of a manifest's text.
pub(super) struct Replacement {
    pub(super) span: Span,
    pub(super) text: String,
}

/// What a field of a known type must be.
#[derive(Clone, Copy)]
enum Form {
    /// Read on its own: an identity, `id`, `type`, `reflects`.
    Apart,
    Text,
    Mode,
}

/// The fields that a resource of any type has.
const COMMON: [(&str, Form); 3] = [("id", Form::Apart), ("type", Form::Apart), ("reflects", Form::Apart)];

/// The fields of a type beside the common ones; `None` where any other field is as good.
fn fields(kind: &str) -> Option<&'static [(&'static str, Form)]> {
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

/// A resource as it is read, before what it reflects is known to exist.
struct Draft<'j, 'a> {
    resource: Resource,
    /// Where its identity stands.
    place: Span,
    reflects: Option<&'j Json<'a>>,
}

impl<'a> Reader<'a> {
    /// The resources that a value lists, and the content that stands in for a `content_from`.
    pub(super) fn resources(
        &mut self,
        json: &Json<'a>,
        module: Option<&ModuleName>,
        from: ContentFrom<'_>,
    ) -> (Vec<Resource>, Vec<Replacement>) {
        let (mut drafts, mut ids, mut replacements) = (Vec::new(), Once::new(), Vec::new());
        for entry in self.list(json, "resources") {
            let Some(members) = self.object(entry, "a resource") else { continue };
            let draft = self.resource(members, &entry.span, from, &mut replacements);
            if let Some(id) = self.resource_id(members, &entry.span, &mut ids)
                && let Some(mut draft) = draft
            {
                draft.resource.id = id;
                drafts.push(draft);
            }
        }
        self.apart(&drafts);
        let resources = drafts
            .into_iter()
            .map(|Draft { mut resource, reflects, .. }| {
                resource.reflects = reflects.map_or_else(Vec::new, |json| self.reflects(json, module, &ids));
                resource
            })
            .collect();
        (resources, replacements)
    }

    fn resource_id(&mut self, members: &[Member<'a>], span: &Span, ids: &mut Once<ResourceId>) -> Option<ResourceId> {
        let value = self.required(members, span, "id", "this resource")?;
        let id: ResourceId = self.name(value, "the id of a resource")?;
        if let Some(first) = ids.before(id.clone(), &value.span) {
            self.fault(value.span.clone(), format!("two resources have the id {id}"))
                .label("here again")
                .other(&first, "here first")
                .help("an id is unique within its module");
        }
        Some(id)
    }

    fn resource<'j>(
        &mut self,
        members: &'j [Member<'a>],
        span: &Span,
        from: ContentFrom<'_>,
        replacements: &mut Vec<Replacement>,
    ) -> Option<Draft<'j, 'a>> {
        let value = self.required(members, span, "type", "this resource")?;
        let kind = self.filled(value, "the type of a resource")?;
        let read = self.identity(kind, members, span);
        if let Some(known) = fields(kind) {
            self.fields(kind, known, members);
        } else if !Identity::TYPES.contains(&kind) {
            self.nearly_a_type(kind, value);
        }
        let mut fields = to_map(members);
        if kind == "file"
            && let Some(content) = self.content_from(members, from, replacements)
        {
            fields.remove("content_from");
            fields.insert("content".to_owned(), Value::String(content));
        }
        let (identity, place) = read?;
        let reflects = member(members, "reflects").map(|member| &member.value);
        // The id is set by who reads it, after all else of the resource has been looked at.
        let resource = Resource { id: ResourceId::stored(""), identity, reflects: Vec::new(), fields };
        Some(Draft { resource, place, reflects })
    }

    fn nearly_a_type(&mut self, kind: &str, json: &Json<'a>) {
        if let Some(near) = meant(kind, Identity::TYPES) {
            self.warn(&json.span, || {
                let message =
                    format!("{} is no type that Provost knows; it is passed on and excludes nothing", quoted(kind));
                (message, Some(near))
            });
        }
    }

    fn fields(&mut self, kind: &str, known: &[(&'static str, Form)], members: &[Member<'a>]) {
        for member in members {
            match COMMON.iter().chain(known).find(|(field, _)| *field == member.key) {
                None => {
                    let absent = COMMON.iter().chain(known).map(|(field, _)| *field);
                    let absent: Vec<_> = absent.filter(|field| super::json::member(members, field).is_none()).collect();
                    self.unknown(member, &format!("a {kind}"), &absent);
                }
                Some((_, Form::Apart)) => {}
                Some((field, Form::Text)) => {
                    self.text(&member.value, field);
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
    fn identity(&mut self, kind: &str, members: &[Member<'a>], span: &Span) -> Option<(Identity, Span)> {
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

    fn path(&mut self, text: &str, span: &Span) -> Option<AbsolutePath> {
        match AbsolutePath::new(text) {
            Ok(path) => Some(path),
            Err(error) => {
                self.fault(span.clone(), format!("{} is not a path that a module can name: {error}", quoted(text)))
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

    /// The text of the file that `content_from` names, where there is one.
    fn content_from(
        &mut self,
        members: &[Member<'a>],
        from: ContentFrom<'_>,
        replacements: &mut Vec<Replacement>,
    ) -> Option<String> {
        let Member { at, value, .. } = member(members, "content_from")?;
        if let Some(content) = member(members, "content") {
            self.slip(at.clone(), "this file has both content and content_from")
                .label("and this")
                .other(&content.at, "this")
                .help("one of them says what the file holds");
            return None;
        }
        let Kind::Text(path) = &value.value else { return None };
        let ContentFrom::Read(read) = from else {
            self.slip(at.clone(), "content_from stands where no file can be read in")
                .label("needs a folder")
                .help("on standard input and in a mesh document, give the content itself as content");
            return None;
        };
        match read(path) {
            Ok(text) => {
                let member = format!("\"content\": {}", Value::String(text.clone()));
                replacements.push(Replacement { span: at.start..value.span.end, text: member });
                Some(text)
            }
            Err(why) => {
                self.slip(value.span.clone(), why)
                    .label("named here")
                    .help("content_from is a path from the folder of the manifest, at or below it; links are followed");
                None
            }
        }
    }

    /// Makes sure that the resources of one module do not exclude each other.
    fn apart(&mut self, drafts: &[Draft<'_, 'a>]) {
        let mut identities: HashMap<String, &Draft<'_, 'a>> = HashMap::with_capacity(drafts.len());
        for draft in drafts {
            let identity = &draft.resource.identity;
            let Some(key) = identity.own_key() else { continue };
            let kind = identity.path().map_or(identity.kind(), |_| "path");
            if let Some(first) = identities.insert(format!("{kind} {key}"), draft) {
                let message = format!("{} and {} are both {kind} {key}", first.resource.id, draft.resource.id);
                self.slip(draft.place.clone(), message).label("here again").other(&first.place, "here first");
            }
        }
        for draft in drafts {
            let Some(path) = draft.resource.identity.path() else { continue };
            let over = path.above().filter_map(|above| identities.get(&format!("path {above}")));
            if let Some(over) = over.into_iter().find(|over| over.resource.identity.owns_below()) {
                let kind = over.resource.identity.kind();
                self.slip(draft.place.clone(), format!("{path} is below a {kind} of the same module"))
                    .label("cannot be there")
                    .other(&over.place, format!("is a {kind}"));
            }
        }
    }

    fn reflects(&mut self, json: &Json<'a>, module: Option<&ModuleName>, ids: &Once<ResourceId>) -> Vec<Reflects> {
        let (mut read, mut once) = (Vec::new(), Once::new());
        for entry in self.list(json, "reflects") {
            let Some(text) = self.filled(entry, "what a resource reflects") else { continue };
            let Some(reflected) = self.reflected(text, entry, module) else { continue };
            if let Reflects::Own(id) = &reflected
                && !ids.has(id)
            {
                let known: Vec<&str> = ids.entries().map(ResourceId::as_str).collect();
                self.slip(entry.span.clone(), format!("no resource of this module has the id {id}"))
                    .label("reflects nothing")
                    .meant(meant(id.as_str(), known.iter().copied()), || Some(allowed(&known)));
            }
            match once.before(reflected.clone(), &entry.span) {
                None => read.push(reflected),
                Some(first) => {
                    self.slip(entry.span.clone(), format!("reflects names {} twice", quoted(text)))
                        .label("here again")
                        .other(&first, "here first");
                }
            }
        }
        read
    }

    fn reflected(&mut self, text: &str, json: &Json<'a>, module: Option<&ModuleName>) -> Option<Reflects> {
        if text.starts_with('/') {
            return self.path(text, &json.span).map(Reflects::Path);
        }
        let Some((owner, id)) = text.split_once('/') else {
            return self.named(text, &json.span).map(Reflects::Own);
        };
        let (owner, id) = (self.named(owner, &json.span)?, self.named(id, &json.span)?);
        Some(if module == Some(&owner) { Reflects::Own(id) } else { Reflects::Other(owner, id) })
    }
}

/// The ids that there are, as far as a line goes.
fn allowed(ids: &[&str]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let more = if ids.len() > 8 { " …" } else { "" };
    ids.truncate(8);
    format!("its resources are {}{more}", ids.join(", "))
}
