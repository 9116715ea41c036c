#!/bin/sh
# Puts what an image runs into a folder: the programs and LibTorch without symbols, and the names of
# the Debian packages whose libraries they need.
#
# usage: collect.sh FOLDER [CUDA_LIBRARIES]
set -eu
folder=$1
cuda=${2:-}
libtorch=${WIDTHLAB_LIBTORCH:-${XDG_CACHE_HOME:-$HOME/.cache}/widthlab/libtorch}

mkdir -p "$folder/bin" "$folder/lib"
for program in out/bin/widthlabd out/bin/widthlab-* out/bin/widthctl; do
  strip -o "$folder/bin/${program##*/}" "$(readlink -f "$program")"
done
for library in libtorch_cpu.so libc10.so libgomp.so.1 libcupti.so.13 libcudart.so.13; do
  cp -L "$libtorch/lib/$library" "$folder/lib/"
done
[ -z "$cuda" ] || cp -L "$cuda"/*.so* "$folder/lib/"
strip --strip-unneeded "$folder"/lib/*.so*

# A path under /usr/lib is known to dpkg by that name or, from before the merge, without /usr.
ldd "$folder"/bin/* "$folder"/lib/* | awk '$3 ~ /^\// {print $3}' | sort -u |
  while read -r library; do
    case $library in "$folder"/* | *libgomp.so.1 | "$PWD"/*) continue ;; esac
    real=$(readlink -f "$library")
    dpkg -S "$real" 2>/dev/null || dpkg -S "${real#/usr}" 2>/dev/null || true
  done | cut -d: -f1 | sort -u > "$folder/packages.txt"
[ -s "$folder/packages.txt" ] || { echo "collect.sh: ldd named no library of Debian's" >&2; exit 1; }
