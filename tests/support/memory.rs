//! Where servers that are thrown away keep their files.

use std::env;
use std::path::{Path, PathBuf};

/// What the servers of a run never fill: some hundred megabytes of log and a few databases at a time.
const ROOM: u64 = 2 << 30;

/// A folder in memory, where there is one with room, else the system's folder for what is temporary.
///
/// Each test makes a database and drops it, about 300 files both times. Disks are slow at that: ext4 looks past all that
/// were dropped in the last seconds for each new one, which took a quarter of a whole run.
pub(crate) fn folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let room = rustix::fs::statvfs(memory).map_or(0, |of| of.f_bavail.saturating_mul(of.f_frsize));
    let writable = rustix::fs::access(memory, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK).is_ok();
    if room >= ROOM && writable { memory.to_owned() } else { env::temp_dir() }
}
