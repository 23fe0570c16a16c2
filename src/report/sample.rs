//! Refusals made by hand, for the tests of this room.

use std::{collections::BTreeMap, str::FromStr};

use crate::{
    model::{
        Bounds, Edit, FactName, ModuleName, Moment, Name, Need, NodeName, Number, Person, ProvisionName, Scalar, Scope,
        SiteName,
    },
    report::refusal::{Act, Asked},
    resolver::{
        Between, Candidate, ChangeOption, Effect, Link, Party, Place, Refusal, Remedy, Subject, Unanswered, Unmet, Way,
        WhyNot,
    },
};

/// A name of any kind.
pub(super) fn name<K: kind_of::Any>(text: &str) -> Name<K> {
    Name::stored(text)
}

/// Names of any kind.
pub(super) fn names<K: kind_of::Any>(texts: &[&str]) -> Vec<Name<K>> {
    texts.iter().map(|text| Name::stored(text)).collect()
}

mod kind_of {
    pub(in crate::report) trait Any: crate::model::Kind {}
    impl<K: crate::model::Kind> Any for K {}
}

pub(super) fn sway() -> Asked {
    let act = Act::Assign { nodes: names(&["laptop"]), modules: names(&["sway"]) };
    asked(act, &["assign", "laptop", "sway"])
}

pub(super) fn asked(act: Act, command: &[&str]) -> Asked {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Asked { act, command, options: Vec::new(), batchable: true }
}

/// A refusal over a node.
pub(super) fn refusal(node: &str, subject: Subject) -> Refusal {
    let node = (!node.is_empty()).then(|| name(node));
    Refusal { node, subject, parties: vec![], candidates: vec![], remedies: vec![], untried: false }
}

/// A party from its chain: modules, and between them what they require.
pub(super) fn party(node: &str, chain: &str) -> Party {
    let words: Vec<&str> = chain.split_whitespace().collect();
    let links = words.chunks(2).map(|link| Link {
        module: name(link.first().copied().unwrap_or_default()),
        requires: link.get(1).map(|requires| name(requires)),
    });
    let chain: Vec<Link> = links.collect();
    Party {
        node: name(node),
        module: chain.last().map(|link| link.module.clone()),
        resource: None,
        assigned: chain.len() == 1,
        chain,
        asked: false,
        scope: None,
        key: None,
        says: BTreeMap::new(),
    }
}

/// The same, where its assignment is what was asked for.
pub(super) fn newcomer(node: &str, chain: &str) -> Party {
    Party { asked: true, ..party(node, chain) }
}

/// A module to be assigned to some node.
pub(super) fn somewhere(module: &str) -> Candidate {
    Candidate { place: Place::Somewhere, module: name(module), version: None, why_not: vec![] }
}

/// A module to be assigned to the refused node.
pub(super) fn here(node: &str, site: &str, module: &str, why_not: Vec<WhyNot>) -> Candidate {
    let place = Place::Here { node: name(node), site: at(site) };
    Candidate { place, module: name(module), version: None, why_not }
}

/// A module of another node.
pub(super) fn there(node: &str, site: &str, module: &str, why_not: Vec<WhyNot>) -> Candidate {
    let place = Place::There { node: name(node), site: at(site) };
    Candidate { place, module: name(module), version: None, why_not }
}

fn at(site: &str) -> Option<SiteName> {
    (!site.is_empty()).then(|| name(site))
}

pub(super) fn assign(node: &str, module: &str) -> Edit {
    Edit::Assign { node: name(node), module: name(module) }
}

pub(super) fn unassign(node: &str, module: &str) -> Edit {
    Edit::Unassign { node: name(node), module: name(module) }
}

pub(super) fn pin(node: &str, provision: &str, from: &str) -> Edit {
    Edit::Pin { node: name(node), provision: name(provision), before: None, after: Some(Box::new(name(from))) }
}

pub(super) fn remedy(way: Way) -> Remedy {
    Remedy { way, effect: Effect::default(), leaves_others: false }
}

