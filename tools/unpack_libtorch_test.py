"""Which files of the wheels a build gets."""

import zipfile

import pytest
import unpack_libtorch


def wheel(tmp_path, name, members):
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        for member in members:
            archive.writestr(member, member)
    return str(path)


def test_headers_and_cpu_libraries_are_unpacked_and_nothing_else(tmp_path):
    torch = wheel(
        tmp_path,
        "torch.whl",
        [
            "torch/include/ATen/ATen.h",
            "torch/include/google/protobuf/message.h",
            "torch/lib/libtorch_cpu.so",
            "torch/lib/libtorch_cuda.so",
            "torch/lib/libc10.so",
            "torch/lib/libgomp.so.1",
        ],
    )
    cuda = wheel(
        tmp_path,
        "cuda.whl",
        ["nvidia/cu13/lib/libcupti.so.13", "nvidia/cu13/lib/libcudart.so.13"],
    )
    out = tmp_path / "out"
    unpack_libtorch.main([torch, cuda], out)
    assert sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()) == [
        "include/ATen/ATen.h",
        "lib/libc10.so",
        "lib/libcudart.so.13",
        "lib/libcupti.so.13",
        "lib/libgomp.so.1",
        "lib/libtorch_cpu.so",
    ]


def test_missing_library_is_named(tmp_path):
    empty = wheel(tmp_path, "torch.whl", ["torch/lib/libc10.so"])
    with pytest.raises(SystemExit, match="libtorch_cpu.so"):
        unpack_libtorch.main([empty], tmp_path / "out")
