"""Which files become a text, and which are refused by name."""

import os

import pytest
import widthlab
from widthlab._requests import text_of
from widthlab._text import find_text, text_requests


def write(folder, **files):
    for name, data in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def refused(paths):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        find_text(paths)
    assert caught.value.field == "text"
    return caught.value.reason


def test_a_folder_is_walked_without_hidden_empty_and_binary_files(tmp_path):
    write(tmp_path, b__two=b"2", a=b"1", empty=b"", binary=b"\xff", _dot_git__x=b"3", nul=b"a\0")
    text = find_text(tmp_path)
    assert [file.document for file in text.files] == ["a", "b/two"]
    assert sorted(p.name for p in text.passed_over) == ["binary", "empty", "nul"]
    assert text.source == tmp_path.name


def test_several_paths_begin_with_their_last_part(tmp_path):
    write(tmp_path, one__x=b"1", two__x=b"2", three=b"3")
    text = find_text([tmp_path / "one", f"{tmp_path}/two/", tmp_path / "three"])
    assert [file.document for file in text.files] == ["one/x", "three", "two/x"]
    assert text.source == "one, two, three"


def test_what_cannot_be_a_text_is_refused_with_a_reason(tmp_path):
    write(tmp_path, full__x=b"1", other__full__x=b"1", none__x=b"", bytes__x=b"\xff")
    (tmp_path / "nothing").mkdir()
    assert refused(tmp_path / "missing") == "TEXT_NOT_FOUND"
    assert refused([]) == "TEXT_NOT_FOUND"
    assert refused(tmp_path / "none") == refused(tmp_path / "nothing") == "TEXT_EMPTY"
    assert refused(tmp_path / "none" / "x") == "TEXT_EMPTY"
    assert refused(tmp_path / "bytes") == refused(tmp_path / "bytes" / "x") == "TEXT_BINARY"
    assert refused([tmp_path / "full", tmp_path / "other" / "full"]) == "TEXT_TWICE"
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "TEXT_UNREADABLE"


def test_a_character_cut_by_a_chunk_is_whole_again(tmp_path):
    data = b"a" * (512 * 1024 - 1) + "é".encode() + b"b"
    (tmp_path / "long").write_bytes(data)
    requests = list(text_requests(find_text(tmp_path / "long")))
    assert b"".join(request.data for request in requests) == data
    assert [request.path for request in requests] == ["long", ""]
    assert [request.source for request in requests] == ["long", ""]


def test_a_file_that_changes_under_way_is_an_error(tmp_path):
    write(tmp_path, x=b"1")
    text = find_text(tmp_path)
    write(tmp_path, x=b"12")
    with pytest.raises(widthlab.FailedPreconditionError, match="changed while it was read"):
        list(text_requests(text))


def test_an_id_is_told_from_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert text_of("abcd1234") == text_of(["abcd1234"]) == "abcd1234"
    assert text_of("step:x") == "step:x"
    write(tmp_path, abcd1234=b"a file of that name")
    assert text_of("abcd1234").files[0].document == "abcd1234"
    for wrong in [5, b"corpus", 1.5]:
        with pytest.raises(widthlab.InvalidArgumentError):
            text_of(wrong)