pub(super) fn losing(way: Way, loses: &[(&str, &str)]) -> Remedy {
    let loses = loses.iter().map(|(node, module)| (name(node), name(module))).collect();
    Remedy { way, effect: Effect { loses, ..Effect::default() }, leaves_others: false }
}

pub(super) fn taking(way: Way, takes: &[(&str, &str, &str)]) -> Remedy {
    let takes = takes.iter().map(|(node, provision, from)| (name(node), name(provision), name(from))).collect();
    Remedy { way, effect: Effect { takes, ..Effect::default() }, leaves_others: false }
}

fn claim(claim: &str, scope: Scope, site: &str) -> Subject {
    Subject::Claim { claim: name(claim), scope, site: (!site.is_empty()).then(|| name(site)) }
}

pub(super) fn resource(resource: &str, key: &str) -> Subject {
    Subject::Resource { resource: resource.into(), key: key.into() }
}

pub(super) fn requirement(requirement: &str, by: &[&str], why: Unanswered) -> Subject {
    Subject::Requirement { requirement: name(requirement), by: names(by), itself: false, why }
}

/// A requirement that no module provides.
pub(super) fn unprovided(wanted: &str, by: &[&str]) -> Subject {
    requirement(wanted, by, Unanswered::NoProvider { near: vec![], module_of_that_name: false })
}

pub(super) fn unmet(fact: &str, wants: Need, has: Option<Scalar>) -> Unmet {
    Unmet { fact: name(fact), wants, has }
}

pub(super) fn text(text: &str) -> Scalar {
    Scalar::Text(text.into())
}

fn number(text: &str) -> Option<Number> {
    serde_json::Number::from_str(text).ok().map(Number::new)
}

pub(super) fn person(name: &str) -> Person {
    Person { db_user: name.to_owned(), os_user: None }
}

pub(super) fn moment() -> Moment {
    Moment(1_700_000_000_000_000)
}

/// Two display servers on one seat, and two files.
pub(super) fn two_displays() -> Vec<Refusal> {
    let out = || losing(Way::Before(vec![unassign("laptop", "i3")]), &[("laptop", "i3"), ("laptop", "xorg")]);
    let mut seat = refusal("laptop", claim("the-seat", Scope::Node, ""));
    seat.parties = vec![newcomer("laptop", "sway wayland-display wayland"), party("laptop", "i3 x-display xorg")];
    seat.remedies = vec![out()];
    vec![
        seat,
        file("/usr/share/wayland-sessions/tiling.desktop", "desktop", out()),
        file("/usr/share/xsessions/default.desktop", "session", out()),
    ]
}

fn file(path: &str, id: &str, out: Remedy) -> Refusal {
    let mut file = refusal("laptop", resource("file", path));
    let of = |party: Party| Party { resource: Some(name(id)), key: Some(path.into()), ..party };
    file.parties = vec![of(party("laptop", "i3")), of(newcomer("laptop", "sway"))];
    file.remedies = vec![out];
    file
}

/// A DHCP server for a site, and one for its own node there.
pub(super) fn site_claim() -> Refusal {
    let mut dhcp = refusal("", claim("dhcp", Scope::Site, "attic"));
    let scoped = |party: Party, scope| Party { scope: Some(scope), ..party };
    dhcp.parties = vec![
        scoped(party("gate", "dhcpd"), Scope::Site),
        scoped(party("pi", "dnsmasq"), Scope::Node),
        scoped(party("spare", "dhcpd"), Scope::Site),
    ];
    dhcp
}

/// A file with a file below it, and two addresses of one port.
pub(super) fn nested() -> Vec<Refusal> {
    let of = |module: &str, id: &str, key: &str| Party {
        resource: Some(name(id)),
        key: Some(key.into()),
        ..party("web1", module)
    };
    let mut path = refusal("web1", resource("file", "/etc/web"));
    path.parties = vec![of("httpd", "link", "/etc/web"), of("nginx", "config", "/etc/web/nginx.conf")];
    let mut port = refusal("web1", resource("port", "tcp/80"));
    port.parties = vec![of("httpd", "listen", "tcp/80"), of("nginx", "listen", "127.0.0.1 tcp/80")];
    vec![path, port]
}

