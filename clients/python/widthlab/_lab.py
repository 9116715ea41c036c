"""The client: one object for a server.

    lab = widthlab.connect("127.0.0.1:7070")
    run = lab.run("geometry_guided", text="corpus/")
    result = run.watch()
    lab.schedule(result["schedule/geometry_guided"]).ffn_widths
"""

import warnings
from types import TracebackType

from widthlab._address import Addresses
from widthlab._lab_arrays import ArrayCalls
from widthlab._lab_artifacts import ArtifactCalls
from widthlab._lab_runs import RunCalls
from widthlab._lab_schedules import ScheduleCalls
from widthlab._methods import LIST_JOBS
from widthlab._proto.widthlab.job.v1 import job_service_pb2
from widthlab._transport import Transport
from widthlab._version import __version__


class VersionWarning(UserWarning):
    """Server and client are of different versions."""


class Lab(RunCalls, ScheduleCalls, ArtifactCalls, ArrayCalls):
    """Calls to one suite. Safe to use from any thread; `with` closes it at the end."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @property
    def address(self) -> str:
        return self._transport.addresses.server

    @property
    def server_version(self) -> str:
        """As the server says it; empty where it does not."""
        return self._transport.server_version

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> "Lab":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<widthlab at {self.address}>"


def connect(
    address: str = "127.0.0.1:7070",
    *,
    capture: str | None = None,
    geometry: str | None = None,
    schedule: str | None = None,
    training: str | None = None,
    timeout: float = 3.0,
) -> Lab:
    """Connects to a server, and makes sure that it is one of widthlab's.

    One address is enough; areas that listen at another have their own. UnavailableError where no
    server answers within `timeout` seconds.
    """
    transport = Transport(Addresses(address, capture, geometry, schedule, training))
    try:
        transport.wait_until_ready(timeout)
        transport.call(LIST_JOBS, job_service_pb2.ListJobsRequest(page_size=1), timeout=60)
    except BaseException:
        transport.close()
        raise
    warn_of_version(address, transport.server_version)
    return Lab(transport)


def warn_of_version(address: str, version: str) -> None:
    if version and version != __version__:
        warnings.warn(
            f"the server at {address} is of version {version}, this client of {__version__}: "
            "calls that one of them lacks will fail",
            VersionWarning,
            stacklevel=3,
        )
