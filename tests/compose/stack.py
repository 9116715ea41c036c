"""The containers of compose.yaml, started in the order of their dependencies.

    with Stack(podman) as stack:
        stack.address, stack.prometheus
"""

import os
import pathlib
import signal
import socket
import sys
import time

from podman import PodmanError, say

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "deploy" / "compose" / "compose.yaml"
AREAS = ["capture", "geometry", "schedule", "training"]
# Each line starts when the one before is healthy: this podman starts no healthchecks by itself.
ORDER = [["orchestrator"], AREAS, ["gateway", "prometheus"]]
SERVERS = ["orchestrator", *AREAS]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Stack:
    def __init__(self, podman, project="widthlab-test", **settings):
        self._podman = podman
        self._project = project
        ports = {name: str(free_port()) for name in ["PORT", "WEB_PORT", "PROMETHEUS_PORT"]}
        self._settings = {f"WIDTHLAB_{name}": port for name, port in ports.items()} | settings
        self.address = f"127.0.0.1:{self._settings['WIDTHLAB_PORT']}"
        self.page = f"http://127.0.0.1:{self._settings['WIDTHLAB_WEB_PORT']}"
        self.prometheus = f"http://127.0.0.1:{self._settings['WIDTHLAB_PROMETHEUS_PORT']}"
        self.seconds_to_healthy = None

    def compose(self, *words, seconds=180):
        command = [sys.executable, "-m", "podman_compose", "-p", self._project, "-f", COMPOSE, *words]
        return self._podman.run(command, seconds=seconds, **self._settings)

    def container(self, service):
        return f"{self._project}_{service}_1"

    def start(self):
        begun = time.monotonic()
        for services in ORDER:
            self.compose("up", "-d", "--no-build", "--no-deps", *services)
            for service in services:
                self.wait_until_healthy(service)
        self.seconds_to_healthy = time.monotonic() - begun
        say(f"healthy after {self.seconds_to_healthy:.0f} s")
        return self

    def wait_until_healthy(self, service, seconds=120):
        """Asks its healthcheck until it says yes; a service that ended is named with its last words."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self._podman("healthcheck", "run", self.container(service))
                return
            except PodmanError as error:
                state = self.state(service)
                if state == "exited" or time.monotonic() > deadline:
                    raise AssertionError(
                        f"{service} is {state} and not healthy:\n{self.log(service)}\n{error}"
                    ) from None
            time.sleep(0.5)

    def state(self, service):
        return self._podman("inspect", "--format", "{{.State.Status}}", self.container(service))

    def log(self, service):
        # What a container said on its standard error comes on podman's.
        words = ["sh", "-c", 'exec podman logs --tail 40 "$0" 2>&1', self.container(service)]
        return self._podman.run(words)

    def kill(self, service):
        """Ends its first process as a power cut would, without telling podman."""
        process = self._podman("inspect", "--format", "{{.State.Pid}}", self.container(service))
        os.kill(int(process), signal.SIGKILL)

    def stop(self):
        self.compose("down", "--volumes", "--timeout", "20", seconds=300)

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, kind, error, trace):
        if error is not None:
            for service in SERVERS:
                print(f"--- {service}\n{self.log(service)}")
        self.stop()
