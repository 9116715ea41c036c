"""The images, built once, and one stack for all tests that leave it whole."""

import images
import pytest
import tiny
from api import Api
from podman import Podman
from stack import Stack
from suite import Suite


@pytest.fixture(scope="session")
def debian_podman(tmp_path_factory):
    """With Debian's image alone."""
    podman = Podman(tmp_path_factory.mktemp("podman"))
    images.need_base(podman)
    return podman


@pytest.fixture(scope="session")
def podman(debian_podman):
    """With every image that compose.yaml names."""
    images.build_all(debian_podman)
    return debian_podman


@pytest.fixture(scope="session")
def stack(podman):
    with Stack(podman) as stack:
        yield stack


@pytest.fixture(scope="session")
def api(stack):
    api = Api(stack.address)
    yield api
    api.close()


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory):
    """Ids by step of the tiny template with these seeds, made by one process outside any container."""
    with Suite.in_one_process(tmp_path_factory.mktemp("native")) as suite:
        text = tiny.import_text(suite.api)
        yield lambda seeds: tiny.artifacts(tiny.run(suite.api, tiny.template(text, seeds=seeds)))


@pytest.fixture(scope="session")
def native_ids(undisturbed):
    return undisturbed(["1", "2"])
