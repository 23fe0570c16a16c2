//! A mesh document: one entry of a list at a time, so that a mesh of any size is read in little more than its own size.

use std::{borrow::Cow, collections::BTreeMap, hash::Hash};

use uuid::Uuid;

use super::{
    Given,
    json::{Json, Member, Span, member},
    manifest::{ContentFrom, EDITORS_FIELD},
    reader::{Once, Reader, quoted},
    syntax::Broken,
};
use crate::model::{
    document::{Assignments, Document, DocumentNode},
    facts::Facts,
    name::{FactName, ModuleName, NodeName, ProvisionName, SiteName},
    near::meant,
};

/// The parts of a document.
const PARTS: [&str; 5] = ["sites", "nodes", "modules", "assignments", "pins"];
/// The fields of a node.
const NODE: [&str; 4] = ["name", "id", "site", "facts"];

/// A part of a document; `None` where what stands there is no list, which is a fault already.
type Part<T> = Result<Option<Vec<T>>, Broken>;

impl<'a> Reader<'a> {
    /// The document that the text holds.
    pub(super) fn document(&mut self) -> Result<Document, Broken> {
        self.begin("a mesh document")?;
        let mut document = Document::default();
        if self.peek() != Some(b'{') {
            let json = self.value(0)?;
            self.object(&json, "a mesh document");
            return Err(Broken);
        }
        let mut keys: Vec<(Cow<'a, str>, Span)> = Vec::new();
        self.members(0, |reader, key, at| {
            reader.part(&mut document, &key, &at)?;
            keys.push((key, at));
            Ok(())
        })?;
        self.end("the document");
        self.keys_once(keys.iter().map(|(key, at)| (&**key, at)));
        Ok(document)
    }

    fn part(&mut self, document: &mut Document, key: &str, at: &Span) -> Result<(), Broken> {
        match key {
            "sites" => document.sites = self.sites()?,
            "nodes" => document.nodes = self.nodes()?,
            "modules" => document.modules = self.modules()?,
            "assignments" => document.assignments = self.assignments()?,
            "pins" => document.pins = self.pins()?,
            EDITORS_FIELD => drop(self.value(1)?),
            _ => {
                self.value(1)?;
                self.left_out(key, at, "a mesh document", &PARTS);
            }
        }
        Ok(())
    }

    /// Says of a member that nothing keeps it: an error where it is a slip that would empty what was meant.
    fn left_out(&mut self, key: &str, at: &Span, of: &str, known: &[&str]) {
        let message = format!("{} is no part of {of}", quoted(key));
        match meant(key, known.iter().copied()) {
            Some(near) => {
                self.fault(at.clone(), message).label("not known").help(near);
            }
            None => self.warn(at, || (format!("{message}, and is not kept"), None)),
        }
    }

    /// The entries of the list that stands here, each by `each` from a value with places that is then let go.
    fn part_list<T>(&mut self, part: &str, mut each: impl FnMut(&mut Self, &Json<'a>) -> Option<T>) -> Part<T> {
        if self.peek() != Some(b'[') {
            let json = self.value(1)?;
            self.list(&json, part);
            return Ok(None);
        }
        let mut read = Vec::new();
        self.entries(1, |reader| {
            let json = reader.value(0)?;
            read.extend(each(reader, &json));
            Ok(())
        })?;
        read.shrink_to_fit();
        Ok(Some(read))
    }

    /// Says that something stands twice, where it did before.
    fn once<T: Eq + Hash>(&mut self, once: &mut Once<T>, entry: T, span: &Span, words: impl FnOnce() -> String) {
        if let Some(first) = once.before(entry, span) {
            self.fault(span.clone(), words()).label("here again").other(&first, "here first");
        }
    }

    fn sites(&mut self) -> Part<SiteName> {
        let mut once = Once::new();
        self.part_list("sites", |reader, json| {
            let name: SiteName = reader.name(json, "a site")?;
            reader.once(&mut once, name.clone(), &json.span, || format!("the site {name} stands twice"));
            Some(name)
        })
    }

    fn nodes(&mut self) -> Part<DocumentNode> {
        let (mut names, mut ids) = (Once::new(), Once::new());
        self.part_list("nodes", |reader, json| {
            let members = reader.object(json, "a node")?;
            for member in members.iter().filter(|member| !NODE.contains(&&*member.key)) {
                reader.left_out(&member.key, &member.at, "a node", &NODE);
            }
            let id = member(members, "id").and_then(|member| Some((reader.id(&member.value)?, &member.value.span)));
            if let Some((id, span)) = id {
                reader.once(&mut ids, id, span, || format!("two nodes have the id {id}"));
            }
            let site = member(members, "site").and_then(|member| reader.name(&member.value, "the site of a node"));
            let facts = member(members, "facts").map_or_else(Facts::default, |member| reader.facts(&member.value));
            let value = reader.required(members, &json.span, "name", "this node")?;
            let name: NodeName = reader.name(value, "the name of a node")?;
            reader.once(&mut names, name.clone(), &value.span, || format!("two nodes are called {name}"));
            Some(DocumentNode { name, id: id.map(|(id, _)| id), site, facts })
        })
    }

    fn id(&mut self, json: &Json<'a>) -> Option<Uuid> {
        let text = self.text(json, "the id of a node")?;
        let id = Uuid::try_parse(text).ok();
        if id.is_none() {
            self.fault(json.span.clone(), format!("{} is no id of a node", quoted(text)))
                .label("not a UUID")
                .help("as `provost export` writes it; without an id the name says which node it is");
        }
        id
    }

    fn facts(&mut self, json: &Json<'a>) -> Facts {
        let mut facts = BTreeMap::new();
        for Member { key, at, value } in self.object(json, "facts").unwrap_or_default() {
            let name: Option<FactName> = self.named(key, at);
            let scalar = self.scalar(value, "a fact");
            if let (Some(name), Some(scalar)) = (name, scalar)
                && let Some(_) = facts.insert(name, scalar)
            {
                self.written_twice(json, key, at);
            }
        }
        facts.into()
    }

    /// Two keys that are one name in normal form; those that are one text are found wherever they stand.
    fn written_twice(&mut self, json: &Json<'a>, key: &str, at: &Span) {
        let same = matches!(&json.value, super::json::Kind::Object(members)
            if members.iter().filter(|member| member.key == key).count() > 1);
        if !same {
            self.fault(at.clone(), format!("the fact {} stands twice, written in two ways", quoted(key)));
        }
    }

    fn modules(&mut self) -> Part<Given> {
        let mut names = Once::new();
        self.part_list("modules", |reader, json| {
            let read = reader.manifest(json, None, ContentFrom::Forbidden)?;
            let name = read.manifest.name.clone();
            reader.once(&mut names, name.clone(), &read.place, || format!("two modules are called {name}"));
            let text = reader.text.get(json.span.clone())?.to_owned();
            Some(Given { manifest: read.manifest, text, warnings: Vec::new() })
        })
    }

    fn assignments(&mut self) -> Result<Option<Assignments>, Broken> {
        let (mut assignments, mut met) = (Assignments::default(), Vec::new());
        let read = self.part_list("assignments", |reader, json| {
            let [node, module] = reader.tuple(json, "an assignment", "a node and a module")?;
            let (node, module) = (reader.name(node, "the node"), reader.name(module, "the module"));
            let (node, module): (NodeName, ModuleName) = (node?, module?);
            // No document is so large that a place in it would not fit.
            met.push((assignments.push(&node, &module), json.span.start as u32));
            Some(())
        })?;
        met.sort_unstable();
        self.assigned_twice(&assignments, &met)?;
        Ok(read.map(|_| assignments))
    }

    /// Says which pairs stand twice, of all of them in order, each with where it begins: to find them on the way takes
    /// more memory than they do.
    fn assigned_twice(&mut self, assignments: &Assignments, met: &[((u32, u32), u32)]) -> Result<(), Broken> {
        for same in met.chunk_by(|(a, _), (b, _)| a == b) {
            let [(pair, first), again @ ..] = same else { continue };
            for (_, at) in again {
                let (first, span) = (self.span_at(*first)?, self.span_at(*at)?);
                let Some((node, module)) = assignments.pair(*pair) else { continue };
                self.fault(span, format!("{node} is assigned {module} twice"))
                    .label("here again")
                    .other(&first, "here first");
            }
        }
        Ok(())
    }

    /// Where the value stands that begins at a place where one was read.
    fn span_at(&mut self, place: u32) -> Result<Span, Broken> {
        let at = std::mem::replace(&mut self.at, place as usize);
        let json = self.value(1);
        self.at = at;
        Ok(json?.span)
    }

    fn pins(&mut self) -> Part<(NodeName, ProvisionName, NodeName)> {
        let mut once = Once::new();
        self.part_list("pins", |reader, json| {
            let [node, name, from] = reader.tuple(json, "a pin", "a node, a provision and the node that answers it")?;
            let node: Option<NodeName> = reader.name(node, "the node");
            let name: Option<ProvisionName> = reader.name(name, "the provision");
            let from = reader.name(from, "the node that answers");
            let (node, name, from) = (node?, name?, from?);
            let pair = (node.clone(), name.clone());
            reader.once(&mut once, pair, &json.span, || format!("{node} has two pins for {name}"));
            Some((node, name, from))
        })
    }

    /// The entries of a list of just so many.
    fn tuple<'j, const N: usize>(&mut self, json: &'j Json<'a>, what: &str, of: &str) -> Option<[&'j Json<'a>; N]> {
        let super::json::Kind::List(entries) = &json.value else {
            self.mistyped(json, what, &format!("a list of {of}"));
            return None;
        };
        let found: Vec<&Json<'a>> = entries.iter().collect();
        let count = found.len();
        let tuple = found.try_into().ok();
        if tuple.is_none() {
            self.fault(json.span.clone(), format!("{what} is a list of {of}")).label(format!("{count} instead of {N}"));
        }
        tuple
    }
}
