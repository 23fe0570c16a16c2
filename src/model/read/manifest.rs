//! One manifest: names, what it provides, requires and claims, and what it needs of the machine.

use std::collections::BTreeMap;

use super::{
    json::{Json, Kind, Member, Span, member, number, to_map},
    reader::{Once, Reader, join_help, quoted},
    resources::Replacement,
};
use crate::model::{
    fact::{Bounds, Need, Scalar},
    manifest::{Claims, Manifest, Provides},
    name::{self, FactName, ModuleName, Name, ProvisionName},
    near::meant,
    number::Number,
    scope::Scope,
};

/// The fields of a manifest.
const FIELDS: [&str; 8] = ["name", "version", "description", "provides", "requires", "claims", "needs", "resources"];
/// What editors look for; it says nothing about the module, or the mesh.
pub(super) const EDITORS_FIELD: &str = "$schema";
/// The fields of a range in `needs`.
const BOUNDS: [&str; 2] = ["at_least", "at_most"];

/// Where the text of a `content_from` comes from.
#[derive(Clone, Copy)]
pub enum ContentFrom<'f> {
    /// From nowhere: the manifest has no folder.
    Forbidden,
    /// The text of the file that a path names, or why there is none.
    Read(&'f dyn Fn(&str) -> Result<String, String>),
}

/// A manifest that was read, and what of its text is to be replaced.
pub(super) struct Read {
    pub(super) manifest: Manifest,
    /// Where its name stands.
    pub(super) place: Span,
    pub(super) replacements: Vec<Replacement>,
}

impl<'a> Reader<'a> {
    /// The manifest that a value states; `None` where it has no name.
    pub(super) fn manifest(
        &mut self,
        json: &Json<'a>,
        stored: Option<&ModuleName>,
        from: ContentFrom<'_>,
    ) -> Option<Read> {
        let members = self.object(json, "a manifest")?;
        let (name, place) = match stored {
            Some(name) => (Some(name.clone()), json.span.clone()),
            None => self.module_name(members, json),
        };
        self.unknown_fields(members);
        let mut manifest = Manifest::named(name.clone().unwrap_or_else(|| ModuleName::stored("")));
        let mut replacements = Vec::new();
        for Member { key, value, .. } in members {
            match &**key {
                "version" => manifest.version = self.free_text(value, "version"),
                "description" => manifest.description = self.free_text(value, "description"),
                "provides" => manifest.provides = self.provides(value),
                "requires" => manifest.requires = self.requires(value),
                "claims" => manifest.claims = self.claims(value),
                "needs" => manifest.needs = self.needs(value),
                "resources" => {
                    (manifest.resources, replacements) = self.resources(value, name.as_ref(), from);
                }
                _ => {}
            }
        }
        name.map(|_| Read { manifest, place, replacements })
    }

