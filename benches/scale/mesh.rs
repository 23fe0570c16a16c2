//! Meshes of any size and of one shape: about nine assignments and nineteen modules a node, chains three to six deep,
//! and every eighth requirement answered by another node. The same size gives the same document.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use serde::Serialize;
use serde_json::{Value, json};

use super::Done;

/// What one node has for all.
const SINGLE: [&str; 4] = ["log-sink", "ca", "metrics", "registry"];
/// What several nodes have for all, so that each that requires it is pinned.
const SEVERAL: [&str; 3] = ["mirror", "queue", "object-store"];
/// What one node of each site has for it.
const SITE: [&str; 3] = ["dhcp", "clock-source", "cache"];
/// What several modules provide on a node, so that one is assigned.
const CHOICE: [&str; 6] = ["mta", "resolver", "firewall", "web", "scheduler", "agent"];
/// What every node runs, by way of three that are assigned.
const BASE: [&str; 5] = ["os", "net", "logging", "time", "trust"];

/// Writes a document of so many nodes.
pub(crate) fn write(nodes: usize, file: &Path) -> Done<()> {
    let mut dice = Dice(nodes as u64);
    let catalogue = Catalogue::of(modules_for(nodes), &mut dice);
    let mesh = Mesh::of(nodes, &catalogue, &mut dice);
    let mut out = BufWriter::with_capacity(1 << 16, File::create(file)?);
    out.write_all(b"{")?;
    list(&mut out, "sites", &mesh.sites)?;
    out.write_all(b",")?;
    list(&mut out, "nodes", &mesh.nodes)?;
    out.write_all(b",")?;
    list(&mut out, "modules", &catalogue.modules)?;
    out.write_all(b",")?;
    list(&mut out, "assignments", &mesh.assignments)?;
    out.write_all(b",")?;
    list(&mut out, "pins", &mesh.pins)?;
    out.write_all(b"}\n")?;
    Ok(out.flush()?)
}

fn list<T: Serialize>(out: &mut impl Write, key: &str, entries: &[T]) -> io::Result<()> {
    write!(out, "\"{key}\":[")?;
    for (at, entry) in entries.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, entry)?;
    }
    out.write_all(b"]")
}

const fn modules_for(nodes: usize) -> usize {
    match nodes {
        0..=100 => 300,
        101..=1_000 => 600,
        1_001..=10_000 => 1_200,
        _ => 2_000,
    }
}

/// Numbers as if by chance (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// One time in so many.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

/// Modules that require each other in a row, and what goes with them.
struct Family {
    tip: String,
    extras: Vec<String>,
    choices: Vec<&'static str>,
    several: Vec<&'static str>,
}

struct Catalogue {
    modules: Vec<Value>,
    families: Vec<Family>,
}

impl Catalogue {
    fn of(size: usize, dice: &mut Dice) -> Self {
        let mut catalogue = Self { modules: Vec::new(), families: Vec::new() };
        let name = |name: &str, scope: &str| json!({"name": name, "scope": scope});
        let base: [&[&str]; 5] = [&[], &["os"], &["os", "log-sink"], &["net"], &["net"]];
        for (provided, requires) in BASE.iter().zip(base) {
            catalogue.add(
                dice,
                &format!("base-{provided}"),
                &json!([provided]),
                requires,
                &json!([format!("own/{provided}")]),
            );
        }
        for service in SINGLE {
            let claim = json!([name(&format!("{service}-primary"), "mesh")]);
            catalogue.add(dice, &format!("svc-{service}"), &json!([name(service, "mesh")]), &["net"], &claim);
        }
        for service in SEVERAL {
            catalogue.add(
                dice,
                &format!("svc-{service}"),
                &json!([name(service, "mesh")]),
                &["net", "time"],
                &json!([]),
            );
        }
        for service in SITE {
            let claim = json!([name(service, "site")]);
            catalogue.add(dice, &format!("svc-{service}"), &json!([name(service, "site")]), &["net"], &claim);
        }
        for choice in CHOICE {
            for letter in ["a", "b", "c"] {
                catalogue.add(dice, &format!("{choice}-{letter}"), &json!([choice]), &["os"], &json!([choice]));
            }
        }
        catalogue.add(dice, "spare", &json!([]), &[], &json!([]));
        while catalogue.modules.len() < size {
            catalogue.family(dice);
        }
        catalogue
    }

    fn family(&mut self, dice: &mut Dice) {
        let number = self.families.len();
        let depth = dice.between(3, 6);
        let mut family = Family { tip: String::new(), extras: Vec::new(), choices: Vec::new(), several: Vec::new() };
        for step in 0..depth {
            let below = format!("family{number}/{}", step.saturating_sub(1));
            let mut requires = vec![if step == 0 { *dice.of(&BASE[..3]) } else { below.as_str() }];
            if step + 1 == depth {
                family.choices.extend(dice.one_in(3).then(|| *dice.of(&CHOICE)));
                family.several.extend(dice.one_in(3).then(|| *dice.of(&SEVERAL)));
                requires.extend(&family.choices);
                requires.extend(&family.several);
                requires.extend(dice.one_in(2).then(|| *dice.of(&SITE)));
                requires.extend(dice.one_in(3).then(|| *dice.of(&SINGLE[1..])));
            }
            let (module, provided) = (format!("family{number}-{step}"), format!("family{number}/{step}"));
            let claims = if step == 0 { json!([format!("user/family{number}")]) } else { json!([]) };
            self.add(dice, &module, &json!([provided]), &requires, &claims);
            family.tip = module;
        }
        for extra in 0..dice.between(3, 6) {
            let module = format!("family{number}-extra{extra}");
            let on = format!("family{number}/{}", dice.below(2));
            let base = *dice.of(&BASE);
            self.add(dice, &module, &json!([]), &[&on, base], &json!([]));
            family.extras.push(module);
        }
        self.families.push(family);
    }

