"""The pages of the documentation and the commands on them.

A block is fenced code. What surrounds it says how it is tested:

    <!-- not run: REASON -->       it is only checked for verbs, flags and paths that exist
    <!-- runs until stopped -->    it is a server, started in the background
    <!-- ctrl-c -->                in place of a block: what runs in the background is stopped

A `text` block right after a block is what that one prints.
"""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Made by a program, or run by a test of its own.
_ELSEWHERE = ("docs/reference/", "docs/notebooks/")

_FENCE = re.compile(r"^( *)(`{3,})([\w-]*)(?: .*)?$")
_COMMENT = re.compile(r"^<!-- (not run: .+|runs until stopped|ctrl-c) -->$")
_STOP = "ctrl-c"


@dataclasses.dataclass
class Block:
    page: str
    line: int
    language: str
    code: str
    mark: str = ""
    shown: str = None  # what the page says that it prints

    @property
    def where(self):
        return f"{self.page}:{self.line}"

    @property
    def not_run(self):
        """The reason, or an empty string."""
        return self.mark.removeprefix("not run: ") if self.mark.startswith("not run") else ""

    @property
    def in_background(self):
        return self.mark == "runs until stopped"

    @property
    def stops_background(self):
        return self.mark == _STOP


def page_paths():
    """README first, then docs and the Python client's README, relative to the checkout."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found += sorted(ROOT.glob("clients/*/README.md"))
    names = [str(path.relative_to(ROOT)) for path in found]
    return [name for name in names if not name.startswith(_ELSEWHERE)]


def read_page(name):
    return blocks_of(name, (ROOT / name).read_text(encoding="utf-8"))


def blocks_of(name, text):
    """Blocks in their order. Raises ValueError for a fence without an end or a mark without use."""
    blocks = []
    mark, mark_line, after_block = "", 0, False
    lines = enumerate(text.split("\n"), 1)
    for number, line in lines:
        if comment := _COMMENT.match(line.strip()):
            if mark:
                raise ValueError(f"{name}:{mark_line}: no block follows '{mark}'")
            if comment[1] == _STOP:
                blocks.append(Block(name, number, "", "", _STOP))
            else:
                mark, mark_line = comment[1], number
            after_block = False
        elif fence := _FENCE.match(line):
            block = Block(name, number, fence[3], _body(name, number, fence, lines), mark)
            if block.language == "text" and after_block and not mark:
                blocks[-1].shown = block.code
                after_block = False
            else:
                blocks.append(block)
                after_block = True
            mark = ""
        elif line.strip():
            if mark:
                raise ValueError(f"{name}:{mark_line}: no block follows '{mark}'")
            after_block = False
    return blocks


def _body(name, number, fence, lines):
    body = []
    for _, line in lines:
        if line.strip() == fence[2]:
            return "".join(f"{text.removeprefix(fence[1])}\n" for text in body)
        body.append(line)
    raise ValueError(f"{name}:{number}: a block without an end")


def runnable(blocks):
    """Blocks of commands, among them those marked as not run, and marks that stop something."""
    return [b for b in blocks if b.language in ("sh", "python") or b.stops_background]
