//! The catalogue.

use snapbox::str;

use super::{laptop, says};
use crate::support::{database, mesh};

#[test]
fn where_a_module_is_brought_in_is_counted_too() {
    let database = mesh()
        .nodes(&["web1", "web2", "web3"])
        .module("wiki", |m| m.requires("php"))
        .module("php", |m| m.provides("php"))
        .assign("web1", "php wiki")
        .assign("web2", "wiki")
        .assign("web3", "wiki")
        .database();
    says(
        &database,
        "module list
         module show php
         module show php --output json
         module list --output json",
        str![[r#"
$ provost module list
module  version  assigned to              provides  requires
php     1.0      1 node, brought in on 2  php       -
wiki    1.0      3 nodes                  -         php
--- exit 0
$ provost module show php
{
  "name": "php",
  "provides": [
    "php"
  ],
  "version": "1.0"
}
--- standard error
assigned to web1, brought in on web2 and web3
--- exit 0
$ provost module show php --output json
{"brought_in":["web2","web3"],"manifest":{"name":"php","provides":["php"],"version":"1.0"},"nodes":["web1"],"schema":"provost.module/1"}
--- exit 0
$ provost module list --output json
{"modules":[{"assigned":1,"brought_in":2,"claims":[],"name":"php","provides":[{"name":"php","scope":"node"}],"requires":[],"version":"1.0"},{"assigned":3,"brought_in":0,"claims":[],"name":"wiki","provides":[],"requires":["php"],"version":"1.0"}],"schema":"provost.modules/1"}
--- exit 0

"#]],
    );
}

#[test]
fn registering_listing_and_showing() {
    let db = database();
    db.write("i3.json", r#"{"name": "i3", "version": "4.23", "requires": ["x-display"]}"#);
    db.write("xorg.json", r#"{"name": "xorg", "provides": ["x-display", {"name": "screens", "scope": "mesh"}]}"#);
    says(
        &db,
        "module list
         module register i3.json xorg.json
         module register i3.json xorg.json
         module list
         module list --output json
         module show i3
         module show xorg --output json
         module register . --dry-run",
        str![[r#"
$ provost module list
--- standard error
the catalogue is empty: `provost module register FILE…` fills it
--- exit 0
$ provost module register i3.json xorg.json
i3 is registered
xorg is registered
--- exit 0
$ provost module register i3.json xorg.json
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost module list
module  version  assigned to  provides                   requires
i3      4.23     0 nodes      -                          x-display
xorg    -        0 nodes      x-display, screens (mesh)  -
--- exit 0
$ provost module list --output json
{"modules":[{"assigned":0,"brought_in":0,"claims":[],"name":"i3","provides":[],"requires":["x-display"],"version":"4.23"},{"assigned":0,"brought_in":0,"claims":[],"name":"xorg","provides":[{"name":"x-display","scope":"node"},{"name":"screens","scope":"mesh"}],"requires":[],"version":null}],"schema":"provost.modules/1"}
--- exit 0
$ provost module show i3
{
  "name": "i3",
  "requires": [
    "x-display"
  ],
  "version": "4.23"
}
--- standard error
assigned to no node
--- exit 0
$ provost module show xorg --output json
{"brought_in":[],"manifest":{"name":"xorg","provides":["x-display",{"name":"screens","scope":"mesh"}]},"nodes":[],"schema":"provost.module/1"}
--- exit 0
$ provost module register . --dry-run
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
}

#[test]
fn a_changed_manifest_replaces_the_one_there_was() {
    let db = database();
    db.write("i3.json", r#"{"name": "i3", "version": "1"}"#).write("i4.json", r#"{"version": "2", "name": "i3"}"#);
    says(
        &db,
        "module register i3.json
         module register i4.json --output json
         module list",
        str![[r#"
$ provost module register i3.json
i3 is registered
--- exit 0
$ provost module register i4.json --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"register","module":"i3","before":"[DIGEST]","after":"[DIGEST]"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[],"ambiguous":[],"changed":[{"module":"i3","before":"1","after":"2","added":[],"removed":[],"changed":[],"offers":[],"nodes":[]}]}}
--- exit 0
$ provost module list
module  version  assigned to  provides  requires
i3      2        0 nodes      -         -
--- exit 0

"#]],
    );
}

#[test]
fn what_is_shown_can_be_registered() {
    let db = mesh().node("nas").database();
    db.write("ca.json", r#"{"name": "ca", "description": "a\u00a0b\u200b\u001b[2J", "provides": ["ca"]}"#);
    db.run("module register ca.json").succeeds();
    db.run("assign nas ca").succeeds();
    let shown = db.run("module show ca").succeeds();
    db.write("shown.json", &shown.stdout);
    let again = db.run("module register shown.json").succeeds();
    assert_eq!(again.stdout, "nothing to do: it is so already; nothing was changed\n");
    assert_eq!(shown.stderr, "assigned to nas\n");
    assert_eq!(db.run("module show ca -q").succeeds().stderr, "");
}

#[test]
fn unknown_fields_are_kept_and_warned_of() {
    let db = database();
    db.write("a.json", r#"{"name": "a", "provide": ["x"], "flavour": 1, "provides": [{"name": "d", "scop": "mesh"}]}"#);
    says(
        &db,
        "module register a.json
         module register a.json -q
         module check a.json
         module show a",
        str![[r#"
$ provost module register a.json
a is registered
--- standard error
warning: a.json:1:15: "provide" is no field of a manifest; it is kept as it is
warning: a.json:1:33: "flavour" is no field of a manifest; it is kept as it is
warning: a.json:1:74: "scop" is no field of a provision that Provost reads; it is kept as it is: did you mean scope?
--- exit 0
$ provost module register a.json -q
--- exit 0
$ provost module check a.json
a is a manifest that can be registered
--- standard error
warning: a.json:1:15: "provide" is no field of a manifest; it is kept as it is
warning: a.json:1:33: "flavour" is no field of a manifest; it is kept as it is
warning: a.json:1:74: "scop" is no field of a provision that Provost reads; it is kept as it is: did you mean scope?
--- exit 0
$ provost module show a
{
  "flavour": 1,
  "name": "a",
  "provide": [
    "x"
  ],
  "provides": [
    {
      "name": "d",
      "scop": "mesh"
    }
  ]
}
--- standard error
assigned to no node
--- exit 0

"#]],
    );
}

#[test]
fn what_a_manifest_reflects_elsewhere_is_looked_up() {
    let db = database();
    db.write(
        "a.json",
        r#"{"name": "a", "resources": [{"id": "s", "type": "service", "unit": "a.service", "reflects": ["b/conf"]}]}"#,
    );
    says(
        &db,
        "module register a.json",
        str![[r#"
$ provost module register a.json
a is registered
--- standard error
warning: a/s reflects b/conf: the catalogue has no module b
--- exit 0

"#]],
    );
}

#[test]
fn what_steers_a_terminal_or_hides_is_escaped_wherever_it_stands() {
    let db = database();
    let hidden = "a\u{202e}\u{200b}\u{a0}";
    let [one, two, lines, document] = ["one", "two", "lines", "document"].map(|name| format!("{name}{hidden}.json"));
    db.write(&one, &format!("{{\"name\": \"{hidden}\", \"\u{1b}[31m\": 1}}"));
    db.write(&two, &format!("{{\"name\": \"a\", \"{hidden}\": \u{a0}1, \"requires\": [\"{hidden}\"]}}"));
    db.write(&lines, &format!("assign {hidden} i3\nnode add tv --fact 'x=1'\n"));
    db.write(&document, &format!("{{\"sites\": [\"{hidden}\"], \"nodes\": [{{\"name\": \"{hidden}\"}}]}}"));
    let gone = format!("gone{hidden}");
    for words in [
        vec!["module", "check", &one],
        vec!["module", "check", &two],
        vec!["module", "register", &one, &two],
        vec!["module", "check", &gone],
        vec!["batch", &lines],
        vec!["batch", &gone],
        vec!["import", &document],
        vec!["import", &gone],
        vec!["node", "add", hidden],
        vec!["explain", hidden],
    ] {
        let said = db.call(&words).run().stderr;
        assert!(said.contains("\\u{202e}"), "{words:?}: {said:?}");
        let raw: String = said.chars().filter(|c| *c != '\n' && provost::model::text::is_invisible(*c)).collect();
        assert_eq!(raw, "", "{words:?}: {said:?}");
    }
}

#[test]
fn all_faults_of_all_files_are_told_and_nothing_is_registered() {
    let db = database();
    db.write("a.json", r#"{"name": "a", "provides": ["x", "x"], "requires": null}"#);
    db.write("b.json", "{\"name\": \"b\",\n \"version\": 2,\n \"needs\": {\"arch\": []}}");
    db.write("c.json", r#"{"name": "c"}"#).write("d.json", "{\"name\": \"d\"");
    says(
        &db,
        "module register a.json b.json c.json d.json gone.json
         module check a.json b.json
         module check c.json
         module check c.json --output json
         module check a.json --output json
         module register - < d.json
         module register - < c.json
         module list",
        str![[r#"
$ provost module register a.json b.json c.json d.json gone.json
--- standard error
error: 6 faults; nothing was registered
  × gone.json cannot be read: No such file or directory (os error 2)
  × provides names x twice
   ╭─[a.json:1:33]
 1 │ {"name": "a", "provides": ["x", "x"], "requires": null}
   ·                            ─┬─  ─┬─
   ·                             │    ╰── here again
   ·                             ╰── here first
   ╰────
  × requires is a list, and this is null
   ╭─[a.json:1:51]
 1 │ {"name": "a", "provides": ["x", "x"], "requires": null}
   ·                                                   ──┬─
   ·                                                     ╰── null
   ╰────
  help: leave it out, or write []
  × version is text, and this is a number
   ╭─[b.json:2:13]
 1 │ {"name": "b",
 2 │  "version": 2,
   ·             ┬
   ·             ╰── a number
 3 │  "needs": {"arch": []}}
   ╰────
  help: write "2"
  × this list is empty, so that no machine would do
   ╭─[b.json:3:20]
 2 │  "version": 2,
 3 │  "needs": {"arch": []}}
   ·                    ─┬
   ·                     ╰── no value
   ╰────
  help: name the values that will do, or leave the fact out
  × the file ends before this { is closed
   ╭─[d.json:1:1]
 1 │ {"name": "d"
   · ┬
   · ╰── opened here
   ╰────
  help: was all of the file written, or copied?
--- exit 2
$ provost module check a.json b.json
--- standard error
error: 4 faults; this cannot be registered
  × provides names x twice
   ╭─[a.json:1:33]
 1 │ {"name": "a", "provides": ["x", "x"], "requires": null}
   ·                            ─┬─  ─┬─
   ·                             │    ╰── here again
   ·                             ╰── here first
   ╰────
  × requires is a list, and this is null
   ╭─[a.json:1:51]
 1 │ {"name": "a", "provides": ["x", "x"], "requires": null}
   ·                                                   ──┬─
   ·                                                     ╰── null
   ╰────
  help: leave it out, or write []
  × version is text, and this is a number
   ╭─[b.json:2:13]
 1 │ {"name": "b",
 2 │  "version": 2,
   ·             ┬
   ·             ╰── a number
 3 │  "needs": {"arch": []}}
   ╰────
  help: write "2"
  × this list is empty, so that no machine would do
   ╭─[b.json:3:20]
 2 │  "version": 2,
 3 │  "needs": {"arch": []}}
   ·                    ─┬
   ·                     ╰── no value
   ╰────
  help: name the values that will do, or leave the fact out
--- exit 2
$ provost module check c.json
c is a manifest that can be registered
--- exit 0
$ provost module check c.json --output json
{"modules":["c"],"schema":"provost.check/1","warnings":[]}
--- exit 0
$ provost module check a.json --output json
--- standard error
{"schema":"provost.error/1","code":"input","message":"2 faults; this cannot be registered","help":null,"details":"  × provides names x twice\n   ╭─[a.json:1:33]\n 1 │ {\"name\": \"a\", \"provides\": [\"x\", \"x\"], \"requires\": null}\n   ·                            ─┬─  ─┬─\n   ·                             │    ╰── here again\n   ·                             ╰── here first\n   ╰────\n  × requires is a list, and this is null\n   ╭─[a.json:1:51]\n 1 │ {\"name\": \"a\", \"provides\": [\"x\", \"x\"], \"requires\": null}\n   ·                                                   ──┬─\n   ·                                                     ╰── null\n   ╰────\n  help: leave it out, or write []\n"}
--- exit 2
$ provost module register -
--- standard error
error: standard input:1:1: the file ends before this { is closed; nothing was registered
   ╭─[standard input:1:1]
 1 │ {"name": "d"
   · ┬
   · ╰── opened here
   ╰────
  help: was all of the file written, or copied?
--- exit 2
$ provost module register -
c is registered
--- exit 0
$ provost module list
module  version  assigned to  provides  requires
c       -        0 nodes      -         -
--- exit 0

"#]],
    );
}

#[test]
fn content_is_read_in_at_registration() {
    let db = database();
    db.write(
        "m/a.json",
        r#"{"name": "a", "resources": [{"id": "f", "type": "file", "path": "/etc/a", "content_from": "files/a.conf"}]}"#,
    );
    db.write("m/files/a.conf", "hello\n").write("m/extra.json", r#"{"name": "extra"}"#);
    says(
        &db,
        "module register m
         module show a
         module register - < m/a.json",
        str![[r#"
$ provost module register m
a is registered
extra is registered
--- exit 0
$ provost module show a
{
  "name": "a",
  "resources": [
    {
      "content": "hello\n",
      "id": "f",
      "path": "/etc/a",
      "type": "file"
    }
  ]
}
--- standard error
assigned to no node
--- exit 0
$ provost module register -
--- standard error
error: standard input:1:75: content_from stands where no file can be read in; nothing was registered
   ╭─[standard input:1:75]
 1 │ {"name": "a", "resources": [{"id": "f", "type": "file", "path": "/etc/a", "content_from": "files/a.conf"}]}
   ·                                                                           ───────┬──────
   ·                                                                                  ╰── needs a folder
   ╰────
  help: on standard input and in a mesh document, give the content itself as content
--- exit 2

"#]],
    );
}

#[test]
fn a_module_in_use_cannot_be_removed() {
    let db = laptop().assign("laptop", "i3 bash").assign("pi", "bash").database();
    says(
        &db,
        "module remove i3
         module remove bash --output json
         module remove bash --leave-unresolved
         module remove xorg
         module remove zsh fish
         module remove zsh
         batch -e 'module remove bash' -e 'unassign laptop,pi bash'
         module list",
        str![[r#"
$ provost module remove i3
--- standard error
refused: i3 cannot leave the catalogue; nothing was changed

1  i3 is assigned to laptop                                               in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost unassign laptop i3   laptop loses i3 and xorg; then i3 can leave the catalogue
--- exit 3
$ provost module remove bash --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"in-use","node":null,"subject":{"module":"bash"},"message":"bash is assigned to laptop and pi","parties":[{"node":"laptop","module":"bash","resource":null,"chain":["bash"],"assigned":true,"asked":false,"via":[]},{"node":"pi","module":"bash","resource":null,"chain":["bash"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop,pi","bash"]],"whole":false,"effect":"laptop and pi lose bash; then bash can leave the catalogue"}]}]}
--- exit 3
$ provost module remove bash --leave-unresolved
--- standard error
refused: bash cannot leave the catalogue; nothing was changed

1  bash is assigned to laptop and pi                                      in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost unassign laptop,pi bash   laptop and pi lose bash; then bash can leave the catalogue
--- exit 3
$ provost module remove xorg
--- standard error
refused: xorg cannot leave the catalogue; nothing was changed

1  i3 requires x-display on laptop, and no module provides it        no-provider
     i3 is assigned to laptop
   help, tried:
     provost unassign laptop i3   laptop loses i3 and xorg; then xorg can leave the catalogue
--- exit 3
$ provost module remove zsh fish
zsh is no longer in the catalogue
fish is no longer in the catalogue
--- exit 0
$ provost module remove zsh
--- standard error
error: there is no module zsh
help: `provost module list` shows those there are
--- exit 2
$ provost batch -e 'module remove bash' -e 'unassign laptop,pi bash'
bash is no longer in the catalogue
laptop and pi lose bash
--- exit 0
$ provost module list
module   version  assigned to               provides         requires
editor   1.0      0 nodes                   -                shell
i3       1.0      1 node                    -                x-display
sway     1.0      0 nodes                   -                wayland-display
wayland  1.0      0 nodes                   wayland-display  -
xorg     1.0      0 nodes, brought in on 1  x-display        -
--- exit 0

"#]],
    );
}

#[test]
fn a_second_shell_makes_a_choice_of_what_was_brought_in() {
    let db = laptop().database();
    db.run("batch -e 'module remove zsh fish' -e 'assign laptop,pi editor'").succeeds();
    db.write("zsh.json", r#"{"name": "zsh", "provides": ["shell"]}"#);
    says(
        &db,
        "module register zsh.json
         module register zsh.json --output json
         module register zsh.json --keep
         module register zsh.json --keep",
        str![[r#"
$ provost module register zsh.json
--- standard error
shell is a choice from now on: bash or zsh, and no longer bash alone; required by editor; at once on laptop and pi
refused: zsh cannot be registered like this; nothing was changed

1  editor requires shell on laptop and pi, and bash and zsh both provide it  choose-module
     1. editor is assigned to each
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       zsh        would do
   help, tried, each by itself:
     provost module register zsh.json --keep   every node keeps the answers of today
     provost assign laptop,pi bash             then zsh can be registered like this
     provost batch -e 'module register zsh.json' -e 'assign laptop,pi zsh'
         in one change: laptop and pi lose bash; laptop and pi gain zsh
     provost unassign laptop,pi editor         laptop and pi lose bash and editor; then zsh can be registered like this
--- exit 3
$ provost module register zsh.json --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"choose-module","node":"laptop","subject":{"requirement":"shell","by":["editor"]},"message":"editor requires shell on laptop, and bash and zsh both provide it","parties":[{"node":"laptop","module":"editor","resource":null,"chain":["editor"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"module":"bash","version":"1.0","works":true,"why_not":null},{"module":"zsh","version":null,"works":true,"why_not":null}],"remedies":[{"commands":[["provost","module","register","zsh.json","--keep"]],"whole":true,"effect":"every node keeps the answers of today"},{"commands":[["provost","assign","laptop,pi","bash"]],"whole":false,"effect":"then zsh can be registered like this"},{"commands":[["provost","batch","-e","module register zsh.json","-e","assign laptop,pi zsh"]],"whole":true,"effect":"in one change: laptop and pi lose bash; laptop and pi gain zsh"},{"commands":[["provost","unassign","laptop,pi","editor"]],"whole":false,"effect":"laptop and pi lose bash and editor; then zsh can be registered like this"}]},{"code":"choose-module","node":"pi","subject":{"requirement":"shell","by":["editor"]},"message":"editor requires shell on pi, and bash and zsh both provide it","parties":[{"node":"pi","module":"editor","resource":null,"chain":["editor"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"module":"bash","version":"1.0","works":true,"why_not":null},{"module":"zsh","version":null,"works":true,"why_not":null}],"remedies":[{"commands":[["provost","module","register","zsh.json","--keep"]],"whole":true,"effect":"every node keeps the answers of today"},{"commands":[["provost","assign","laptop,pi","bash"]],"whole":false,"effect":"then zsh can be registered like this"},{"commands":[["provost","batch","-e","module register zsh.json","-e","assign laptop,pi zsh"]],"whole":true,"effect":"in one change: laptop and pi lose bash; laptop and pi gain zsh"},{"commands":[["provost","unassign","laptop,pi","editor"]],"whole":false,"effect":"laptop and pi lose bash and editor; then zsh can be registered like this"}]}],"forecast":{"never_with":[],"ambiguous":[{"provision":"shell","before":["bash"],"now":["bash","zsh"],"wide":false,"by":["editor"],"nodes":["laptop","pi"]}],"changed":[]}}
--- exit 3
$ provost module register zsh.json --keep
zsh is registered
kept as it was, by 2 decisions that can be taken back:
  laptop and pi keep bash, which is assigned now
shell is a choice from now on: bash or zsh, and no longer bash alone; required by editor; at once on laptop and pi
--- exit 0
$ provost module register zsh.json --keep
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
}
