"""Unpacks what a C++ build needs of the PyTorch and CUDA wheels: headers and a few libraries.

usage: unpack_libtorch.py WHEEL... FOLDER
"""

import pathlib
import shutil
import sys
import zipfile

HEADERS = ("torch/include/ATen/", "torch/include/c10/", "torch/include/torch/")
LIBRARIES = {
    "libtorch_cpu.so",
    "libc10.so",
    "libgomp.so.1",
    "libcupti.so.13",
    "libcudart.so.13",
}


def target(member):
    """Where a file of a wheel goes, or None if a build does not need it."""
    path = pathlib.PurePosixPath(member)
    if member.startswith(HEADERS):
        return path.relative_to("torch")
    if path.name in LIBRARIES:
        return pathlib.PurePosixPath("lib") / path.name
    return None


def main(wheels, folder):
    missing = set(LIBRARIES)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                path = None if member.is_dir() else target(member.filename)
                if path is None:
                    continue
                out = pathlib.Path(folder, path)
                out.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, open(out, "wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
                missing.discard(out.name)
    if missing:
        sys.exit(f"the wheels lack {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
