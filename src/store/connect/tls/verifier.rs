//! Checks a server's certificate as far as the mode asks, and tells what is wrong with one.

use std::{error::Error, io, sync::Arc};

use rustls::{
    CertificateError, DigitallySignedStruct, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::CryptoProvider,
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};

use super::{super::error::TlsFault, certificate};

/// The authorities that a certificate is checked against.
#[derive(Debug)]
pub(super) struct Authorities {
    pub(super) webpki: Arc<WebPkiServerVerifier>,
    pub(super) roots: Vec<CertificateDer<'static>>,
    /// A list of revoked certificates was given, which only the usual verifier reads.
    pub(super) has_revocations: bool,
}

#[derive(Debug)]
pub(super) struct Verifier {
    /// Nothing: any certificate will do, the line is encrypted all the same.
    pub(super) authorities: Option<Authorities>,
    pub(super) name_matters: bool,
    pub(super) provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn is_unreadable(certificate: &CertificateDer<'_>) -> bool {
        ParsedCertificate::try_from(certificate).is_err()
    }

    fn has_signed(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        if certificate::has_signed(certificate, message, signature, algorithms) {
            return Ok(HandshakeSignatureValid::assertion());
        }
        Err(CertificateError::BadSignature.into())
    }

    /// The chain alone; the name comes after.
    fn check_chain(
        &self,
        authorities: &Authorities,
        certificate: &CertificateDer<'_>,
        said: rustls::Error,
        now: UnixTime,
    ) -> Result<(), rustls::Error> {
        if is_about_the_name(&said) {
            return Ok(());
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        let trusted = || certificate::is_trusted(certificate, &authorities.roots, algorithms, now);
        match Some(()).filter(|()| !authorities.has_revocations).and_then(|()| trusted()) {
            None => Err(said),
            Some(outcome) => outcome.map_err(Into::into),
        }
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(authorities) = &self.authorities else { return Ok(ServerCertVerified::assertion()) };
        let said = match authorities.webpki.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            Ok(verified) => return Ok(verified),
            Err(said) => said,
        };
        let about_the_name = Some(said.clone()).filter(is_about_the_name);
        self.check_chain(authorities, certificate, said, now)?;
        if self.name_matters && !certificate::is_for(certificate, name) {
            return Err(about_the_name.unwrap_or_else(|| CertificateError::NotValidForName.into()));
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        if Self::is_unreadable(certificate) {
            return self.has_signed(message, certificate, signature);
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        if Self::is_unreadable(certificate) {
            return self.has_signed(message, certificate, signature);
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// The chain is checked before the name, so this says that the chain is good.
fn is_about_the_name(error: &rustls::Error) -> bool {
    let rustls::Error::InvalidCertificate(error) = error else { return false };
    *error == CertificateError::NotValidForName || presented(error).is_some()
}

/// The name that was asked for and those that the certificate has instead.
fn presented(error: &CertificateError) -> Option<TlsFault> {
    let CertificateError::NotValidForNameContext { expected, presented } = error else { return None };
    let names = presented.iter().map(|name| {
        let inner = name.split_once('(').map_or(name.as_str(), |(_, inner)| inner);
        inner.trim_end_matches(')').trim_matches('"').to_owned()
    });
    Some(TlsFault::Names { presented: names.collect(), wanted: expected.to_str().into_owned() })
}

/// What went wrong with TLS.
pub(in crate::store::connect) fn fault(error: &(dyn Error + 'static)) -> TlsFault {
    let said = |error: &dyn Error| TlsFault::Said(error.to_string());
    let inner = error.downcast_ref::<io::Error>().and_then(|error| error.get_ref());
    let Some(error) = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) else { return said(error) };
    let rustls::Error::InvalidCertificate(certificate) = error else { return said(error) };
    let is = |other: CertificateError| *certificate == other;
    if is(CertificateError::UnknownIssuer) {
        TlsFault::UnknownIssuer
    } else if is(CertificateError::Expired) || matches!(certificate, CertificateError::ExpiredContext { .. }) {
        TlsFault::Expired
    } else if is(CertificateError::NotValidForName) {
        TlsFault::OtherName
    } else if is(CertificateError::Revoked) {
        TlsFault::Revoked
    } else {
        presented(certificate).unwrap_or_else(|| said(error))
    }
}
