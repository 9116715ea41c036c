"""Starts the programs of a build on free ports, and stops what it started.

    with Suite.in_one_process(tmp_path) as suite:
        suite.api.call(...)
"""

import pathlib
import signal
import socket
import subprocess
import time
import urllib.request

import grpc
import pytest
from api import Api, CallError

ROOT = pathlib.Path(__file__).resolve().parents[2]
AREAS = ["capture", "geometry", "schedule", "training"]


def program(name):
    """Path of a built program; skips the test where there is none."""
    path = ROOT / "out" / "bin" / name
    if not path.exists():
        pytest.skip(f"{name} is not built")
    return path


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """One process of the suite, that can be killed and started again on its folder and ports."""

    def __init__(self, name, data, flags=()):
        self.name = name
        self.data = pathlib.Path(data)
        self.address = f"127.0.0.1:{free_port()}"
        self.metrics_address = f"127.0.0.1:{free_port()}"
        # Of those that have a web page; None leaves the flag out.
        has_page = name in ("widthlabd", "widthlab-orchestrator")
        self.web_address = f"127.0.0.1:{free_port()}" if has_page else None
        self.flags = list(flags)
        self.threads = 2
        self.log = self.data.parent / f"{name}.log"
        self._process = None

    def start(self):
        command = [
            program(self.name),
            "--data", self.data,
            "--listen", self.address,
            "--metrics-listen", self.metrics_address,
            "--threads", str(self.threads),
            *(["--web-listen", self.web_address] if self.web_address else []),
            *self.flags,
        ]  # fmt: skip
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        return self

    def wait_until_serving(self, seconds=30):
        deadline = time.monotonic() + seconds
        while True:
            if self._process.poll() is not None:
                raise AssertionError(f"{self.name} ended at once:\n{self.log.read_text()[-4000:]}")
            api = Api(self.address)
            try:
                answer = api.call("grpc.health.v1.Health/Check", timeout=2)
                if answer["status"] == "SERVING":
                    return self
            except (CallError, grpc.RpcError, KeyError, TypeError):
                pass
            finally:
                api.close()
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.name} does not serve:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def metrics(self):
        """What Prometheus would scrape."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{self.metrics_address}/metrics", timeout=10) as answer:
            return answer.read().decode()

    def kill(self):
        """Ends it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self):
        """Asks it to end and returns its exit code."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not end within 20 s of SIGTERM") from None


class Suite:
    """All services, in one process or in five."""

    def __init__(self, servers, front):
        self.servers = servers
        self.front = front
        self.api = None

    @staticmethod
    def in_one_process(folder, flags=()):
        server = Server("widthlabd", pathlib.Path(folder) / "data", flags)
        return Suite([server], server)

    @staticmethod
    def in_five_processes(folder, flags=()):
        folder = pathlib.Path(folder)
        orchestrator = Server("widthlab-orchestrator", folder / "orchestrator", flags)
        others = [
            Server(
                f"widthlab-{area}",
                folder / area,
                [*flags, "--orchestrator", orchestrator.address],
            )
            for area in AREAS
        ]
        for area, server in zip(AREAS, others):
            orchestrator.flags += [f"--{area}", server.address]
        return Suite([orchestrator, *others], orchestrator)

    def start(self):
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.wait_until_serving()
        self.api = Api(self.front.address)
        return self

    def restart(self):
        """After a kill of all: the same folders and ports."""
        self.api.close()
        return self.start()

    def reconnect(self):
        """After a kill of the front server."""
        self.api.close()
        self.api = Api(self.front.address)

    def stop(self):
        if self.api is not None:
            self.api.close()
        return [server.stop() for server in self.servers]

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, kind, error, trace):
        self.stop()
        if error is not None:
            for server in self.servers:
                if server.log.exists():
                    print(f"--- {server.name}\n{server.log.read_text()[-4000:]}")
