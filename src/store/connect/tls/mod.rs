//! TLS as libpq does it: which checks each `sslmode` makes, and the files that it reads.

mod certificate;
mod verifier;

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    ClientConfig, RootCertStore, SupportedProtocolVersion,
    client::WebPkiServerVerifier,
    crypto::CryptoProvider,
    pki_types::{
        CertificateDer, CertificateRevocationListDer, PrivateKeyDer,
        pem::{self, PemObject},
    },
};

use self::verifier::{Authorities, Verifier};
use super::error::{ConnectError, FileKind, FileWrong, Source, Wrong};

pub(super) use self::verifier::fault;

/// What is asked of TLS, from nothing to everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    pub(super) const NAMES: &'static [(&'static str, Self)] = &[
        ("disable", Self::Disable),
        ("allow", Self::Allow),
        ("prefer", Self::Prefer),
        ("require", Self::Require),
        ("verify-ca", Self::VerifyCa),
        ("verify-full", Self::VerifyFull),
    ];
}

/// Whether the password exchange is tied to the TLS session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Disable,
    Prefer,
    Require,
}

pub(super) const BINDINGS: &[(&str, Binding)] =
    &[("disable", Binding::Disable), ("prefer", Binding::Prefer), ("require", Binding::Require)];

/// What the settings say about TLS. A file need not be there where libpq does without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TlsSettings {
    pub(super) mode: Mode,
    pub(super) direct: bool,
    pub(super) system_roots: bool,
    pub(super) root: Option<PathBuf>,
    pub(super) crl: Option<PathBuf>,
    pub(super) crl_folder: Option<PathBuf>,
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
    pub(super) names_the_server: bool,
    /// The oldest and newest version of TLS 1, by minor number.
    pub(super) oldest: u8,
    pub(super) newest: u8,
    pub(super) binding: Binding,
}

/// Our own certificate with what signed it, and its key.
struct Identity {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    path: PathBuf,
}

/// Where systems keep the root certificates they trust.
const SYSTEM_ROOTS: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/opt/homebrew/etc/ca-certificates/cert.pem",
];

