"""Every link inside the repository leads to something."""

import re

import pages
import pytest

_LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"|srcset=\"([^\"]+)\"")
_MADE = [str(path.relative_to(pages.ROOT)) for path in pages.ROOT.glob("docs/reference/*.md")]
_ALL = [*pages.page_paths(), "ARCHITECTURE.md", "CONTRIBUTING.md", *sorted(_MADE)]


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r'<a id="([^"]+)"', text))
    return named | {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def broken(page):
    path = pages.ROOT / page
    text = re.sub(r"`[^`\n]+`", "", path.read_text(encoding="utf-8"))
    for found in _LINK.findall(text):
        target, _, part = "".join(found).partition("#")
        if "://" in target:
            continue
        there = (path.parent / target) if target else path
        if not there.exists() or (part and part not in anchors(there)):
            yield "".join(found)


@pytest.mark.parametrize("page", _ALL)
def test_links_lead_somewhere(page):
    assert list(broken(page)) == []


def test_pictures_are_small():
    for picture in (pages.ROOT / "docs" / "images").iterdir():
        assert picture.stat().st_size < 150_000, picture


def test_every_page_can_be_reached_from_the_readme():
    found, new = set(), {pages.ROOT / "README.md"}
    while new:
        page = new.pop()
        found.add(page)
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / "".join(link).partition("#")[0]).resolve()
            inside = target.glob("*.md") if target.is_dir() else [target]
            new |= {t for t in inside if t.suffix == ".md" and t.is_file() and t not in found}
    missing = {name for name in _ALL if pages.ROOT / name not in found}
    assert not missing
