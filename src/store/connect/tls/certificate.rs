//! Certificates as PostgreSQL's own manual has them made: X.509 version 1, a server's that is its own authority, a
//! name in the subject only. libpq takes them, and the usual verifier knows none of them.

use std::time::Duration;

use rustls::{
    CertificateError,
    client::verify_server_name,
    crypto::WebPkiSupportedAlgorithms,
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};
use x509_cert::{
    Certificate,
    der::{Decode, Encode, asn1::ObjectIdentifier, oid::db::rfc4519::COMMON_NAME},
    ext::pkix::SubjectAltName,
    spki::AlgorithmIdentifierOwned,
};

/// Whether `certificate` is one of `roots` and signed by itself, or of version 1 and signed by one of them, at this
/// time. Nothing, where it is neither: then what the usual verifier said stands.
pub(super) fn is_trusted(
    certificate: &CertificateDer<'_>,
    roots: &[CertificateDer<'_>],
    algorithms: &WebPkiSupportedAlgorithms,
    now: UnixTime,
) -> Option<Result<(), CertificateError>> {
    let parsed = Certificate::from_der(certificate).ok()?;
    let own_authority =
        roots.iter().any(|root| root.as_ref() == certificate.as_ref()) && is_signed_by(&parsed, &parsed, algorithms);
    let first_version = ParsedCertificate::try_from(certificate).is_err();
    let by_a_root = || {
        let mut authorities = roots.iter().filter_map(|root| Certificate::from_der(root).ok());
        authorities
            .any(|authority| is_within_time(&authority, now).is_ok() && is_signed_by(&parsed, &authority, algorithms))
    };
    (own_authority || first_version && by_a_root()).then(|| is_within_time(&parsed, now))
}

fn is_signed_by(certificate: &Certificate, authority: &Certificate, algorithms: &WebPkiSupportedAlgorithms) -> bool {
    let issued = certificate.tbs_certificate.issuer == authority.tbs_certificate.subject;
    let Ok(message) = certificate.tbs_certificate.to_der() else { return false };
    let signature = certificate.signature.raw_bytes();
    let wanted = identifier(&certificate.signature_algorithm);
    issued
        && algorithms.all.iter().any(|algorithm| {
            wanted.as_deref() == Some(algorithm.signature_alg_id().as_ref())
                && key(authority, algorithm.public_key_alg_id().as_ref())
                    .is_some_and(|key| algorithm.verify_signature(key, &message, signature).is_ok())
        })
}

/// A signature made in a handshake with the key of a certificate that the usual verifier cannot read.
pub(super) fn has_signed(
    certificate: &CertificateDer<'_>,
    message: &[u8],
    signature: &rustls::DigitallySignedStruct,
    algorithms: &WebPkiSupportedAlgorithms,
) -> bool {
    let Ok(certificate) = Certificate::from_der(certificate) else { return false };
    let of_scheme = algorithms.mapping.iter().filter(|(scheme, _)| *scheme == signature.scheme);
    of_scheme.flat_map(|(_, algorithms)| algorithms.iter()).any(|algorithm| {
        key(&certificate, algorithm.public_key_alg_id().as_ref())
            .is_some_and(|key| algorithm.verify_signature(key, message, signature.signature()).is_ok())
    })
}

/// The public key, if it is of that kind.
fn key<'a>(certificate: &'a Certificate, kind: &[u8]) -> Option<&'a [u8]> {
    let key = &certificate.tbs_certificate.subject_public_key_info;
    let is_of_kind = identifier(&key.algorithm).as_deref() == Some(kind);
    is_of_kind.then(|| key.subject_public_key.raw_bytes())
}

/// An algorithm as the verifying library names it: the contents of the structure, without its head.
fn identifier(algorithm: &AlgorithmIdentifierOwned) -> Option<Vec<u8>> {
    let mut bytes = algorithm.oid.to_der().ok()?;
    if let Some(parameters) = &algorithm.parameters {
        bytes.extend(parameters.to_der().ok()?);
    }
    Some(bytes)
}

fn is_within_time(certificate: &Certificate, now: UnixTime) -> Result<(), CertificateError> {
    let (validity, now) = (&certificate.tbs_certificate.validity, Duration::from_secs(now.as_secs()));
    if now < validity.not_before.to_unix_duration() {
        Err(CertificateError::NotValidYet)
    } else if now > validity.not_after.to_unix_duration() {
        Err(CertificateError::Expired)
    } else {
        Ok(())
    }
}

/// Whether a certificate is for that name: by its alternative names, and where it has none by its subject.
pub(super) fn is_for(certificate: &CertificateDer<'_>, name: &ServerName<'_>) -> bool {
    if ParsedCertificate::try_from(certificate).is_ok_and(|parsed| verify_server_name(&parsed, name).is_ok()) {
        return true;
    }
    let Ok(certificate) = Certificate::from_der(certificate) else { return false };
    let alternatives = certificate.tbs_certificate.get::<SubjectAltName>();
    matches!(alternatives, Ok(None))
        && common_names(&certificate).iter().any(|common| matches_name(common, &name.to_str()))
}

fn common_names(certificate: &Certificate) -> Vec<String> {
    const NAME: ObjectIdentifier = COMMON_NAME;
    let attributes = certificate.tbs_certificate.subject.0.iter().flat_map(|part| part.0.iter());
    let values = attributes.filter(|attribute| attribute.oid == NAME).map(|attribute| attribute.value.value());
    values.filter_map(|value| String::from_utf8(value.to_vec()).ok()).collect()
}

/// A star stands for the first part of a name, and for no other.
fn matches_name(pattern: &str, name: &str) -> bool {
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let beyond_star = pattern.strip_prefix("*.").filter(|rest| rest.contains('.'));
    same(pattern, name)
        || beyond_star
            .is_some_and(|rest| name.split_once('.').is_some_and(|(first, last)| !first.is_empty() && same(rest, last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_one_part() {
        assert!(matches_name("db.example.org", "DB.example.org"));
        assert!(matches_name("*.example.org", "db.example.org"));
        assert!(!matches_name("*.example.org", "a.db.example.org"));
        assert!(!matches_name("*.example.org", "example.org"));
        assert!(!matches_name("*.org", "example.org"));
        assert!(!matches_name("*", "example"));
    }
}
