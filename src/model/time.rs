//! Moments, as the database tells them.

use std::fmt;

use serde::{Serialize, Serializer};

/// A moment: microseconds since 1970 began in UTC. Shown to the second, in UTC, as RFC 3339 has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl fmt::Display for Moment {
    /// Days to a date as in Howard Hinnant's "chrono-compatible low-level date algorithms" (`civil_from_days`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_euclid(1_000_000);
        let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_shown_in_utc() {
        assert_eq!(Moment(0).to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(Moment(951_782_399_000_000).to_string(), "2000-02-28T23:59:59Z");
        assert_eq!(Moment(951_782_400_999_999).to_string(), "2000-02-29T00:00:00Z");
        assert_eq!(Moment(-1).to_string(), "1969-12-31T23:59:59Z");
    }
}
