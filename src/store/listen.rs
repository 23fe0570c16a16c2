//! Hearing of pushes as they are committed.

use std::time::Duration;

use postgres::{Client, error::SqlState, fallible_iterator::FallibleIterator};

use super::{
    access::Rights,
    error::{Asker, Cause, Doing, StoreError},
    generations::CHANNEL,
    watch::timed,
};

const LISTENING: Doing = Doing::Listening;

/// Hears of pushes from now on; whether the server lets it, which a standby does not.
///
/// # Errors
/// Where the server fails.
pub fn listen(client: &mut Client) -> Result<bool, StoreError> {
    let statement = format!("listen {CHANNEL}");
    match timed(&statement, || client.batch_execute(&statement)) {
        Ok(()) => Ok(true),
        Err(error) if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => Ok(false),
        Err(error) => Err(told(&error)),
    }
}

/// Waits until a push is heard of, so long at most; whether one was.
///
/// # Errors
/// Where the connection is lost.
pub fn heard(client: &mut Client, patience: Duration) -> Result<bool, StoreError> {
    let heard = client.notifications().timeout_iter(patience).next().map_err(|error| told(&error))?;
    let mut more = client.notifications();
    while more.iter().next().map_err(|error| told(&error))?.is_some() {}
    drop(more);
    if heard.is_none() && client.is_closed() {
        return Err(StoreError::Lost { doing: LISTENING, cause: Cause::Closed });
    }
    Ok(heard.is_some())
}

/// Asks a server that has said nothing for long whether it is still there.
///
/// # Errors
/// Where it does not say so in time.
pub fn alive(client: &mut Client, patience: Duration) -> Result<(), StoreError> {
    client.is_valid(patience).map_err(|error| {
        let told = told(&error);
        // That it took too long is no error of the server's.
        if let StoreError::Server { doing, message, .. } = &told {
            return StoreError::Lost { doing: *doing, cause: Cause::Said(message.clone()) };
        }
        told
    })
}

fn told(error: &postgres::Error) -> StoreError {
    StoreError::of(error, LISTENING, &Asker { role: String::new(), needs: Some(Rights::Own) })
}
