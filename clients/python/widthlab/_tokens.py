"""Token shards of other tools, as the server takes them.

    request = tokens_request("train.bin", "nanogpt", "")       # the server's own file
    request, uploads = tokens_upload("train.bin", "", "")      # a file of this machine
"""

import os
import pathlib
import struct

from widthlab._blobs import Upload
from widthlab._errors import invalid
from widthlab._proto.widthlab.capture.v1 import capture_service_pb2

FORMATS = ("llm_c", "nanogpt", "nanogpt_u32", "megatron", "jsonl")
_LINES = (".jsonl", ".ndjson")
# Of shards for GPT-2 and Llama 3, and of evaluation files, about which the server says more.
_LLM_C_MAGIC = (20240520, 20240801, 20240522)

_Path = str | os.PathLike[str]
_Request = capture_service_pb2.ImportTokensRequest


def tokens_request(path: _Path, format: str, source: str) -> _Request:
    """Of a path on the server, made absolute where it is there on this machine."""
    name = os.fspath(path)
    return _Request(
        path=os.path.abspath(name) if os.path.exists(name) else name,
        format=_checked(format),
        source=source,
    )


def tokens_upload(path: _Path, format: str, source: str) -> tuple[_Request, list[Upload]]:
    """Of a file or folder on this machine: the request, and what to store before it is made."""
    shards = _shards(pathlib.Path(path))
    found = _checked(format) or _format_of(shards)
    files = [*shards, *map(_index_of, shards)] if found == "megatron" else shards
    uploads = [Upload.of_file(file) for file in files]
    named = os.path.basename(os.path.abspath(path))
    request = _Request(format=found, source=source or named)
    for file, upload in zip(files, uploads):
        request.files.add(name=file.name, digest=upload.digest)
    return request, uploads


def _checked(format: str) -> str:
    if format and format not in FORMATS:
        raise invalid("format", f"'{format}' is none of {', '.join(FORMATS)}")
    return format


def _shards(path: pathlib.Path) -> list[pathlib.Path]:
    if path.is_dir():
        found = [
            file
            for file in sorted(path.iterdir())
            if file.suffix in (".bin", *_LINES) and not file.name.startswith(".")
        ]
        if not found:
            raise invalid("path", f"{path} has no .bin or .jsonl file")
        return found
    file = path.with_suffix(".bin") if path.suffix == ".idx" else path
    if not file.is_file():
        raise invalid("path", f"{file} is no file")
    return [file]


def _index_of(shard: pathlib.Path) -> pathlib.Path:
    index = shard.with_suffix(".idx")
    if not index.is_file():
        raise invalid("path", f"{shard} has no .idx beside it, as a Megatron shard must")
    return index


def _format_of(shards: list[pathlib.Path]) -> str:
    formats = {_detect(shard) for shard in shards}
    if len(formats) > 1:
        raise invalid("format", f"the shards are of several formats: {', '.join(sorted(formats))}")
    return formats.pop()


def _detect(shard: pathlib.Path) -> str:
    if shard.suffix in _LINES:
        return "jsonl"
    with open(shard, "rb") as stream:
        head = stream.read(4)
    if len(head) == 4 and struct.unpack("<i", head)[0] in _LLM_C_MAGIC:
        return "llm_c"
    if shard.with_suffix(".idx").is_file():
        return "megatron"
    raise invalid(
        "format",
        f"{shard} does not tell its format: say 'nanogpt' where it holds ids of 16 bits and nothing "
        "else, 'nanogpt_u32' where of 32",
    )
