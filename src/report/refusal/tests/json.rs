//! What programs get: the same content in the contract's form.

use super::*;
use crate::{
    report::{
        json,
        remedy::{Remedies, commands},
    },
    resolver::{ChangeOption, Way},
};

/// A line for each of several refusals, of which no command before the refused one settles all.
fn lines(asked: &Asked, mut refusals: Vec<Refusal>) -> String {
    for remedy in refusals.iter_mut().flat_map(|refusal| &mut refusal.remedies) {
        remedy.leaves_others = matches!(remedy.way, Way::Before(_));
    }
    json::refused(asked, &refusals, false).replace("{\"code\"", "\n{\"code\"")
}

#[test]
fn every_code() {
    shows(
        lines(&make::second_database(), make::of_each_code()),
        str![[r#"
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[
{"code":"answer-moved","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db1","from_module":"postgres","to":"db2","to_module":"mariadb"},"message":"webapp on web1 would take database from mariadb on db2, no longer from postgres on db1","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","assign","db2","postgres","--message","it's the spare","--allow-moves"]],"whole":true,"effect":"the moves are meant: web1 takes database from db2"}]},
{"code":"brought-in","node":"laptop","subject":{"module":"xorg"},"message":"i3 brings xorg in on laptop; nobody assigned it","parties":[{"node":"laptop","module":"i3","resource":null,"chain":["i3"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]},
{"code":"choose-module","node":"laptop","subject":{"requirement":"shell","by":["editor"]},"message":"editor requires shell on laptop, and bash, fish and xonsh all provide it","parties":[{"node":"laptop","module":"editor","resource":null,"chain":["editor"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"module":"bash","version":"5.2","works":true,"why_not":null},{"module":"fish","version":null,"works":false,"why_not":"claims the-prompt, which starship holds"},{"module":"xonsh","version":null,"works":false,"why_not":"needs arch riscv64, and laptop has arch x86_64"}],"remedies":[{"commands":[["provost","assign","laptop","bash"]],"whole":false,"effect":"laptop gains bash and readline"}]},
{"code":"choose-node","node":"web1","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on web1, and db1 and db2 both offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":"db1","site":"attic","module":"postgres","works":true,"why_not":null},{"node":"db2","site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","db2","postgres","--message","it's the spare","--keep"]],"whole":true,"effect":"every node keeps the answers of today: web1 takes database from db1"},{"commands":[["provost","pin","web1","database","db1"]],"whole":false,"effect":"settles this one"}]},
{"code":"claim-collision","node":null,"subject":{"claim":"the-hub","scope":"mesh","site":null},"message":"hub on vps and nas both claim the-hub in the mesh","parties":[{"node":"nas","module":"hub","resource":null,"chain":["hub"],"assigned":true,"asked":true,"via":[],"scope":"mesh"},{"node":"vps","module":"hub","resource":null,"chain":["hub"],"assigned":true,"asked":false,"via":[],"scope":"mesh"}],"candidates":[],"remedies":[{"commands":[["provost","batch","-e","unassign vps hub","-e","assign db2 postgres","--message","it's the spare"]],"whole":true,"effect":"in one change: vps loses hub"},{"commands":[["provost","move","vps","nas","hub","--message","it's the spare"]],"whole":true,"effect":"in one change: vps loses hub"}]},
{"code":"dangling-reflects","node":"laptop","subject":{"resource":"i3/service","reflects":["xorg/conf"]},"message":"i3/service on laptop reflects xorg/conf, which is not there","parties":[{"node":"laptop","module":"i3","resource":"i3/service","chain":["i3"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3"}]},
{"code":"in-use","node":null,"subject":{"module":"xorg"},"message":"xorg is assigned to laptop and pi","parties":[{"node":"laptop","module":"xorg","resource":null,"chain":["xorg"],"assigned":true,"asked":false,"via":[]},{"node":"pi","module":"xorg","resource":null,"chain":["xorg"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop,pi","xorg"]],"whole":false,"effect":"laptop and pi lose xorg"}]},
{"code":"need-unmet","node":"pi","subject":{"module":"steam","unmet":[{"fact":"arch","wants":["x86_64","aarch64"],"has":null},{"fact":"memory_mib","wants":{"at_least":512},"has":"512"}]},"message":"steam cannot run on pi: it needs arch x86_64 or aarch64, and memory_mib at least 512","parties":[{"node":"pi","module":"steam","resource":null,"chain":["games","steam"],"assigned":false,"asked":true,"via":["store"]}],"candidates":[],"remedies":[],"advice":"steam has to go elsewhere, or the facts of pi to change where they are wrong"},
{"code":"no-node","node":"web1","subject":{"requirement":"database","by":["webapp"],"could":[{"site":null,"nodes":2},{"site":"attic","nodes":9}]},"message":"webapp requires database on web1, and no node offers it within reach","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"node":null,"site":null,"module":"mariadb","works":true,"why_not":null},{"node":"db3","site":"cellar","module":"postgres","works":false,"why_not":"offers it to site cellar alone"},{"node":"web1","site":"attic","module":"sqlite-server","works":true,"why_not":null}],"remedies":[],"advice":"mariadb, postgres or sqlite-server has to be assigned to a node within reach: provost assign NODE mariadb"},
{"code":"no-provider","node":"laptop","subject":{"requirement":"shell","by":["editor"],"near":["shells","shelf"],"module_of_that_name":true},"message":"editor requires shell on laptop, and no module provides it","parties":[{"node":"laptop","module":"editor","resource":null,"chain":["desktop","editor"],"assigned":false,"asked":true,"via":["text"]}],"candidates":[],"remedies":[],"advice":"a module has to be registered that provides shell, or the manifest of editor to be corrected"},
{"code":"not-as-reviewed","node":null,"subject":{"expected":"5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f","found":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","between":[{"by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","command":"assign laptop i3"}]},"message":"the mesh is not the one that was reviewed","parties":[],"candidates":[],"remedies":[],"advice":"review provost plan again, and push --expect with the digest that it prints"},
{"code":"pin-unanswered","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db1","pinned_at":"2023-11-14T22:13:20Z","runs":["backup","nginx"]},"message":"webapp on web1 takes database from db1 by a pin, and db1 does not offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":"db2","site":"cellar","module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","batch","-e","pin web1 database db2","-e","assign db2 postgres","--message","it's the spare"]],"whole":true,"effect":"in one change: web1 takes database from db2"}]},
{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/wayland-sessions/tiling.desktop"},"message":"i3 and sway both write /usr/share/wayland-sessions/tiling.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/desktop","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/wayland-sessions/tiling.desktop"},{"node":"laptop","module":"sway","resource":"sway/desktop","chain":["sway"],"assigned":true,"asked":true,"via":[],"key":"/usr/share/wayland-sessions/tiling.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]}]}

"#]],
    );
}

#[test]
fn the_other_subjects() {
    let mut collision = make::two_displays();
    collision.truncate(1);
    collision.push(make::site_in_use());
    collision.push(make::reviewed(None));
    shows(
        lines(&make::sway(), collision),
        str![[r#"
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[
{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"xorg and wayland both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":true,"via":["wayland-display"]},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]},
{"code":"in-use","node":null,"subject":{"site":"attic"},"message":"laptop stands at site attic","parties":[{"node":"laptop","module":null,"resource":null,"chain":[],"assigned":false,"asked":false,"via":[]}],"candidates":[],"remedies":[],"advice":"they have to be set to another site, or to none, first"},
{"code":"not-as-reviewed","node":null,"subject":{"expected":"5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f","found":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","between":null},"message":"the mesh is not the one that was reviewed","parties":[],"candidates":[],"remedies":[],"advice":"review provost plan again, and push --expect with the digest that it prints"}]}

"#]],
    );
}

#[test]
fn nothing_is_refused_in_a_dry_run_either() {
    shows(
        json::refused(&make::sway(), &[], true),
        str![[r#"
{"schema":"provost.refused/1","changed":false,"dry_run":true,"refusals":[]}

"#]],
    );
}

fn said(asked: Option<&Asked>, way: Way) -> Option<(Vec<String>, bool)> {
    let (commands, whole) = commands(&make::remedy(way), asked)?;
    Some((commands.iter().map(|command| WIDE.command(command)).collect(), whole))
}

#[test]
fn a_remedy_before_is_its_own_commands() {
    let way = Way::Before(vec![make::unassign("laptop", "i3"), make::pin("web1", "database", "db1")]);
    let expected = vec!["provost unassign laptop i3".to_owned(), "provost pin web1 database db1".to_owned()];
    assert_eq!(said(None, way), Some((expected, false)));
}

#[test]
fn a_remedy_together_holds_the_refused_command_and_its_options() {
    let mut asked = make::asked(Act::Register(make::names(&["fish"])), &["module", "register", "my fish's.json"]);
    asked.options = vec!["--message".into(), "a shell".into()];
    let way = || Way::Together(vec![make::assign("laptop", "zsh")]);
    let command = commands(&make::remedy(way()), Some(&asked)).map(|(commands, _)| commands.concat());
    let command = command.unwrap_or_default();
    assert_eq!(command.get(..3), Some(&["provost".to_owned(), "batch".into(), "-e".into()][..]));
    assert_eq!(command.get(5).map(|line| shell_words::split(line)), Some(Ok(asked.command.clone())));
    assert_eq!(shell_words::split(&WIDE.command(&command)), Ok(command));
    asked.batchable = false;
    assert_eq!(said(Some(&asked), way()), None);
}

#[test]
fn a_batch_takes_the_edits_before_its_own_lines() {
    let asked = make::asked(Act::Batch, &["batch", "-e", "unassign db1 postgres", "rest.txt"]);
    let way = Way::Together(vec![make::assign("db2", "postgres")]);
    let expected = "provost batch -e 'assign db2 postgres' -e 'unassign db1 postgres' rest.txt".to_owned();
    assert_eq!(said(Some(&asked), way), Some((vec![expected], true)));
}

#[test]
fn an_option_is_added_once() {
    let mut asked = make::sway();
    asked.options = vec!["--keep".into()];
    let expected = "provost assign laptop sway --keep".to_owned();
    assert_eq!(said(Some(&asked), Way::Option(ChangeOption::Keep)), Some((vec![expected], true)));
    let both = "provost assign laptop sway --keep --allow-moves".to_owned();
    assert_eq!(said(Some(&asked), Way::Option(ChangeOption::AllowMoves)), Some((vec![both], true)));
    assert_eq!(said(None, Way::Option(ChangeOption::Keep)), None);
}

#[test]
fn only_what_settles_all_lets_the_command_through() {
    let mut two = make::two_displays();
    let effect = |refusals: &[Refusal]| {
        let asked = make::sway();
        let told =
            refusals.first().and_then(|refusal| Remedies::new(Some(&asked), refusals).told(refusal.remedies.first()?));
        told.map(|told| told.effect)
    };
    assert_eq!(effect(&two).as_deref(), Some("laptop loses i3 and xorg; then sway can join laptop"));
    two.push(make::choose_node("web1"));
    two.iter_mut().flat_map(|refusal| &mut refusal.remedies).for_each(|remedy| remedy.leaves_others = true);
    assert_eq!(effect(&two).as_deref(), Some("laptop loses i3 and xorg"));
}
