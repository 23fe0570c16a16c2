//! Each code in words.

use super::*;
use crate::resolver::Code;

/// A whole page for one refusal of a command.
fn one(asked: &Asked, refusal: Refusal) -> String {
    refused(asked, &[refusal], &WIDE)
}

fn act(command: &[&str], act: Act) -> Asked {
    make::asked(act, command)
}

#[test]
fn answer_moved() {
    let asked = act(&["batch", "swap.txt"], Act::Batch);
    shows(
        one(&asked, make::moved("web1")),
        str![[r#"
refused: these changes cannot be made together; nothing was changed

1  webapp on web1 would take database from mariadb on db2, no longer from postgres on db1
                                                                                        answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried:
     provost batch swap.txt --allow-moves   the moves are meant: web1 takes database from db2

"#]],
    );
}

#[test]
fn brought_in() {
    let asked = act(
        &["unassign", "laptop", "xorg"],
        Act::Unassign { nodes: make::names(&["laptop"]), modules: make::names(&["xorg"]) },
    );
    shows(
        one(&asked, make::brought_in()),
        str![[r#"
refused: laptop cannot lose xorg; nothing was changed

1  i3 brings xorg in on laptop; nobody assigned it                                        brought-in
     1. i3 is assigned to laptop
     2. what is brought in goes when nothing requires it any more
   help, tried:
     provost unassign laptop i3   laptop loses i3 and xorg

"#]],
    );
}

#[test]
fn choose_module() {
    let asked = act(
        &["assign", "laptop", "editor"],
        Act::Assign { nodes: make::names(&["laptop"]), modules: make::names(&["editor"]) },
    );
    shows(
        one(&asked, make::choose_module()),
        str![[r#"
refused: editor cannot join laptop; nothing was changed

1  editor requires shell on laptop, and bash, fish and xonsh all provide it            choose-module
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 5.2   would do, and brings readline
       fish       claims the-prompt, which starship holds
       xonsh      needs arch riscv64, and laptop has arch x86_64
   help, tried:
     provost assign laptop bash   laptop gains bash and readline; then editor can join laptop

"#]],
    );
}

#[test]
fn choose_node() {
    shows(
        one(&make::second_database(), make::choose_node("web1")),
        str![[r#"
refused: postgres cannot join db2; nothing was changed

1  webapp requires database on web1, and db1 and db2 both offer it                       choose-node
     1. webapp is assigned to web1
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried, each by itself:
     provost assign db2 postgres --message 'it'\''s the spare' --keep
         every node keeps the answers of today: web1 takes database from db1
     provost pin web1 database db1   then postgres can join db2

"#]],
    );
}

#[test]
fn claim_collision_over_the_mesh() {
    let asked =
        act(&["assign", "nas", "hub"], Act::Assign { nodes: make::names(&["nas"]), modules: make::names(&["hub"]) });
    shows(
        one(&asked, make::hub()),
        str![[r#"
refused: hub cannot join nas; nothing was changed

1  hub on vps and nas both claim the-hub in the mesh                                 claim-collision
     1. hub is assigned to vps
     2. you assign hub to nas
     3. one mesh has one the-hub
   help, tried, each by itself:
     provost batch -e 'unassign vps hub' -e 'assign nas hub'   in one change: vps loses hub
     provost move vps nas hub                                  in one change: vps loses hub

"#]],
    );
}

#[test]
fn dangling_reflects() {
    shows(
        page(&[make::reflects()]),
        str![[r#"
refused: the mesh does not resolve

1  i3/service on laptop reflects xorg/conf, which is not there                     dangling-reflects
     1. i3 is assigned to laptop
     2. a resource reflects what the modules of its node have
   help, tried:
     provost unassign laptop i3   laptop loses i3

"#]],
    );
}

#[test]
fn in_use() {
    let asked = act(&["module", "remove", "xorg"], Act::RemoveModules(make::names(&["xorg"])));
    shows(
        one(&asked, make::module_in_use()),
        str![[r#"
refused: xorg cannot leave the catalogue; nothing was changed

1  xorg is assigned to laptop and pi                                                          in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost unassign laptop,pi xorg   laptop and pi lose xorg; then xorg can leave the catalogue

"#]],
    );
    let asked = act(&["site", "remove", "attic"], Act::RemoveSite(make::name("attic")));
    shows(
        one(&asked, make::site_in_use()),
        str![[r#"
refused: site attic cannot be removed; nothing was changed

1  laptop stands at site attic                                                                in-use
     a site stays while a node stands there
   help: no command was found that settles this; they have to be set to another site, or to none,
     first

"#]],
    );
}

#[test]
fn need_unmet() {
    let asked =
        act(&["assign", "pi", "games"], Act::Assign { nodes: make::names(&["pi"]), modules: make::names(&["games"]) });
    shows(
        one(&asked, make::needs()),
        str![[r#"
refused: games cannot join pi; nothing was changed

1  steam cannot run on pi: it needs arch x86_64 or aarch64, and memory_mib at least 512   need-unmet
     pi has no arch
     pi has memory_mib the text "512", not the number 512
     1. you assign games, which requires store; only steam provides it
     2. a module runs only where every fact is as it needs it; no value is converted
   help: no command was found that settles this; steam has to go elsewhere, or the facts of pi to
     change where they are wrong

"#]],
    );
}

#[test]
fn no_node() {
    let asked = act(
        &["assign", "web1", "webapp"],
        Act::Assign { nodes: make::names(&["web1"]), modules: make::names(&["webapp"]) },
    );
    shows(
        one(&asked, make::no_node()),
        str![[r#"
refused: webapp cannot join web1; nothing was changed

1  webapp requires database on web1, and no node offers it within reach                      no-node
     2 nodes without a site and 9 nodes at site attic could offer it
     1. you assign webapp
     2. database is taken from another node: requiring it installs nothing
       mariadb             has to be assigned to a node first
       db3 (site cellar)   postgres: offers it to site cellar alone
       web1 itself         sqlite-server, once assigned there
   help: mariadb, postgres or sqlite-server has to be assigned to a node within reach: provost
     assign NODE mariadb

"#]],
    );
}

#[test]
fn no_provider() {
    let asked = act(
        &["assign", "laptop", "desktop"],
        Act::Assign { nodes: make::names(&["laptop"]), modules: make::names(&["desktop"]) },
    );
    shows(
        one(&asked, make::no_provider()),
        str![[r#"
refused: desktop cannot join laptop; nothing was changed

1  editor requires shell on laptop, and no module provides it                            no-provider
     1. you assign desktop, which requires text; only editor provides it
     2. a module is called shell, but its manifest does not say that it provides shell
     3. of nearly that name, shells and shelf are provided
   help: no command was found that settles this; a module has to be registered that provides shell,
     or the manifest of editor to be corrected

"#]],
    );
}

#[test]
fn not_as_reviewed() {
    shows(
        unresolved(Occasion::Review, &[make::reviewed(make::between())], &WIDE),
        str![[r#"
refused: this was not reviewed; nothing was declared

1  the mesh is not the one that was reviewed                                         not-as-reviewed
     expected 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
     found    d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa
     one change came since
       2023-11-14T22:13:20Z ann   assign laptop i3
   help: review provost plan again, and push --expect with the digest that it prints

"#]],
    );
    shows(
        unresolved(Occasion::Review, &[make::reviewed(None)], &WIDE),
        str![[r#"
refused: this was not reviewed; nothing was declared

1  the mesh is not the one that was reviewed                                         not-as-reviewed
     expected 5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f
     found    d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa
     no change that is recorded led to the digest that was expected
   help: review provost plan again, and push --expect with the digest that it prints

"#]],
    );
}

#[test]
fn pin_unanswered() {
    let asked = act(
        &["unassign", "db1", "postgres"],
        Act::Unassign { nodes: make::names(&["db1"]), modules: make::names(&["postgres"]) },
    );
    shows(
        one(&asked, make::pinned()),
        str![[r#"
refused: db1 cannot lose postgres; nothing was changed

1  webapp on web1 takes database from db1 by a pin, and db1 does not offer it         pin-unanswered
     1. web1 was pinned at 2023-11-14T22:13:20Z
     2. db1 runs backup and nginx
     3. webapp is assigned to web1
     4. a pin decides alone: nothing else takes its place quietly
       db2 (site cellar)   postgres
   help, tried:
     provost batch -e 'pin web1 database db2' -e 'unassign db1 postgres'
         in one change: web1 takes database from db2

"#]],
    );
}

#[test]
fn claim_and_resource_collisions() {
    shows(
        refused(&make::sway(), &make::two_displays(), &WIDE),
        str![[r#"
refused: sway cannot join laptop; nothing was changed

1  xorg and wayland both claim the-seat on laptop                                    claim-collision
     1. i3 is assigned to laptop and requires x-display; only xorg provides it
     2. you assign sway, which requires wayland-display; only wayland provides it
     3. one node has one the-seat

2  i3 and sway both write /usr/share/wayland-sessions/tiling.desktop and
   /usr/share/xsessions/default.desktop on laptop                                 resource-collision
     /usr/share/wayland-sessions/tiling.desktop: i3/desktop, sway/desktop
     /usr/share/xsessions/default.desktop: i3/session, sway/session
     a path that one module writes is its own, with all below it
   help for 1 and 2, tried:
     provost unassign laptop i3   laptop loses i3 and xorg; then sway can join laptop

"#]],
    );
}

#[test]
fn every_code_has_words_and_a_way_out() {
    for refusal in make::of_each_code() {
        assert!(!super::super::message(&refusal).is_empty());
        assert!(!super::super::without_remedy(&refusal, None).is_empty());
        assert_eq!(Code::from_word(refusal.code().word()), Some(refusal.code()));
    }
    assert_eq!(make::of_each_code().iter().map(Refusal::code).collect::<Vec<_>>(), Code::ALL);
}

#[test]
fn a_claim_over_a_site_is_told_at_the_widest_scope() {
    shows(
        page(&[make::site_claim()]),
        str![[r#"
refused: the mesh does not resolve

1  dhcpd on gate and spare, and dnsmasq on pi all claim dhcp at site attic           claim-collision
     1. dhcpd is assigned to gate
     2. dnsmasq is assigned to pi
     3. dhcpd is assigned to spare
     4. dnsmasq claims it for its node alone; the widest claim, for the site, counts
     5. one site has one dhcp
   help: no command was found that settles this; only one of them can stay, or a manifest has to
     stop claiming dhcp

"#]],
    );
}

#[test]
fn a_path_below_another_and_a_port_with_addresses() {
    shows(
        page(&make::nested()),
        str![[r#"
refused: the mesh does not resolve

1  httpd and nginx both put something at or below /etc/web and listen on tcp/80 on web1
                                                                                  resource-collision
     /etc/web: httpd/link, nginx/config (/etc/web/nginx.conf)
     tcp/80: httpd/listen, nginx/listen (127.0.0.1 tcp/80)
     1. httpd is assigned to web1
     2. nginx is assigned to web1
     3. a path that one module writes is its own, with all below it
     4. one module listens on a port, unless each names an address of its own
   help: no command was found that settles this; only one of httpd and nginx can stay on web1, or a
     manifest has to change

"#]],
    );
}
