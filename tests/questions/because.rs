//! `why`: every way down to a person's decision, or what assigning it would do.

use snapbox::str;

use super::{home, shows};
use crate::support::mesh;

#[test]
fn tells_every_way_to_a_module() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop mesa"),
        str![[r#"
$ provost why laptop mesa
mesa 1.0 is on laptop: brought in
  1. conky is assigned to laptop and requires gpu; only mesa provides it
  2. conky is assigned to laptop and requires x-display; only xorg provides it, and xorg requires gpu; only mesa provides it
  3. i3 is assigned to laptop and requires x-display; only xorg provides it, and xorg requires gpu; only mesa provides it

decided at [TIME] by operator (role provost): import - --leave-unresolved
  conky is assigned to laptop
  i3 is assigned to laptop
--- exit 0

"#]],
    );
}

#[test]
fn tells_programs_every_way_and_every_decision() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop xorg --output json"),
        str![[r#"
$ provost why laptop xorg --output json
{"schema":"provost.why/1","node":"laptop","what":"xorg","answers":[{"absent":[],"gives":[],"kind":"module","module":"xorg","own":[],"placed":{"assigned":false,"complete":true,"for":[{"module":"conky","requires":"x-display"},{"module":"i3","requires":"x-display"}],"module":"xorg","node":"laptop","paths":[[{"module":"conky","requires":"x-display"},{"module":"xorg","requires":null}],[{"module":"i3","requires":"x-display"},{"module":"xorg","requires":null}]],"site":"attic","version":"1.0"},"present":true,"requires":[{"how":"set","module":"mesa","node":"laptop","provision":"gpu","scope":"node"}],"version":"1.0"}],"decisions":[{"assign":["laptop","conky"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}},{"assign":["laptop","i3"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}}],"assigning":[]}
--- exit 0

"#]],
    );
}

