# What is in force on this machine and what is missing; sourced by `run`. Installs nothing.

line() { printf '  %-22s %s\n' "$1" "$2"; }

first_line_of() { "$@" 2>/dev/null | head -n 1 || true; }

doctor_machine() {
  echo "Machine"
  line "system" "$(. /etc/os-release && echo "$PRETTY_NAME"), $(uname -m)"
  line "processor" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
  local flags missing="" flag
  flags=" $(sed -n 's/^flags[^:]*: //p' /proc/cpuinfo | head -n 1) "
  for flag in avx avx2 bmi1 bmi2 f16c fma abm movbe; do
    case "$flags" in *" $flag "*) ;; *) missing="$missing $flag" ;; esac
  done
  line "built for" "x86-64-v3${missing:+, but this processor lacks$missing: programs will not start}"
  line "memory" "$(awk '/MemTotal/ {t=$2} /MemAvailable/ {a=$2}
    END {printf "%.1f GiB, %.1f GiB available", t/2^20, a/2^20}' /proc/meminfo)"
  line "room for the cache" "$(df -h --output=avail "$HOME" | tail -n 1 | tr -d ' ') in $CACHE"
  local gpu
  gpu=$(first_line_of nvidia-smi --query-gpu=name,memory.total --format=csv,noheader)
  line "GPU" "${gpu:-none found}"
}

doctor_tools() {
  echo "Tools"
  line "bazel" "$(first_line_of dpkg-query -W -f='${Version}' bazel-bootstrap)"
  line "g++" "$(first_line_of g++ -dumpfullversion)"
  line "protoc" "$(first_line_of protoc --version)"
  local package
  for package in grpc++ protobuf absl_base eigen3 sqlite3 prometheus-cpp-core gtest; do
    line "$package" "$(first_line_of pkg-config --modversion "$package")"
  done
  line "pytest" "$(first_line_of "$VENV/bin/pytest" --version)"
  line "clang-format" "$(first_line_of "$VENV/bin/clang-format" --version)"
  line "buf" "$(first_line_of "$BUF" --version)"
  line "promtool" "$(PATH="$CACHE/bin:$PATH" first_line_of promtool --version)"
}

doctor_libtorch() {
  echo "LibTorch"
  line "place" "$LIBTORCH${WIDTHLAB_LIBTORCH:+ (from WIDTHLAB_LIBTORCH)}"
  if [ ! -d "$LIBTORCH/include" ]; then
    line "" "not there yet: ./run build fetches it"
  elif [ -n "$(apt_missing build)" ]; then
    line "" "not asked: the build's packages are missing"
  else
    bazel build --ui_event_filters=-info,-stdout //tools:libtorch_report >/dev/null &&
      "$(bazel info bazel-bin 2>/dev/null)/tools/libtorch_report"
  fi
  local name
  for name in OMP_NUM_THREADS OMP_WAIT_POLICY MKL_NUM_THREADS ATEN_CPU_CAPABILITY; do
    line "$name" "${!name:-not set}"
  done
}

doctor_missing() {
  echo "Missing"
  local group missing
  for group in build demo; do
    missing=$(apt_missing "$group" | tr '\n' ' ')
    line "packages of $group" "${missing:-none}"
  done
  line "installed by" "./run build, test or demo, as root"
}

doctor() {
  doctor_machine
  doctor_tools
  doctor_libtorch
  doctor_missing
}
