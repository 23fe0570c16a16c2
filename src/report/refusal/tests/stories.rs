//! Many refusals of one cause.

use super::*;

fn web_servers(number: usize) -> Vec<Refusal> {
    (1..=number).map(|at| make::choose_node(&format!("web{at:02}"))).collect()
}

#[test]
fn forty_nodes_are_one_text() {
    shows(
        refused(&make::second_database(), &web_servers(40), &WIDE),
        str![[r#"
refused: postgres cannot join db2; nothing was changed

1  webapp requires database on each of 40 nodes, and db1 and db2 both offer it           choose-node
     web01, web02, web03, web04, web05, web06, web07, web08, web09, web10, web11, web12, web13,
       web14, web15, web16, web17, web18, web19, web20, web21, web22, web23, web24, web25, web26,
       web27, web28, web29, web30, web31, web32, web33, web34, web35, web36, web37, web38, web39 and
       web40
     1. webapp is assigned to each
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost assign db2 postgres --message 'it'\''s the spare' --keep
         every node keeps the answers of today: these 40 nodes take database from db1

"#]],
    );
}

#[test]
fn where_each_node_has_a_remedy_of_its_own_one_is_told_and_the_others_named() {
    shows(
        page(&web_servers(3)),
        str![[r#"
refused: the mesh does not resolve

1  webapp requires database on web01, web02 and web03, and db1 and db2 both offer it     choose-node
     1. webapp is assigned to each
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost pin web01 database db1   settles this one
     likewise for web02 and web03, with the name in its place

"#]],
    );
}

#[test]
fn what_differs_is_another_story() {
    let mut refusals = web_servers(2);
    refusals.push(make::moved("web01"));
    refusals.push(make::moved("web02"));
    refusals.sort_by_key(|refusal| (refusal.node.clone(), refusal.code()));
    shows(
        refused(&make::second_database(), &refusals, &WIDE),
        str![[r#"
refused: postgres cannot join db2; nothing was changed

1  webapp on web01 and web02 would take database from mariadb on db2, no longer from postgres on db1
                                                                                        answer-moved
     1. webapp is assigned to each
     2. nothing moves along: what postgres on db1 keeps for each stays where it is
     3. no answer moves unless a person says so
   help, tried:
     provost assign db2 postgres --message 'it'\''s the spare' --allow-moves
         the moves are meant: web01 and web02 take database from db2

2  webapp requires database on web01 and web02, and db1 and db2 both offer it            choose-node
     a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost assign db2 postgres --message 'it'\''s the spare' --keep
         every node keeps the answers of today: web01 and web02 take database from db1

"#]],
    );
}

#[test]
fn five_thousand_refusals_of_forty_causes_are_a_screenful() {
    let mut refusals = Vec::new();
    for node in 0..125 {
        for cause in 0..40 {
            let subject = make::unprovided(&format!("thing{cause}"), &["webapp"]);
            let mut refusal = make::refusal(&format!("web{node:03}"), subject);
            refusal.parties = vec![make::party(&format!("web{node:03}"), "webapp")];
            refusals.push(refusal);
        }
    }
    shows(
        page(&refusals),
        str![[r#"
refused: the mesh does not resolve

1  webapp requires thing0 on each of 125 nodes, and no module provides it                no-provider
     web000, web001, web002, web003, web004, web005, web006, web007, web008, web009, web010, web011,
       web012, web013, web014, web015, web016, web017, web018, web019, web020, web021, web022,
       web023, web024, web025, web026, web027, web028, web029 and 95 more
     webapp is assigned to each
   help: no command was found that settles this; a module has to be registered that provides thing0,
     or the manifest of webapp to be corrected

2  webapp requires thing1 on each of 125 nodes, and no module provides it                no-provider
3  webapp requires thing2 on each of 125 nodes, and no module provides it                no-provider
4  webapp requires thing3 on each of 125 nodes, and no module provides it                no-provider
5  webapp requires thing4 on each of 125 nodes, and no module provides it                no-provider
6  webapp requires thing5 on each of 125 nodes, and no module provides it                no-provider
7  webapp requires thing6 on each of 125 nodes, and no module provides it                no-provider
   … and 33 more like these

5000 refusals of 40 causes: 5000 no-provider; --output json has each whole, and what settles it

"#]],
    );
}

#[test]
fn a_shared_beginning_of_chains_is_told_once() {
    let mut two = make::two_displays();
    two.truncate(1);
    if let Some(seat) = two.first_mut() {
        seat.parties = vec![
            make::newcomer("laptop", "desktop x-display xorg"),
            make::newcomer("laptop", "desktop kiosk cage wayland-display wayland"),
        ];
        seat.remedies.clear();
    }
    shows(
        page(&two),
        str![[r#"
refused: the mesh does not resolve

1  xorg and wayland both claim the-seat on laptop                                    claim-collision
     1. you assign desktop, which requires x-display; only xorg provides it
     2. desktop requires kiosk; only cage provides it, and cage requires wayland-display; only
        wayland provides it
     3. one node has one the-seat
   help: no command was found that settles this; only one of them can stay, or a manifest has to
     stop claiming the-seat

"#]],
    );
}

#[test]
fn pins_of_different_days_are_one_story() {
    let pin = |node: &str, later: i64| {
        let mut pin = make::pinned();
        pin.node = Some(make::name(node));
        pin.parties = vec![make::party(node, "webapp")];
        pin.remedies.clear();
        if let crate::resolver::Subject::Pin { pinned_at, .. } = &mut pin.subject {
            *pinned_at = pinned_at.map(|at| crate::model::Moment(at.0 + later * 86_400_000_000));
        }
        pin
    };
    shows(
        page(&[pin("web1", 0), pin("web2", 2), pin("web3", 1)]),
        str![[r#"
refused: the mesh does not resolve

1  webapp on web1, web2 and web3 takes database from db1 by a pin, and db1 does not offer it
                                                                                      pin-unanswered
     1. each was pinned between 2023-11-14T22:13:20Z and 2023-11-16T22:13:20Z
     2. db1 runs backup and nginx
     3. webapp is assigned to each
     4. a pin decides alone: nothing else takes its place quietly
       db2 (site cellar)   postgres
   help: no command was found that settles this; db1 has to offer database again, or another node
     that does to be pinned

"#]],
    );
}
