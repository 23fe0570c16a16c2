//! The commands that are measured, each beside its floor.

use std::{
    fs::{self, File},
    io::Write,
    time::Instant,
};

use super::{
    Done, floor,
    process::{Cost, Place},
    round::Row,
};

/// The measurements of one size.
pub(crate) struct Bench<'p> {
    place: &'p Place,
    rounds: usize,
}

impl<'p> Bench<'p> {
    /// A mesh of this size, which was declared once.
    pub(crate) fn new(place: &'p Place, rounds: usize) -> Done<Self> {
        let bench = Self { place, rounds };
        bench.empty("mesh")?;
        place.provost("mesh", &["import", &place.file("mesh.json")], 0)?;
        place.psql("mesh", floor::OUT)?;
        place.provost("mesh", &["push"], 0)?;
        place.psql("mesh", floor::DECLARED)?;
        place.psql("mesh", "vacuum analyze")?;
        Ok(bench)
    }

    pub(crate) fn run(&self) -> Done<()> {
        self.import()?;
        self.plan()?;
        self.changes()?;
        self.push()?;
        self.declaration()
    }

    fn empty(&self, database: &str) -> Done<()> {
        self.place.psql("provost", &format!("drop database if exists {database} with (force)"))?;
        self.place.psql("provost", &format!("create database {database}"))?;
        self.place.provost(database, &["migrate"], 0)?;
        Ok(())
    }

    fn row(&self, command: &'static str, wanted: f64) -> Row {
        Row { nodes: self.place.nodes, command, wanted }
    }

    fn read(&self) -> Done<Cost> {
        self.place.psql("mesh", floor::READ)
    }

    fn plan(&self) -> Done<()> {
        let (place, nothing) = (self.place, |_| Ok(()));
        let summary = |_| place.provost("mesh", &["plan", "--summary"], 0);
        self.row("plan --summary", 1.5).measure(self.rounds, nothing, |_| self.read(), summary)?;
        let all = ["plan", "--all", "--output", "json"];
        place.provost("mesh", &all, 0)?;
        let bytes = usize::try_from(fs::metadata(place.file("output"))?.len())?;
        let floor = |_| {
            let (read, begun) = (self.read()?, Instant::now());
            write(&place.file("bytes"), bytes)?;
            Ok(Cost { time: read.time + begun.elapsed(), ..read })
        };
        self.row("plan --all --output json", 2.0)
            .measure(self.rounds, nothing, floor, |_| place.provost("mesh", &all, 0))
    }

    /// The floor of a change: what is read, and one row that is kept.
    fn insert(&self, round: usize) -> Done<Cost> {
        let statement = format!("insert into site (name) values ('floor-{round}')");
        let cost = self.place.psql("mesh", &format!("{}begin;\n{statement};\ncommit;\n", floor::READ))?;
        self.place.psql("mesh", "delete from site where name like 'floor-%'")?;
        Ok(cost)
    }

    fn changes(&self) -> Done<()> {
        let place = self.place;
        let node = "node-000007";
        let command = |arguments: &[&str], code| place.provost("mesh", arguments, code);
        let (assign, unassign) = (["assign", node, "spare"], ["unassign", node, "spare"]);
        // It is there before it is first taken away.
        command(&assign, 0)?;
        let off = |_| command(&unassign, 0).map(drop);
        self.row("assign, accepted", 1.5).measure(
            self.rounds,
            off,
            |round| self.insert(round),
            |_| command(&assign, 0),
        )?;
        let on = |_| command(&assign, 0).map(drop);
        self.row("unassign, accepted", 1.5).measure(
            self.rounds,
            on,
            |round| self.insert(round),
            |_| command(&unassign, 0),
        )?;
        let pins = "select node.name || ' ' || pin.name || ' ' || (select string_agg(from_node.name, ' ') \
            from (select name from node join assignment on node = id and module = 'svc-' || pin.name \
                order by name limit 2) as from_node) \
            from provision_pin as pin join node on node.id = pin.node order by node.name limit 1";
        let pin = place.ask("mesh", pins)?;
        let [on, name, first, second] = pin.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("no pin to move: {pin}").into());
        };
        let other = |_| command(&["pin", on, name, first], 0).map(drop);
        self.row("pin, accepted", 1.5).measure(
            self.rounds,
            other,
            |round| self.insert(round),
            |_| command(&["pin", on, name, second], 0),
        )?;
        let held = place.ask(
            "mesh",
            "select node.name from assignment join node on id = node \
            where module = 'mta-a' order by 1 limit 1",
        )?;
        let refused = |_| command(&["assign", &held, "mta-b"], 3);
        self.row("assign, refused, remedies", 2.0).measure(self.rounds, |_| Ok(()), |_| self.read(), refused)
    }

    fn push(&self) -> Done<()> {
        let place = self.place;
        let change = |round| {
            place.psql("mesh", "truncate floor.declaration")?;
            let facts = format!("update node set facts = facts || '{{\"round\": {round}}}'");
            place.psql("mesh", &facts)?;
            place.psql("mesh", "vacuum analyze node").map(drop)
        };
        let floor = |_| place.psql("mesh", &format!("{}{}", floor::READ, floor::DECLARE));
        let push = |_| place.provost("mesh", &["push"], 0);
        self.row("push, all changed", 1.5).measure(self.rounds, change, floor, push)?;
        self.row("push, nothing changed", 1.5).measure(self.rounds, |_| Ok(()), |_| self.read(), push)
    }

    fn import(&self) -> Done<()> {
        let place = self.place;
        let document = place.file("mesh.json");
        let wanted = match place.nodes {
            0..10_000 => 4.0,
            10_000..100_000 => 3.0,
            _ => 2.5,
        };
        let bytes = fs::metadata(&document)?.len();
        let both = |_| self.empty("import").and_then(|()| self.empty("copied"));
        let floor = |_| place.psql("copied", floor::IN);
        let import = |_| place.provost("import", &["import", &document], 0);
        self.row("import", wanted).measure(self.rounds, both, floor, import)?;
        println!("{:>7}  {:<28}", "", format!("(a document of {:.1} MB)", bytes as f64 / 1024.0 / 1024.0));
        place.psql("provost", "drop database copied with (force)").map(drop)
    }

    fn declaration(&self) -> Done<()> {
        let point = "select * from declaration where node = (select id from node where name = 'node-000007') \
                     order by generation desc limit 1";
        let declaration = |_| self.place.provost("mesh", &["declaration", "node-000007"], 0);
        self.row("declaration NODE", 3.0).measure(
            self.rounds,
            |_| Ok(()),
            |_| self.place.psql("mesh", point),
            declaration,
        )
    }
}

/// Writes so many bytes to a file, as a program does that has them.
fn write(file: &str, mut bytes: usize) -> Done<()> {
    let (mut file, block) = (File::create(file)?, [b'x'; 1 << 16]);
    while bytes > 0 {
        let piece = bytes.min(block.len());
        file.write_all(&block[..piece])?;
        bytes -= piece;
    }
    Ok(())
}
