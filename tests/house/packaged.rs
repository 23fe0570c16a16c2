//! What `make install` puts where, and the Debian package of it: installed, used, and taken away again.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::sources::project;

/// A target of the Makefile with the program that was built for these tests in place of one of its own.
fn make(words: &[&str], home: &Path) -> Output {
    let built = Path::new(env!("CARGO_BIN_EXE_provost")).parent().unwrap();
    let mut make = Command::new("make");
    make.args(words).args(["CARGO=true", &format!("BUILT={}", built.display())]).current_dir(project());
    let output = make.env("HOME", home).env_remove("MAKEFLAGS").env_remove("MAKELEVEL").output().unwrap();
    assert!(output.status.success(), "make {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn folder() -> TempDir {
    tempfile::Builder::new().prefix("provost-").tempdir().unwrap()
}

/// Every file below a folder with its mode.
fn files(root: &Path) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
            found.insert(path.strip_prefix(root).unwrap().display().to_string(), mode);
        }
    }
    found
}

/// What is installed below a prefix; `zip` is what pages of the manual end with.
fn expected(prefix: &str, zip: &str, zsh: &str) -> BTreeMap<String, u32> {
    let pages =
        fs::read_dir(project().join("man")).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let pages = pages.map(|page| format!("share/man/man{}/{page}{zip}", page.rsplit('.').next().unwrap()));
    let others = [
        "share/bash-completion/completions/provost",
        "share/fish/vendor_completions.d/provost.fish",
        "share/provost/manifest.schema.json",
        zsh,
    ];
    let read = pages.chain(others.map(str::to_owned)).map(|path| (format!("{prefix}/{path}"), 0o644));
    read.chain([(format!("{prefix}/bin/provost"), 0o755)]).collect()
}

const ZSH: &str = "share/zsh/site-functions/_provost";

#[test]
fn what_is_installed_can_be_taken_away() {
    let (root, home) = (folder(), folder());
    let place = [format!("DESTDIR={}", root.path().display()), "PREFIX=/opt/provost".to_owned()];
    let [destination, prefix] = place.each_ref().map(String::as_str);
    make(&["install", destination, prefix], home.path());
    assert_eq!(files(root.path()), expected("opt/provost", "", ZSH));
    make(&["uninstall", destination, prefix], home.path());
    assert_eq!(files(root.path()), BTreeMap::new());
    assert_eq!(files(home.path()), BTreeMap::new());
}

#[test]
fn a_home_folder_is_a_prefix() {
    let home = folder();
    let said = make(&["install", "PREFIX=~/.local"], home.path());
    assert_eq!(files(home.path()), expected(".local", "", ZSH));
    let told = format!("{}/.local/bin is not on the path of this shell", home.path().display());
    assert!(String::from_utf8_lossy(&said.stdout).contains(&told));
    make(&["uninstall", "PREFIX=~/.local"], home.path());
    assert_eq!(files(home.path()), BTreeMap::new());
}

/// The package, quickly: not compressed, and what it depends on not looked up.
fn package(folder: &Path) -> PathBuf {
    let deb = format!("DEB={}", folder.display());
    make(&["deb", &deb, "DEPENDS=libc6", "COMPRESSION=none", "ARCHITECTURE=all"], folder);
    folder.join(format!("provost_{}-1_all.deb", env!("CARGO_PKG_VERSION")))
}

/// A program of Debian's, which other systems have as a package of that name.
fn dpkg(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output();
    let output = output.unwrap_or_else(|why| panic!("{program} makes and reads packages; install dpkg: {why}"));
    assert!(output.status.success(), "{program} {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_debian_package_says_what_it_is() {
    let folder = folder();
    let package = package(folder.path()).display().to_string();
    let field = |name: &str| dpkg("dpkg-deb", &["--field", &package, name]).trim().to_owned();
    assert_eq!(field("Package"), "provost");
    assert_eq!(field("Version"), format!("{}-1", env!("CARGO_PKG_VERSION")));
    assert_eq!(field("Recommends"), "postgresql");
    assert_eq!(field("Depends"), "libc6");
    assert_eq!(field("Section"), "admin");
    assert!(field("Description").starts_with("decides what every machine of a mesh runs\n "));
    let owners = dpkg("dpkg-deb", &["--contents", &package]);
    assert!(owners.lines().all(|line| line.contains(" root/root ")), "{owners}");
    let control = folder.path().join("control").display().to_string();
    dpkg("dpkg-deb", &["--control", &package, &control]);
    let names = files(Path::new(&control)).into_keys().collect::<Vec<_>>();
    assert_eq!(names, ["control", "md5sums"], "nothing is run when it is installed or removed");
}

/// Into a folder that stands for a system's root, so that it needs neither rights nor the system.
#[test]
fn the_debian_package_is_installed_used_and_purged() {
    let folder = folder();
    let package = package(folder.path()).display().to_string();
    let root = folder.path().join("root");
    let admin = root.join("var/lib/dpkg");
    for part in ["info", "updates"] {
        fs::create_dir_all(admin.join(part)).unwrap();
    }
    fs::write(admin.join("status"), "").unwrap();
    let system = format!("--root={}", root.display());
    let force = "--force-not-root,depends,bad-path,architecture,script-chrootless";
    let log = format!("--log={}", folder.path().join("log").display());
    let run = |words: &[&str]| dpkg("dpkg", &[&[&system, force, &log], words].concat());

    run(&["--install", &package]);
    let mut installed = expected("usr", ".gz", "share/zsh/vendor-completions/_provost");
    let more = ["doc/provost/changelog.Debian.gz", "doc/provost/changelog.gz", "doc/provost/copyright"];
    let more = more.into_iter().chain(["lintian/overrides/provost"]);
    installed.extend(more.map(|path| (format!("usr/share/{path}"), 0o644)));
    assert_eq!(
        files(&root.join("usr")),
        installed.into_iter().map(|(path, mode)| (path[4..].to_owned(), mode)).collect()
    );
    assert_eq!(run(&["--verify", "provost"]), "", "the sums are those of the files");
    let version = Command::new(root.join("usr/bin/provost")).arg("--version").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("provost {}\n", env!("CARGO_PKG_VERSION")));

    run(&["--purge", "provost"]);
    let left = files(&root).into_keys().filter(|path| !path.starts_with("var/lib/dpkg/"));
    assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    assert!(!root.join("usr").exists());
}
