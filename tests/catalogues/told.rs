//! What an operator reads of a distribution's catalogue, on a terminal of eighty columns and a few dozen lines.

use provost::model::{Edit, Name};
use provost::report::{Act, Asked, Style, json, refusal};
use provost::resolver::{Change, Decision, Terms, World};
use serde_json::Value;
use snapbox::{Assert, IntoData, str};

use super::{SIZE, assign, distribution::MAILERS, rival, world};

const TERMINAL: Style = Style { width: 80, wrap: true, unicode: true, color: false };

fn asked(act: Act, command: &[&str]) -> Asked {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Asked { act, command, options: Vec::new(), batchable: true }
}

/// Assigns a module to a node: the page that says no, and all of it as JSON.
fn refused(world: &mut World, node: &str, module: &str) -> (String, Value) {
    let decision = assign(world, node, module);
    let act = Act::Assign { nodes: vec![Name::stored(node)], modules: vec![Name::stored(module)] };
    told(&asked(act, &["assign", node, module]), &decision)
}

fn told(asked: &Asked, decision: &Decision) -> (String, Value) {
    assert!(!decision.is_accepted());
    let page = refusal::refused(asked, decision.refusals(), &TERMINAL);
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    (page, serde_json::from_str(&json::refused(asked, decision.refusals(), false)).unwrap())
}

#[track_caller]
fn shows(page: &str, expected: impl IntoData) {
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(page, expected);
}

