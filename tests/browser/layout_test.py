"""The layout check finds what it is for, and nothing in a page that is well."""

import chromium
import layout
import pytest

needs_chromium = pytest.mark.skipif(chromium.path() is None, reason="no chromium on PATH")
pytestmark = needs_chromium

HEAD = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>t</title>"
    "<link rel=icon href='data:,'><style>body{margin:10px;background:#fff;color:#000}</style>"
)


@pytest.fixture(scope="module")
def browser():
    with chromium.Chromium() as browser:
        yield browser


@pytest.fixture
def check(browser, tmp_path):
    def check(body):
        page = tmp_path / "page.html"
        page.write_text(HEAD + body)
        return layout.check(page.as_uri(), widths=[420], browser=browser)

    return check


def test_a_page_that_is_well_has_no_problem(check):
    assert (
        check(
            "<p>one</p><p>two <b>three</b></p><svg width=200 height=30><text y=20>four</text></svg>"
        )
        == []
    )


@pytest.mark.parametrize(
    "body, problem",
    [
        ("<p>one two three</p><p style='margin-top:-34px'>four five</p>", "overlap"),
        (
            "<svg width=200 height=30><text y=20>one</text><text x=9 y=22>two</text></svg>",
            "overlap",
        ),
        (
            "<svg width=90 height=30><text x=60 y=20>a long label</text></svg>",
            "is cut off by <svg>",
        ),
        (
            "<div style='width:60px;overflow:hidden;white-space:nowrap'>a long label</div>",
            "is cut off",
        ),
        ("<div style='width:900px'>wide</div>", "scrolls sideways"),
        ("<p style='white-space:nowrap'>" + "word " * 99 + "</p>", "lies beyond the page"),
        ("<p style='color:#aaa'>faint</p>", "has a contrast of 2.3"),
        ("<p style='font-size:6px'>a small word</p>", "is too small to read"),
        ("<details><summary>more</summary><div style='width:900px'>x</div></details>", "sideways"),
        ("<script>console.error('no')</script>", "console: "),
        ("<script>throw new Error('no')</script>", "console: "),
        (
            "<img src='http://127.0.0.1:9/picture.png' alt=''>",
            "asks the network for http://127.0.0.1:9/",
        ),
    ],
)
def test_what_is_wrong_is_found(check, body, problem):
    assert any(problem in found for found in check(body)), body


def test_what_can_be_scrolled_to_is_not_cut_off(check):
    assert check("<div style='overflow-x:auto'><div style='width:900px'>wide</div></div>") == []


def test_what_is_scrolled_out_of_view_meets_only_its_own(check):
    tall = "<p>one</p><p>two</p><p>three</p><p>four</p>"
    scroller = "<div style='height:40px;overflow-y:auto'>{}</div><p>below</p><p>further</p>"
    assert check(scroller.format(tall)) == []
    assert any(
        "overlap" in p for p in check(scroller.format(tall + "<p style='margin-top:-30px'>x"))
    )


def test_a_figure_of_its_own_is_looked_at_too(browser, tmp_path):
    figure = tmp_path / "figure.svg"
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'>{}</svg>"
    figure.write_text(svg.format("<text y='20'>one</text><text y='50'>two</text>"))
    assert layout.check(figure.as_uri(), browser=browser) == []
    figure.write_text(svg.format("<text y='20'>one</text><text x='9' y='22'>two</text>"))
    assert any("overlap" in found for found in layout.check(figure.as_uri(), browser=browser))


def test_light_and_dark_are_both_looked_at(check):
    dark = "<style>@media(prefers-color-scheme:dark){p{color:#eee}}</style><p>one</p>"
    found = check(dark)
    assert len(found) == 1 and found[0].startswith("420 px, dark: ")


def test_without_script_a_page_is_opened_all_the_same(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(HEAD + "<p id=p>before</p><script>p.textContent='after'</script>")
    assert browser.open(page.as_uri()).evaluate("p.textContent") == "after"
    quiet = browser.open(page.as_uri(), script=False)
    assert quiet.evaluate("document.getElementById('p').textContent") == "before"