    fn add(&mut self, dice: &mut Dice, name: &str, provides: &Value, requires: &[&str], claims: &Value) {
        let resources: Vec<Value> = (0..dice.between(3, 7))
            .map(|file| {
                json!({"id": format!("file{file}"), "type": "file", "path": format!("/etc/{name}/{file}.conf"),
                    "mode": "0644", "content": content(dice)})
            })
            .collect();
        self.modules.push(json!({"name": name, "version": "1.0", "provides": provides, "requires": requires,
            "claims": claims, "resources": resources}));
    }
}

/// Three to five hundred characters of settings.
fn content(dice: &mut Dice) -> String {
    const WORDS: [&str; 12] =
        ["listen", "bind", "cache", "worker", "buffer", "timeout", "retry", "limit", "pool", "socket", "level", "path"];
    let (mut content, length) = (String::new(), dice.between(300, 500));
    while content.len() < length {
        let (section, key, value) = (dice.of(&WORDS), dice.of(&WORDS), dice.below(100_000));
        content.push_str(&format!("{section}.{key} = {value}\n"));
    }
    content
}

#[derive(Default)]
struct Mesh {
    sites: Vec<String>,
    nodes: Vec<Value>,
    assignments: Vec<[String; 2]>,
    pins: Vec<[String; 3]>,
}

impl Mesh {
    fn of(nodes: usize, catalogue: &Catalogue, dice: &mut Dice) -> Self {
        let sites: Vec<String> = (0..(nodes / 50).max(4)).map(|site| format!("site-{site:04}")).collect();
        let mut mesh = Self { sites, ..Self::default() };
        let mut services: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for service in SINGLE {
            services.entry(dice.below(nodes)).or_default().push(service);
        }
        let mut several: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for service in SEVERAL {
            let mut at: Vec<usize> = (0..(nodes / 250).clamp(2, 40)).map(|_| dice.below(nodes)).collect();
            at.extend([1, 2]);
            at.sort_unstable();
            at.dedup();
            at.iter().for_each(|node| services.entry(*node).or_default().push(service));
            several.insert(service, at);
        }
        // The first nodes, one of each site, are those that serve it.
        for node in 0..mesh.sites.len().min(nodes) {
            services.entry(node).or_default().extend(SITE);
        }
        for node in 0..nodes {
            mesh.node(node, catalogue, services.get(&node).map_or(&[], Vec::as_slice), &several, dice);
        }
        mesh
    }

    fn node(
        &mut self,
        number: usize,
        catalogue: &Catalogue,
        services: &[&str],
        several: &BTreeMap<&str, Vec<usize>>,
        dice: &mut Dice,
    ) {
        let name = format!("node-{number:06}");
        let site = if number < self.sites.len() { &self.sites[number] } else { dice.of(&self.sites) };
        let (arch, memory) = (dice.of(&["x86_64", "x86_64", "aarch64"]), dice.of(&[2048, 4096, 8192, 65536]));
        let serial = format!("{:08x}", dice.next() as u32);
        self.nodes.push(json!({"name": name, "site": site, "facts":
            {"arch": arch, "memory_mib": memory, "system": "debian-12", "serial": serial}}));
        let mut assigned: Vec<String> = ["logging", "time", "trust"].map(|base| format!("base-{base}")).to_vec();
        assigned.extend(services.iter().map(|service| format!("svc-{service}")));
        let mut choices: Vec<&str> = vec![CHOICE[number % CHOICE.len()]];
        let first = dice.below(catalogue.families.len());
        for at in [first, (first + 7) % catalogue.families.len()] {
            let family = &catalogue.families[at];
            assigned.push(family.tip.clone());
            let skipped = dice.below(2);
            assigned.extend(family.extras.iter().skip(skipped).step_by(3).cloned());
            choices.extend(&family.choices);
            for service in family.several.iter().filter(|service| !services.contains(service)) {
                let pin = [name.clone(), (*service).to_owned(), format!("node-{:06}", dice.of(&several[service]))];
                if !self.pins.iter().rev().take(2).any(|made| made[..2] == pin[..2]) {
                    self.pins.push(pin);
                }
            }
        }
        choices.sort_unstable();
        choices.dedup();
        assigned.extend(choices.iter().map(|choice| format!("{choice}-{}", dice.of(&["a", "b", "c"]))));
        self.assignments.extend(assigned.into_iter().map(|module| [name.clone(), module]));
    }
}