#[test]
fn tells_what_a_node_takes_by_a_pin_and_whom_another_gives() {
    let home = home().database();
    shows(
        &home,
        &home.run("why web1 database"),
        str![[r#"
$ provost why web1 database
database on web1 is answered by db1 (postgres), by a pin, for webapp
  postgres is assigned to db1
  webapp is assigned to web1
  web1 is pinned to db1 for database: it decides

decided at [TIME] by operator (role provost): import - --leave-unresolved
  postgres is assigned to db1
  webapp is assigned to web1
  web1 is pinned to db1 for database
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why web1 database --output json"),
        str![[r#"
$ provost why web1 database --output json
{"schema":"provost.why/1","node":"web1","what":"database","answers":[{"answers":[{"assigned":true,"complete":true,"for":["webapp"],"how":"pin","module":"postgres","node":"db1","paths":[[{"module":"postgres","requires":null}]],"scope":"mesh","site":null,"version":"1.0"}],"kind":"provision","pin":{"at":"[TIME]","decides":true,"for":["webapp"],"from":"db1","idle":false,"node":"web1","provision":"database","stale":false},"present":true,"provided":[],"providers":[{"module":"postgres","scope":"mesh"}],"provision":"database","refusal":null,"required":[{"assigned":true,"complete":true,"for":[],"module":"webapp","node":"web1","paths":[[{"module":"webapp","requires":null}]],"site":"attic","version":"1.0"}]}],"decisions":[{"assign":["db1","postgres"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}},{"assign":["web1","webapp"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}},{"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"},"pin":["web1","database","db1"]}],"assigning":[]}
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why db1 postgres"),
        str![[r#"
$ provost why db1 postgres
postgres 1.0 is on db1: assigned
  postgres is assigned to db1
  gives database to web1

decided at [TIME] by operator (role provost): import - --leave-unresolved
  postgres is assigned to db1
--- exit 0

"#]],
    );
}

#[test]
fn tells_what_the_node_itself_answers_and_who_claims() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop gpu"),
        str![[r#"
$ provost why laptop gpu
gpu on laptop is answered by mesa, which is on the node itself, for conky and xorg
  mesa is there in 3 ways
  1. conky is assigned to laptop and requires gpu; only mesa provides it
  2. conky is assigned to laptop and requires x-display; only xorg provides it, and xorg requires gpu; only mesa provides it
  3. i3 is assigned to laptop and requires x-display; only xorg provides it, and xorg requires gpu; only mesa provides it
  conky is assigned to laptop
  xorg is there in 2 ways
  1. conky is assigned to laptop and requires x-display; only xorg provides it
  2. i3 is assigned to laptop and requires x-display; only xorg provides it

decided at [TIME] by operator (role provost): import - --leave-unresolved
  conky is assigned to laptop
  i3 is assigned to laptop
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why laptop the-seat"),
        str![[r#"
$ provost why laptop the-seat
the-seat on laptop is held by xorg, for its node
  1. conky is assigned to laptop and requires x-display; only xorg provides it
  2. i3 is assigned to laptop and requires x-display; only xorg provides it

decided at [TIME] by operator (role provost): import - --leave-unresolved
  conky is assigned to laptop
  i3 is assigned to laptop
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why laptop the-seat --output json"),
        str![[r#"
$ provost why laptop the-seat --output json
{"schema":"provost.why/1","node":"laptop","what":"the-seat","answers":[{"claim":"the-seat","claimers":["wayland"],"elsewhere":[],"holders":[{"placed":{"assigned":false,"complete":true,"for":[{"module":"conky","requires":"x-display"},{"module":"i3","requires":"x-display"}],"module":"xorg","node":"laptop","paths":[[{"module":"conky","requires":"x-display"},{"module":"xorg","requires":null}],[{"module":"i3","requires":"x-display"},{"module":"xorg","requires":null}]],"site":"attic","version":"1.0"},"scope":"node"}],"kind":"claim","present":true}],"decisions":[{"assign":["laptop","conky"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}},{"assign":["laptop","i3"],"at":"[TIME]","by":{"by":"operator","command":"import - --leave-unresolved","db_user":"[ROLE]","message":null,"os_user":"operator"}}],"assigning":[]}
--- exit 0

"#]],
    );
}

#[test]
fn a_resource_is_found_by_id_path_unit_and_port() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop i3/file"),
        str![[r#"
$ provost why laptop i3/file
i3/file (file /etc/i3/config) is on laptop: its module is there
  i3 is assigned to laptop

decided at [TIME] by operator (role provost): import - --leave-unresolved
  i3 is assigned to laptop
--- exit 0

"#]],
    );
    for what in ["/etc//i3/config/", "i3.service", "tcp/80"] {
        let ran = home.call(["why", "laptop", what]).run().succeeds();
        assert!(ran.stdout.starts_with("i3/"), "{}", ran.whole());
    }
    shows(
        &home,
        &home.run("why web1 tcp/80 --output json"),
        str![[r#"
$ provost why web1 tcp/80 --output json
{"schema":"provost.why/1","node":"web1","what":"tcp/80","answers":[{"absent":[{"reason":"provides-nothing"}],"gives":[],"key":"tcp/80","kind":"resource","module":"i3","own":[],"placed":null,"present":false,"requires":[],"resource":"i3/port","type":"port","version":"1.0"}],"decisions":[],"assigning":[{"module":"i3","outcome":{"changed":false,"dry_run":true,"refusals":[{"candidates":[{"module":"mesa","version":"1.0","why_not":"needs arch x86_64, and web1 has no arch","works":false}],"code":"no-provider","message":"xorg requires gpu on web1, and no module that provides it would do there","node":"web1","parties":[{"asked":true,"assigned":false,"chain":["i3","xorg"],"module":"xorg","node":"web1","resource":null,"via":["x-display"]}],"remedies":[{"commands":[["provost","node","set","--fact","arch=x86_64","web1"]],"effect":"only where that is what the machine is: then i3 can join web1","whole":false}],"subject":{"by":["xorg"],"module_of_that_name":false,"near":[],"requirement":"gpu"}}],"schema":"provost.refused/1"}}]}
--- exit 0

"#]],
    );
}

#[test]
fn the_absent_is_tried_as_a_dry_run_of_assign_tries_it() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop fish"),
        str![[r#"
$ provost why laptop fish
fish is not on laptop: nobody assigned it, and nothing brings it in
  editor requires shell, which zsh on laptop answers

what `provost assign laptop fish` would do:
  dry run: so it would be; nothing was changed
    fish is assigned to laptop
  laptop gains fish
  digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why laptop sway"),
        str![[r#"
$ provost why laptop sway
sway is not on laptop: nobody assigned it, and nothing brings it in
  it provides nothing that another module could require

what `provost assign laptop sway` would do:
  refused: sway cannot join laptop; nothing was changed

  1  xorg and wayland both claim the-seat on laptop                claim-collision
       1. conky is assigned to laptop and requires x-display; only xorg provides it
       2. you assign sway, which requires wayland-display; only wayland provides it
       3. one node has one the-seat
     help, tried:
       provost unassign laptop conky && provost unassign laptop i3
           laptop loses conky, i3, mesa and xorg; then sway can join laptop
--- exit 0

"#]],
    );
    let why = home.run("why laptop sway --output json").succeeds().json();
    let dry = home.run("assign laptop sway --dry-run --output json").exits(3).json();
    assert_eq!(why["assigning"][0]["outcome"], dry);
    let why = home.run("why laptop fish --output json").succeeds().json();
    let dry = home.run("assign laptop fish --dry-run --output json").succeeds().json();
    assert_eq!(why["assigning"][0]["outcome"], dry);
    assert_eq!(why["answers"][0]["present"], false);
}

#[test]
fn tells_what_is_absent_and_what_has_it() {
    let home = home().database();
    shows(
        &home,
        &home.run("why db1 dhcp"),
        str![[r#"
$ provost why db1 dhcp
nothing on db1 claims dhcp; of the catalogue dnsmasq claims it

what `provost assign db1 dnsmasq` would do:
  dry run: so it would be; nothing was changed
    dnsmasq is assigned to db1
  db1 gains dnsmasq
  digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why laptop dhcp"),
        str![[r#"
$ provost why laptop dhcp
nothing on laptop claims dhcp; of the catalogue dnsmasq claims it
  dnsmasq on web1 holds it for its site too

what `provost assign laptop dnsmasq` would do:
  refused: dnsmasq cannot join laptop; nothing was changed

  1  dnsmasq on web1 and laptop both claim dhcp at site attic      claim-collision
       1. dnsmasq is assigned to web1
       2. you assign dnsmasq to laptop
       3. one site has one dhcp
     help, tried, each by itself:
       provost unassign web1 dnsmasq      web1 loses dnsmasq; then dnsmasq can join laptop
       provost move web1 laptop dnsmasq   in one change: web1 loses dnsmasq
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why db2 shell"),
        str![[r#"
$ provost why db2 shell
nothing on db2 requires or provides shell
  of the catalogue fish (for the node) and zsh (for the node) provide it

what `provost assign db2 fish` would do:
  dry run: so it would be; nothing was changed
    fish is assigned to db2
  db2 gains fish
  digest [DIGEST]

what `provost assign db2 zsh` would do:
  dry run: so it would be; nothing was changed
    zsh is assigned to db2
  db2 gains zsh
  digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why laptop database"),
        str![[r#"
$ provost why laptop database
nothing on laptop requires or provides database
  of the catalogue postgres (for the mesh) provides it
  laptop is pinned to db2 for database: nothing on laptop requires it, so that it has no effect

what `provost assign laptop postgres` would do:
  dry run: so it would be; nothing was changed
    postgres is assigned to laptop
  laptop gains postgres
  digest [DIGEST]

decided at [TIME] by operator (role provost): import - --leave-unresolved
  laptop is pinned to db2 for database
--- exit 0

"#]],
    );
}

#[test]
fn tells_what_is_required_and_not_answered() {
    let home = home().assign("db2", "editor").database();
    shows(
        &home,
        &home.run("why db2 shell"),
        str![[r#"
$ provost why db2 shell
shell on db2 is not answered: editor requires shell on db2, and fish and zsh both provide it
  editor is assigned to db2
  `provost plan db2` shows what settles it

decided at [TIME] by operator (role provost): import - --leave-unresolved
  editor is assigned to db2
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why db2 zsh"),
        str![[r#"
$ provost why db2 zsh
zsh is not on db2: nobody assigned it, and nothing brings it in
  editor requires shell, which nothing answers: fish provides it too

what `provost assign db2 zsh` would do:
  dry run: so it would be; nothing was changed
    zsh is assigned to db2
  db2 gains zsh
  digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn a_name_that_is_several_things_is_all_of_them() {
    let mesh = mesh().node("a").module("seat", |m| m.provides("seat").claims("seat").service("seat", &[]));
    let database = mesh.assign("a", "seat").database();
    shows(
        &database,
        &database.run("why a seat"),
        str![[r#"
$ provost why a seat
seat 1.0 is on a: assigned
  seat is assigned to a

seat on a provides seat, and nothing there requires it

seat on a is held by seat, for its node

seat/service (service seat) is on a: its module is there

decided at [TIME] by operator (role provost): import - --leave-unresolved
  seat is assigned to a
--- exit 0

"#]],
    );
}

#[test]
fn a_name_that_nobody_knows_is_wrong_usage() {
    let home = home().database();
    shows(
        &home,
        &home.run("why laptop i3/fil"),
        str![[r#"
$ provost why laptop i3/fil
--- standard error
error: nothing is called i3/fil: no module, no provision, no claim and no resource
help: did you mean i3/file?
--- exit 2

"#]],
    );
    shows(
        &home,
        &home.run("why laptop nothing-like-it --output json"),
        str![[r#"
$ provost why laptop nothing-like-it --output json
--- standard error
{"schema":"provost.error/1","code":"no-such-name","message":"nothing is called nothing-like-it: no module, no provision, no claim and no resource","help":"`provost module list` shows the modules, `provost module show NAME` what one has"}
--- exit 2

"#]],
    );
    shows(
        &home,
        &home.run("why labtop xorg"),
        str![[r#"
$ provost why labtop xorg
--- standard error
error: there is no node labtop
help: did you mean laptop?
--- exit 2

"#]],
    );
}

#[test]
fn a_ring_ends_at_the_assignment() {
    let ring = mesh()
        .node("n2")
        .module("ring-a", |m| m.provides("a").requires("b"))
        .module("ring-b", |m| m.provides("b").requires("a"))
        .assign("n2", "ring-a")
        .database();
    shows(
        &ring,
        &ring.run("why n2 ring-b"),
        str![[r#"
$ provost why n2 ring-b
ring-b 1.0 is on n2: brought in
  ring-a is assigned to n2 and requires b; only ring-b provides it
  requires a, answered by ring-a on n2 itself

decided at [TIME] by operator (role provost): import - --leave-unresolved
  ring-a is assigned to n2
--- exit 0

"#]],
    );
    shows(
        &ring,
        &ring.run("why n2 ring-a"),
        str![[r#"
$ provost why n2 ring-a
ring-a 1.0 is on n2: assigned
  ring-a is assigned to n2
  requires b, answered by ring-b on n2 itself

decided at [TIME] by operator (role provost): import - --leave-unresolved
  ring-a is assigned to n2
--- exit 0

"#]],
    );
}

#[test]
fn ways_without_number_end_and_the_shortest_is_told() {
    let names: Vec<String> = (0..12).map(|at| format!("m{at:02}")).collect();
    let mut crowd = mesh().node("a");
    for name in &names {
        crowd = crowd.module(name, |m| {
            let m = m.provides(&format!("p-{name}"));
            names.iter().filter(|other| *other != name).fold(m, |m, other| m.requires(&format!("p-{other}")))
        });
    }
    let database = crowd.assign("a", "m00").database();
    let why = database.run("why a m11 --output json").succeeds().json();
    let placed = &why["answers"][0]["placed"];
    assert_eq!(placed["complete"], false);
    assert_eq!(placed["paths"].as_array().map(Vec::len), Some(64));
    assert_eq!(
        placed["paths"][0],
        serde_json::json!([
            {"module": "m00", "requires": "p-m11"}, {"module": "m11", "requires": null}
        ])
    );
}

#[test]
fn what_plain_sql_decided_has_no_author() {
    let home = home().database();
    home.sql("insert into assignment (node, module) select id, 'fish' from node where name = 'db2'");
    shows(
        &home,
        &home.run("why db2 fish"),
        str![[r#"
$ provost why db2 fish
fish 1.0 is on db2: assigned
  fish is assigned to db2

decided at [TIME]; the record of changes does not say by whom
  fish is assigned to db2
--- exit 0

"#]],
    );
}

#[test]
fn a_port_begins_with_who_has_it() {
    let home = home()
        .module("caddy", |m| m.port(80))
        .module("nginx", |m| m.port(80))
        .module("apache", |m| m.port(80))
        .assign("web1", "nginx")
        .database();
    shows(
        &home,
        &home.run("why web1 tcp/80"),
        str![[r#"
$ provost why web1 tcp/80
nginx/port (port tcp/80) is on web1: its module is there
  nginx is assigned to web1
of the catalogue also apache/port, caddy/port and i3/port, which are not on web1

decided at [TIME] by operator (role provost): import - --leave-unresolved
  nginx is assigned to web1
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("why db1 tcp/80"),
        str![[r#"
$ provost why db1 tcp/80
apache/port (port tcp/80) is not on db1: its module is not there
  it provides nothing that another module could require

caddy/port (port tcp/80) is not on db1: its module is not there
  it provides nothing that another module could require

i3/port (port tcp/80) is not on db1: its module is not there
  it provides nothing that another module could require

nginx/port (port tcp/80) is not on db1: its module is not there
  it provides nothing that another module could require

what `provost assign db1 apache` would do:
  dry run: so it would be; nothing was changed
    apache is assigned to db1
  db1 gains apache
  digest [DIGEST]

what `provost assign db1 caddy` would do:
  dry run: so it would be; nothing was changed
    caddy is assigned to db1
  db1 gains caddy
  digest [DIGEST]

what `provost assign db1 i3` would do:
  refused: i3 cannot join db1; nothing was changed

  1  xorg requires gpu on db1, and no module that provides it would do there  no-provider
       you assign i3, which requires x-display; only xorg provides it
         mesa 1.0   needs arch x86_64, and db1 has no arch
     help, tried:
       provost node set --fact arch=x86_64 db1   only where that is what the machine is: then i3 can join db1

what `provost assign db1 nginx` would do:
  dry run: so it would be; nothing was changed
    nginx is assigned to db1
  db1 gains nginx
  digest [DIGEST]
--- exit 0

"#]],
    );
}
