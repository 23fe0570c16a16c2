//! The resources of one manifest: their fields by type, what identifies them, and what they reflect.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::{
    fields::known_fields,
    json::{Json, Kind, Member, Span, member, to_map},
    manifest::ContentFrom,
    reader::{Once, Reader, quoted},
};
use crate::model::{
    name::{ModuleName, ResourceId},
    near::meant,
    resource::{Identity, Reflects, Resource},
};

/// What stands in place of a part of a manifest's text.
pub(super) struct Replacement {
    pub(super) span: Span,
    pub(super) text: String,
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
        let id: ResourceId = self.name(value, "id")?;
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
        let kind = self.filled(value, "type")?;
        let read = self.identity(kind, members, span);
        if let Some(known) = known_fields(kind) {
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
        if self.is_stored() {
            return;
        }
        let mut identities: HashMap<String, &Draft<'_, 'a>> = HashMap::with_capacity(drafts.len());
        for draft in drafts {
            let Some((kind, key)) = place_of(&draft.resource.identity) else { continue };
            if let Some(first) = identities.insert(format!("{kind} {key}"), draft) {
                let (one, two, key) = (&first.resource.id, &draft.resource.id, quoted(&key));
                let message = format!("{one} and {two} are both {kind} {key}");
                self.fault(draft.place.clone(), message).label("here again").other(&first.place, "here first");
            }
        }
        for draft in drafts {
            let Some(path) = draft.resource.identity.path() else { continue };
            let mut over = path.above().filter_map(|above| identities.get(&format!("at {above}")));
            if let Some(over) = over.find(|over| over.resource.identity.owns_below()) {
                let kind = over.resource.identity.kind();
                self.fault(
                    draft.place.clone(),
                    format!("{} is below a {kind} of the same module", quoted(path.as_str())),
                )
                .label("cannot be there")
                .other(&over.place, format!("is a {kind}"));
            }
        }
    }

    fn reflects(&mut self, json: &Json<'a>, module: Option<&ModuleName>, ids: &Once<ResourceId>) -> Vec<Reflects> {
        let mut seen: BTreeMap<Reflects, &Span> = BTreeMap::new();
        let mut read = Vec::new();
        for entry in self.list(json, "reflects") {
            let Some(text) = self.text(entry, "an entry of reflects") else { continue };
            let Some(reflected) = self.reflected(text, entry, module) else { continue };
            if let Some(first) = seen.insert(reflected.clone(), &entry.span) {
                self.slip(entry.span.clone(), format!("reflects names {} twice", quoted(text)))
                    .label("here again")
                    .other(first, "here first");
                continue;
            }
            self.known(&reflected, &entry.span, ids);
            read.push(reflected);
        }
        read
    }

    /// Makes sure that a resource of the same module is there.
    fn known(&mut self, reflected: &Reflects, span: &Span, ids: &Once<ResourceId>) {
        let Reflects::Own(id) = reflected else { return };
        if self.is_stored() || ids.has(id) {
            return;
        }
        let known: Vec<&str> = ids.entries().map(ResourceId::as_str).collect();
        self.fault(span.clone(), format!("no resource of this module has the id {id}"))
            .label("reflects nothing")
            .meant(meant(id.as_str(), known.iter().copied()), || Some(allowed(&known)));
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

/// What an identity is to a machine, where two cannot be the same: paths are one kind, whatever is at them.
fn place_of(identity: &Identity) -> Option<(&str, String)> {
    let kind = identity.path().map_or(identity.kind(), |_| "at");
    identity.own_key().map(|key| (kind, key))
}

/// The ids that there are, as far as a line goes.
fn allowed(ids: &[&str]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let more = if ids.len() > 8 { " …" } else { "" };
    ids.truncate(8);
    format!("its resources are {}{more}", ids.join(", "))
}
