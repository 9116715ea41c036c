"""What both kinds of transport are: addresses, channels made when needed, errors, attempts."""

import abc
import threading
from typing import Any, Generic, TypeVar

from widthlab._address import Addresses
from widthlab._errors import UnavailableError, WidthlabError
from widthlab._methods import Method
from widthlab._retry import Retry
from widthlab._status import from_call

VERSION_KEY = "widthlab-version"

Channel = TypeVar("Channel")


class Wire(abc.ABC, Generic[Channel]):
    """One channel for each address, made when it is first needed."""

    def __init__(self, addresses: Addresses, retry: Retry) -> None:
        self.addresses = addresses
        self.retry = retry
        #: As the server says it; empty where it does not.
        self.server_version = ""
        self._channels: dict[str, Channel] = {}
        self._lock = threading.Lock()

    @abc.abstractmethod
    def _open(self, address: str) -> Channel:
        """A new channel."""

    def _channel(self, address: str) -> Channel:
        with self._lock:
            if address not in self._channels:
                self._channels[address] = self._open(address)
            return self._channels[address]

    def _forget_channels(self) -> list[Channel]:
        """For whoever closes them."""
        with self._lock:
            channels = list(self._channels.values())
            self._channels.clear()
            return channels

    def stub(self, method: Method[Any, Any], kind: str) -> Any:
        """The callable of a method; `kind` is gRPC's word for its streams."""
        channel = self._channel(self.addresses.of(method.area))
        return getattr(channel, kind)(
            method.full_path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )

    def _exception(self, method: Method[Any, Any], error: Any) -> WidthlabError:
        return from_call(
            error.code().value[0],
            error.details() or "",
            error.trailing_metadata() or (),
            self.addresses.of(method.area),
            self.server_version,
            method.area,
        )

    def _note_version(self, metadata: Any) -> None:
        for key, value in metadata or ():
            if key == VERSION_KEY:
                self.server_version = value

    def _pause_after(self, attempt: int, problem: WidthlabError, repeat: bool) -> float:
        """Seconds to wait before the next attempt; raises the problem where there is none."""
        is_last = not repeat or attempt >= self.retry.attempts
        if is_last or not isinstance(problem, UnavailableError):
            raise problem
        return self.retry.delay_after(attempt)
