# Runs one throw-away PostgreSQL server for as long as a process lives, however that process ends.
#   $1 the process to watch    $2 the server's folder    $3 the folder of the server's binaries
# Says "ready" on standard output once the server answers; anything else there is why it does not.
# The folder is removed at the end, unless PROVOST_TEST_KEEP is set and a test left `kept` in it.
trap '' HUP INT TERM
export LC_ALL=C
cd "$2" || exit 1

alive() {
    if [ -r /proc/self/stat ]; then
        # A process that nobody reaps is as good as gone.
        read -r _ _ state _ 2>/dev/null <"/proc/$1/stat" && [ "$state" != Z ]
    else
        case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z*) return 1 ;; esac
    fi
}

start() {
    "$2/initdb" -D data -U provost -A trust -E UTF8 --no-locale -N >log 2>&1 || return 1
    options="-c listen_addresses= -c unix_socket_directories='$1' -c max_connections=200"
    options="$options -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    "$2/pg_ctl" -D data -l log -w -t 60 -o "$options" start >>start.log 2>&1
}

if ! start "$2" "$3"; then
    tail -n 20 log start.log 2>/dev/null
    cd / && rm -rf "$2"
    exit 1
fi
echo ready
exec >/dev/null
while alive "$1"; do sleep 0.2; done
if [ -n "$PROVOST_TEST_KEEP" ] && [ -e kept ]; then exit 0; fi
"$3/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
cd / && rm -rf "$2"