    fn module_name(&mut self, members: &[Member<'a>], json: &Json<'a>) -> (Option<ModuleName>, Span) {
        let known = self.faults.len();
        let Some(value) = self.required(members, &json.span, "name", "this manifest") else {
            if let Some(fault) = self.faults.get_mut(known)
                && ["nodes", "modules", "assignments"].iter().any(|key| member(members, key).is_some())
            {
                fault.help("this looks like a mesh document; `provost import` reads those");
            }
            return (None, json.span.clone());
        };
        (self.name(value, "the name of a module"), value.span.clone())
    }

    fn unknown_fields(&mut self, members: &[Member<'a>]) {
        let absent = FIELDS.iter().copied().filter(|field| super::json::member(members, field).is_none());
        let known: Vec<&str> = absent.collect();
        for member in members {
            if member.key != EDITORS_FIELD && !FIELDS.contains(&&*member.key) {
                self.unknown(member, "a manifest", &known);
            }
        }
    }

    fn free_text(&mut self, json: &Json<'a>, what: &str) -> Option<String> {
        // A version that plain SQL stored as a number is still to be seen.
        if let (Kind::Number(written), true) = (&json.value, self.is_stored()) {
            return Some((*written).to_owned());
        }
        self.text(json, what).map(str::to_owned)
    }

    fn provides(&mut self, json: &Json<'a>) -> Vec<Provides> {
        let entries = self.scoped::<name::kind::Provision>(json, "provides", "a provision", |reader, members| {
            for member in members {
                reader.nearly_known(member);
            }
        });
        let details = |members: &[Member<'_>]| {
            let mut details = to_map(members);
            details.retain(|key, _| key != "name" && key != "scope");
            details
        };
        entries.into_iter().map(|(name, scope, members)| Provides { name, scope, details: details(members) }).collect()
    }

    /// Warns of what is almost `name` or `scope`; anything else is for whoever takes the provision.
    fn nearly_known(&mut self, member: &Member<'a>) {
        let known = ["name", "scope"];
        let slip = |field: &&&str| strsim::osa_distance(&member.key.to_lowercase(), field) <= 1;
        if let (false, Some(field)) = (known.contains(&&*member.key), known.iter().find(slip)) {
            self.unknown(member, "a provision that Provost reads", &[field]);
        }
    }

    fn claims(&mut self, json: &Json<'a>) -> Vec<Claims> {
        let entries = self.scoped::<name::kind::Claim>(json, "claims", "a claim", |reader, members| {
            for member in members {
                if member.key != "name" && member.key != "scope" {
                    reader.unknown(member, "a claim", &["name", "scope"]);
                }
            }
        });
        entries.into_iter().map(|(name, scope, _)| Claims { name, scope }).collect()
    }

    /// A list of names, plain or with a scope, each name once.
    fn scoped<'j, K: name::Kind>(
        &mut self,
        json: &'j Json<'a>,
        list: &str,
        what: &str,
        warn: impl Fn(&mut Self, &[Member<'a>]),
    ) -> Vec<(Name<K>, Scope, &'j [Member<'a>])> {
        let (mut read, mut once) = (Vec::new(), Once::new());
        for entry in self.list(json, list) {
            let (found, members) = match &entry.value {
                Kind::Object(members) => {
                    warn(self, members);
                    (self.with_scope(members, &entry.span, what), &members[..])
                }
                Kind::Text(text) => {
                    (self.named(text, &entry.span).map(|name| (name, Scope::Node, entry.span.clone())), &[][..])
                }
                Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::List(_) => {
                    self.mistyped(entry, what, "a name, or an object with a name and a scope");
                    continue;
                }
            };
            let Some((name, scope, span)) = found else { continue };
            match once.before(name.clone(), &span) {
                None => read.push((name, scope, members)),
                Some(first) => self.listed_twice(list, &name, scope, &read, (&first, &span)),
            }
        }
        read
    }

    fn with_scope<K: name::Kind>(
        &mut self,
        members: &[Member<'a>],
        span: &Span,
        what: &str,
    ) -> Option<(Name<K>, Scope, Span)> {
        let scope = match member(members, "scope") {
            Some(member) => self.scope(&member.value),
            None => Some(Scope::Node),
        };
        let value = self.required(members, span, "name", what)?;
        let name = self.name(value, what)?;
        Some((name, scope?, value.span.clone()))
    }

    /// Says that a name stands twice; with one scope it means the same, with two it has no meaning.
    fn listed_twice<K: name::Kind, R>(
        &mut self,
        list: &str,
        name: &Name<K>,
        scope: Scope,
        read: &[(Name<K>, Scope, R)],
        (first, again): (&Span, &Span),
    ) {
        let earlier = read.iter().find(|(other, ..)| other == name).map_or(scope, |(_, scope, _)| *scope);
        let fault = if earlier == scope {
            self.slip(again.clone(), format!("{list} names {name} twice"))
        } else {
            let (one, two) = (earlier.word(), scope.word());
            self.fault(again.clone(), format!("{list} names {name} with two scopes, {one} and {two}"))
                .help("a name has one scope within a module")
        };
        fault.label("here again").other(first, "here first");
    }

    fn requires(&mut self, json: &Json<'a>) -> Vec<ProvisionName> {
        let (mut read, mut once) = (Vec::new(), Once::new());
        for entry in self.list(json, "requires") {
            if matches!(entry.value, Kind::Object(_)) {
                self.mistyped(entry, "a requirement", "a plain name")
                    .help("write the name alone: how far a provision reaches is said by who provides it");
                continue;
            }
            let Some(name) = self.name::<name::kind::Provision>(entry, "a requirement") else { continue };
            match once.before(name.clone(), &entry.span) {
                None => read.push(name),
                Some(first) => {
                    self.slip(entry.span.clone(), format!("requires names {name} twice"))
                        .label("here again")
                        .other(&first, "here first");
                }
            }
        }
        read
    }

    fn needs(&mut self, json: &Json<'a>) -> BTreeMap<FactName, Need> {
        let (mut read, mut once) = (BTreeMap::new(), Once::new());
        if matches!(json.value, Kind::List(_)) {
            self.mistyped(json, "needs", "an object").help(
                "needs is about facts of the machine, as in {\"arch\": \"x86_64\"}; other modules belong in requires",
            );
            return read;
        }
        for Member { key, at, value } in self.object(json, "needs").unwrap_or_default() {
            let name: Option<FactName> = self.named(key, at);
            let need = self.need(value);
            let (Some(name), Some(need)) = (name, need) else { continue };
            if let Some(first) = once.before(name.clone(), at)
                && self.text.get(first.clone()) != self.text.get(at.clone())
            {
                self.fault(at.clone(), format!("needs has {name} twice, written in two ways"))
                    .label("the same fact")
                    .other(&first, "here first");
            }
            read.insert(name, need);
        }
        read
    }

    fn need(&mut self, json: &Json<'a>) -> Option<Need> {
        match &json.value {
            Kind::Object(members) => return self.range(members, &json.span),
            Kind::List(entries) => {
                if entries.is_empty() {
                    self.slip(json.span.clone(), "this list is empty, so that no machine would do")
                        .label("no value")
                        .help("name the values that will do, or leave the fact out");
                }
                let wanted: Vec<Option<Scalar>> =
                    entries.iter().map(|entry| self.scalar(entry, "a value of a need")).collect();
                return wanted.into_iter().collect::<Option<_>>().map(Need::any_of);
            }
            Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::Text(_) => {}
        }
        self.scalar(json, "a need").map(Need::Equal)
    }

    /// The scalar that a value must be.
    pub(super) fn scalar(&mut self, json: &Json<'a>, what: &str) -> Option<Scalar> {
        match &json.value {
            Kind::Truth(truth) => Some(Scalar::Truth(*truth)),
            Kind::Number(written) => Some(Scalar::Number(Number::new(number(written)?))),
            Kind::Text(text) => Some(Scalar::Text(text.clone().into_owned())),
            Kind::Null | Kind::List(_) | Kind::Object(_) => {
                let wanted = if what == "a need" {
                    "text, a number, true or false, a list of those, or a range"
                } else {
                    "text, a number, true or false"
                };
                self.mistyped(json, what, wanted);
                None
            }
        }
    }

    fn range(&mut self, members: &[Member<'a>], span: &Span) -> Option<Need> {
        for Member { key, at, .. } in members.iter().filter(|member| !BOUNDS.contains(&&*member.key)) {
            self.fault(at.clone(), format!("{} is no bound of a range", quoted(key)))
                .label("neither at_least nor at_most")
                .help(join_help(meant(key, BOUNDS), "a range is {\"at_least\": n}, {\"at_most\": n} or both"));
        }
        if members.is_empty() {
            self.fault(span.clone(), "this range has no bound")
                .label("neither at_least nor at_most")
                .help("a range is {\"at_least\": n}, {\"at_most\": n} or both");
        }
        let [least, most] = BOUNDS.map(|bound| member(members, bound));
        let at_least = self.bound(least);
        let at_most = self.bound(most);
        if let (Some(low), Some(high), Some(least), Some(most)) = (&at_least, &at_most, least, most)
            && low > high
        {
            self.slip(most.value.span.clone(), format!("no number is at least {low} and at most {high}"))
                .label("less than at_least")
                .other(&least.value.span, "at least this");
        }
        Bounds::stated(at_least, at_most).map(Need::Range)
    }

    fn bound(&mut self, bound: Option<&Member<'a>>) -> Option<Number> {
        let Member { key, value, .. } = bound?;
        let help = match &value.value {
            Kind::Number(written) => return number(written).map(Number::new),
            Kind::Text(text) => number(text).map(|number| format!("write {number}")),
            Kind::Null | Kind::Truth(_) | Kind::List(_) | Kind::Object(_) => None,
        };
        self.mistyped(value, key, "a number").help = help;
        None
    }
}
