#!/usr/bin/env bash
# Runs one fuzzer under libFuzzer with AddressSanitizer: tests/fuzz/libfuzzer.sh NAME SECONDS
#
# Bazel's compiler has no libFuzzer, so clang compiles the sources that Bazel says the target has.
# The corpus grows in out/fuzz/NAME; an input that fails is left there.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
name="$1" seconds="${2:-60}"
test="//tests/fuzz:${name}_fuzz_test"
out="out/fuzz/$name"
mkdir -p "$out/corpus" "$out/objects"

bazel build "$test" >&2
bin=$(bazel info bazel-bin 2>/dev/null)
genfiles=$(bazel query "kind('generated file', deps($test))" 2>/dev/null |
  sed -n 's|^//\(.*\):\(.*\.pb\.cc\)$|\1/\2|p')
sources=$(bazel query "kind('source file', deps($test))" 2>/dev/null |
  sed -n 's|^//\(.*\):\(.*\.cc\)$|\1/\2|p' | grep -v corpus_test)
flags=(-std=c++20 -O1 -g -march=x86-64-v3 -ffp-contract=off -fsanitize=fuzzer-no-link,address
  -I. -I"$bin" -isystem"$bin/protos" -Wno-everything)

objects=()
compile() {  # compile SOURCE OBJECT
  clang++ "${flags[@]}" -c "$1" -o "$2"
}
for source in $sources $genfiles; do
  object="$out/objects/${source//\//_}.o"
  objects+=("$object")
  path="$source"
  [ -e "$path" ] || path="$bin/$source"
  [ -e "$path" ] || path=$(find "$bin/protos/" -path "*${source##*/}" -print -quit)
  [ "$object" -nt "$path" ] || compile "$path" "$object"
done
# shellcheck disable=SC2046  # a list of flags
clang++ -fsanitize=fuzzer,address "${objects[@]}" -o "$out/fuzzer" \
  $(pkg-config --libs absl_flat_hash_map absl_statusor absl_strings absl_str_format absl_time \
    absl_cord protobuf) -lcrypto
"$bin/tests/fuzz/${name}_fuzz_test" --write "$out/corpus"
exec "$out/fuzzer" -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 \
  -artifact_prefix="$out/" "$out/corpus"
