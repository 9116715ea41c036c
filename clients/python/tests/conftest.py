"""The package as pip would install it, and one server with one finished run."""

import atexit
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import pytest
import tiny
from suite import Suite

CLIENT = pathlib.Path(__file__).resolve().parents[1]


def build(target, folder):
    """A wheel or a source archive of the package, made in `folder`; returns its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = pathlib.Path(folder).iterdir()
    return made


def _installed():
    """A folder that holds what a wheel of this checkout holds."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="widthlab-client-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    zipfile.ZipFile(build("wheel", folder / "wheel")).extractall(folder / "package")
    return folder / "package"


# Before any test module imports widthlab.
PACKAGE = _installed()
sys.path.insert(0, str(PACKAGE))


@pytest.fixture(scope="session")
def package():
    """Where the package lies that the tests import."""
    return PACKAGE


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Suite.in_one_process(tmp_path_factory.mktemp("python")) as suite:
        yield suite.front


@pytest.fixture(scope="session")
def lab(server):
    import widthlab

    with widthlab.connect(server.address) as lab:
        yield lab


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    """A folder of small documents."""
    folder = tmp_path_factory.mktemp("corpus") / "words"
    folder.mkdir()
    for number in range(14):
        (folder / f"doc{number:02}.txt").write_text(tiny.document(number))
    return folder


@pytest.fixture(scope="session")
def small():
    """Options of a run that takes seconds."""
    options = tiny.template("")
    del options["text"]
    return options


@pytest.fixture(scope="session")
def result(lab, corpus, small):
    """What a finished run left."""
    return lab.run("geometry_guided", text=[corpus], **small).result(timeout=300)
