# Sourced by ./run and ./test, which set $root: makes .venv what a lock file says.

# work_in NAME: from here on, this folder is the environment.
work_in() {
    venv=$root/$1
    stamp=$venv/.stamp # copies of what is installed; while it is missing, the folder is not whole
}
work_in .venv

say() { printf 'baccarat: %s\n' "$*" >&2; }
die() { status=$1; shift; say "$@"; exit "$status"; }

# pip's script names its own folder: a .venv that was copied or moved would run the old tree.
# What stands before the folder counts, because /baccarat is also the end of /home/me/baccarat.
is_at_home() {
    [ -x "$venv/bin/python" ] && grep -qsF -e "#!$venv/bin/python" -e "\"$venv/bin/python" \
        -e " $venv/bin/python" -- "$venv/bin/pip"
}

is_whole() { [ -d "$stamp" ] && is_at_home; }

has_pip() { "$venv/bin/python" -c 'import pip' 2>/dev/null; }

is_usable() { is_whole && has_pip; }

same() { cmp -s "$root/$1" "$stamp/$1"; }

is_ready() { is_whole && same pyproject.toml && same requirements.lock && same "$1"; }

find_python() {
    python=${PYTHON:-python3}
    status=0
    found=$("$python" -c 'import sys
print("%d.%d.%d" % sys.version_info[:3]); sys.exit(sys.version_info < (3, 11))' 2>/dev/null) ||
        status=$?
    need='install Python 3.11 or later, or set PYTHON to one'
    [ -n "$found" ] || die 2 "$python does not run here: $need"
    [ "$status" = 0 ] || die 2 "$python is Python $found: $need"
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die 2 "$python cannot make a virtual environment: apt install python3-venv (on Debian)"
}

# The lowest versions have no wheels for newer ones.
is_for_floors() { "$1" -c 'import sys; sys.exit(sys.version_info >= (3, 14))'; }

# The lock belongs to the open file and goes when its holder does, so nobody can abandon it.
# Python takes it for us because flock(1) is not everywhere.
lock() {
    (: >>"$venv.lock") 2>/dev/null ||
        die 2 "$root cannot be written, and ${venv##*/} is set up there: copy it to where you may" \
            "write, or let its owner start it once"
    exec 9>>"$venv.lock"
    "$python" -c 'import fcntl, sys
try:
    fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    sys.stderr.write("baccarat: waiting for another set-up to end\n")
    fcntl.flock(0, fcntl.LOCK_EX)
except OSError:
    pass  # a file system without locks: better unlocked than not at all' <&9
}

make_venv() {
    # By its full name: after an upgrade of python3 the link is dead, and is_whole notices.
    python=$("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))')
    "$python" -m venv --clear "$venv" >&2 || die 1 "could not make $venv"
}

install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" \
        >"$venv/pip.log" 2>&1 </dev/null || {
        cat "$venv/pip.log" >&2
        die 1 "pip failed (see above); the next start sets up again"
    }
}

# set_up LOCK: install LOCK and then the project itself, unless that is done already.
set_up() {
    if is_ready "$1"; then return; fi
    if is_usable; then python=$venv/bin/python; else find_python; fi
    lock
    if ! is_ready "$1"; then # nobody did it while we waited
        say "setting up ${venv##*/}, once"
        is_usable || make_venv
        rm -rf "$stamp" "$stamp.new"
        mkdir "$stamp.new"
        for file in pyproject.toml requirements.lock "$1"; do # now: they may be edited meanwhile
            cp "$root/$file" "$stamp.new"
        done
        compile= # tests import a part of what they install: that part is compiled when it is
        [ "$1" = requirements.lock ] || compile=--no-compile
        install $compile --require-hashes -r "$root/$1"
        install --no-deps --no-build-isolation --editable "$root"
        mv "$stamp.new" "$stamp"
    fi
    exec 9>&-
}
