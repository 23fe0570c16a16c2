//! The page itself: narrow and wide, coloured, ASCII, piped, and with names that would harm a terminal.

use super::*;
use crate::{model::Edit, resolver::Way};

#[test]
fn forty_columns() {
    shows(
        refused(&make::sway(), &make::two_displays(), &Style { width: 40, ..WIDE }),
        str![[r#"
refused: sway cannot join laptop;
  nothing was changed

1  xorg and wayland both claim the-seat
   on laptop             claim-collision
     1. i3 is assigned to laptop and
        requires x-display; only xorg
        provides it
     2. you assign sway, which requires
        wayland-display; only wayland
        provides it
     3. one node has one the-seat

2  i3 and sway both write
   /usr/share/wayland-sessions/tiling.desktop
   and
   /usr/share/xsessions/default.desktop
   on laptop          resource-collision
     /usr/share/wayland-sessions/tiling.desktop:
       i3/desktop, sway/desktop
     /usr/share/xsessions/default.desktop:
       i3/session, sway/session
     a path that one module writes is
     its own, with all below it
   help for 1 and 2, tried:
     provost unassign laptop i3
         laptop loses i3 and xorg; then
         sway can join laptop

"#]],
    );
}

#[test]
fn two_hundred_columns() {
    shows(
        refused(&make::sway(), &make::two_displays(), &Style { width: 200, ..WIDE }),
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
fn piped_lines_are_whole() {
    let page = refused(&make::second_database(), &[make::choose_node("web1")], &Style::PIPED);
    shows(
        page,
        str![[r#"
refused: postgres cannot join db2; nothing was changed

1  webapp requires database on web1, and db1 and db2 both offer it   choose-node
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
fn ascii() {
    let style = Style { unicode: false, ..WIDE };
    let mut refusal = make::choose_module();
    refusal.node = Some(make::name("café"));
    refusal.remedies = vec![make::remedy(Way::Before(vec![make::assign("café", "bash")]))];
    shows(
        unresolved(Occasion::Push, &[refusal], &style),
        str![[r#"
refused: the mesh does not resolve; nothing was declared

1  editor requires shell on caf\u{e9}, and bash, fish and xonsh all provide it         choose-module
     1. you assign editor to laptop
     2. what is the only answer is brought in; among several a person decides
       bash 5.2   would do
       fish       claims the-prompt, which starship holds
       xonsh      needs arch riscv64, and caf\u{e9} has arch x86_64
   help, tried:
     provost assign $'caf\xc3\xa9' bash   settles this

"#]],
    );
}

#[test]
fn colour_says_nothing_of_its_own() {
    let plain = refused(&make::sway(), &make::two_displays(), &WIDE);
    let mut colour = refused(&make::sway(), &make::two_displays(), &Style { color: true, ..WIDE });
    for escape in ["\u{1b}[1;31m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m", "\u{1b}[0m"] {
        colour = colour.replace(escape, "");
    }
    assert_eq!(plain, colour);
}

#[test]
fn hostile_names_are_shown_and_never_sent() {
    let (node, module, requirement, ..) = make::hostile();
    let mut refusal = make::refusal(node.as_str(), make::unprovided(requirement.as_str(), &["x"]));
    refusal.parties = vec![make::newcomer(node.as_str(), module.as_str())];
    let gone = vec![
        Edit::RemoveNode { node: node.clone() },
        Edit::RemoveModule { module: module.clone(), before: crate::model::Digest::of(b"") },
    ];
    refusal.remedies = vec![
        make::losing(Way::Before(gone), &[(node.as_str(), module.as_str())]),
        make::remedy(Way::Before(vec![make::assign(node.as_str(), "x")])),
    ];
    let page = page(&[refusal]);
    assert!(page.chars().all(|c| c == '\n' || !crate::model::text::is_invisible(c)));
    shows(
        page,
        str![[r#"
refused: the mesh does not resolve

1  x requires x\ny on a\u{1b}[2J, and no module provides it                              no-provider
     you assign $(reboot)\u{202e}
   help, tried:
     provost node remove $'a\x1b[2J' && provost module remove $'$(reboot)\xe2\x80\xae'
         a\u{1b}[2J loses $(reboot)\u{202e}

"#]],
    );
}

#[test]
fn what_came_on_standard_input_is_not_offered_again() {
    let asked = Asked { batchable: false, ..make::asked(Act::Import { prune: false }, &[]) };
    shows(
        refused(&asked, &[make::choose_node("web1")], &WIDE),
        str![[r#"
refused: the document cannot be imported; nothing was changed

1  webapp requires database on web1, and db1 and db2 both offer it                       choose-node
     1. webapp is assigned to web1
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost pin web1 database db1   then the document can be imported

"#]],
    );
}
