# Building, and links to what was built; sourced by `run`.

need_toolchain() {
  need_packages build
  need_libtorch
  command -v bazel >/dev/null || die "no bazel on PATH: Debian's package is bazel-bootstrap"
}

# Shows progress where somebody watches; a log gets a line every half minute.
progress_flags() {
  if [ -t 2 ]; then
    echo "--show_progress"
  else
    echo "--show_progress --show_progress_rate_limit=30 --curses=no"
  fi
}

# bazel_build PATTERN...
bazel_build() {
  # shellcheck disable=SC2046  # a list of flags
  bazel build $(progress_flags) "$@" >&2
}

# Labels of all programs and benchmarks; helpers of tests are none.
programs() {
  bazel query 'kind("cc_binary rule", //...) except attr("testonly", 1, //...)' 2>/dev/null
}

# A link under out/bin for each program and benchmark among the built targets.
link_binaries() {
  local bin label path
  mkdir -p out/bin
  find out/bin -type l -delete
  bin=$(bazel info bazel-bin 2>/dev/null)
  for label in $(programs); do
    path=${label#//}
    path="$bin/${path/://}"
    [ ! -x "$path" ] || ln -sfn "$path" "out/bin/${path##*/}"
  done
}

# Programs and benchmarks, without the tests.
build_programs() {
  need_toolchain
  say "building the programs"
  # shellcheck disable=SC2046  # a list of labels
  bazel_build $(programs)
  link_binaries
}

build_all() {
  need_toolchain
  say "building everything"
  bazel_build //...
  link_binaries
}

# build_program LABEL: one program, ready under out/bin. Bazel is not asked where nothing that it
# could be made from changed since it was built.
build_program() {
  local name="${1##*[:/]}" sources=(WORKSPACE .bazelrc clients common protos services third_party)
  local stamp="out/bin/.built-$name"
  if [ -x "out/bin/$name" ] && [ -e "$stamp" ] && [ -z "${WIDTHLAB_LIBTORCH:-}" ] &&
    [ -z "$(find "${sources[@]}" -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  mkdir -p out/bin
  touch "$stamp.part"  # what is edited while it builds is newer
  need_toolchain
  bazel_build --ui_event_filters=-info "$1"
  link_binaries
  mv "$stamp.part" "$stamp"
}