fn length(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

#[test]
fn of_two_hundred_candidates_the_first_that_would_do() {
    let (page, json) = refused(&mut world(SIZE, 2), "n00", "mailer");
    shows(
        &page,
        str![[r#"
refused: mailer cannot join n00; nothing was changed

1  mailer requires mail-transport on n00, and mta-000, mta-001, mta-002 and 197
   more all provide it                                             choose-module
     1. you assign mailer
     2. what is the only answer is brought in; among several a person decides
       mta-000 1.0   would do
       mta-001 1.0   would do
       mta-002 1.0   would do
       mta-004 1.0   would do
       mta-005 1.0   would do
       mta-006 1.0   would do
       mta-007 1.0   would do
       mta-003 1.0   needs arch m68k, and n00 has arch x86_64
       mta-013 1.0   needs arch m68k, and n00 has arch x86_64
       mta-023 1.0   needs arch m68k, and n00 has arch x86_64
       … and 190 more: 173 would do, 17 would not; --output json has them all
   help, tried, each by itself:
     provost assign n00 mta-012   n00 gains lib00040, lib00444, libc and
                                  mta-012; then mailer can join n00
     provost assign n00 mta-038   n00 gains lib00598, lib00869, libc and
                                  mta-038; then mailer can join n00
     provost assign n00 mta-042   n00 gains lib00011, lib00444, libc and
                                  mta-042; then mailer can join n00
     provost assign n00 mta-164   n00 gains lib00141, lib00593, libc and
                                  mta-164; then mailer can join n00
     provost assign n00 mta-067   n00 gains lib00001, lib00002, lib00573, libc
                                  and mta-067; then mailer can join n00

"#]],
    );
    let refusal = &json["refusals"][0];
    assert_eq!(length(&refusal["candidates"]), MAILERS);
    let gains: Vec<&str> =
        refusal["remedies"].as_array().unwrap().iter().map(|r| r["effect"].as_str().unwrap()).collect();
    assert!(gains.iter().all(|effect| !effect.contains(" more")), "{gains:?}");
}

#[test]
fn a_person_is_asked_about_the_first_of_them_and_may_name_any() {
    let mut world = world(SIZE, 2);
    let decision = assign(&mut world, "n00", "mailer");
    let edits = vec![Edit::Assign { node: Name::stored("n00"), module: Name::stored("mailer") }];
    let change = Change { edits, ..Change::default() };
    let choices = world.choices(&change, Terms::default(), decision.refusals());
    let question = refusal::question(&choices[0], &TERMINAL);
    shows(
        &(question.text.clone() + &question.prompt),
        str![[r#"

mailer requires mail-transport on n00, and mta-000, mta-001, mta-002 and 197
  more all provide it                                              choose-module
  you assign mailer
  what is the only answer is brought in; among several a person decides

    1  mta-000 1.0     would do, and brings lib00001, lib00002, lib00003 and 7
                       more
    2  mta-001 1.0     would do, and brings lib00001, lib00002, lib00003 and 23
                       more
    3  mta-002 1.0     would do, and brings lib00001, lib00002, lib00003 and 25
                       more
    4  mta-004 1.0     would do, and brings lib00001, lib00002, lib00003 and 15
                       more
    5  mta-005 1.0     would do, and brings lib00001, lib00002, lib00003 and 28
                       more
    6  mta-006 1.0     would do, and brings lib00001, lib00002, lib00003 and 5
                       more
    7  mta-007 1.0     would do, and brings lib00001, lib00002, lib00003 and 13
                       more
    8  mta-008 1.0     would do, and brings lib00001, lib00002, lib00003 and 14
                       more
    9  mta-009 1.0     would do, and brings lib00001, lib00002, lib00003 and 50
                       more
   10  mta-010 1.0     would do, and brings lib00001, lib00002, lib00003 and 12
                       more
   11  mta-011 1.0     would do, and brings lib00001, lib00002, lib00003 and 23
                       more
   12  mta-012 1.0     would do, and brings lib00040 and lib00444
    0  none of these   it stays refused, and nothing is changed
  … and 188 more, which can be replied by name too

which one is to run on n00? (a number or a name; Esc: none of these)

"#]],
    );
    assert!(question.reply("mta-199").is_ok());
    assert_eq!(question.reply("mta-013"), Err("mta-013 would not do: needs arch m68k, and n00 has arch x86_64".into()));
}

#[test]
fn two_hundred_refusals_of_one_node_by_what_they_are() {
    let (page, json) = refused(&mut world(SIZE, 2), "n00", "task-everything");
    shows(
        &page,
        str![[r#"
refused: task-everything cannot join n00; nothing was changed

1  wants-choice-00 requires choice-00 on n00, and choice-00-0, choice-00-1,
   choice-00-2 and choice-00-3 all provide it                      choose-module
     1. you assign task-everything, which requires wants-choice-00; only
        wants-choice-00 provides it
     2. what is the only answer is brought in; among several a person decides
       choice-00-0 1.0   would do, and brings lib00001, lib00002, lib00003 and
                         29 more
       choice-00-1 1.0   would do, and brings lib00001, lib00002, lib00003 and
                         29 more
       choice-00-2 1.0   would do, and brings lib00001, lib00002, lib00003 and
                         29 more
       choice-00-3 1.0   would do, and brings lib00001, lib00002, lib00003 and
                         21 more
   help, tried, each by itself:
     provost assign n00 choice-00-3   n00 gains choice-00-3, lib00001, lib00002
                                      and 22 more
     provost assign n00 choice-00-0   n00 gains choice-00-0, lib00001, lib00002
                                      and 30 more
     provost assign n00 choice-00-1   n00 gains choice-00-1, lib00001, lib00002
                                      and 30 more
     provost assign n00 choice-00-2   n00 gains choice-00-2, lib00001, lib00002
                                      and 30 more

2  wants-choice-01 requires choice-01 on n00, and choice-01-0, choice-01-1 and
   choice-01-2 all provide it                                      choose-module
3  wants-choice-02 requires choice-02 on n00, and choice-02-0 and choice-02-1
   both provide it                                                 choose-module
4  wants-choice-03 requires choice-03 on n00, and choice-03-0, choice-03-1,
   choice-03-2 and choice-03-3 all provide it                      choose-module
5  wants-choice-04 requires choice-04 on n00, and choice-04-0, choice-04-1,
   choice-04-2 and choice-04-3 all provide it                      choose-module
6  wants-choice-05 requires choice-05 on n00, and choice-05-0, choice-05-1,
   choice-05-2 and choice-05-3 all provide it                      choose-module
7  wants-choice-06 requires choice-06 on n00, and choice-06-0, choice-06-1,
   choice-06-2 and choice-06-3 all provide it                      choose-module
   … and 53 more like these

61  claims-a-00 and claims-b-00 both claim only-00 on n00        claim-collision
     1. task-everything requires claims-a-00; only claims-a-00 provides it
     2. task-everything requires claims-b-00; only claims-b-00 provides it
     3. one node has one only-00
   help: very many others came first, so that not everything was tried; only one
     of them can stay, or a manifest has to stop claiming only-00

62  claims-a-01 and claims-b-01 both claim only-01 on n00        claim-collision
63  claims-a-02 and claims-b-02 both claim only-02 on n00        claim-collision
64  claims-a-03 and claims-b-03 both claim only-03 on n00        claim-collision
65  claims-a-04 and claims-b-04 both claim only-04 on n00        claim-collision
66  claims-a-05 and claims-b-05 both claim only-05 on n00        claim-collision
67  claims-a-06 and claims-b-06 both claim only-06 on n00        claim-collision
   … and 23 more like these

91  wants-nothing-00 requires gone-00 on n00, and no module provides it
                                                                     no-provider
     task-everything requires wants-nothing-00; only wants-nothing-00 provides
     it
   help: very many others came first, so that not everything was tried; a module
     has to be registered that provides gone-00, or the manifest of
     wants-nothing-00 to be corrected

92  wants-nothing-01 requires gone-01 on n00, and no module provides it
                                                                     no-provider
93  wants-nothing-02 requires gone-02 on n00, and no module provides it
                                                                     no-provider
94  wants-nothing-03 requires gone-03 on n00, and no module provides it
                                                                     no-provider
95  wants-nothing-04 requires gone-04 on n00, and no module provides it
                                                                     no-provider
96  wants-nothing-05 requires gone-05 on n00, and no module provides it
                                                                     no-provider
97  wants-nothing-06 requires gone-06 on n00, and no module provides it
                                                                     no-provider
   … and 73 more like these

171  writes-a-00 and writes-b-00 both write /usr/bin/tool-00 on n00
                                                              resource-collision
     writes-a-00/file, writes-b-00/file
     1. task-everything requires writes-a-00; only writes-a-00 provides it
     2. task-everything requires writes-b-00; only writes-b-00 provides it
     3. a path that one module writes is its own, with all below it
   help: very many others came first, so that not everything was tried; only one
     of writes-a-00 and writes-b-00 can stay on n00, or a manifest has to change

172  writes-a-01 and writes-b-01 both write /usr/bin/tool-01 on n00
                                                              resource-collision
173  writes-a-02 and writes-b-02 both write /usr/bin/tool-02 on n00
                                                              resource-collision
174  writes-a-03 and writes-b-03 both write /usr/bin/tool-03 on n00
                                                              resource-collision
175  writes-a-04 and writes-b-04 both write /usr/bin/tool-04 on n00
                                                              resource-collision
176  writes-a-05 and writes-b-05 both write /usr/bin/tool-05 on n00
                                                              resource-collision
177  writes-a-06 and writes-b-06 both write /usr/bin/tool-06 on n00
                                                              resource-collision
   … and 23 more like these

200 refusals: 60 choose-module, 30 claim-collision, 80 no-provider, 30
  resource-collision; --output json has each whole, and what settles it

"#]],
    );
    assert_eq!(length(&json["refusals"]), 200);
}

#[test]
fn sixty_that_require_what_nobody_provides() {
    let (page, json) = refused(&mut world(SIZE, 2), "n00", "task-gone");
    shows(
        &page,
        str![[r#"
refused: task-gone cannot join n00; nothing was changed

1  user-of-gone-00, user-of-gone-01, user-of-gone-02 and 57 more require gone on
   n00, and no module provides it                                    no-provider
     1. you assign task-gone, which requires user-of-gone-00; only
        user-of-gone-00 provides it
     2. task-gone requires user-of-gone-01; only user-of-gone-01 provides it
     3. task-gone requires user-of-gone-02; only user-of-gone-02 provides it
     4. task-gone requires user-of-gone-03; only user-of-gone-03 provides it
     5. task-gone requires user-of-gone-04; only user-of-gone-04 provides it
     6. --output json has the chains of 55 more
   help: no command was found that settles this; a module has to be registered
     that provides gone, or the manifest of user-of-gone-00, user-of-gone-01,
     user-of-gone-02 and 57 more to be corrected

"#]],
    );
    assert_eq!(length(&json["refusals"][0]["parties"]), 60);
}

#[test]
fn a_deep_chain_by_its_ends_and_many_requirers_by_their_first() {
    let mut world = world(SIZE, 2);
    for node in ["n00", "n01"] {
        for module in ["task-desktop", "haskell-000"] {
            assert!(assign(&mut world, node, module).is_accepted());
        }
    }
    let act = Act::Register(vec![Name::stored("rival")]);
    let (page, json) = told(&asked(act, &["module", "register", "rival.json"]), &rival(&mut world));
    shows(
        &page,
        str![[r#"
refused: rival cannot be registered like this; nothing was changed

1  haskell-199 requires haskell-200 on n00 and n01, and haskell-200 and rival
   both provide it                                                 choose-module
     1. haskell-000 is assigned to each and requires haskell-001; only
        haskell-001 provides it, and haskell-001 requires haskell-002; only
        haskell-002 provides it, and so on by 195 steps to haskell-197, which
        requires haskell-198; only haskell-198 provides it, and haskell-198
        requires haskell-199; only haskell-199 provides it
     2. what is the only answer is brought in; among several a person decides
       haskell-200 1.0   would do
       rival 1.0         would do
   help, tried, each by itself:
     provost assign n00,n01 haskell-200     settles this one
     provost unassign n00,n01 haskell-000   n00 and n01 lose haskell-000,
                                            haskell-001, haskell-002 and 397
                                            more

2  lib00001, lib00002, lib00003 and 126 more require libc on n00 and n01, and
   libc and rival both provide it                                  choose-module
     1. task-desktop is assigned to each and requires lib00013; only lib00013
        provides it, and lib00013 requires lib00001; only lib00001 provides it
     2. lib00013 requires lib00002; only lib00002 provides it
     3. lib00013 requires lib00003; only lib00003 provides it
     4. task-desktop requires lib00181; only lib00181 provides it, and lib00181
        requires lib00004; only lib00004 provides it
     5. task-desktop requires lib00062; only lib00062 provides it, and lib00062
        requires lib00005; only lib00005 provides it
     6. --output json has the chains of 124 more
       libc 1.0    would do
       rival 1.0   would do
   help, tried, each by itself:
     provost assign n00,n01 libc             settles this one
     provost unassign n00,n01 task-desktop   n00 and n01 lose lib00001,
                                             lib00002, lib00003 and 126 more

   help for all of them, tried, each by itself:
     provost module register rival.json --keep   every node keeps the answers of
                                                 today
     provost batch -e 'module register rival.json' -e 'assign n00,n01 rival'
         in one change: n00 and n01 lose haskell-200, haskell-201, haskell-202
         and 198 more; n00 and n01 gain rival

"#]],
    );
    for refusal in json["refusals"].as_array().unwrap() {
        match refusal["subject"]["requirement"].as_str().unwrap() {
            "libc" => assert!(length(&refusal["parties"]) > 100),
            _ => assert_eq!(length(&refusal["parties"][0]["chain"]), 200),
        }
    }
}
