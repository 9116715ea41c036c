"""A page that is wrong must fail, and a page leaves nothing running."""

import sys

import pages
import pytest
from ports import Ports
from reader import Mismatch, Reader


@pytest.fixture
def follow(tmp_path):
    """Follows the blocks of a page; there is no server."""

    def run(text):
        with Reader(tmp_path, Ports(), sys.executable) as reader:
            for block in pages.blocks_of("page.md", text):
                reader.follow(block)

    return run


def test_blocks_share_a_shell_a_python_and_a_folder(follow, tmp_path):
    follow("```sh\nx=1; mkdir deep; cd deep\n```\n```sh\necho $x > made\n```\n```text\n```\n")
    assert (tmp_path / "checkout" / "deep" / "made").read_text() == "1\n"


def test_python_blocks_share_their_names(follow):
    follow("```python\nx = 1\n```\n```python\nprint(x + 1)\n```\n```text\n2\n```\n")


@pytest.mark.parametrize(
    "text, message",
    [
        ("```sh\nfalse\n```\n", "page.md:1: failed"),
        ("```sh\nfalse\necho on\n```\n", "page.md:1: failed"),
        ("```sh\nfalse | cat\n```\n", "page.md:1: failed"),
        ("```sh\nno-such-program\n```\n", "no-such-program"),
        ("```sh\nwidthctl schedule shew 1\n```\n", "shew"),
        ("```sh\nwidthctl schedule families\n```\n", "UNAVAILABLE|no server|reach"),
        ("```sh\necho a\n```\n```text\nb\n```\n", "shown  'b'"),
        ("```python\nraise ValueError('why')\n```\n", "ValueError: why"),
        ("```python\nimport sys; sys.exit(3)\n```\n", "page.md:1: failed"),
        ("```sh\nwidthctl artifact show 3fa9c1e2d0b4\n```\n", "has shown before"),
        ("```sh\n./run demo\n```\n", "not run"),
        ("<!-- runs until stopped -->\n```sh\n./run serve --no-such\n```\n", "does not serve"),
    ],
)
def test_a_page_that_is_wrong_fails(follow, text, message):
    with pytest.raises(Mismatch, match=message):
        follow(text)


def test_a_server_of_a_page_is_on_ports_of_its_own_and_can_be_stopped(follow):
    follow(
        "<!-- runs until stopped -->\n```sh\n./run serve --data lab\n```\n"
        "```sh\nwidthctl pipeline list --server 127.0.0.1:7070\n```\n"
        "<!-- ctrl-c -->\n"
        "```sh\nwidthctl pipeline list || echo $?\n```\n```text\n5\n```\n"
    )


def test_a_command_that_hangs_is_ended(follow, monkeypatch):
    monkeypatch.setattr("reader._SECONDS", 0.3)
    with pytest.raises(Mismatch, match="failed"):
        follow("```sh\nsleep 60\n```\n")
