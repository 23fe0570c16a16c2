//! A catalogue of a distribution's shape: a library that nearly everything requires, chains hundreds deep, rings, names
//! that several modules provide, one that two hundred do, and metapackages.

use serde_json::{Value, json};

use crate::oracle::dice::Dice;
use crate::support::Manifest;

/// How deep the longest chain is.
pub(crate) const DEEP: usize = 400;
/// How many modules provide `mail-transport`.
pub(crate) const MAILERS: usize = 200;

/// The manifests of a catalogue of about so many modules.
pub(crate) fn distribution(size: usize) -> Vec<Value> {
    let mut making = Making { dice: Dice::new(7), libraries: Vec::new(), modules: Vec::new() };
    making.libraries(size / 2);
    making.chain("haskell", DEEP);
    making.rings(20);
    making.choices(60);
    making.mailers();
    making.metapackages();
    making.programs(size.saturating_sub(making.modules.len()));
    making.modules.into_iter().map(Manifest::value).collect()
}

/// Two sites, and nodes at them in turn.
pub(crate) fn nodes(count: usize) -> Value {
    let node = |number: usize| {
        let site = ["attic", "cellar"][number % 2];
        json!({"name": format!("n{number:02}"), "site": site, "facts": {"arch": "x86_64", "memory_mib": 4096}})
    };
    (0..count).map(node).collect()
}

/// The document of a mesh with these modules and so many nodes.
pub(crate) fn document(modules: &[Value], count: usize) -> Value {
    json!({
        "sites": ["attic", "cellar"],
        "nodes": nodes(count),
        "modules": modules,
        "assignments": [],
        "pins": [],
    })
}

struct Making {
    dice: Dice,
    libraries: Vec<String>,
    modules: Vec<Manifest>,
}

impl Making {
    /// A module that provides its own name, as every package does.
    fn add(&mut self, name: &str, requires: &[String], write: impl FnOnce(Manifest) -> Manifest) {
        let manifest = requires.iter().fold(Manifest::new(name).provides(name), |m, name| m.requires(name));
        self.modules.push(write(manifest.package(name)));
    }

    /// The library that nearly everything requires, and some others: the earlier ones far more often.
    fn some_libraries(&mut self, count: usize) -> Vec<String> {
        let mut some = vec!["libc".to_owned()];
        for _ in 0..count {
            let most = self.libraries.len().max(1) - 1;
            let (a, b) = (self.dice.between(0, most), self.dice.between(0, most));
            some.extend(self.libraries.get(a * b / most.max(1)).cloned());
        }
        some.sort();
        some.dedup();
        some
    }

    fn libraries(&mut self, count: usize) {
        self.add("libc", &[], |m| m);
        for number in 1..count {
            let requires = self.dice.between(0, 5);
            let requires = self.some_libraries(requires);
            let name = format!("lib{number:05}");
            self.add(&name, &requires, |m| m);
            self.libraries.push(name);
        }
    }

    fn chain(&mut self, name: &str, deep: usize) {
        for number in 0..deep {
            let next = if number + 1 < deep { format!("{name}-{:03}", number + 1) } else { "libc".to_owned() };
            self.add(&format!("{name}-{number:03}"), &[next], |m| m);
        }
    }

    fn rings(&mut self, count: usize) {
        for number in 0..count {
            let name = |part: &str| format!("ring{number:02}-{part}");
            for (part, next) in [("core", "data"), ("data", "common"), ("common", "core")] {
                self.add(&name(part), &[name(next), "libc".to_owned()], |m| m);
            }
        }
    }

    /// Names that two to four modules provide, some of which claim them.
    fn choices(&mut self, count: usize) {
        for number in 0..count {
            let name = format!("choice-{number:02}");
            for other in 0..self.dice.between(2, 4) {
                let requires = self.some_libraries(2);
                let claims = self.dice.chance(30);
                self.add(&format!("{name}-{other}"), &requires, |m| {
                    let m = m.provides(&name);
                    if claims { m.claims(&name) } else { m }
                });
            }
        }
    }

    /// One name with two hundred candidates, of which some would not do.
    fn mailers(&mut self) {
        for number in 0..MAILERS {
            let requires = self.some_libraries(2);
            self.add(&format!("mta-{number:03}"), &requires, |m| {
                let m = m.provides("mail-transport").claims("smtp").service(&format!("mta-{number:03}.service"), &[]);
                match number % 10 {
                    3 => m.needs("arch", "m68k"),
                    7 => m.claims("the-log"),
                    _ => m,
                }
            });
        }
        self.add("mailer", &["libc".to_owned(), "mail-transport".to_owned()], |m| m);
        self.add("logger", &["libc".to_owned()], |m| m.claims("the-log"));
    }

    /// What brings hundreds of modules along, and what meets two hundred refusals.
    fn metapackages(&mut self) {
        let desktop = self.some_libraries(40);
        self.add("task-desktop", &desktop, |m| m);
        let mut parts = Vec::new();
        for number in 0..60 {
            self.part(&mut parts, format!("wants-choice-{number:02}"), |m| m.requires(&format!("choice-{number:02}")));
        }
        for number in 0..40 {
            self.part(&mut parts, format!("wants-nothing-{number:02}"), |m| m.requires(&format!("gone-{number:02}")));
            self.part(&mut parts, format!("needs-gpu-{number:02}"), |m| m.needs("gpu", true));
        }
        for number in 0..30 {
            for side in ["a", "b"] {
                let claim = format!("only-{number:02}");
                self.part(&mut parts, format!("claims-{side}-{number:02}"), |m| m.claims(&claim));
                let path = format!("/usr/bin/tool-{number:02}");
                self.part(&mut parts, format!("writes-{side}-{number:02}"), |m| m.file(&path));
            }
        }
        self.add("task-everything", &parts, |m| m);
        let users: Vec<String> = (0..60).map(|number| format!("user-of-gone-{number:02}")).collect();
        users.iter().for_each(|user| self.add(user, &["gone".to_owned()], |m| m));
        self.add("task-gone", &users, |m| m);
    }

    fn part(&mut self, parts: &mut Vec<String>, name: String, write: impl FnOnce(Manifest) -> Manifest) {
        self.add(&name, &["libc".to_owned()], write);
        parts.push(name);
    }

    fn programs(&mut self, count: usize) {
        for number in 0..count {
            let mut requires = self.some_libraries(6);
            if self.dice.chance(30) {
                requires.push(format!("choice-{:02}", self.dice.between(0, 59)));
            }
            self.add(&format!("program{number:05}"), &requires, |m| m);
        }
    }
}
