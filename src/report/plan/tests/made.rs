//! Plans made by hand.

use crate::{
    model::{Digest, Hold, Moment, Scope},
    plan::{
        Change, Counts, Difference, HeldTake, Holding, MachineChange, ModuleChange, Plan, PlannedGive, PlannedModule,
        PlannedNode, PlannedTake, Restart, TakeChange,
    },
    report::sample as make,
    resolver::WantedFor,
};

pub(super) fn module(name: &str, version: Option<&str>, assigned: bool, wanted_for: &[(&str, &str)]) -> PlannedModule {
    let wanted =
        |(module, requires): &(&str, &str)| WantedFor { module: make::name(module), requires: make::name(requires) };
    let wanted_for = wanted_for.iter().map(wanted).collect();
    PlannedModule { name: make::name(name), version: version.map(str::to_owned), assigned, wanted_for }
}

pub(super) fn empty(node: &str, change: Option<Change>) -> PlannedNode {
    PlannedNode {
        node: make::name(node),
        site: Some(make::name("attic")),
        resolves: change.is_some(),
        held: None,
        change,
        modules: vec![],
        takes: vec![],
        gives: vec![],
        own: vec![],
        difference: None,
    }
}

pub(super) fn database(pinned: bool) -> PlannedTake {
    PlannedTake {
        provision: make::name("database"),
        from: make::name("db1"),
        module: make::name("postgres"),
        scope: Scope::Mesh,
        pinned,
        wanted_for: make::names(&["webapp"]),
    }
}

pub(super) fn web1() -> PlannedNode {
    let give = PlannedGive {
        provision: make::name("web"),
        scope: Scope::Mesh,
        module: make::name("webapp"),
        to: make::names(&["proxy"]),
    };
    let difference = Difference {
        generation: 7,
        gained: make::names(&["zsh"]),
        lost: make::names(&["nginx"]),
        changed: make::names(&["webapp"]),
        takes_gained: vec![(make::name("database"), make::name("db1"))],
        takes_lost: vec![(make::name("cache"), make::name("redis1"))],
        takes_changed: vec![(make::name("metrics"), make::name("db1"))],
        machine: true,
        machine_changes: vec![
            MachineChange::Name { before: make::name("www1"), after: make::name("web1") },
            MachineChange::Site { before: None, after: Some(make::name("attic")) },
            MachineChange::Fact { fact: make::name("ram"), before: Some(make::text("8192")), after: None },
        ],
        module_changes: vec![ModuleChange {
            module: make::name("webapp"),
            before: Some("1.1".into()),
            after: Some("1.2".into()),
            added: vec!["unit".into()],
            removed: vec![],
            changed: vec!["config".into()],
        }],
        take_changes: vec![TakeChange {
            provision: make::name("metrics"),
            from: make::name("db1"),
            module_before: Some(make::name("collectd")),
            offer: true,
            facts: make::names(&["ram"]),
            wanted_for: false,
        }],
        restarts: vec![Restart {
            resource: "webapp/service".into(),
            key: Some("webapp.service".into()),
            because: vec!["webapp/config".into()],
        }],
    };
    PlannedNode {
        modules: vec![
            module("metrics", None, true, &[("webapp", "metrics")]),
            module("webapp", Some("1.2"), true, &[]),
            module("zsh", None, false, &[("webapp", "shell")]),
        ],
        takes: vec![database(true)],
        gives: vec![give],
        difference: Some(difference),
        ..empty("web1", Some(Change::Changed))
    }
}

pub(super) fn web2() -> PlannedNode {
    let hold = Hold { by: make::person("ann"), at: make::moment(), message: "stolen, sadly".into() };
    PlannedNode {
        modules: vec![module("webapp", Some("1.2"), true, &[])],
        takes: vec![database(false)],
        held: Some(hold),
        ..empty("web2", Some(Change::New))
    }
}

pub(super) fn holding(node: &str, change: Option<Change>) -> Holding {
    let hold = Hold { by: make::person("ann"), at: make::moment(), message: "stolen, sadly".into() };
    let difference = web1().difference.filter(|_| change == Some(Change::Changed));
    let declared = change != Some(Change::New);
    Holding { node: make::name(node), held: Some(hold), declared, change, difference }
}

pub(super) fn small() -> Plan {
    Plan {
        digest: Digest::of(b"mesh"),
        resolves: true,
        mesh_resolves: true,
        nodes: vec![web1(), web2(), empty("web3", Some(Change::Unchanged)), empty("web4", Some(Change::Removed))],
        refusals: vec![],
        counts: Counts { nodes: 3, new: 1, changed: 1, unchanged: 1, removed: 1, refused: 0, held: 1, kept_back: 1 },
        warnings: vec![HeldTake {
            node: make::name("web2"),
            provision: make::name("database"),
            from: make::name("db0"),
            there: false,
        }],
        holds: vec![holding("web2", Some(Change::New)), holding("web5", Some(Change::Changed)), holding("web6", None)],
        standings: vec![],
        now: Moment(0),
        files: None,
    }
}

pub(super) fn refused() -> Plan {
    Plan {
        resolves: false,
        mesh_resolves: false,
        nodes: vec![PlannedNode { modules: vec![module("webapp", None, true, &[])], ..empty("web1", None) }],
        refusals: vec![make::choose_node("web1")],
        counts: Counts { nodes: 1, refused: 1, ..Counts::default() },
        warnings: vec![],
        holds: vec![],
        ..small()
    }
}