pub(super) fn hub() -> Refusal {
    let mut hub = refusal("", claim("the-hub", Scope::Mesh, ""));
    let scoped = |party: Party, scope| Party { scope: Some(scope), ..party };
    hub.parties = vec![scoped(newcomer("nas", "hub"), Scope::Mesh), scoped(party("vps", "hub"), Scope::Mesh)];
    hub.remedies = vec![
        losing(Way::Together(vec![unassign("vps", "hub")]), &[("vps", "hub")]),
        losing(Way::Move { from: name("vps"), to: name("nas"), modules: names(&["hub"]) }, &[("vps", "hub")]),
    ];
    hub
}

pub(super) fn no_provider() -> Refusal {
    let why = Unanswered::NoProvider { near: names(&["shells", "shelf"]), module_of_that_name: true };
    let mut shell = refusal("laptop", requirement("shell", &["editor"], why));
    shell.parties = vec![newcomer("laptop", "desktop text editor")];
    shell
}

pub(super) fn choose_module() -> Refusal {
    let mut shell = refusal("laptop", requirement("shell", &["editor"], Unanswered::ChooseModule));
    shell.parties = vec![newcomer("laptop", "editor")];
    let prompt = WhyNot::Claim { claim: name("the-prompt"), node: None, module: name("starship"), held: true };
    let arch = WhyNot::Need(unmet("arch", Need::Equal(text("riscv64")), Some(text("x86_64"))));
    let bash = Candidate { version: Some("5.2".into()), ..here("laptop", "", "bash", vec![]) };
    shell.candidates = vec![bash, here("laptop", "", "fish", vec![prompt]), here("laptop", "", "xonsh", vec![arch])];
    let gains = [("laptop", "bash"), ("laptop", "readline")].map(|(node, module)| (name(node), name(module)));
    let effect = Effect { gains: gains.into(), ..Effect::default() };
    shell.remedies = vec![Remedy { way: Way::Before(vec![assign("laptop", "bash")]), effect, leaves_others: false }];
    shell
}

pub(super) fn no_node() -> Refusal {
    let why = Unanswered::NoNode { could: vec![(None, 2), (Some(name("attic")), 9)], leaving: vec![] };
    let mut database = refusal("web1", requirement("database", &["webapp"], why));
    database.parties = vec![newcomer("web1", "webapp")];
    let reach = WhyNot::Reach { scope: Scope::Site, site: Some(name("cellar")) };
    database.candidates = vec![
        somewhere("mariadb"),
        there("db3", "cellar", "postgres", vec![reach]),
        here("web1", "attic", "sqlite-server", vec![]),
    ];
    database
}

/// A web server that would have two databases to choose from.
pub(super) fn choose_node(node: &str) -> Refusal {
    let mut database = refusal(node, requirement("database", &["webapp"], Unanswered::ChooseNode));
    database.parties = vec![party(node, "webapp")];
    database.candidates = vec![there("db1", "attic", "postgres", vec![]), there("db2", "", "postgres", vec![])];
    database.remedies = vec![
        taking(Way::Option(ChangeOption::Keep), &[(node, "database", "db1")]),
        taking(Way::Before(vec![pin(node, "database", "db1")]), &[]),
    ];
    database
}

pub(super) fn second_database() -> Asked {
    let act = Act::Assign { nodes: names(&["db2"]), modules: names(&["postgres"]) };
    Asked { options: vec!["--message".into(), "it's the spare".into()], ..asked(act, &["assign", "db2", "postgres"]) }
}

pub(super) fn pinned() -> Refusal {
    let subject = Subject::Pin {
        requirement: name("database"),
        by: names(&["webapp"]),
        from: name("db1"),
        pinned_at: Some(moment()),
        runs: names(&["backup", "nginx"]),
        leaving: Vec::new(),
        stays: Vec::new(),
        itself: false,
    };
    let mut pinned = refusal("web1", subject);
    pinned.parties = vec![party("web1", "webapp")];
    pinned.candidates = vec![there("db2", "cellar", "postgres", vec![])];
    pinned.remedies = vec![taking(Way::Together(vec![pin("web1", "database", "db2")]), &[("web1", "database", "db2")])];
    pinned
}

