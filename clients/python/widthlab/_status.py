"""From what gRPC and jobs say of a failure to an exception of this package."""

from collections.abc import Iterable
from typing import Any

from widthlab._address import AREAS
from widthlab._errors import UnavailableError, UnimplementedError, WidthlabError, error_class
from widthlab._proto.google.rpc import error_details_pb2, status_pb2
from widthlab._version import __version__

_DETAILS = "grpc-status-details-bin"


def from_status(status: status_pb2.Status) -> WidthlabError:
    """The exception of a google.rpc.Status, with the facts of its ErrorInfo."""
    info = error_details_pb2.ErrorInfo()
    for detail in status.details:
        if detail.TypeName() == "google.rpc.ErrorInfo":
            detail.Unpack(info)
            break
    facts = dict(info.metadata)
    return error_class(status.code)(
        status.message, reason=info.reason, field=facts.pop("field", ""), metadata=facts
    )


def from_call(
    code: int,
    message: str,
    trailers: Iterable[tuple[str, Any]],
    address: str,
    server: str = "",
    area: str = "",
) -> WidthlabError:
    """The exception of a call to `address` that failed; `server` is that one's version."""
    for key, value in trailers:
        if key == _DETAILS:
            status = status_pb2.Status.FromString(value)
            return from_status(status)
    kind = error_class(code)
    if kind is UnavailableError:
        return unreachable(address, message)
    if kind is UnimplementedError:
        return _unknown_call(address, message, server, area)
    return kind(message or kind.code)


def unreachable(address: str, why: str) -> UnavailableError:
    return UnavailableError(
        f"no server answers at {address}" + (f" ({why})" if why else ""),
        reason="SERVER_UNREACHABLE",
        field="server",
        advice="`./run serve` in a checkout of widthlab starts one at 127.0.0.1:7070",
    )


def _unknown_call(address: str, message: str, server: str, area: str) -> UnimplementedError:
    version = f"version {server}" if server else "another version, or no widthlab server"
    advice = f"it is of {version}, this client of version {__version__}: use equal ones"
    if server == __version__ and area in AREAS:
        advice = (
            f"where each area has a process of its own, give its address too: "
            f"widthlab.connect({address!r}, {area}='HOST:PORT')"
        )
    why = f" ({message})" if message else ""
    return UnimplementedError(
        f"the server at {address} does not know this call{why}",
        reason="UNKNOWN_CALL",
        field="server",
        advice=advice,
    )
