"""Every command of README and docs, run in the order of its page against a real server."""

import re
import sys

import existing
import pages
import pytest
from reader import Reader

# Blocks that are not run: each has its reason, and they stay few.
MOST_NOT_RUN = 10


@pytest.mark.parametrize("page", pages.page_paths())
def test_a_page_does_what_it_says(page, ports, python_client, tmp_path):
    blocks = [b for b in pages.runnable(pages.read_page(page)) if not b.not_run]
    if not blocks:
        return
    with Reader(tmp_path, ports, sys.executable, [python_client]) as reader:
        for block in blocks:
            reader.follow(block)


def test_blocks_that_are_not_run_name_what_exists_and_stay_few():
    not_run = [b for page in pages.page_paths() for b in pages.read_page(page) if b.not_run]
    for block in not_run:
        print(f"{block.where} is not run: {block.not_run}")
        if block.language == "python":
            compile(block.code, block.where, "exec")
            continue
        for words in existing.lines_of(block.code):
            assert not existing.problem_of(words), f"{block.where}: {existing.problem_of(words)}"
    assert len(not_run) <= MOST_NOT_RUN


@pytest.mark.parametrize("page", [*pages.page_paths(), "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_commands_inside_sentences_name_what_exists(page):
    text = (pages.ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    for code in re.findall(r"`((?:\./run|widthctl|widthlabd) [^`]+)`", text):
        for words in existing.lines_of(code):
            assert not existing.problem_of(words), f"{page}: `{code}`"


@pytest.mark.parametrize("page", pages.page_paths())
def test_commands_stand_in_blocks_that_say_so(page):
    for block in pages.read_page(page):
        if block.language in ("", "text", "bash", "shell", "console"):
            first = block.code.lstrip().split(" ")[0]
            assert first not in ("$", "./run", "widthctl", "grpcurl", "pip", "curl"), (
                f"{block.where}: label this block `sh`"
            )
