"""Everything that says a version says the same one."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_the_python_client_has_the_version_of_the_suite():
    suite = re.search(
        r'kVersion\[\] = "([^"]+)"', (ROOT / "common/rpc/version.h").read_text()
    ).group(1)
    client = re.search(
        r'__version__ = "([^"]+)"', (ROOT / "clients/python/widthlab/_version.py").read_text()
    ).group(1)
    assert client == suite
