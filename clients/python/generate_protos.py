"""Makes widthlab/_proto: the messages of every .proto file, in a pool and a package of their own.

    generate(pathlib.Path("protos"), pathlib.Path("widthlab/_proto"))

protoc's Python modules import one another from the top ("from google.rpc import status_pb2") and
register in the process-wide descriptor pool. Both would clash with other packages that carry a
google/rpc/status.proto, and with another version of this one. So imports are moved below
widthlab._proto, and messages register in widthlab._proto.pool instead.
"""

import importlib.resources
import pathlib
import re
import shutil

from grpc_tools import protoc

PACKAGE = "widthlab._proto"

_OURS = r"(?:google\.rpc|widthlab(?:\.\w+)*)"

_POOL = '''"""The pool of this package's messages; it begins with the standard ones."""

from google.protobuf import any_pb2, descriptor_pb2, timestamp_pb2
from google.protobuf.descriptor_pool import DescriptorPool

POOL = DescriptorPool()
for _module in (any_pb2, descriptor_pb2, timestamp_pb2):
    POOL.AddSerializedFile(_module.DESCRIPTOR.serialized_pb)
'''


def generate(protos: pathlib.Path, out: pathlib.Path) -> None:
    """Replaces the folder `out` by the modules of every .proto file under `protos`."""
    files = sorted(path.relative_to(protos).as_posix() for path in protos.rglob("*.proto"))
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    standard = importlib.resources.files("grpc_tools") / "_proto"
    command = ["protoc", f"-I{protos}", f"-I{standard}", f"--python_out={out}", f"--pyi_out={out}"]
    if protoc.main([*command, *files]) != 0:
        raise RuntimeError(f"protoc could not read {protos}; its messages are above")
    for path in [*out.rglob("*_pb2.py"), *out.rglob("*_pb2.pyi")]:
        path.write_text(_moved(path.read_text()))
    for folder in [out, *(path for path in out.rglob("*") if path.is_dir())]:
        (folder / "__init__.py").touch()
    (out / "__init__.py").write_text('"""Generated from the .proto files at installation."""\n')
    (out / "pool.py").write_text(_POOL)


def _moved(text: str) -> str:
    """A generated module with its imports, its pool and its own name below the package."""
    text = re.sub(rf"^from ({_OURS}) import", rf"from {PACKAGE}.\1 import", text, flags=re.M)
    text = text.replace("_descriptor_pool.Default()", "_pool.POOL")
    text = text.replace(
        "from google.protobuf import descriptor_pool as _descriptor_pool",
        f"from {PACKAGE} import pool as _pool",
    )
    return re.sub(
        rf"(BuildTopDescriptorsAndMessages\(DESCRIPTOR, ')({_OURS})", rf"\1{PACKAGE}.\2", text
    )
