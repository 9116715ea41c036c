"""Where the servers are, and how channels to them are set."""

import dataclasses

from widthlab._errors import invalid

CHUNK_BYTES = 512 * 1024

AREAS = ("capture", "geometry", "schedule", "training")
_MAX_MESSAGE_BYTES = 16 * 1024 * 1024


@dataclasses.dataclass(frozen=True)
class Addresses:
    """One address is enough; an area that listens elsewhere may have its own."""

    server: str
    capture: str | None = None
    geometry: str | None = None
    schedule: str | None = None
    training: str | None = None

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            address = getattr(self, field.name)
            if address is not None or field.name == "server":
                _check(field.name, address)

    def of(self, area: str) -> str:
        """The address that answers for an area; jobs and artifacts are the server's."""
        own = getattr(self, area) if area in AREAS else None
        return own or self.server


def _check(field: str, address: object) -> None:
    allowed = 'must be "HOST:PORT" with a port from 1 to 65535'
    if not isinstance(address, str):
        raise invalid(field, f"{address!r} {allowed}")
    host, _, port = address.rpartition(":")
    is_bracketed = host.startswith("[") and host.endswith("]")
    if not host or "/" in host or (":" in host and not is_bracketed):
        raise invalid(field, f"{address!r} {allowed}")
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise invalid(field, f"{address!r} {allowed}")


def channel_options(address: str) -> list[tuple[str, int]]:
    """As the suite's own clients set them: a dead peer is noticed after 30 s."""
    options = [
        ("grpc.max_receive_message_length", _MAX_MESSAGE_BYTES),
        ("grpc.max_send_message_length", _MAX_MESSAGE_BYTES),
        ("grpc.max_metadata_size", 64 * 1024),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 5_000),
    ]
    if address.startswith(("localhost:", "127.", "[::1]:")):
        options.append(("grpc.enable_http_proxy", 0))
    return options
