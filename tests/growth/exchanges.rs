//! Round trips: how often the program waits for the server, seen by a socket that stands between them.

use std::{
    io::{Read, Write},
    net::Shutdown,
    os::unix::net::{UnixListener, UnixStream},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use tempfile::TempDir;

/// A place before a server where every connection is passed on and listened to.
pub(crate) struct Exchanges {
    url: String,
    counted: Arc<Counted>,
    _folder: TempDir,
}

/// How often the client spoke after the server had.
#[derive(Default)]
struct Counted {
    exchanges: AtomicUsize,
    server_spoke: AtomicBool,
}

impl Exchanges {
    /// Before the server of a URL that names the folder of its socket.
    pub(crate) fn before(url: &str) -> Self {
        let (front, options) = url.split_once('?').unwrap();
        let option = |name: &str| options.split('&').find_map(|option| option.strip_prefix(name)).map(decoded);
        let port = option("port=").unwrap_or_else(|| "5432".to_owned());
        let behind = format!("{}/.s.PGSQL.{port}", option("host=").unwrap());
        let folder = tempfile::Builder::new().prefix("pv").tempdir_in("/tmp").unwrap();
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
        let counted = Arc::<Counted>::default();
        let counting = Arc::clone(&counted);
        // It goes with the process: a connection that never comes is waited for.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                pass_on(&client, &behind, &counting);
            }
        });
        Self { url: format!("{front}?host={}&port=5432", folder.path().display()), counted, _folder: folder }
    }

    /// Runs the program and counts.
    pub(crate) fn run(&self, args: &[&str], input: Option<String>) -> usize {
        self.counted.exchanges.store(0, Ordering::SeqCst);
        let mut command = Command::new(env!("CARGO_BIN_EXE_provost"));
        command.args(args).env_clear().env("PROVOST_DATABASE", &self.url).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.unwrap_or_default().as_bytes()).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ended.stderr));
        self.counted.exchanges.load(Ordering::SeqCst)
    }
}

/// The message with which a client ends.
const GOING: &[u8] = b"X\0\0\0\x04";

fn pass_on(client: &UnixStream, behind: &str, counting: &Arc<Counted>) {
    let server = UnixStream::connect(behind).unwrap();
    let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let (mut from_server, mut to_client) = (server, client.try_clone().unwrap());
    let counted = Arc::clone(counting);
    thread::spawn(move || {
        let count = || {
            counted
                .exchanges
                .fetch_add(usize::from(counted.server_spoke.swap(false, Ordering::SeqCst)), Ordering::SeqCst)
        };
        copy(&mut from_client, &mut to_server, |bytes| {
            // Nothing answers that the client goes.
            if bytes != GOING {
                count();
            }
        });
    });
    let counted = Arc::clone(counting);
    thread::spawn(move || {
        copy(&mut from_server, &mut to_client, |_| counted.server_spoke.store(true, Ordering::SeqCst))
    });
}

fn copy(from: &mut UnixStream, to: &mut UnixStream, spoke: impl Fn(&[u8])) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        spoke(&bytes[..length]);
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// A part of a URL without what is escaped in it.
fn decoded(text: &str) -> String {
    text.replace("%2F", "/").replace("%2f", "/")
}
