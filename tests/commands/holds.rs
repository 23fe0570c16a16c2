//! `hold` and `release`.

use snapbox::str;

use super::{laptop, says};

#[test]
fn holding_and_releasing() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "push
         hold laptop
         hold laptop --message 'at the repair shop'
         hold laptop --message 'at the repair shop'
         hold laptop,pi --message 'moving house' --output json
         assign laptop bash
         plan
         plan laptop --output json
         push --output json
         release laptop
         release laptop
         push",
        str![[r#"
$ provost push
generation 1
declared: laptop and pi
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost hold laptop
--- standard error
error: a hold says why, for whoever meets it later
help: add --message 'WHY'
--- exit 2
$ provost hold laptop --message 'at the repair shop'
laptop is held: at the repair shop
laptop: nothing differs from its last declaration yet
--- exit 0
$ provost hold laptop --message 'at the repair shop'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost hold laptop,pi --message 'moving house' --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"hold","node":"laptop","before":{"by":"provost","at":"[TIME]","message":"at the repair shop"},"after":{"by":"provost","at":"[TIME]","message":"moving house"}},{"edit":"hold","node":"pi","before":null,"after":{"by":"provost","at":"[TIME]","message":"moving house"}}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"holds":[{"node":"laptop","held":{"by":"provost","at":"[TIME]","message":"moving house"},"change":"unchanged"},{"node":"pi","held":{"by":"provost","at":"[TIME]","message":"moving house"},"change":"unchanged"}],"warnings":[],"refusals":[]}
--- exit 0
$ provost assign laptop bash
laptop gains bash
--- exit 0
$ provost plan
held: laptop keeps its last declaration, by provost since [TIME]: moving house
  once released, a push declares: +bash
held: pi keeps its last declaration, by provost since [TIME]: moving house
2 nodes: 2 held
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0
$ provost plan laptop --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":2,"new":0,"changed":0,"unchanged":0,"removed":0,"refused":0,"held":2},"warnings":[],"holds":[
{"node":"laptop","held":{"by":"provost","at":"[TIME]","message":"moving house"},"change":"changed","difference":{"generation":1,"gained":["bash"],"lost":[],"changed":[],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[],"restarts":[]}}],"acknowledgements":[],"nodes":[
{"node":"laptop","site":"attic","resolves":true,"held":{"by":"provost","at":"[TIME]","message":"moving house"},"change":"unchanged","modules":[{"name":"bash","version":"1.0","assigned":true,"for":[]},{"name":"i3","version":"1.0","assigned":true,"for":[]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"i3","requires":"x-display"}]}],"takes":[],"gives":[]}],"refusals":[]}
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":1,"declared":[],"removed":[],"held":["laptop","pi"],"unchanged":0,"holds":[{"node":"laptop","by":"provost","at":"[TIME]","message":"moving house"},{"node":"pi","by":"provost","at":"[TIME]","message":"moving house"}],"stale":[]}
--- exit 0
$ provost release laptop
laptop is released
laptop: the next push declares: +bash
--- exit 0
$ provost release laptop
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost push
generation 2
declared: laptop
held: pi keeps its last declaration, by provost since [TIME]: moving house
declaring is all it does: machines follow by what reads their declarations
--- exit 0

"#]],
    );
}

#[test]
fn a_held_node_does_not_stop_a_push() {
    let db = laptop().assign("laptop", "i3 sway").assign("pi", "bash").database();
    says(
        &db,
        "push
         plan
         hold laptop --message canary
         plan
         plan laptop
         push
         release laptop
         push",
        str![[r#"
$ provost push
--- standard error
refused: the mesh does not resolve; nothing was declared

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg
--- exit 3
$ provost plan
laptop (site attic): refused, see below
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: the mesh does not resolve

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost hold laptop --message canary
laptop is held: canary
laptop: it does not resolve: released as it is, it would stop every push
--- exit 0
$ provost plan
laptop (site attic): refused, see below
  held: laptop keeps its last declaration, by provost since [TIME]: canary
    it does not resolve: released as it is, it would stop every push
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: held nodes do not resolve; they keep their last declaration and stop no push

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 held
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan laptop
laptop (site attic): refused, see below
  held: laptop keeps its last declaration, by provost since [TIME]: canary
    it does not resolve: released as it is, it would stop every push
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

refused: held nodes do not resolve; they keep their last declaration and stop no push

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 held
provost push declares it
digest [DIGEST]
--- exit 3
$ provost push
generation 1
declared: pi
held: laptop keeps its last declaration, by provost since [TIME]: canary
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost release laptop
laptop is released
laptop: it does not resolve, and a push refuses until it does
--- exit 0
$ provost push
--- standard error
refused: the mesh does not resolve; nothing was declared

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg
--- exit 3

"#]],
    );
}
