"""Reports in a browser: a real one, and ones of all sizes made without a run."""

import subprocess

import chromium
import layout
import pytest
import tiny
from suite import ROOT, Suite, program

pytestmark = pytest.mark.skipif(chromium.path() is None, reason="no chromium on PATH")

MADE_PAGES = ROOT / "bazel-bin/services/orchestrator/core/testing/made_pages"


@pytest.fixture(scope="module")
def browser():
    with chromium.Chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The folder with the report and the figures of a small run, as widthctl fetches them."""
    folder = tmp_path_factory.mktemp("real")
    with Suite.in_one_process(folder / "suite") as suite:
        job = tiny.run(suite.api, tiny.template(tiny.import_text(suite.api)))
        made = tiny.artifacts(job)

        def widthctl(*words):
            line = [program("widthctl"), *words, "--server", suite.front.address]
            return subprocess.run(line, check=True, capture_output=True, text=True).stdout

        widthctl("artifact", "get", made["report"], "--output", folder / "report.html")
        for step in ["report", "profile", "activations", "reference", "schedule/cosine_taper"]:
            for line in widthctl("figure", made[step], "--list").splitlines()[1:]:
                name = line.split()[0]
                path = folder / f"{step.replace('/', '-')}-{name}.svg"
                widthctl("figure", made[step], name, "--output", path)
        yield folder


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    if not MADE_PAGES.exists():
        pytest.skip("made_pages is not built")
    folder = tmp_path_factory.mktemp("made")
    subprocess.run([MADE_PAGES, folder], check=True)
    return folder


def test_a_real_report_can_be_read(browser, real):
    assert layout.check((real / "report.html").as_uri(), browser=browser) == []


def test_figures_of_real_artifacts_can_be_read_on_their_own(browser, real):
    figures = sorted(real.glob("*.svg"))
    assert len(figures) > 12
    for figure in figures:
        assert layout.check(figure.as_uri(), widths=[1600], browser=browser) == [], figure.name


@pytest.mark.parametrize(
    "name",
    [
        "usual",
        "noisy",
        "one",
        "one_seed",
        "large",
        "markup",
        "imported",
        "profile",
        "profile_one",
        "profile_markup",
        "transfer",
        "transfer_markup",
    ],
)
def test_made_reports_can_be_read(browser, made, name):
    assert layout.check((made / f"{name}.html").as_uri(), browser=browser) == []


def test_ids_are_copied(browser, made):
    page = browser.open((made / "usual.html").as_uri())
    assert page.evaluate("document.querySelectorAll('.copy:not([hidden])').length") > 10
    page.evaluate("document.execCommand = () => true; document.querySelector('.copy').click()")
    # The clipboard answers when it will: a promise, and where that is refused a second way.
    said = """new Promise(done => {
      const end = Date.now() + 10000;
      (function look() {
        const text = document.querySelector('.copy').innerText;
        if (text === 'copied' || Date.now() > end) done(text); else setTimeout(look, 10);
      })();
    })"""
    assert page.evaluate(said) == "copied"
    page.close()


def test_without_script_nothing_is_missing_but_the_copy_buttons(browser, made):
    page = browser.open((made / "usual.html").as_uri(), script=False)
    assert page.evaluate("document.querySelectorAll('.copy:not([hidden])').length") == 0
    assert page.evaluate("document.querySelector('h1').innerText").startswith("geometry_guided")
    page.evaluate("document.querySelector('details').open = true")
    assert page.evaluate("document.querySelector('details table').rows.length") > 1
    page.close()


def test_values_show_on_hover(browser, made):
    page = browser.open((made / "usual.html").as_uri())
    titles = "[...document.querySelectorAll('#widths svg g > title')].map(t => t.textContent)"
    assert "uniform, layer 0: 512" in page.evaluate(titles)
    page.close()


def test_it_prints_on_few_pages(browser, made, tmp_path):
    page = browser.open((made / "usual.html").as_uri(), dark=True)
    page.print(tmp_path / "report.pdf")
    printed = (tmp_path / "report.pdf").read_bytes()
    assert printed.startswith(b"%PDF")
    assert 1 <= printed.count(b"/Type /Page\n") <= 12
    page.close()
