"""The addresses on the pages, and those in use here."""

import re

from suite import free_port

# Defaults of the servers: gRPC, web page, metrics.
GRPC = {"orchestrator": 7070, "capture": 7071, "geometry": 7072, "schedule": 7073, "training": 7074}
WEB = 7080
METRICS = {name: 9464 + number for number, name in enumerate(GRPC)}
_ALL = [*GRPC.values(), WEB, *METRICS.values()]
_ADDRESS = re.compile(r"\b(127\.0\.0\.1|localhost):(\d+)\b")


class Ports:
    """Where each default port is found; `known` gives some of them, the rest are free ones."""

    def __init__(self, known=()):
        self._real = {port: dict(known).get(port) or free_port() for port in _ALL}

    def __getitem__(self, port):
        return self._real[port]

    def translate(self, text):
        return _ADDRESS.sub(
            lambda match: f"{match[1]}:{self._real.get(int(match[2]), match[2])}", text
        )

    def hide(self, text):
        """What a page would show for an output."""
        default = {real: port for port, real in self._real.items()}
        return _ADDRESS.sub(lambda match: f"{match[1]}:{default.get(int(match[2]), match[2])}", text)
