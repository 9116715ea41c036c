"""Bytes of blobs, to and from the artifact service, through lost connections."""

import hashlib
import itertools
import os
import pathlib
import time
import uuid
from collections.abc import Callable, Iterable, Iterator

from widthlab._address import CHUNK_BYTES
from widthlab._artifacts import File
from widthlab._errors import DataLossError, UnavailableError
from widthlab._methods import READ_BLOB
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2
from widthlab._safetensors import LENGTH_BYTES, TensorPlace, header_length, places
from widthlab._transport import Transport

# Enough for the header of a few hundred layers.
_FIRST_READ_BYTES = 64 * 1024

# Smaller uploads begin anew when they break.
RESUMABLE_BYTES = 8 * 1024 * 1024

_pb = artifact_service_pb2


def read_into(transport: Transport, file: File, offset: int, target: memoryview) -> None:
    """Fills `target` with the bytes of a blob from `offset` on; a broken stream goes on."""
    done, attempt = 0, 0
    while done < len(target):
        request = _pb.ReadBlobRequest(
            digest=file.digest, offset=offset + done, limit=len(target) - done
        )
        problem = DataLossError(f"{file.name} ended early", reason="CORRUPT_FILE", field=file.name)
        try:
            for answer in transport.read(READ_BLOB, request):
                target[done : done + len(answer.data)] = answer.data
                done, attempt = done + len(answer.data), 0
            if done == len(target):
                return
            raise problem
        except UnavailableError:
            attempt += 1
            if attempt >= transport.retry.attempts:
                raise
            time.sleep(transport.retry.delay_after(attempt))


def read_file(transport: Transport, file: File) -> bytes:
    data = bytearray(file.size_bytes)
    read_into(transport, file, 0, memoryview(data))
    return bytes(data)


def tensor_places(transport: Transport, file: File) -> dict[str, TensorPlace]:
    """The header of a safetensors file, and no byte of its tensors beyond the first 64 KiB."""
    start = bytearray(min(file.size_bytes, _FIRST_READ_BYTES))
    read_into(transport, file, 0, memoryview(start))
    end = LENGTH_BYTES + header_length(bytes(start[:LENGTH_BYTES]), file.name)
    if end > file.size_bytes:
        raise DataLossError(f"{file.name} ends inside its header", reason="BAD_SAFETENSORS")
    rest = bytearray(max(0, end - len(start)))
    read_into(transport, file, len(start), memoryview(rest))
    return places(bytes(start + rest)[LENGTH_BYTES:end], file.name)


class Upload:
    """Bytes to be stored: they can be made again and again, and are never all in memory."""

    def __init__(self, pieces: Callable[[], Iterable[bytes | memoryview]]) -> None:
        self._pieces = pieces
        digest, size = hashlib.sha256(), 0
        for piece in pieces():
            digest.update(piece)
            size += len(piece)
        self.digest = digest.hexdigest()
        self.size_bytes = size
        self.upload_id = uuid.uuid4().hex if size > RESUMABLE_BYTES else ""

    @staticmethod
    def of_file(path: str | os.PathLike[str]) -> "Upload":
        return Upload(lambda: _file_pieces(pathlib.Path(path)))

    def requests(self, offset: int = 0) -> Iterator[_pb.WriteBlobRequest]:
        """The stream of WriteBlob, from a byte on."""
        request = _pb.WriteBlobRequest(
            upload_id=self.upload_id, digest=self.digest, size_bytes=self.size_bytes
        )
        for data in itertools.chain(_from(self._pieces(), offset), [b""]):
            request.offset = offset
            request.data = data
            if data or request.digest:
                yield request
            offset += len(data)
            request = _pb.WriteBlobRequest()


def _from(pieces: Iterable[bytes | memoryview], offset: int) -> Iterator[bytes]:
    """The pieces without their first `offset` bytes, cut to chunks."""
    passed = 0
    for piece in pieces:
        begin = max(0, min(len(piece), offset - passed))
        passed += len(piece)
        for start in range(begin, len(piece), CHUNK_BYTES):
            yield bytes(piece[start : start + CHUNK_BYTES])


def _file_pieces(path: pathlib.Path) -> Iterator[bytes]:
    with open(path, "rb") as stream:
        while data := stream.read(CHUNK_BYTES):
            yield data
