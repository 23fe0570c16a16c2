# The commands of this project. `make tour` and `make test` do all their own set-up.
PREFIX = /usr/local
DESTDIR =
# `dev` builds quicker; `release` is what is installed.
PROFILE = release
JOBS =
# How many nodes the meshes of `make bench` have, and how often each command is measured.
SIZES = 1000 10000
ROUNDS = 7
# How many times as long `make endurance` goes on as its short form in `make test`.
TIMES = 20

CARGO = cargo
target = $(or $(CARGO_TARGET_DIR),target)
BUILT = $(target)/$(patsubst dev,debug,$(PROFILE))

# Not every shell knows that this ~ is meant.
prefix = $(patsubst ~/%,$(HOME)/%,$(PREFIX))
bin = $(DESTDIR)$(prefix)/bin
share = $(DESTDIR)$(prefix)/share
man = $(share)/man
bash = $(share)/bash-completion/completions
zsh = $(share)/zsh/site-functions
fish = $(share)/fish/vendor_completions.d
data = $(share)/provost

# The Debian package: a folder to make it in, and what is said of it.
DEB = $(target)/debian
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
REVISION = 1
MAINTAINER = The Provost authors <provost@users.noreply.invalid>
DEPENDS =
ARCHITECTURE =
COMPRESSION = xz

.PHONY: help tour test bench laws endurance check build install uninstall deb generated documents man completions cargo postgresql pooler

help:
	@echo 'make tour                       build, and see what it does, in a database that is thrown away'
	@echo 'make test                       every test there is'
	@echo 'make install PREFIX=~/.local    the program, its manual pages and completions'
	@echo 'make uninstall PREFIX=~/.local  takes them away again'
	@echo 'make deb                        a Debian package of the same, in $(DEB)'
	@echo 'make check                      formatting and lints'
	@echo 'make bench                      what each command costs, beside what the database costs'
	@echo 'make laws                       the laws on many more random meshes'
	@echo 'make endurance                  operators at once, kills, networks, upgrades, machines that follow: for longer'
	@echo 'make generated                  manual pages, completions and README anew, as the program has them'

tour: cargo postgresql
	$(CARGO) build --locked $(JOBS)
	@$(target)/debug/provost tour

test: cargo postgresql pooler
	$(CARGO) test --locked $(JOBS)

# SIZES says how many nodes, ROUNDS how often each command is run beside its floor.
bench: cargo postgresql
	@SIZES="$(SIZES)" ROUNDS="$(ROUNDS)" $(CARGO) bench --locked $(JOBS) --bench scale

laws: cargo postgresql
	PROPTEST_CASES=20000 PROVOST_TEST_TIMES=20 $(CARGO) test --locked --release $(JOBS) -- oracle laws

# TIMES says how many times as long as in `make test`.
endurance: cargo postgresql pooler
	PROVOST_TEST_TIMES=$(TIMES) $(CARGO) test --locked --release $(JOBS) -- endurance operators killed network servers fuzzed

check: cargo
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets $(JOBS) -- -D warnings

build: cargo
	$(CARGO) build --locked --profile $(PROFILE) $(JOBS)

