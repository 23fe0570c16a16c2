//! Exchanges with the server: how often the program asks for an answer, seen by a socket that stands between them.

use std::{
    io::{Read, Write},
    net::Shutdown,
    os::unix::net::{UnixListener, UnixStream},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use tempfile::TempDir;

/// A place before a server where every connection is passed on and listened to.
pub(crate) struct Exchanges {
    url: String,
    count: Arc<AtomicUsize>,
    _folder: TempDir,
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
        let count = Arc::<AtomicUsize>::default();
        let counting = Arc::clone(&count);
        // It goes with the process: a connection that never comes is waited for.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                pass_on(client, &behind, &counting);
            }
        });
        Self { url: format!("{front}?host={}&port=5432", folder.path().display()), count, _folder: folder }
    }

    /// Runs the program and counts.
    pub(crate) fn run(&self, args: &[&str], input: Option<String>) -> usize {
        self.count.store(0, Ordering::SeqCst);
        let mut command = Command::new(env!("CARGO_BIN_EXE_provost"));
        command.args(args).env_clear().env("PROVOST_DATABASE", &self.url).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.unwrap_or_default().as_bytes()).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ended.stderr));
        self.count.load(Ordering::SeqCst)
    }
}

fn pass_on(client: UnixStream, behind: &str, counting: &Arc<AtomicUsize>) {
    let server = UnixStream::connect(behind).unwrap();
    let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let (mut from_server, mut to_client) = (server, client);
    let count = Arc::clone(counting);
    thread::spawn(move || {
        let mut messages = Messages::default();
        copy(&mut from_client, &mut to_server, |bytes| {
            let asked = messages.read(bytes);
            count.fetch_add(asked, Ordering::SeqCst);
        });
    });
    thread::spawn(move || copy(&mut from_server, &mut to_client, |_| ()));
}

fn copy(from: &mut UnixStream, to: &mut UnixStream, mut listen: impl FnMut(&[u8])) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        listen(&bytes[..length]);
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// The messages of a client, of which the first alone has no type.
#[derive(Default)]
struct Messages {
    begun: bool,
    head: Vec<u8>,
    /// How much is left of the message that is passing.
    left: usize,
}

impl Messages {
    /// How many of the messages that begin in these bytes ask the server for an answer. Closing what was prepared is
    /// one that nobody waits for; there is one for each statement.
    fn read(&mut self, bytes: &[u8]) -> usize {
        let mut asked = 0;
        for byte in bytes {
            if self.left > 0 {
                self.left -= 1;
                continue;
            }
            self.head.push(*byte);
            let kind = usize::from(self.begun);
            if self.head.len() == kind + 4 {
                let length = self.head[kind..].iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
                self.left = length - 4;
                asked += usize::from(!self.begun || b"SQc".contains(&self.head[0]));
                self.begun = true;
                self.head.clear();
            }
        }
        asked
    }
}

/// A part of a URL without what is escaped in it.
fn decoded(text: &str) -> String {
    text.replace("%2F", "/").replace("%2f", "/")
}