pub(super) fn needs() -> Refusal {
    let range = Bounds::stated(number("512"), None).map_or(Need::Nothing, Need::Range);
    let unmet = vec![
        unmet("arch", Need::any_of(vec![text("x86_64"), text("aarch64")]), None),
        unmet("memory_mib", range, Some(text("512"))),
    ];
    let mut needs = refusal("pi", Subject::Needs { module: name("steam"), unmet });
    needs.parties = vec![newcomer("pi", "games store steam")];
    needs
}

pub(super) fn reflects() -> Refusal {
    let subject = Subject::Reflects { resource: "i3/service".into(), reflects: vec!["xorg/conf".into()] };
    let mut reflects = refusal("laptop", subject);
    reflects.parties = vec![Party { resource: Some(name("service")), ..party("laptop", "i3") }];
    reflects.remedies = vec![losing(Way::Before(vec![unassign("laptop", "i3")]), &[("laptop", "i3")])];
    reflects
}

pub(super) fn moved(node: &str) -> Refusal {
    let subject = Subject::Moved {
        requirement: name("database"),
        by: names(&["webapp"]),
        from: name("db1"),
        from_module: name("postgres"),
        to: name("db2"),
        to_module: name("mariadb"),
    };
    let mut moved = refusal(node, subject);
    moved.parties = vec![party(node, "webapp")];
    moved.remedies = vec![taking(Way::Option(ChangeOption::AllowMoves), &[(node, "database", "db2")])];
    moved
}

pub(super) fn brought_in() -> Refusal {
    let mut xorg = refusal("laptop", Subject::BroughtIn { module: name("xorg") });
    xorg.parties = vec![party("laptop", "i3")];
    xorg.remedies = vec![losing(Way::Before(vec![unassign("laptop", "i3")]), &[("laptop", "i3"), ("laptop", "xorg")])];
    xorg
}

pub(super) fn module_in_use() -> Refusal {
    let mut xorg = refusal("", Subject::ModuleInUse { module: name("xorg") });
    xorg.parties = vec![party("laptop", "xorg"), party("pi", "xorg")];
    let both = Way::Before(vec![unassign("laptop", "xorg"), unassign("pi", "xorg")]);
    xorg.remedies = vec![losing(both, &[("laptop", "xorg"), ("pi", "xorg")])];
    xorg
}

pub(super) fn site_in_use() -> Refusal {
    let mut attic = refusal("", Subject::SiteInUse { site: name("attic") });
    attic.parties = vec![Party { module: None, ..party("laptop", "") }];
    attic
}

pub(super) fn reviewed(between: Option<Vec<Between>>) -> Refusal {
    let subject = Subject::Reviewed { expected: "5f".repeat(32), found: crate::model::Digest::of(b"mesh"), between };
    refusal("", subject)
}

pub(super) fn between() -> Option<Vec<Between>> {
    Some(vec![Between { by: person("ann"), at: moment(), command: "assign laptop i3".into() }])
}

/// One refusal of each code.
pub(super) fn of_each_code() -> Vec<Refusal> {
    let mut all = vec![
        moved("web1"),
        brought_in(),
        choose_module(),
        choose_node("web1"),
        hub(),
        reflects(),
        module_in_use(),
        needs(),
        no_node(),
        no_provider(),
        reviewed(between()),
        pinned(),
    ];
    all.extend(two_displays().into_iter().skip(1).take(1));
    all
}

/// Names that nobody may type, but that plain SQL can write.
pub(super) fn hostile() -> (NodeName, ModuleName, ProvisionName, SiteName, FactName) {
    (name("a\u{1b}[2J"), name("$(reboot)\u{202e}"), name("x\ny"), name("s\u{200b}"), name("f"))
}
