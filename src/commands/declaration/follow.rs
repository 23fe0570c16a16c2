//! `provost declaration NODE --follow`: what a machine reads.
//!
//! Listens first and reads then, so that no push falls between. What was printed is remembered with its digest: where a
//! database comes back without the last of it (a standby that was behind took over), it goes on from what both have.
//! No transaction is open while somebody reads what is printed, or does not.

use std::{
    collections::VecDeque,
    thread,
    time::{Duration, Instant},
};

use uuid::Uuid;

use crate::{
    model::Digest,
    outcome::{Exit, Failure},
    report::{failure::Worded, words},
    store::{
        Access, Session, StoreError,
        access::Rights,
        acknowledgements::acknowledged,
        connect::Connected,
        generations::{self, Kept, Seen, Successor},
        listen::{alive, heard, listen},
    },
    terminal::{Endless, Goes},
};

use super::super::context::{Context, Making};

/// How often it is looked whether somebody still reads.
const GLANCE: Duration = Duration::from_millis(500);
/// How long a server may say nothing before it is asked whether it is there, and for what is new.
const SILENCE: Duration = Duration::from_secs(30);
/// The same for one that tells nobody of pushes.
const DEAF: Duration = Duration::from_secs(2);
/// How long it may take to say so.
const PATIENCE: Duration = Duration::from_secs(10);
/// The first wait before a connection is tried again, and the longest.
const WAITS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(10));
/// How many declarations are read at once.
const MOST: i64 = 16;
/// How much of what was printed is remembered.
const REMEMBERED: usize = 1_000;

/// Prints every declaration of a node as it is made.
///
/// # Errors
/// Where the node is not there, the role may not, the first connection fails, or nothing can be written.
pub(super) fn run(node: &str, after: Option<i64>, context: &mut Context) -> Result<Exit, Failure> {
    let mut connected = context.connect(Making::No)?;
    let endless = context.terminal.endless();
    let mut following = Following { called: node, node: None, from: after, printed: VecDeque::new(), endless };
    loop {
        match following.on(&mut connected, context) {
            Ok(exit) => return Ok(exit),
            Err(Stopped::Failed(failure)) => return Err(failure),
            Err(Stopped::Lost(error)) => context.warn(&words::gone(&error.message())),
        }
        match following.again(context) {
            Some(again) => connected = again,
            None => return Ok(Exit::Done),
        }
    }
}

enum Stopped {
    Failed(Failure),
    Lost(StoreError),
}

impl From<StoreError> for Stopped {
    fn from(error: StoreError) -> Self {
        if error.passes() { Self::Lost(error) } else { Self::Failed(error.into()) }
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

struct Following<'n> {
    called: &'n str,
    node: Option<Uuid>,
    /// The generation to begin after, where it was said.
    from: Option<i64>,
    /// What was printed, the last at the end.
    printed: VecDeque<(i64, Option<Digest>)>,
    endless: Endless,
}

impl Following<'_> {
    /// Follows over one connection, until that is lost.
    fn on(&mut self, connected: &mut Connected, context: &mut Context) -> Result<Exit, Stopped> {
        let client = &mut connected.client;
        let hears = listen(client)?;
        let mut session = Session::begin(client, Access::Own)?;
        let (mut seen, mut node, mut after) = self.place(&mut session)?;
        session.roll_back();
        let silence = if hears { SILENCE } else { DEAF };
        loop {
            let mut session = Session::begin(client, Access::Own)?;
            // Asked first: that it is gone is then among what is new.
            let successor = generations::successor(&mut session, &seen, self.called, node)?;
            let new = generations::declared_after(&mut session, &seen, node, after, MOST)?;
            session.roll_back();
            for kept in &new {
                after = kept.generation;
                match self.print(kept, context)? {
                    Goes::On => {}
                    Goes::Unread => return Ok(Exit::Done),
                    Goes::Interrupted => return Ok(Exit::Interrupted),
                }
            }
            if new.len() as i64 == MOST {
                continue;
            }
            match successor {
                None => {}
                Some(Successor::Unseen(error)) => return Err(Stopped::Failed(error.into())),
                Some(Successor::Seen(next)) => {
                    context.warn(&words::another(self.called));
                    self.node = Some(next);
                    self.printed.clear();
                    let mut session = Session::begin(client, Access::Own)?;
                    (seen, node, after) = self.place(&mut session)?;
                    continue;
                }
            }
            let quiet = Instant::now();
            while !heard(client, GLANCE.min(silence))? {
                if !self.endless.goes_on(&context.terminal) {
                    return Ok(Exit::Done);
                }
                if quiet.elapsed() >= silence {
                    alive(client, PATIENCE)?;
                    break;
                }
            }
        }
    }

    /// Whose declarations the role sees, which node it is, and after which generation to go on.
    fn place(&mut self, session: &mut Session<'_>) -> Result<(Seen, Uuid, i64), Stopped> {
        let seen = generations::seen(session)?;
        let node = match self.node {
            Some(node) => node,
            None => match seen.node_called(session, self.called, Rights::Read)? {
                Some(node) => *self.node.insert(node),
                None => return Err(super::unknown(session, self.called)?.into()),
            },
        };
        while let Some(last) = self.printed.back() {
            if generations::newest_of(session, &seen, node, last.0)?.as_ref() == Some(last) {
                break;
            }
            self.printed.pop_back();
        }
        let from = match self.from {
            Some(from) => from,
            None => acknowledged(session, &seen, node)?.map_or(0, |(generation, _)| generation),
        };
        let printed = self.printed.back().map_or(0, |(generation, _)| *generation);
        Ok((seen, node, from.max(printed)))
    }

    /// Prints a declaration.
    fn print(&mut self, kept: &Kept, context: &mut Context) -> Result<Goes, Failure> {
        let line = format!("{}\n", super::whole(kept)?);
        let goes = self.endless.print(&line, &mut context.terminal)?;
        self.printed.push_back((kept.generation, kept.digest));
        if self.printed.len() > REMEMBERED {
            self.printed.pop_front();
        }
        Ok(goes)
    }

    /// Another connection, as soon as there is one; none where nobody reads any more.
    fn again(&self, context: &mut Context) -> Option<Connected> {
        let (mut wait, longest) = WAITS;
        loop {
            let begun = Instant::now();
            while begun.elapsed() < wait {
                if !self.endless.goes_on(&context.terminal) {
                    return None;
                }
                thread::sleep(GLANCE.min(wait.saturating_sub(begun.elapsed())));
            }
            // Whatever it is that keeps us out, somebody may be about to put it right.
            if let Ok(connected) = context.connect(Making::No) {
                return Some(connected);
            }
            wait = longest.min(wait * 2);
        }
    }
}
