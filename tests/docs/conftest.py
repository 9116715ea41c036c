"""One server for all pages, and the Python client as pip would install it."""

import subprocess
import sys
import zipfile

import pytest
from ports import GRPC, METRICS, WEB, Ports
from suite import ROOT, Suite


@pytest.fixture(scope="session")
def ports(tmp_path_factory):
    with Suite.in_one_process(tmp_path_factory.mktemp("server")) as suite:
        yield Ports(
            {
                GRPC["orchestrator"]: _port(suite.front.address),
                METRICS["orchestrator"]: _port(suite.front.metrics_address),
                WEB: _port(suite.front.web_address),
            }
        )


@pytest.fixture(scope="session")
def python_client(tmp_path_factory):
    """A folder that holds the package widthlab."""
    folder = tmp_path_factory.mktemp("client")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(line, cwd=ROOT / "clients" / "python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "package")
    return folder / "package"


def _port(address):
    return int(address.rpartition(":")[2])
