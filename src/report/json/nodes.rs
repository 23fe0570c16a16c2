//! The nodes of a plan as JSON: byte for byte what [`PlannedNode`](crate::plan::PlannedNode) is as JSON, written from
//! small numbers and texts that were made once, by as many threads as there are processors.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::mpsc::{Receiver, sync_channel},
    thread,
};

use crate::{
    model::{Mesh, ModuleId, NodeId, ProvisionId},
    plan::{Difference, Entry, Give, Outline, Told},
};

/// How many nodes are written at once.
const AT_ONCE: usize = 128;

/// Nodes of a plan.
pub struct Nodes<'a> {
    told: Told<'a>,
    entries: &'a [Entry<'a>],
    differences: &'a BTreeMap<NodeId, Difference>,
    texts: Texts,
}

/// What of a catalogue stands in the text of very many nodes.
struct Texts {
    /// For each module, `{"name":…,"version":…,"assigned":`.
    modules: Vec<String>,
    /// For each module and requirement of it, `{"module":…,"requires":…}`.
    wants: Vec<Vec<(ProvisionId, String)>>,
    /// For each module, its name.
    names: Vec<String>,
    /// For each provision, its name.
    provisions: Vec<String>,
}

impl Texts {
    fn of(mesh: &Mesh) -> Self {
        let catalogue = &mesh.catalogue;
        let provisions: Vec<String> = catalogue.provisions().iter().map(|name| quoted(name.as_str())).collect();
        let ids = || (0..catalogue.numbered()).map(ModuleId::from);
        let names: Vec<String> = ids().map(|id| quoted(catalogue.name(id).as_str())).collect();
        let version = |id: ModuleId| catalogue.get(id).and_then(|module| module.manifest().version.as_deref());
        let module = |id: ModuleId| {
            let version = version(id).map_or_else(|| "null".to_owned(), quoted);
            format!(r#"{{"name":{},"version":{version},"assigned":"#, names[id.index()])
        };
        let want = |id: ModuleId, requirement: ProvisionId| {
            format!(r#"{{"module":{},"requires":{}}}"#, names[id.index()], provisions[requirement.index()])
        };
        let wants = |id: ModuleId| {
            let requires = catalogue.get(id).map_or(&[][..], |module| &module.requires);
            requires.iter().map(|requirement| (*requirement, want(id, *requirement))).collect()
        };
        Self { modules: ids().map(module).collect(), wants: ids().map(wants).collect(), names, provisions }
    }

    fn want(&self, (by, requirement): (ModuleId, ProvisionId)) -> &str {
        let wants = &self.wants[by.index()];
        wants.iter().find(|(provision, _)| *provision == requirement).map_or("", |(_, text)| text)
    }
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl<'a> Nodes<'a> {
    /// These nodes of a plan, with how the changed ones differ from what they were last told.
    pub fn new(told: Told<'a>, entries: &'a [Entry<'a>], differences: &'a BTreeMap<NodeId, Difference>) -> Self {
        Self { told, entries, differences, texts: Texts::of(told.mesh()) }
    }

    /// Writes them as a list, a line each. `done` is told of how many were written.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write, done: impl Fn(usize)) -> io::Result<()> {
        out.write_all(b"[")?;
        let mut first = true;
        in_order(
            self.entries,
            |entries, text| self.render(entries, text),
            |entries, text| {
                // Each comes with the comma before it.
                let skipped = usize::from(std::mem::take(&mut first));
                done(entries);
                out.write_all(text.get(skipped..).unwrap_or_default())
            },
        )?;
        out.write_all(b"]")
    }

    fn render(&self, entries: &[Entry<'_>], out: &mut Vec<u8>) {
        let mut outline = Outline::default();
        for entry in entries {
            out.extend_from_slice(b",\n");
            match entry {
                Entry::Node(node) => self.node(*node, &mut outline, out),
                // Text never fails to become JSON.
                Entry::Gone(_) => _ = serde_json::to_writer(&mut *out, &self.told.planned(*entry, &mut outline)),
            }
        }
    }

    fn node(&self, node: NodeId, outline: &mut Outline, out: &mut Vec<u8>) {
        let (told, mesh) = (self.told, self.told.mesh());
        told.fill(node, outline);
        put(out, &[r#"{"node":"#]);
        put_quoted(out, mesh.node_name(node).as_str());
        put(out, &[r#","site":"#]);
        match mesh.site_of(node) {
            Some(site) => put_quoted(out, site.as_str()),
            None => put(out, &["null"]),
        }
        put(out, &[r#","resolves":"#, truth(told.resolves(node)), r#","held":"#]);
        let _ = serde_json::to_writer(&mut *out, &mesh.node(node).held.as_deref());
        put(out, &[r#","change":"#]);
        let _ = serde_json::to_writer(&mut *out, &told.change(node));
        put(out, &[r#","modules":"#]);
        list(out, outline.modules(), |out, (module, assigned, wanted)| {
            put(out, &[&self.texts.modules[module.index()], truth(assigned), r#","for":"#]);
            list(out, wanted.iter(), |out, want| put(out, &[self.texts.want(*want)]));
            put(out, &["}"]);
        });
        self.takes(outline, out);
        self.gives(told.gives(node), out);
        let own = told.own(node);
        if !own.is_empty() {
            put(out, &[r#","own":"#]);
            let _ = serde_json::to_writer(&mut *out, own);
        }
        if let Some(difference) = self.differences.get(&node) {
            put(out, &[r#","difference":"#]);
            let _ = serde_json::to_writer(&mut *out, difference);
        }
        put(out, &["}"]);
    }

    fn takes(&self, outline: &Outline, out: &mut Vec<u8>) {
        let Texts { names, provisions, .. } = &self.texts;
        put(out, &[r#","takes":"#]);
        list(out, outline.takes(), |out, (take, by)| {
            put(out, &[r#"{"provision":"#, &provisions[take.provision.index()], r#","from":"#]);
            put_quoted(out, self.told.mesh().node_name(take.from).as_str());
            put(out, &[r#","module":"#, &names[take.module.index()]]);
            put(out, &[r#","scope":""#, take.scope.word(), r#"","pinned":"#, truth(take.pinned), r#","for":"#]);
            list(out, by.iter(), |out, by| put(out, &[&names[by.index()]]));
            put(out, &["}"]);
        });
    }

    fn gives(&self, gives: &[Give], out: &mut Vec<u8>) {
        let Texts { names, provisions, .. } = &self.texts;
        let mesh = self.told.mesh();
        put(out, &[r#","gives":"#]);
        let alike = gives.chunk_by(|a, b| (a.provision, a.module) == (b.provision, b.module));
        let scoped = alike.filter_map(|to| {
            let Give { provision, module, .. } = *to.first()?;
            Some((provision, mesh.catalogue.get(module)?.provides(provision)?, module, to))
        });
        list(out, scoped, |out, (provision, scope, module, to)| {
            put(out, &[r#"{"provision":"#, &provisions[provision.index()], r#","scope":""#, scope.word()]);
            put(out, &[r#"","module":"#, &names[module.index()], r#","to":"#]);
            list(out, to.iter(), |out, give| put_quoted(out, mesh.node_name(give.to).as_str()));
            put(out, &["}"]);
        });
    }
}

fn truth(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

fn put(out: &mut Vec<u8>, texts: &[&str]) {
    texts.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

fn put_quoted(out: &mut Vec<u8>, text: &str) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        put(out, &["\"", text, "\""]);
    } else {
        put(out, &[&quoted(text)]);
    }
}

fn list<T>(out: &mut Vec<u8>, entries: impl Iterator<Item = T>, mut each: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (at, entry) in entries.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        each(out, entry);
    }
    out.push(b']');
}

/// Renders items, some at a time, by as many threads as there are processors, and writes the texts in the order of the
/// items. No more of them are in memory than a few for each thread.
fn in_order<T: Sync>(
    items: &[T],
    render: impl Fn(&[T], &mut Vec<u8>) + Sync,
    mut write: impl FnMut(usize, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len() / (8 * AT_ONCE));
    if threads < 2 {
        let mut text = Vec::new();
        return items.chunks(AT_ONCE).try_for_each(|items| {
            text.clear();
            render(items, &mut text);
            write(items.len(), &text)
        });
    }
    let render = &render;
    thread::scope(|scope| {
        let rendered = |first: usize| -> Receiver<Vec<u8>> {
            let (give, take) = sync_channel(2);
            scope.spawn(move || {
                for items in items.chunks(AT_ONCE).skip(first).step_by(threads) {
                    let mut text = Vec::with_capacity(1 << 19);
                    render(items, &mut text);
                    // Nobody takes it where it could not be written.
                    if give.send(text).is_err() {
                        return;
                    }
                }
            });
            take
        };
        let rendered: Vec<_> = (0..threads).map(rendered).collect();
        items.chunks(AT_ONCE).zip(rendered.iter().cycle()).try_for_each(|(items, rendered)| {
            let Ok(text) = rendered.recv() else { return Ok(()) };
            write(items.len(), &text)
        })
    })
}
