//! Columns as values of the model. One that holds something else was written by other means, and is told.

use std::error::Error;

use postgres::types::{FromSql, Type};
use serde_json::value::RawValue;

use super::{copy::long, error::Meaningless};
use crate::model::{Digest, Moment};

impl<'a> FromSql<'a> for Digest {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw.try_into().map_err(|_| Meaningless::Digest { bytes: raw.len() })?))
    }

    fn accepts(kind: &Type) -> bool {
        *kind == Type::BYTEA
    }
}

/// Microseconds from 1970, where moments begin, to 2000, where PostgreSQL's do.
pub(super) const EPOCH: i64 = 946_684_800_000_000;

/// The moment of a timestamp as the server sends it; none of what is for ever.
pub(super) fn moment(sent: i64) -> Option<Moment> {
    (sent != i64::MIN).then_some(Moment(sent.checked_add(EPOCH)?))
}

impl<'a> FromSql<'a> for Moment {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(long(Some(raw)).and_then(moment).ok_or(Meaningless::Moment)?)
    }

    fn accepts(kind: &Type) -> bool {
        *kind == Type::TIMESTAMPTZ
    }
}

/// JSON as the server gives it as text.
pub(super) struct Json(pub(super) Box<RawValue>);

impl<'a> FromSql<'a> for Json {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let read = RawValue::from_string(String::from_sql(kind, raw)?);
        Ok(Self(read.map_err(|error| Meaningless::Json { fault: error.to_string() })?))
    }

    fn accepts(kind: &Type) -> bool {
        *kind == Type::TEXT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored<T>(read: Result<T, Box<dyn Error + Sync + Send>>) -> Result<T, Meaningless> {
        read.map_err(|error| *error.downcast().unwrap())
    }

    #[test]
    fn nothing_stands_for_what_cannot_be_read() {
        let digest = |bytes: &[u8]| stored(Digest::from_sql(&Type::BYTEA, bytes));
        assert_eq!(digest(&[7; 32]), Ok(Digest([7; 32])));
        assert_eq!(digest(&[7; 31]), Err(Meaningless::Digest { bytes: 31 }));
        let moment = |sent: i64| stored(Moment::from_sql(&Type::TIMESTAMPTZ, &sent.to_be_bytes()));
        assert_eq!((moment(0), moment(-EPOCH)), (Ok(Moment(EPOCH)), Ok(Moment(0))));
        assert_eq!((moment(i64::MAX), moment(i64::MIN)), (Err(Meaningless::Moment), Err(Meaningless::Moment)));
        let json =
            |text: &str| stored(Json::from_sql(&Type::TEXT, text.as_bytes())).map(|json| json.0.get().to_owned());
        assert_eq!(json("{\"a\": 1}"), Ok("{\"a\": 1}".to_owned()));
        assert!(matches!(json("{\"a\": "), Err(Meaningless::Json { .. })));
    }
}
