"""Calls to the servers: deadlines, attempts, and errors as exceptions."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from widthlab._address import Addresses, channel_options
from widthlab._errors import UnavailableError, WidthlabError
from widthlab._methods import ClientStream, Method, Request, Response, ServerStream, Unary
from widthlab._retry import Retry
from widthlab._status import from_call, unreachable

VERSION_KEY = "widthlab-version"


class Transport:
    """One channel for each address, made when it is first needed. Safe to use from any thread."""

    def __init__(self, addresses: Addresses, retry: Retry = Retry()) -> None:
        self.addresses = addresses
        self.retry = retry
        #: As the server says it; empty where it does not.
        self.server_version = ""
        self._channels: dict[str, grpc.Channel] = {}
        self._lock = threading.Lock()

    def wait_until_ready(self, seconds: float) -> None:
        """Returns once the server takes connections; UnavailableError if it does not in time."""
        address = self.addresses.server
        try:
            grpc.channel_ready_future(self._channel(address)).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            raise unreachable(address, f"waited {seconds:g} s") from None

    def close(self) -> None:
        with self._lock:
            for channel in self._channels.values():
                channel.close()
            self._channels.clear()

    def call(
        self,
        method: Unary[Request, Response],
        request: Request,
        *,
        timeout: float | None = 60,
        repeat: bool = True,
    ) -> Response:
        def once() -> Response:
            response, call = self.stub(method, "unary_unary").with_call(request, timeout=timeout)
            self._note_version(call.initial_metadata())
            return response  # type: ignore[no-any-return]

        return self._attempts(method, once, repeat)

    def send(
        self,
        method: ClientStream[Request, Response],
        requests: Callable[[], Iterator[Request]],
        *,
        timeout: float | None = None,
    ) -> Response:
        """Streams what `requests` yields, anew for every attempt."""

        def once() -> Response:
            guarded = Guarded(requests())
            try:
                answer: Response = self.stub(method, "stream_unary")(guarded, timeout=timeout)
                return answer
            except grpc.RpcError:
                if guarded.error is not None:
                    raise guarded.error from None
                raise

        return self._attempts(method, once, True)

    def read(
        self,
        method: ServerStream[Request, Response],
        request: Request,
        *,
        timeout: float | None = None,
    ) -> Iterator[Response]:
        """The answers of one stream; it is not opened again. Closing the iterator cancels it."""
        stream = self.stub(method, "unary_stream")(request, timeout=timeout)
        try:
            yield from stream
        except grpc.RpcError as error:
            raise self._exception(method, error) from None
        finally:
            stream.cancel()

    def _attempts(
        self, method: Method[Any, Any], once: Callable[[], Response], repeat: bool
    ) -> Response:
        attempt = 1
        while True:
            try:
                return once()
            except grpc.RpcError as error:
                problem = self._exception(method, error)
            if (
                not repeat
                or not isinstance(problem, UnavailableError)
                or attempt >= self.retry.attempts
            ):
                raise problem
            time.sleep(self.retry.delay_after(attempt))
            attempt += 1

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

    def _channel(self, address: str) -> grpc.Channel:
        with self._lock:
            if address not in self._channels:
                self._channels[address] = grpc.insecure_channel(
                    address, options=channel_options(address)
                )
            return self._channels[address]

    def stub(self, method: Method[Any, Any], kind: str) -> Any:
        """The callable of a method; `kind` is gRPC's word for its streams."""
        channel = self._channel(self.addresses.of(method.area))
        return getattr(channel, kind)(
            method.full_path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )


class Guarded(Iterator[Request]):
    """An iterator that keeps its own error: gRPC reads it in a thread, where the error is lost."""

    def __init__(self, requests: Iterator[Request]) -> None:
        self._requests = requests
        self.error: Exception | None = None

    def __next__(self) -> Request:
        try:
            return next(self._requests)
        except StopIteration:
            raise
        except Exception as error:
            self.error = error
            raise
