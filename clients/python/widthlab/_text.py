"""The text files that a user names, as documents to import.

    text = find_text(["corpus/", "notes.txt"])
    text.files[0].document   # "corpus/a/first.md"

A folder is walked to its ends; hidden files and folders in it, empty files and files that are not
UTF-8 text are passed over (and listed). A file that is named itself must be text. The same folder
elsewhere gives the same documents under the same name, and so the same artifact.
"""

import codecs
import dataclasses
import os
import pathlib
from collections.abc import Iterator, Sequence

from widthlab._address import CHUNK_BYTES
from widthlab._errors import FailedPreconditionError, InvalidArgumentError
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2

_Path = str | os.PathLike[str]


@dataclasses.dataclass(frozen=True)
class TextFile:
    """`document` is the path inside the artifact, `path` the one on this machine."""

    document: str
    path: pathlib.Path
    size_bytes: int


@dataclasses.dataclass
class TextFiles:
    """Ascending by document, each once; `source` is what the import is called."""

    source: str = ""
    files: list[TextFile] = dataclasses.field(default_factory=list)
    passed_over: list[pathlib.Path] = dataclasses.field(default_factory=list)


def find_text(paths: _Path | Sequence[_Path]) -> TextFiles:
    """Reads every file once; errors on the field "text" name the path."""
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not named:
        raise _problem("TEXT_NOT_FOUND", "name a file or a folder")
    text = TextFiles()
    names = []
    for path in map(pathlib.Path, named):
        last = os.path.basename(os.path.abspath(path))
        _add_path(path, f"{last}/" if len(named) > 1 else "", text)
        names.append(last)
    text.source = ", ".join(names)
    # By bytes, as the server orders them; str would agree except above U+FFFF.
    text.files.sort(key=lambda file: file.document.encode())
    for one, other in zip(text.files, text.files[1:]):
        if one.document == other.document:
            raise _problem(
                "TEXT_TWICE", f"{other.path} and {one.path} would both be {one.document}"
            )
    return text


def text_requests(text: TextFiles) -> Iterator[artifact_service_pb2.ImportTextRequest]:
    """The stream of ImportText."""
    source = text.source
    for file in text.files:
        document, sent = file.document, 0
        for data in _chunks(file.path):
            sent += len(data)
            yield artifact_service_pb2.ImportTextRequest(path=document, data=data, source=source)
            source = document = ""
        if sent != file.size_bytes:
            raise FailedPreconditionError(
                f"text: {file.path} changed while it was read; try again",
                reason="TEXT_CHANGED",
                field="text",
            )


def _add_path(path: pathlib.Path, prefix: str, text: TextFiles) -> None:
    if path.is_dir():
        _add_folder(path, prefix, text)
    elif path.is_file():
        what, size = _inspect(path)
        if what != "text":
            raise _problem(*_refusal(path, what))
        text.files.append(TextFile(os.path.basename(os.path.abspath(path)), path, size))
    elif path.exists():
        raise _problem("TEXT_UNREADABLE", f"{path} is neither a file nor a folder")
    else:
        raise _problem("TEXT_NOT_FOUND", f"{path} does not exist")


def _refusal(path: pathlib.Path, what: str) -> tuple[str, str]:
    if what == "empty":
        return "TEXT_EMPTY", f"{path} is empty"
    return "TEXT_BINARY", f"{path} is not UTF-8 text"


def _add_folder(folder: pathlib.Path, prefix: str, text: TextFiles) -> None:
    kinds = set()
    for path in _walk(folder):
        what, size = _inspect(path)
        kinds.add(what)
        if what == "text":
            document = prefix + path.relative_to(folder).as_posix()
            text.files.append(TextFile(document, path, size))
        else:
            text.passed_over.append(path)
    if "text" in kinds:
        return
    if "binary" in kinds:
        raise _problem("TEXT_BINARY", f"{folder} has no text: none of its files is UTF-8 text")
    raise _problem("TEXT_EMPTY", f"{folder} has no text: it needs files that are not empty")


def _walk(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    def refuse(error: OSError) -> None:
        raise _problem("TEXT_UNREADABLE", f"{error.filename} cannot be read: {error.strerror}")

    for root, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = pathlib.Path(root, name)
            if not name.startswith(".") and path.is_file():
                yield path


def _inspect(path: pathlib.Path) -> tuple[str, int]:
    """("text", "empty" or "binary", size)."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    size = 0
    try:
        for data in _chunks(path):
            size += len(data)
            if b"\0" in data:
                return "binary", size
            decoder.decode(data)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "binary", size
    return ("text" if size else "empty"), size


def _chunks(path: pathlib.Path) -> Iterator[bytes]:
    try:
        with open(path, "rb") as stream:
            while data := stream.read(CHUNK_BYTES):
                yield data
    except OSError as error:
        raise _problem("TEXT_UNREADABLE", f"{path} cannot be read: {error.strerror}") from None


def _problem(reason: str, message: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"text: {message}", reason=reason, field="text")
