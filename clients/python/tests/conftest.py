"""The package as pip would install it, and one server with one finished run."""

import atexit
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
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
    # Of this, and of no other folder, tests import by reference.
    flags = ["--import-root", str(tmp_path_factory.getbasetemp())]
    with Suite.in_one_process(tmp_path_factory.mktemp("python"), flags) as suite:
        yield suite.front


@pytest.fixture(scope="session")
def lab(server):
    import widthlab

    with widthlab.connect(server.address) as lab:
        yield lab


class CuttingProxy:
    """Passes bytes on to a server, and cuts the first connection that has passed so many."""

    def __init__(self, address, up_bytes=None, down_bytes=None):
        host, port = address.split(":")
        self._target = host, int(port)
        self._left = {"up": up_bytes, "down": down_bytes}
        self._lock = threading.Lock()
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(self._target)
            for way, source, sink in [("up", near, far), ("down", far, near)]:
                threading.Thread(target=self._pass, args=(way, source, sink), daemon=True).start()

    def _pass(self, way, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
                if self._is_to_cut(way, len(data)):
                    break
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _is_to_cut(self, way, count):
        with self._lock:
            if self._left[way] is None:
                return False
            self._left[way] -= count
            if self._left[way] > 0:
                return False
            self._left[way] = None
            self.cuts += 1
            return True

    def close(self):
        self._listener.close()


@pytest.fixture
def cutting_proxy():
    """cutting_proxy(address, up_bytes=N) stands between a client and the server there."""
    proxies = []

    def start(*arguments, **options):
        proxies.append(CuttingProxy(*arguments, **options))
        return proxies[-1]

    yield start
    for proxy in proxies:
        proxy.close()


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
