"""One server with one finished run for all tests that only look at it."""

import pytest
import tiny
from suite import Suite


@pytest.fixture(scope="session")
def one_process(tmp_path_factory):
    with Suite.in_one_process(tmp_path_factory.mktemp("one")) as suite:
        yield suite


@pytest.fixture(scope="session")
def text(one_process):
    return tiny.import_text(one_process.api)


@pytest.fixture(scope="session")
def finished(one_process, text):
    """The run of the tiny template, on the server of `one_process`."""
    return tiny.run(one_process.api, tiny.template(text))
