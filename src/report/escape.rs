//! Arguments and commands as a shell, or a line of a batch, takes them.

use crate::model::text::is_invisible;

/// One argument as a POSIX shell takes it. Quoted only where it must be; what cannot be shown stands as its bytes
/// in `$'…'`, so that pasting gives exactly what was meant.
pub fn shell(argument: &str, unicode: bool) -> String {
    if argument.chars().any(|c| is_invisible(c) || !(unicode || c.is_ascii())) {
        return escaped(argument, unicode);
    }
    line_word(argument)
}

/// One word of a line of a batch, which is read with a shell's plain quotes alone.
fn line_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn escaped(argument: &str, unicode: bool) -> String {
    let mut text = String::from("$'");
    for c in argument.chars() {
        match c {
            '\'' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if is_invisible(c) || !(unicode || c.is_ascii()) => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
            }
            c => text.push(c),
        }
    }
    text.push('\'');
    text
}

/// The words of a command as one line of a batch.
pub fn batch_line(words: &[String]) -> String {
    words.iter().map(|word| line_word(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Style;

    #[test]
    fn quotes_only_what_needs_it() {
        assert_eq!(shell("web1", true), "web1");
        assert_eq!(shell("café", true), "café");
        assert_eq!(shell("", true), "''");
        assert_eq!(shell("it's $HOME", true), r"'it'\''s $HOME'");
        assert_eq!(shell("~root", true), "'~root'");
        assert_eq!(shell("a\u{1b}'\n\u{202e}", true), r"$'a\x1b\'\n\xe2\x80\xae'");
    }

    #[test]
    fn what_is_quoted_for_a_batch_parses_back() {
        let line: Vec<String> = ["module", "register", "it's here.json", "", "#x", "a\nb", "\"q\"", "back\\slash"]
            .map(str::to_owned)
            .into();
        assert_eq!(shell_words::split(&batch_line(&line)), Ok(line.clone()));
        let outer = ["provost".to_owned(), "batch".to_owned(), "-e".to_owned(), batch_line(&line[..3])];
        let pasted = Style::PIPED.command(&outer);
        assert_eq!(shell_words::split(&pasted), Ok(outer.to_vec()));
    }
}
