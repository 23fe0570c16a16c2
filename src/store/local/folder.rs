//! The folder of the local database: whose it is, whose turn it is in it, and where the socket goes.
//!
//! As root, the folder belongs to the account that the server runs as, so nothing in it is trusted: no link in it is
//! followed, and a file is only ever made anew.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, lchown},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use super::error::{Act, Foreign, LocalError};
use crate::{
    environment::{Account, Environment},
    model::Digest,
};

/// The flag with which a file is opened, and no link to one.
// The flags of every system fit.
#[allow(clippy::cast_possible_wrap)]
pub const NO_LINKS: i32 = rustix::fs::OFlags::NOFOLLOW.bits() as i32;

/// How long a path of a socket may be; the system's structure has no more room.
const LONGEST_SOCKET: usize = if cfg!(target_os = "macos") { 103 } else { 107 };
/// What the server calls its socket.
pub(super) const SOCKET: &str = ".s.PGSQL.5432";
/// How long another command's turn is waited for: it may be making the database or recovering it.
const PATIENCE: Duration = Duration::from_secs(120);
pub(super) const PAUSE: Duration = Duration::from_millis(5);

/// Makes the folder, or sees that the one that is there is ours, and closes it to everybody else.
pub(super) fn prepare(folder: &Path, owner: Option<&Account>) -> Result<(), LocalError> {
    let doing = Act::MakingFolder;
    if let Some(above) = folder.parent() {
        let mode = if owner.is_some() { 0o755 } else { 0o700 };
        DirBuilder::new().recursive(true).mode(mode).create(above).map_err(LocalError::files(doing, above))?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(LocalError::files(doing, folder)(e)),
        made => {
            let is_new = made.is_ok() || is_empty_of_root(folder);
            if let Some(owner) = owner.filter(|_| is_new) {
                lchown(folder, Some(owner.uid), Some(owner.gid)).map_err(LocalError::files(doing, folder))?;
            }
        }
    }
    refuse_foreign(folder, owner)?;
    owner.map_or(Ok(()), |owner| refuse_out_of_reach(folder, owner))
}

/// As root: the account that runs the server has to get to its folder.
fn refuse_out_of_reach(folder: &Path, owner: &Account) -> Result<(), LocalError> {
    for above in folder.ancestors().skip(1) {
        let found = fs::metadata(above).map_err(LocalError::files(Act::LookingAt, above))?;
        let bit = if found.uid() == owner.uid {
            0o100
        } else if found.gid() == owner.gid {
            0o010
        } else {
            0o001
        };
        if found.permissions().mode() & bit == 0 {
            let problem = Foreign::NoWayThrough { account: owner.name.clone() };
            return Err(LocalError::NotOurs { path: above.to_owned(), problem });
        }
    }
    Ok(())
}

fn is_empty_of_root(folder: &Path) -> bool {
    let owner = fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir() && found.uid() == 0);
    owner && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// A folder of ours is a folder, belongs to who runs the server, and is closed.
fn refuse_foreign(folder: &Path, owner: Option<&Account>) -> Result<(), LocalError> {
    let doing = Act::LookingAtFolder;
    let found = fs::symlink_metadata(folder).map_err(LocalError::files(doing, folder))?;
    let uid = owner.map_or_else(|| rustix::process::geteuid().as_raw(), |owner| owner.uid);
    let foreign = |problem| LocalError::NotOurs { path: folder.to_owned(), problem };
    if !found.is_dir() {
        return Err(foreign(Foreign::NoFolder));
    }
    if found.uid() != uid {
        return Err(foreign(Foreign::Belongs { to: found.uid(), ours: uid }));
    }
    if found.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(LocalError::files(doing, folder))?;
    }
    Ok(())
}

/// One command at a time makes, starts or stops the local database. The turn ends with the value, or the process.
pub(super) struct Turn {
    _lock: File,
}

