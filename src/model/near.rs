//! Which of the names that exist was probably meant by one that does not.

use std::borrow::Cow;

/// The most names that are worth reading.
const MOST: usize = 3;

/// The names nearest to `wanted`, the nearest first, at most three: other case, letters swapped, a few letters
/// wrong, or one name beginning with the other. `wanted` itself is never among them.
///
/// ```
/// use provost::model::nearest;
/// assert_eq!(nearest("postgers", ["mariadb", "postgres"]), ["postgres"]);
/// assert!(nearest("nginx", ["postgres"]).is_empty());
/// ```
pub fn nearest<'n>(wanted: &str, among: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let wanted = Shape::of(wanted);
    let mut found: Vec<(usize, &str)> =
        among.into_iter().filter_map(|name| Some((wanted.distance(name)?, name))).collect();
    found.sort_unstable();
    found.dedup();
    let best = found.first().map_or(0, |(distance, _)| *distance);
    found.into_iter().take_while(|(distance, _)| *distance <= best + STEP).take(MOST).map(|(_, name)| name).collect()
}

/// The nearest names as a question, or nothing where none is near.
pub fn meant<'n>(wanted: &str, among: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let near = nearest(wanted, among);
    let (last, others) = near.split_last()?;
    Some(match others {
        [] => format!("did you mean {last}?"),
        others => format!("did you mean {} or {last}?", others.join(", ")),
    })
}

/// What one letter wrong weighs; less than that is a finer order.
const STEP: usize = 4;

/// A name in small letters, with what rules out most others at once.
struct Shape {
    exact: String,
    small: String,
    length: usize,
    letters: u64,
    /// How many letters may be wrong: none of one, one of two to five, then one of three, never more than three.
    slips: usize,
}

impl Shape {
    fn of(name: &str) -> Self {
        let small = name.to_lowercase();
        let length = small.chars().count();
        let slips = match length {
            0 | 1 => 0,
            2..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        Self { exact: name.to_owned(), letters: letters(&small), small, length, slips }
    }

    /// How far off a name is; `None` is too far to be worth saying.
    fn distance(&self, name: &str) -> Option<usize> {
        if name == self.exact {
            return None;
        }
        // Lengths in bytes never differ less than in characters, times four.
        if name.len() > 4 * (self.length + self.slips) && !begins(name, &self.small) {
            return None;
        }
        // Most names are in small letters, and there may be very many of them.
        let is_small = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let small = if is_small { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) };
        if small == self.small {
            return Some(0);
        }
        self.slipped(&small).or_else(|| self.begun(&small))
    }

    fn slipped(&self, small: &str) -> Option<usize> {
        let apart = small.chars().count().abs_diff(self.length);
        // A wrong letter changes at most two letters of the alphabet that is used.
        if apart > self.slips || (letters(small) ^ self.letters).count_ones() as usize > 2 * self.slips {
            return None;
        }
        let slips = strsim::osa_distance(&self.small, small);
        let swapped = slips == 1 && apart == 0 && letters(small) == self.letters;
        (slips <= self.slips).then_some(slips * STEP - usize::from(swapped))
    }

    /// One name that begins with the other, if what is common is long enough to mean something.
    fn begun(&self, small: &str) -> Option<usize> {
        let (short, long) = if small.len() < self.small.len() { (small, &*self.small) } else { (&*self.small, small) };
        (short.len() >= 3 && long.starts_with(short)).then_some(self.slips * STEP + 1)
    }
}

fn begins(name: &str, small: &str) -> bool {
    small.len() >= 3 && name.get(..small.len()).is_some_and(|start| start.to_lowercase() == small)
}

/// A set of the letters in a text; some share a place in it.
fn letters(text: &str) -> u64 {
    text.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_of_the_keyboard() {
        let names = ["requires", "resources", "provides", "claims", "needs", "name", "version"];
        assert_eq!(nearest("require", names), ["requires"]);
        assert_eq!(nearest("Requires", names), ["requires"]);
        assert_eq!(nearest("nmae", names), ["name"]);
        assert_eq!(nearest("porvides", names), ["provides"]);
        assert_eq!(nearest("verison", names), ["version"]);
        assert_eq!(nearest("name", names), Vec::<&str>::new());
        assert_eq!(nearest("colour", names), Vec::<&str>::new());
    }

    #[test]
    fn puts_case_and_swaps_first_and_is_stable() {
        assert_eq!(nearest("web1", ["web2", "wbe1", "WEB1", "web3"]), ["WEB1", "wbe1", "web2"]);
        assert_eq!(nearest("web1", ["web3", "web2", "web2"]), ["web2", "web3"]);
        assert_eq!(nearest("web9", ["web3", "web2", "web1", "web4"]), ["web1", "web2", "web3"]);
    }

    #[test]
    fn finds_what_begins_alike() {
        assert_eq!(nearest("postgresql-server", ["postgresql"]), ["postgresql"]);
        assert_eq!(nearest("laptop", ["laptop-of-anna", "desktop"]), ["laptop-of-anna"]);
        assert_eq!(nearest("la", ["laptop"]), Vec::<&str>::new());
    }

    #[test]
    fn fetches_nothing_from_afar() {
        assert_eq!(nearest("zsh", ["bash", "fish", "xsh"]), ["xsh"]);
        assert_eq!(nearest("a", ["b", "ab"]), Vec::<&str>::new());
        assert_eq!(nearest("", ["b", "ab"]), Vec::<&str>::new());
        assert_eq!(nearest("éa", ["éb"]), ["éb"]);
    }

    #[test]
    fn asks_in_words() {
        assert_eq!(meant("web9", ["web1", "web2", "x"]).as_deref(), Some("did you mean web1 or web2?"));
        assert_eq!(meant("claim", ["claims"]).as_deref(), Some("did you mean claims?"));
        assert_eq!(meant("claim", ["x"]), None);
    }
}
