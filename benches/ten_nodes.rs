//! How long a person waits: `assign`, `plan` and `push` on a mesh of ten nodes, as whole processes beside a running
//! server, with the share that is spent connecting.
//!
//! `cargo bench --bench ten_nodes`. Ends with an error where a median is not under 50 ms.
#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};

use provost::{
    environment::Environment,
    report::failure::Worded,
    store::{
        connect::{ConnectOptions, connect},
        local::Local,
    },
};

/// What a person does not notice.
const LIMIT: Duration = Duration::from_millis(50);
const ROUNDS: usize = 21;

type Done<T> = Result<T, Box<dyn Error>>;

fn main() -> Done<ExitCode> {
    let folder = std::env::temp_dir().join(format!("provost-bench-{}", std::process::id()));
    let environment = Environment::of_process().only(&["HOME", "PATH", "LANG"]);
    let local = Local::at(&folder, &environment).map_err(|error| error.message())?.throw_away();
    let url = local.ensure_running(true).map_err(|error| error.message())?.url;
    let result = measure(&url, &environment);
    local.destroy().map_err(|error| error.message())?;
    result
}

fn measure(url: &str, environment: &Environment) -> Done<ExitCode> {
    provost(url, &["migrate"])?;
    for node in 0..10 {
        provost(url, &["node", "add", &format!("node-{node}")])?;
    }
    let manifests = std::env::temp_dir().join(format!("provost-bench-manifests-{}", std::process::id()));
    provost(url, &["tour", "--write", manifests.to_str().ok_or("the temporary folder has no name in UTF-8")?])?;
    for folder in ["desk", "servers"] {
        provost(url, &["module", "register", manifests.join(folder).to_str().unwrap_or_default()])?;
    }
    std::fs::remove_dir_all(&manifests)?;
    provost(url, &["assign", "all", "i3", "zsh"])?;
    provost(url, &["assign", "node-0", "postgres"])?;
    provost(url, &["assign", "all,-node-0", "webapp"])?;
    provost(url, &["push"])?;
    let connecting = median(|round| {
        let _ = round;
        let options = ConnectOptions { database: Some(url.to_owned()), environment: environment.clone() };
        let begun = Instant::now();
        let mut connected = connect(&options).map_err(|error| error.message())?;
        connected.client.simple_query("select 1")?;
        Ok(begun.elapsed())
    })?;
    println!("command  median ms  connecting ms  share");
    let mut slow = false;
    for (name, even, odd) in [
        ("assign", ["assign", "node-3", "editor"].as_slice(), ["unassign", "node-3", "editor"].as_slice()),
        ("plan", &["plan"], &["plan"]),
        ("push", &["push"], &["push"]),
    ] {
        let took = median(|round| {
            if name == "push" {
                // So that there is something to declare each time.
                provost(
                    url,
                    if round % 2 == 0 { &["assign", "all", "editor"] } else { &["unassign", "all", "editor"] },
                )?;
            }
            let begun = Instant::now();
            provost(url, if round % 2 == 0 { even } else { odd })?;
            Ok(begun.elapsed())
        })?;
        slow |= took >= LIMIT;
        let share = connecting.as_secs_f64() / took.as_secs_f64();
        println!("{name:<7}  {:>9.1}  {:>13.1}  {share:>5.2}", ms(took), ms(connecting));
    }
    Ok(if slow { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn median(mut each: impl FnMut(usize) -> Done<Duration>) -> Done<Duration> {
    let mut times = (0..ROUNDS).map(&mut each).collect::<Done<Vec<_>>>()?;
    times.sort_unstable();
    Ok(times[ROUNDS / 2])
}

fn provost(url: &str, arguments: &[&str]) -> Done<()> {
    let ran = Command::new(env!("CARGO_BIN_EXE_provost"))
        .args(arguments)
        .env("PROVOST_DATABASE", url)
        .env_remove("PGOPTIONS")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()?;
    if !ran.status.success() {
        return Err(format!("provost {}: {}", arguments.join(" "), String::from_utf8_lossy(&ran.stderr)).into());
    }
    Ok(())
}