impl TlsSettings {
    /// The TLS side of a connection. Only called where TLS is going to be tried, since it reads files.
    pub(super) fn client_config(&self) -> Result<ClientConfig, ConnectError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier = Arc::new(self.verifier(&provider)?);
        let builder = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&self.versions()?)
            .map_err(|e| setting(Wrong::Tls(e.to_string())))?
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        let mut config = match self.identity()? {
            None => builder.with_no_client_auth(),
            Some(Identity { chain, key, path }) => builder
                .with_client_auth_cert(chain, key)
                .map_err(|e| file(FileKind::Client, &path, FileWrong::OtherKey(e.to_string())))?,
        };
        config.enable_sni = self.names_the_server;
        if self.direct {
            config.alpn_protocols = vec![b"postgresql".to_vec()];
        }
        Ok(config)
    }

    fn versions(&self) -> Result<Vec<&'static SupportedProtocolVersion>, ConnectError> {
        let all = [(2, &rustls::version::TLS12), (3, &rustls::version::TLS13)];
        let within = |minor: u8| (self.oldest..=self.newest).contains(&minor);
        let versions: Vec<_> = all.iter().filter(|(minor, _)| within(*minor)).map(|(_, version)| *version).collect();
        if versions.is_empty() {
            return Err(setting(Wrong::NoVersion));
        }
        Ok(versions)
    }

    /// As in libpq, a root certificate that is there is used by every mode; only `verify-…` insist on one.
    fn verifier(&self, provider: &Arc<CryptoProvider>) -> Result<Verifier, ConnectError> {
        let authorities = match self.root_file()? {
            None => None,
            Some(path) => Some(self.authorities(&path, provider)?),
        };
        Ok(Verifier { authorities, name_matters: self.mode == Mode::VerifyFull, provider: Arc::clone(provider) })
    }

    fn root_file(&self) -> Result<Option<PathBuf>, ConnectError> {
        if self.system_roots {
            let found = SYSTEM_ROOTS.iter().map(PathBuf::from).find(|path| path.exists());
            return found.ok_or_else(|| setting(Wrong::NoRoots)).map(Some);
        }
        let path = self.root.as_ref().filter(|path| path.exists());
        if path.is_none() && self.mode >= Mode::VerifyCa {
            let missing = self.root.clone().unwrap_or_else(|| "~/.postgresql/root.crt".into());
            return Err(file(FileKind::Root, &missing, FileWrong::Wanted));
        }
        Ok(path.cloned())
    }

    fn authorities(&self, root: &Path, provider: &Arc<CryptoProvider>) -> Result<Authorities, ConnectError> {
        let roots = certificates(FileKind::Root, root)?;
        let mut store = RootCertStore::empty();
        if store.add_parsable_certificates(roots.iter().cloned()).0 == 0 {
            return Err(file(FileKind::Root, root, FileWrong::Nothing));
        }
        let revocations = self.revocations()?;
        let has_revocations = !revocations.is_empty();
        let webpki = WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider))
            .with_crls(revocations)
            .build()
            .map_err(|e| setting(Wrong::Authorities(e.to_string())))?;
        Ok(Authorities { webpki, roots, has_revocations })
    }

    fn revocations(&self) -> Result<Vec<CertificateRevocationListDer<'static>>, ConnectError> {
        let in_folder = self.crl_folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let in_folder = in_folder.filter_map(|entry| Some(entry.ok()?.path()));
        let paths = self.crl.iter().filter(|path| path.exists()).cloned().chain(in_folder);
        let read = |path: PathBuf| {
            CertificateRevocationListDer::pem_file_iter(&path)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|e| unreadable(FileKind::Revocations, &path, &e))
        };
        Ok(paths.map(read).collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Our own certificate, for servers that ask for one.
    fn identity(&self) -> Result<Option<Identity>, ConnectError> {
        let Some(path) = self.certificate.as_ref().filter(|path| path.exists()) else { return Ok(None) };
        let chain = certificates(FileKind::Client, path)?;
        let key = self.key.clone().unwrap_or_else(|| path.with_extension("key"));
        refuse_open_key(&key)?;
        let key = PrivateKeyDer::from_pem_file(&key).map_err(|e| unreadable(FileKind::Key, &key, &e))?;
        Ok(Some(Identity { chain, key, path: path.clone() }))
    }
}

fn certificates(kind: FileKind, path: &Path) -> Result<Vec<CertificateDer<'static>>, ConnectError> {
    CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|e| unreadable(kind, path, &e))
}

/// The rule for a private key: nobody else reads it; one of root's may be read by a group.
fn refuse_open_key(path: &Path) -> Result<(), ConnectError> {
    let found = fs::metadata(path).map_err(|e| unreadable(FileKind::Key, path, &pem::Error::Io(e)))?;
    let forbidden = if found.uid() == 0 && rustix::process::geteuid().as_raw() != 0 { 0o037 } else { 0o077 };
    if found.permissions().mode() & forbidden == 0 || found.uid() == 0 && found.permissions().mode() & 0o037 == 0 {
        return Ok(());
    }
    Err(file(FileKind::Key, path, FileWrong::Open))
}

fn unreadable(kind: FileKind, path: &Path, error: &pem::Error) -> ConnectError {
    let pem::Error::Io(e) = error else {
        return file(kind, path, FileWrong::NotPem(error.to_string()));
    };
    if e.kind() == io::ErrorKind::NotFound {
        return file(kind, path, FileWrong::Missing);
    }
    file(kind, path, FileWrong::Unreadable(e.to_string()))
}

fn file(kind: FileKind, path: &Path, wrong: FileWrong) -> ConnectError {
    ConnectError::File { kind, path: path.to_owned(), wrong }
}

fn setting(wrong: Wrong) -> ConnectError {
    ConnectError::Setting { source: Source::Variable("PGSSL…".into()), wrong }
}
