//! Many operators at once, in Provost and with plain SQL: what they leave is what some order of their commands leaves.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use postgres::Client;
use serde_json::Value;

use super::laws::command;
use crate::oracle::dice::Dice;
use crate::oracle::edits::edits;
use crate::oracle::random::document;
use crate::support::{Database, database, times, tried};

/// How many operators there are.
const OPERATORS: u64 = 16;
/// How many commands each of them runs, at least.
const EACH: u64 = 5;

/// Who writes plain SQL tells of it in the same transaction, and so in the order in which it counts.
const TOLD: &str = "create schema told; create table told.sql (at timestamptz, statement text)";
/// Those who write plain SQL keep an order among themselves, which nobody else could tell.
const IN_TURN: &str = "select pg_advisory_xact_lock(42)";

#[test]
fn what_many_operators_leave_is_what_one_after_the_other_leaves() {
    let mut did = [0; 3];
    for seed in [4, 15, 21] {
        let document = document(seed);
        let database = database();
        database.call(["import", "-", "--leave-unresolved"]).stdin(document.to_string()).run().succeeds();
        database.sql(TOLD);
        let alone = database.copy();
        let seen = Mutex::new(BTreeSet::new());
        thread::scope(|scope| {
            for operator in 0..OPERATORS {
                let (database, document, seen) = (&database, &document, &seen);
                scope.spawn(move || {
                    let mut dice = Dice::new(seed * 1_000 + operator);
                    let digests = (0..EACH * times()).filter_map(|_| step(database, document, &mut dice));
                    let digests: Vec<String> = digests.collect();
                    seen.lock().unwrap().extend(digests);
                });
            }
        });
        let history = history(&database);
        for (count, done) in did.iter_mut().zip(Done::KINDS) {
            *count += history.iter().filter(|one| done(one)).count();
        }
        let digests = replay(&history, &alone);
        let strange: Vec<_> = seen.into_inner().unwrap().into_iter().filter(|seen| !digests.contains(seen)).collect();
        assert!(strange.is_empty(), "a reader saw what there never was: {strange:?}");
        for line in ["export", "plan --all --output json", "pins --output json"] {
            assert_eq!(super::named(&database.run(line).stdout), super::named(&alone.run(line).stdout), "{line}");
        }
    }
    assert!(did.iter().all(|count| *count > 5), "changes, pushes and plain SQL: {did:?}");
    tried(3 * OPERATORS * EACH * times(), "commands at once");
}

/// One thing that an operator does; the digest of the mesh where that was looked at.
fn step(database: &Database, document: &Value, dice: &mut Dice) -> Option<String> {
    let node = dice.one_of(document["nodes"].as_array()?)["name"].as_str()?.to_owned();
    let mut args = match dice.between(1, 20) {
        1..=10 => command(&edits(document, dice), database)?,
        11 | 12 => vec!["push".to_owned()],
        13 => words(&format!("hold {node} --message {}", dice.between(1, 3))),
        14 => words(&format!("release {node}")),
        15 => words(&format!("node add x{}", dice.between(1, 9))),
        16 => words(&format!("node rename x{} x{}", dice.between(1, 9), dice.between(1, 9))),
        17 | 18 => {
            plain_sql(&mut database.connect(), document, &node, dice);
            return None;
        }
        _ => return Some(digest(database)),
    };
    for (option, percent) in [("--keep", 20), ("--allow-moves", 10)] {
        if args.first().is_some_and(|verb| verb != "push") && dice.chance(percent) {
            args.push(option.to_owned());
        }
    }
    let ran = database.call(&args).run();
    assert!(matches!(ran.code, Some(0 | 2 | 3)), "{}", ran.whole());
    None
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn digest(database: &Database) -> String {
    let plan = database.run("plan --all --output json").json();
    plan["digest"].as_str().expect("a plan has a digest").to_owned()
}

/// What somebody writes by hand, and what they tell of it.
fn plain_sql(client: &mut Client, document: &Value, node: &str, dice: &mut Dice) {
    let module = dice.one_of(document["modules"].as_array().unwrap())["name"].as_str().unwrap().to_owned();
    let statement = match dice.between(1, 4) {
        1 => format!(
            "insert into public.assignment (node, module) select id, '{module}' from public.node \
             where name = '{node}' and exists (select from public.module where name = '{module}') on conflict do nothing"
        ),
        2 => format!(
            "delete from public.assignment using public.node \
             where node.id = assignment.node and node.name = '{node}' and module = '{module}'"
        ),
        3 => format!(
            "update public.node set facts = facts || '{{\"memory\": {}}}' where name = '{node}'",
            dice.between(1, 9)
        ),
        _ => format!(
            "delete from public.provision_pin using public.node where node.id = provision_pin.node \
             and node.name = '{node}'"
        ),
    };
    let mut transaction = client.transaction().unwrap();
    transaction.batch_execute(IN_TURN).unwrap();
    transaction.batch_execute(&statement).unwrap();
    transaction.execute("insert into told.sql values (clock_timestamp(), $1)", &[&statement]).unwrap();
    transaction.commit().unwrap();
}

/// Something that was done, in the order in which it was.
#[derive(Debug)]
enum Done {
    Change { command: String, digest: String },
    Push { digest: String },
    Sql(String),
}

impl Done {
    const KINDS: [fn(&Done) -> bool; 3] = [
        |done| matches!(done, Done::Change { .. }),
        |done| matches!(done, Done::Push { .. }),
        |done| matches!(done, Done::Sql(_)),
    ];
}

/// All that was done since the import: whoever changes the mesh looks at the clock once they are alone.
fn history(database: &Database) -> Vec<Done> {
    let rows = database.sql(
        "select kind, what, digest from ( \
            select at, 'change' as kind, command as what, encode(digest, 'hex') as digest from public.change where id > 1 \
            union all select pushed, 'push', '', encode(digest, 'hex') from public.push \
            union all select at, 'sql', statement, '' from told.sql) as done order by at",
    );
    rows.into_iter()
        .map(|row| match <[String; 3]>::try_from(row).unwrap() {
            [kind, command, digest] if kind == "change" => Done::Change { command, digest },
            [kind, _, digest] if kind == "push" => Done::Push { digest },
            [_, statement, _] => Done::Sql(statement),
        })
        .collect()
}

/// Does it all again, one after the other, and gives back every digest that the mesh had.
fn replay(history: &[Done], alone: &Database) -> BTreeSet<String> {
    let mut digests = BTreeSet::from([digest(alone)]);
    for done in history {
        let recorded = match done {
            Done::Change { command, digest } => {
                alone.run(command).succeeds();
                Some(digest)
            }
            Done::Push { digest } => {
                alone.run("push").succeeds();
                Some(digest)
            }
            Done::Sql(statement) => {
                alone.sql(statement);
                None
            }
        };
        let now = digest(alone);
        assert!(recorded.is_none_or(|recorded| *recorded == now), "{done:?} led to another mesh");
        digests.insert(now);
    }
    digests
}