/// Waits for our turn.
pub(super) fn turn(folder: &Path) -> Result<Turn, LocalError> {
    let path = folder.join("lock");
    let file = open_own(&path).map_err(LocalError::files(Act::OpeningLock, &path))?;
    let end = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Turn { _lock: file }),
            Err(TryLockError::Error(e)) => return Err(LocalError::files(Act::Locking, &path)(e)),
            Err(TryLockError::WouldBlock) if Instant::now() > end => {
                return Err(LocalError::Busy { seconds: PATIENCE.as_secs() });
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}

/// Opens a file to append to, made if it is not there, and never through a link.
pub(super) fn open_own(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).append(true).create(true).mode(0o600).custom_flags(NO_LINKS).open(path)
}

/// Puts a file in place whole, readable by the server.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), LocalError> {
    let new = path.with_extension(format!("new-{}", std::process::id()));
    let write = || {
        let _ = fs::remove_file(&new);
        OpenOptions::new().write(true).create_new(true).mode(0o644).open(&new)?.write_all(text.as_bytes())?;
        fs::rename(&new, path)
    };
    write().map_err(LocalError::files(Act::Writing, path))
}

/// Where the server puts its socket: beside its data, or where the path is short enough.
pub(super) fn socket_folder(
    folder: &Path,
    environment: &Environment,
    owner: Option<&Account>,
) -> Result<PathBuf, LocalError> {
    if fits(folder) {
        return Ok(folder.to_owned());
    }
    let short = short_folder(folder, environment, owner);
    if !fits(&short) {
        return Err(LocalError::NotOurs { path: short, problem: Foreign::NoSocket });
    }
    prepare(&short, owner)?;
    Ok(short)
}

/// The limit of the system; and a comma would make two folders of one, wherever a connection is described.
pub(super) fn fits(folder: &Path) -> bool {
    folder.join(SOCKET).as_os_str().len() <= LONGEST_SOCKET && !folder.as_os_str().as_encoded_bytes().contains(&b',')
}

/// A folder that only its owner enters, named after the one that it stands for.
pub(super) fn short_folder(folder: &Path, environment: &Environment, owner: Option<&Account>) -> PathBuf {
    let digest = Digest::of(folder.as_os_str().as_encoded_bytes()).start(4);
    let name = format!("provost-{}-{digest}", rustix::process::geteuid().as_raw());
    let runtime = if owner.is_some() { Some(PathBuf::from("/run")) } else { environment.path("XDG_RUNTIME_DIR") };
    let usable = runtime.filter(|runtime| runtime.is_dir() && fits(&runtime.join(&name)));
    usable.unwrap_or_else(|| "/tmp".into()).join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_goes_beside_its_data_where_its_path_is_short_enough() {
        let short = PathBuf::from(format!("/{}", "x".repeat(LONGEST_SOCKET - SOCKET.len() - 2)));
        assert!(fits(&short), "{}", short.display());
        let long = PathBuf::from(format!("{}x", short.display()));
        assert!(!fits(&long));
        let runtime = tempfile::tempdir().unwrap();
        let environment = Environment::of([("XDG_RUNTIME_DIR", runtime.path().display().to_string())]);
        assert_eq!(short_folder(&long, &environment, None).parent(), Some(runtime.path()));
        assert_eq!(short_folder(&long, &Environment::default(), None).parent(), Some(Path::new("/tmp")));
    }

    #[test]
    fn a_link_is_not_a_folder_of_ours() {
        let above = tempfile::tempdir().unwrap();
        let link = above.path().join("link");
        std::os::unix::fs::symlink("/tmp", &link).unwrap();
        let refused = prepare(&link, None).unwrap_err();
        assert_eq!(refused, LocalError::NotOurs { path: link.clone(), problem: Foreign::NoFolder });
        assert!(open_own(&link).is_err());
    }

    #[test]
    fn an_open_folder_of_ours_is_closed() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("a/b");
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        prepare(&folder, None).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
