"""How pages are read: a block that is overlooked would never be tested."""

import pages
import pytest


def read(text):
    return pages.blocks_of("page.md", text)


def test_a_block_has_its_language_line_and_code():
    [first, second] = read("words\n\n```sh\nls\n  ls -a\n```\n\n- item\n\n  ```python x y\n  a = 1\n  ```\n")
    assert (first.where, first.language, first.code) == ("page.md:3", "sh", "ls\n  ls -a\n")
    assert (second.language, second.code) == ("python", "a = 1\n")


def test_text_right_after_a_block_is_what_it_prints():
    [shown] = read("```sh\nls\n```\n\n```text\na\nb\n```\n")
    assert shown.shown == "a\nb\n"
    [alone, text] = read("```sh\nls\n```\nand\n```text\na\n```\n")
    assert alone.shown is None and text.language == "text"
    [nothing] = read("```sh\nls\n```\n```text\n```\n")
    assert nothing.shown == ""


def test_a_mark_belongs_to_the_next_block():
    [server, demo, stop] = read(
        "<!-- runs until stopped -->\n```sh\n./run serve\n```\n"
        "<!-- not run: it is long -->\n```sh\n./run demo\n```\n<!-- ctrl-c -->\n"
    )
    assert server.in_background and not server.not_run
    assert demo.not_run == "it is long" and not demo.in_background
    assert stop.stops_background
    assert pages.runnable([server, demo, stop]) == [server, demo, stop]


@pytest.mark.parametrize(
    "text",
    ["```sh\nls\n", "<!-- not run: why -->\nwords\n```sh\nls\n```\n", "````sh\nls\n```\n"],
    ids=["no end", "mark before words", "another fence ends it"],
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(ValueError):
        read(text)


def test_the_pages_are_found():
    names = pages.page_paths()
    assert names[0] == "README.md" and "docs/tutorial.md" in names
    assert sum(len(pages.runnable(pages.read_page(name))) for name in names) > 40
