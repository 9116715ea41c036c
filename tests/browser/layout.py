"""Whether a page can be read: at two widths, in light and dark, with every detail open.

    problems = layout.check("file:///tmp/report.html")
    assert not problems, "\\n".join(problems)

A page fails where two texts overlap, where text is cut off by what holds it or lies beyond the
page, where the page as a whole scrolls sideways, where text is too small or has too little
contrast, where its console complains, and where it asks the network for anything (but what
`allowed` begins with: the address of its own server).
"""

import pathlib

import chromium

WIDTHS = [1280, 420]
_MEASURE = (pathlib.Path(__file__).parent / "measure.js").read_text()


def check(url, widths=WIDTHS, allowed=(), browser=None, folder=None, name="page"):
    """Sentences about what is wrong, none where nothing is. With `folder`, screenshots go there."""
    if browser is None:
        with chromium.Chromium() as own:
            return check(url, widths, allowed, own, folder, name)
    problems = []
    for width in widths:
        for dark in (False, True):
            where = f"{width} px, {'dark' if dark else 'light'}"
            page = browser.open(url, width=width, dark=dark)
            found = page.evaluate(_MEASURE)
            if folder:
                page.screenshot(pathlib.Path(folder) / f"{name}-{where.replace(' px, ', '-')}.png")
            found += [f"console: {message}" for message in page.messages]
            found += [
                f"asks the network for {request}"
                for request in page.requests
                if not request.startswith(tuple(allowed))
            ]
            page.close()
            problems += [f"{where}: {problem}" for problem in found]
    return problems


def main():
    """usage: layout.py URL|FILE... : prints what is wrong."""
    import sys

    for argument in sys.argv[1:]:
        url = argument if "://" in argument else pathlib.Path(argument).resolve().as_uri()
        print(f"{argument}:", *(check(url) or ["nothing is wrong"]), sep="\n  ")


if __name__ == "__main__":
    main()
