//! A network that fails: it stands between the program and the server, and breaks when it was told to.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use postgres::config::Host;

use super::database::Database;

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    ToServer,
    ToProgram,
}

/// When a connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    Never,
    /// So many bytes went this way, and no more.
    After(Way, usize),
    /// The server was told to commit and has answered; nobody hears it.
    Committed,
    /// Everything is taken, and nothing comes back.
    Silent,
}

/// Connections to a database that break.
pub(crate) struct Proxy {
    port: u16,
    database: String,
    counts: Arc<[AtomicUsize; 2]>,
}

impl Proxy {
    /// Breaks nothing, and counts.
    pub(crate) fn whole(database: &Database) -> Proxy {
        Proxy::new(database, Break::Never, Break::Never)
    }

    /// The first connection ends after so many bytes.
    pub(crate) fn after(database: &Database, way: Way, bytes: usize) -> Proxy {
        Proxy::new(database, Break::After(way, bytes), Break::Never)
    }

    /// The first connection ends when the server has committed and nobody knows; no later one is answered where it is for
    /// good.
    pub(crate) fn committed(database: &Database, for_good: bool) -> Proxy {
        Proxy::new(database, Break::Committed, if for_good { Break::After(Way::ToServer, 0) } else { Break::Never })
    }

    /// Nothing ever comes back.
    pub(crate) fn silent(database: &Database) -> Proxy {
        Proxy::new(database, Break::Silent, Break::Silent)
    }

    fn new(database: &Database, first: Break, later: Break) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server: postgres::Config = database.url().parse().unwrap();
        let counts: Arc<[AtomicUsize; 2]> = Arc::default();
        let counted = Arc::clone(&counts);
        let name = server.get_dbname().unwrap().to_owned();
        // It ends with the test's process.
        thread::spawn(move || {
            for (number, program) in listener.incoming().flatten().enumerate() {
                let fault = if number == 0 { first } else { later };
                connect(program, &server, fault, &counted);
            }
        });
        Proxy { port, database: name, counts }
    }

    /// What `--database` takes.
    pub(crate) fn url(&self) -> String {
        format!("postgresql://provost@127.0.0.1:{}/{}?sslmode=disable", self.port, self.database)
    }

    /// How many bytes went this way.
    pub(crate) fn bytes(&self, way: Way) -> usize {
        self.counts[way as usize].load(Ordering::SeqCst)
    }
}

fn connect(program: TcpStream, server: &postgres::Config, fault: Break, counts: &Arc<[AtomicUsize; 2]>) {
    let (up, down): (Box<dyn Read + Send>, Box<dyn Write + Send>) = match &server.get_hosts()[0] {
        Host::Unix(folder) => {
            let port = server.get_ports().first().unwrap_or(&5432);
            let stream = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).unwrap();
            (Box::new(stream.try_clone().unwrap()), Box::new(Closing(stream)))
        }
        Host::Tcp(name) => {
            let stream = TcpStream::connect((name.as_str(), *server.get_ports().first().unwrap_or(&5432))).unwrap();
            (Box::new(stream.try_clone().unwrap()), Box::new(stream))
        }
    };
    let back = program.try_clone().unwrap();
    let told = Arc::new(AtomicUsize::new(0));
    for (from, to, way) in [
        (Box::new(program.try_clone().unwrap()) as Box<dyn Read + Send>, down, Way::ToServer),
        (up, Box::new(back) as Box<dyn Write + Send>, Way::ToProgram),
    ] {
        let (counts, told, program) = (Arc::clone(counts), Arc::clone(&told), program.try_clone().unwrap());
        thread::spawn(move || {
            // That it broke is what it is for.
            let _ = pump(from, to, way, fault, &counts[way as usize], &told);
            let _ = program.shutdown(Shutdown::Both);
        });
    }
}

/// Passes bytes on until the connection ends or breaks.
fn pump(
    mut from: Box<dyn Read + Send>,
    mut to: Box<dyn Write + Send>,
    way: Way,
    fault: Break,
    count: &AtomicUsize,
    told: &AtomicUsize,
) -> io::Result<()> {
    let mut buffer = [0; 16 * 1024];
    let mut passed = 0;
    loop {
        let length = from.read(&mut buffer)?;
        let bytes = &buffer[..length];
        let commits = bytes.windows(7).any(|window| window == b"commit\0");
        let keeps = match fault {
            _ if length == 0 => return Ok(()),
            Break::After(which, most) if which == way => length.min(most.saturating_sub(passed)),
            Break::Committed if way == Way::ToProgram && told.load(Ordering::SeqCst) > 0 => return Ok(()),
            Break::Silent => 0,
            Break::Never | Break::After(..) | Break::Committed => length,
        };
        if commits && way == Way::ToServer {
            told.store(1, Ordering::SeqCst);
        }
        to.write_all(&bytes[..keeps])?;
        (passed, _) = (passed + length, count.fetch_add(length, Ordering::SeqCst));
        if keeps < length && fault != Break::Silent {
            return Ok(());
        }
    }
}

/// A socket that the server sees closed once nobody writes to it any more.
struct Closing(UnixStream);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}
