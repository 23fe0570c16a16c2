//! Yes or no: what can be replied, and what a reply means.

/// What stands behind the question.
pub const ANSWERS: &str = "[y/N]";
/// What saying nothing means.
pub const SILENCE: &str = "no";

/// Whether a line says yes. Only a whole word does: who types `maybe` or `why?` has not decided.
///
/// # Errors
/// With what to type, where it says neither.
pub fn is_yes(typed: &str) -> Result<bool, String> {
    match typed.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "" | "n" | SILENCE => Ok(false),
        _ => Err("type y or yes, n or no; Enter alone is no".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_word_is_yes_or_no() {
        for (typed, meant) in
            [("y", true), ("Y", true), (" YES ", true), ("n", false), ("No", false), ("", false), ("  ", false)]
        {
            assert_eq!(is_yes(typed), Ok(meant), "{typed:?}");
        }
        for typed in ["maybe", "why?", "okay", "yn", "yess", "ye s", "nope", "0", "ja"] {
            assert!(is_yes(typed).is_err(), "{typed:?}");
        }
    }
}
