//! Files, folders and standard input, as commands name them, turned into sources.

use std::{
    collections::{BTreeSet, HashMap, HashSet, hash_map::Entry},
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

use super::{
    ContentFrom, Fault, Given, Source,
    json::{Json, Kind, Member, Span, member},
    placed,
    reader::Reader,
};
use crate::model::{name::ModuleName, near::meant, text};

/// The largest manifest, and the largest file that a `content_from` names.
pub const LARGEST_MANIFEST: u64 = 64 << 20;
/// The largest mesh document.
pub const LARGEST_DOCUMENT: u64 = 1 << 30;
/// What some editors begin a text in UTF-8 with (U+FEFF). It is no part of the text.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// What messages call standard input.
const STANDARD_INPUT: &str = "standard input";

/// The manifests that the arguments of a registration name: files, folders (the `*.json` directly in them, less those
/// that a `content_from` names) and `-` for standard input.
///
/// # Errors
/// With everything that is wrong in all of them, in the order of the arguments, and within one by place.
pub fn manifests(arguments: &[PathBuf], input: &mut dyn Read) -> Result<Vec<Given>, Vec<Fault>> {
    let mut faults = Vec::new();
    let found = without_content(open_all(arguments, input, &mut faults));
    let mut read: Vec<(Given, Span, Source)> = Vec::new();
    for Found { source, path, .. } in found {
        match with_folder(&source, path.as_deref()) {
            Ok((given, place)) => read.push((given, place, source)),
            Err(wrong) => faults.extend(wrong),
        }
    }
    faults.extend(named_twice(&read));
    if faults.is_empty() { Ok(read.into_iter().map(|(given, ..)| given).collect()) } else { Err(faults) }
}

/// The source of a mesh document: a file, or `-` for standard input.
///
/// # Errors
/// Where it cannot be read, or holds no text.
pub fn document(argument: &Path, input: &mut dyn Read) -> Result<Source, Vec<Fault>> {
    let source = if is_input(argument) {
        to_source(STANDARD_INPUT, input, LARGEST_DOCUMENT)
    } else {
        open(argument, LARGEST_DOCUMENT)
    };
    source.map_err(|fault| vec![*fault])
}

/// A source that may hold a manifest.
struct Found {
    source: Source,
    /// Where it is; `None` for standard input.
    path: Option<PathBuf>,
    /// Whether its folder was named, and not it.
    listed: bool,
}

/// Opens what the arguments name, each file once.
fn open_all(arguments: &[PathBuf], input: &mut dyn Read, faults: &mut Vec<Fault>) -> Vec<Found> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut take = |source: Result<Source, Box<Fault>>, path: Option<PathBuf>, listed| match source {
        Ok(source) => found.push(Found { source, path, listed }),
        Err(fault) => faults.push(*fault),
    };
    for argument in arguments {
        if is_input(argument) {
            if seen.insert(argument.clone()) {
                take(to_source(STANDARD_INPUT, input, LARGEST_MANIFEST), None, false);
            }
        } else if argument.is_dir() {
            match listing(argument) {
                Ok(paths) => paths
                    .into_iter()
                    .filter(|path| seen.insert(followed(path)))
                    .for_each(|path| take(open(&path, LARGEST_MANIFEST), Some(path), true)),
                Err(fault) => take(Err(fault), None, true),
            }
        } else if seen.insert(followed(argument)) {
            take(open(argument, LARGEST_MANIFEST), Some(argument.clone()), false);
        }
    }
    found
}

fn is_input(argument: &Path) -> bool {
    argument.as_os_str() == "-"
}

fn followed(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The `*.json` directly in a folder, by name; a hidden file is none.
fn listing(folder: &Path) -> Result<Vec<PathBuf>, Box<Fault>> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let entries = entries.map_err(|error| unreadable(&shown(folder), &error))?;
    let is_manifest = |path: &PathBuf| {
        let hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        !hidden && path.extension().is_some_and(|extension| extension == "json") && !path.is_dir()
    };
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(is_manifest).collect();
    paths.sort();
    if paths.is_empty() {
        let mut fault = whole(&shown(folder), "has no *.json directly in it");
        fault.help("name the files, or the folder that holds them; folders within it are not looked into");
        return Err(fault);
    }
    Ok(paths)
}

fn open(path: &Path, largest: u64) -> Result<Source, Box<Fault>> {
    let name = shown(path);
    if path.is_dir() {
        let mut fault = whole(&name, "is a folder, and a file belongs here");
        fault.help("name the file in it");
        return Err(fault);
    }
    let mut file = fs::File::open(path).map_err(|error| {
        let mut fault = unreadable(&name, &error);
        fault.help = (error.kind() == io::ErrorKind::NotFound).then(|| near_file(path)).flatten();
        fault
    })?;
    to_source(&name, &mut file, largest)
}

/// The text that a reader gives, as long as it is text and not too much.
fn to_source(name: &str, input: &mut dyn Read, largest: u64) -> Result<Source, Box<Fault>> {
    let mut bytes = Vec::new();
    input.take(largest + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > largest {
        return Err(whole(name, &format!("is larger than {} MiB, the most that is read", largest >> 20)));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| not_text(name, &error))
}

fn not_text(name: &str, error: &std::string::FromUtf8Error) -> Box<Fault> {
    let at = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    // What stands before the byte is text, so that the place is the same in what is shown.
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    let byte = bytes.get(at).copied().unwrap_or_default();
    let mut fault = Fault::at(&source, at..at + char::REPLACEMENT_CHARACTER.len_utf8(), "this is not UTF-8");
    fault.label(format!("the byte 0x{byte:02X}")).help(match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16; save it as UTF-8",
        _ => "JSON is UTF-8; save the file as that",
    });
    Box::new(fault)
}

