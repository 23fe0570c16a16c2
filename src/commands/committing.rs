//! Committing, and finding out what became of it where the server's answer was lost.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::{
    outcome::Failure,
    report::failure,
    store::{Access, Cause, Session, StoreError, Written},
    terminal,
};

use super::context::{Context, Making};

/// How long a server that is away is left alone before it is asked again.
const PAUSE: Duration = Duration::from_millis(200);

/// Makes what was written true for everybody. A lost connection is made anew to learn whether it is.
///
/// # Errors
/// Where it is not, or where that cannot be learned.
pub(super) fn commit(session: Session<'_>, context: &mut Context) -> Result<(), Failure> {
    context.terminal.doing("committing", None);
    terminal::committing(|| match session.commit() {
        Err(StoreError::Unknown { cause, written: Some(written) }) => found_out(cause, written, context),
        other => Ok(other?),
    })
}

fn found_out(lost: Cause, written: Written, context: &mut Context) -> Result<(), Failure> {
    context.terminal.doing("asking whether it was committed", None);
    let cause = failure::cause(&lost);
    let until = Instant::now().checked_add(context.global.lock_timeout);
    loop {
        match ask(written, context) {
            Ok(true) => {
                context.warn(&format!(
                    "the connection was lost while it was committed, which it was all the same: {cause}"
                ));
                return Ok(());
            }
            Ok(false) => {
                let text = format!("the connection was lost before it was committed, and nothing was changed: {cause}");
                return Err(Failure::failed("database", text).help("run it again"));
            }
            Err(_) if until.is_none_or(|until| Instant::now() < until) => thread::sleep(PAUSE),
            Err(_) => return Err(StoreError::Unknown { cause: lost, written: Some(written) }.into()),
        }
    }
}

fn ask(written: Written, context: &mut Context) -> Result<bool, Failure> {
    let mut connected = context.connect(Making::No)?;
    let access = Access::Change { lock_timeout: context.global.lock_timeout };
    Ok(written.is_there(&mut Session::begin(&mut connected.client, access)?)?)
}
