# Shared by the scripts: one virtual environment under .venv, made anew only when its inputs change.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

say() { printf '%s\n' "$*" >&2; }

# The first Python 3.11 or newer; prints its path.
find_python() {
  local name
  for name in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14; do
    [ -n "$name" ] || continue
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  say "Enpitsu needs Python 3.11 or newer; none was found."
  exit 2
}

# An environment without a pip of its own, if the outer one can serve it: quicker, and 25 MB less.
make_venv() {
  local python=$1
  rm -rf "$venv"
  if "$python" -m pip --python "$python" --version >/dev/null 2>&1; then
    "$python" -m venv --without-pip "$venv"
    printf '%s' "$python" >"$venv/.pip"
    return
  fi
  if "$python" -m venv "$venv" >/dev/null 2>&1; then
    return
  fi
  rm -rf "$venv"
  # Debian keeps what venv needs in a package of its own.
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing python3-venv ..."
    { apt-get update -qq && apt-get install -y -qq python3-venv; } >/dev/null 2>&1
  fi
  "$python" -m venv "$venv" >/dev/null || {
    rm -rf "$venv"
    say "Could not make a virtual environment. On Debian: apt-get install python3-venv"
    exit 2
  }
}

# pip_install REQUIREMENTS: into .venv.
pip_install() {
  local pip=("$venv/bin/python" -m pip)
  if [ -f "$venv/.pip" ]; then pip=("$(cat "$venv/.pip")" -m pip --python "$venv/bin/python"); fi
  "${pip[@]}" install --quiet --quiet --disable-pip-version-check "$@" >&2 || {
    say "Installing failed; see the lines above."
    return 2
  }
}

# Runs a command while no other script changes .venv.
alone() {
  exec 9>"$root/.venv.lock"
  if command -v flock >/dev/null; then flock 9; fi
  "$@" 9>&-
  exec 9>&-
}

# Whether .venv holds these extras, installed from what pyproject.toml says now.
have() { [ "$(cat "$venv/.installed-$1" 2>/dev/null)" = "$inputs" ]; }

# ensure_venv EXTRAS: the environment with Enpitsu and "app" or "all,test". What the tests need
# includes what users need, so the smaller wish never undoes the larger one.
ensure_venv() {
  inputs=$(cksum "$root/pyproject.toml" "$root/scripts/lib.sh")
  if have all,test || have "$1"; then return; fi
  alone set_up "$1"
}

set_up() {
  if have all,test || have "$1"; then return; fi
  say "Setting up Enpitsu in .venv (once; this may take a minute) ..."
  if ! have app; then
    local python
    python=$(find_python) || exit 2
    make_venv "$python"
  fi
  pip_install --editable "$root[$1]" || exit 2
  # Not left to the first use: PYTHONDONTWRITEBYTECODE would leave it to every use.
  "$venv/bin/python" -m compileall -q "$root/src" || true
  printf '%s' "$inputs" >"$venv/.installed-$1"
}

# ensure_fonts: a font with Japanese letters for what is printed, where we may install one.
ensure_fonts() {
  local folder
  for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/}/.fonts" \
    "${HOME:-/}/.local/share/fonts" /System/Library/Fonts /Library/Fonts; do
    [ -z "$(find -L "$folder" -iname '*cjk*' -o -iname '*ipa*g*.ttf' -o -iname '*gothic*' \
      -o -iname '*hiragino*' 2>/dev/null | head -n 1)" ] || return 0
  done
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing a font with Japanese letters (once) ..."
    { apt-get update -qq && apt-get install -y -qq fonts-ipaexfont-gothic; } >/dev/null 2>&1 && return 0
  fi
  say "No font with Japanese letters was found; for Japanese titles install fonts-ipaexfont-gothic."
}

# ensure_chromium: the browsers that the tests of the pages run in, where we may install them: the
# one without a window, which takes a fifth less time, and for service workers the usual one.
ensure_chromium() {
  local package
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    for package in chromium chromium-headless-shell; do
      command -v "$package" >/dev/null || {
        say "Installing $package for the tests of the web app (once) ..."
        apt_install "$package" || true
      }
    done
  fi
  for package in chromium-headless-shell chromium chromium-browser; do
    ! command -v "$package" >/dev/null || return 0
  done
  say "No Chromium was found: the tests of the web app's pages are skipped. On Debian: apt-get install chromium"
}

# apt_install PACKAGE: within some minutes, whatever the network does; what is known of packages may
# be old.
apt_install() {
  { timeout 240 apt-get install -y -qq "$1" ||
    { timeout 120 apt-get update -qq && timeout 240 apt-get install -y -qq "$1"; }; } >/dev/null 2>&1
}

# ensure_postgresql: the database that the tests of the library run on beside SQLite, where we may
# install it. The tests start a server of their own.
ensure_postgresql() {
  local program
  for program in /usr/lib/postgresql/*/bin/initdb $(command -v initdb); do
    [ ! -x "$program" ] || return 0
  done
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing PostgreSQL for the tests of the library (once) ..."
    { apt-get update -qq && apt-get install -y -qq postgresql; } >/dev/null 2>&1 && return 0
  fi
  say "No PostgreSQL was found: the library is tested on SQLite alone. On Debian: apt-get install postgresql"
}

# ensure_node: node and what package.json names, where we may install them; fails where they cannot
# be had.
ensure_node() {
  local missing="the checks and tests of the JavaScript are skipped"
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      say "Installing node for the checks of the JavaScript (once) ..."
      { apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm; } >/dev/null 2>&1 || true
    fi
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
      say "No node was found: $missing. On Debian: apt-get install nodejs npm"
      return 1
    fi
  fi
  alone install_node_modules || {
    say "npm could not install what package.json names: $missing."
    return 1
  }
}

install_node_modules() {
  local wanted
  wanted=$(cksum <"$root/package.json")
  [ "$(cat "$root/node_modules/.installed" 2>/dev/null)" != "$wanted" ] || return 0
  say "Installing what checks the JavaScript in node_modules (once) ..."
  (cd "$root" && npm install --no-package-lock --ignore-scripts --no-audit --no-fund --silent >&2) || return 1
  printf '%s' "$wanted" >"$root/node_modules/.installed"
}

# ensure_bundle: the page's modules in a few small files for whoever serves from a clone; esbuild is
# brought once. Where that cannot be, the page has the modules as they are written.
ensure_bundle() {
  command -v node >/dev/null || return 0
  local wanted
  wanted=$(sed -n 's/.*"esbuild": *"\([^"]*\)".*/\1/p' "$root/package.json")
  if [ ! -d "$root/node_modules/esbuild" ] && [ "$(cat "$root/.bundler/version" 2>/dev/null)" != "$wanted" ]; then
    command -v npm >/dev/null || return 0
    say "Installing esbuild, which bundles the page (once) ..."
    alone bring_esbuild "$wanted" || {
      say "That failed; the page is served as it is written, in more and larger files."
      return 0
    }
  fi
  node "$root/scripts/bundle.js" >&2 || say "The page is served as it is written, in more and larger files."
}

bring_esbuild() {
  rm -rf "$root/.bundler"
  mkdir -p "$root/.bundler"
  printf '{"private": true}\n' >"$root/.bundler/package.json"
  npm install --prefix "$root/.bundler" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    --loglevel error "esbuild@$1" >&2 || return 1
  printf '%s' "$1" >"$root/.bundler/version"
}