install: build
	@mkdir -p "$(bin)" "$(man)/man1" "$(man)/man5" "$(man)/man7" "$(bash)" "$(zsh)" "$(fish)" "$(data)"
	install -m 755 "$(BUILT)/provost" "$(bin)/provost"
	install -m 644 man/*.1 "$(man)/man1"
	install -m 644 man/*.5 "$(man)/man5"
	install -m 644 man/*.7 "$(man)/man7"
	install -m 644 completions/provost.bash "$(bash)/provost"
	install -m 644 completions/_provost "$(zsh)/_provost"
	install -m 644 completions/provost.fish "$(fish)/provost.fish"
	install -m 644 src/report/schema/manifest.json "$(data)/manifest.schema.json"
	@case ":$$PATH:" in *":$(prefix)/bin:"*) ;; *) [ -n "$(DESTDIR)" ] || \
		echo "$(prefix)/bin is not on the path of this shell: export PATH=$(prefix)/bin:\$$PATH" ;; esac

uninstall:
	rm -f "$(bin)/provost" "$(man)/man1/provost.1" "$(man)/man1"/provost-*.1 "$(man)"/man[57]/provost-*.[57]
	rm -f "$(bash)/provost" "$(zsh)/_provost" "$(fish)/provost.fish" "$(data)/manifest.schema.json"
	@rmdir "$(data)" 2>/dev/null || true

# Times in it are those of the last commit, so that one state gives one package.
deb: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
deb: build
	@rm -rf "$(DEB)/tree"
	umask 022; $(MAKE) --no-print-directory install CARGO=true BUILT="$(BUILT)" PREFIX=/usr DESTDIR="$(DEB)/tree" \
		zsh='$$(share)/zsh/vendor-completions'
	strip --strip-unneeded --remove-section=.comment --remove-section=.note "$(DEB)/tree/usr/bin/provost"
	umask 022; sh .ci/debian "$(DEB)" "$(VERSION)-$(REVISION)" "$(MAINTAINER)" "$(ARCHITECTURE)" "$(DEPENDS)"
	dpkg-deb --root-owner-group -Z$(COMPRESSION) --build "$(DEB)/tree" "$(DEB)"

# The documents first: the guide among them is a manual page as well.
generated: documents
	@$(MAKE) --no-print-directory man completions

documents: cargo postgresql
	SNAPSHOTS=overwrite $(CARGO) test --locked $(JOBS) -- docs::

man: cargo
	$(CARGO) build --locked $(JOBS)
	rm -f man/*.[157]
	$(target)/debug/provost man --write man

completions: cargo
	$(CARGO) build --locked $(JOBS)
	@mkdir -p completions
	$(target)/debug/provost completions bash > completions/provost.bash
	$(target)/debug/provost completions zsh > completions/_provost
	$(target)/debug/provost completions fish > completions/provost.fish

cargo:
	@command -v $(CARGO) >/dev/null 2>&1 || { \
		echo 'cargo, which builds Rust programs, is not on the path. To get it: https://rustup.rs, or' >&2; \
		echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh && . ~/.cargo/env" >&2; \
		exit 1; }
	@command -v cc >/dev/null 2>&1 || { \
		echo 'cc, a C compiler, is not on the path: Rust programs are linked by it. Debian: apt-get install build-essential' >&2; \
		exit 1; }

# A server's programs in one of the places where the program looks for them, else the system's package of them.
postgresql:
	@for initdb in "$$(pg_config --bindir 2>/dev/null)/initdb" /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb \
		/opt/homebrew/opt/postgresql*/bin/initdb /usr/local/opt/postgresql*/bin/initdb \
		"$$(command -v initdb 2>/dev/null)"; do \
		if [ -x "$$initdb" ]; then exit 0; fi; \
	done; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	has() { command -v "$$1" >/dev/null 2>&1; }; \
	if has apt-get; then set -- env DEBIAN_FRONTEND=noninteractive apt-get install -y postgresql; \
	elif has dnf; then set -- dnf install -y postgresql-server; \
	elif has zypper; then set -- zypper --non-interactive install postgresql-server; \
	elif has pacman; then set -- pacman -S --noconfirm --needed postgresql; \
	elif has apk; then set -- apk add postgresql; \
	elif has brew; then sudo=; set -- brew install postgresql; \
	else echo 'No PostgreSQL server is installed here: install the server package of this system, then try again.' >&2; exit 1; fi; \
	if [ -n "$$sudo" ] && ! has sudo; then echo "No PostgreSQL server is installed here; as root: $$*" >&2; exit 1; fi; \
	echo "No PostgreSQL server is installed here; installing one: $${sudo:+$$sudo }$$*"; \
	if has apt-get; then $$sudo apt-get update -q; fi; \
	$$sudo "$$@"

# Some tests put a pooler before the server. Where none can be installed, they say nothing of it.
pooler:
	@for pgbouncer in /usr/sbin/pgbouncer "$$(command -v pgbouncer 2>/dev/null)"; do \
		if [ -x "$$pgbouncer" ]; then exit 0; fi; \
	done; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	if command -v apt-get >/dev/null 2>&1; then \
		echo 'No pgbouncer is installed here; installing one'; \
		$$sudo apt-get update -q; \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer || exit 0; \
	fi