fn unreadable(name: &str, error: &io::Error) -> Box<Fault> {
    whole(name, &format!("cannot be read: {error}"))
}

/// A fault of a whole input, which the message names.
fn whole(name: &str, message: &str) -> Box<Fault> {
    Box::new(Fault::whole(&Source::new(name, ""), format!("{name} {message}")))
}

/// A path as it was given, without what would steer a terminal.
fn shown(path: &Path) -> String {
    text::shown(&path.to_string_lossy())
}

fn near_file(path: &Path) -> Option<String> {
    let folder = folder_of(path);
    let names: Vec<String> =
        fs::read_dir(folder).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    meant(path.file_name()?.to_str()?, names.iter().map(String::as_str))
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

/// Leaves out what lies in a named folder and is the content of a file of another manifest. Only what nobody names is
/// sure to be a manifest; of files that name each other, all stay, so that none is lost without a word.
fn without_content(found: Vec<Found>) -> Vec<Found> {
    if !found.iter().any(|found| found.listed) {
        return found;
    }
    let places: Vec<Option<PathBuf>> = found.iter().map(|found| found.path.as_deref().map(followed)).collect();
    let names: Vec<BTreeSet<PathBuf>> = found.iter().zip(&places).map(|(found, own)| names_of(found, own)).collect();
    let named: HashSet<&PathBuf> = names.iter().flatten().collect();
    let is_manifest = |place: &Option<PathBuf>| place.as_ref().is_none_or(|place| !named.contains(place));
    let sure = names.iter().zip(&places).filter(|(_, place)| is_manifest(place));
    let content: HashSet<PathBuf> = sure.flat_map(|(names, _)| names.iter().cloned()).collect();
    let stays = |found: &Found, place: &Option<PathBuf>| {
        !found.listed || place.as_ref().is_none_or(|place| !content.contains(place))
    };
    found.into_iter().zip(&places).filter(|(found, place)| stays(found, place)).map(|(found, _)| found).collect()
}

/// The other files that the `content_from` of a manifest name, links followed.
fn names_of(found: &Found, own: &Option<PathBuf>) -> BTreeSet<PathBuf> {
    let Some(path) = &found.path else { return BTreeSet::new() };
    let json = Reader::strict(&found.source).only("a manifest");
    let paths = json.iter().flat_map(|json| each_file(json)).filter_map(|file| text(file, "content_from"));
    paths.map(|name| followed(&folder_of(path).join(name))).filter(|path| Some(path) != own.as_ref()).collect()
}

/// The members of each file among the resources of a manifest.
fn each_file<'j, 'a>(json: &'j Json<'a>) -> impl Iterator<Item = &'j [Member<'a>]> {
    let members = |json: &'j Json<'a>| match &json.value {
        Kind::Object(members) => &members[..],
        Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::Text(_) | Kind::List(_) => &[],
    };
    let entries = match member(members(json), "resources").map(|member| &member.value.value) {
        Some(Kind::List(entries)) => &entries[..],
        Some(_) | None => &[],
    };
    entries.iter().map(members).filter(|members| text(members, "type") == Some("file"))
}

fn text<'j>(members: &'j [Member<'_>], key: &str) -> Option<&'j str> {
    match &member(members, key)?.value.value {
        Kind::Text(text) => Some(text),
        Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::List(_) | Kind::Object(_) => None,
    }
}

/// Reads one manifest, with the files beside it.
fn with_folder(source: &Source, path: Option<&Path>) -> Result<(Given, Span), Vec<Fault>> {
    match path {
        Some(path) => {
            let folder = folder_of(path);
            placed(source, ContentFrom::Read(&|name| content(folder, name)))
        }
        None => placed(source, ContentFrom::Forbidden),
    }
}

/// The text of a file at or below a folder; links are followed before that is judged.
fn content(folder: &Path, name: &str) -> Result<String, String> {
    let shown = format!("{name:?}");
    let cannot = |error: io::Error| format!("{shown} cannot be read: {error}");
    let folder = folder.canonicalize().map_err(cannot)?;
    let path = folder.join(name).canonicalize().map_err(cannot)?;
    if !path.starts_with(&folder) {
        return Err(format!("{shown} is not below the folder of the manifest"));
    }
    let about = fs::metadata(&path).map_err(cannot)?;
    if !about.is_file() {
        let what = if about.is_dir() { "a folder" } else { "no ordinary file" };
        return Err(format!("{shown} is {what}, and a file belongs here"));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(&path).map_err(cannot)?;
    file.take(LARGEST_MANIFEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LARGEST_MANIFEST {
        return Err(format!("{shown} is larger than {} MiB, the most that is read", LARGEST_MANIFEST >> 20));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| format!("{shown} is not UTF-8 from byte {} on", error.utf8_error().valid_up_to() + 1))?;
    match text.find('\0') {
        Some(at) => Err(format!("{shown} holds U+0000 at byte {}, which PostgreSQL stores in no text", at + 1)),
        None => Ok(text),
    }
}

/// Faults for the modules that two sources give.
fn named_twice(read: &[(Given, Span, Source)]) -> Vec<Fault> {
    let mut first: HashMap<&ModuleName, (&Span, &Source)> = HashMap::with_capacity(read.len());
    let mut faults = Vec::new();
    for (given, place, source) in read {
        let name = &given.manifest.name;
        match first.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert((place, source));
            }
            Entry::Occupied(entry) => {
                let (other_place, other) = entry.get();
                let mut fault = Fault::at(source, place.clone(), format!("two files give the module {name}"));
                let (line, column) = other.line_column(other_place.start);
                fault
                    .label("here again")
                    .help(format!("it is in {}:{line}:{column} too; one module has one manifest", other.name()));
                faults.push(fault);
            }
        }
    }
    faults
}
