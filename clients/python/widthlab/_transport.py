"""Calls to the servers: deadlines, attempts, and errors as exceptions."""

import time
from collections.abc import Callable, Iterator

import grpc

from widthlab._address import Addresses, channel_options
from widthlab._methods import ClientStream, Method, Request, Response, ServerStream, Unary
from widthlab._retry import Retry
from widthlab._status import unreachable
from widthlab._wire import Wire


class Transport(Wire[grpc.Channel]):
    """Safe to use from any thread."""

    def __init__(self, addresses: Addresses, retry: Retry = Retry()) -> None:
        super().__init__(addresses, retry)

    def wait_until_ready(self, seconds: float) -> None:
        """Returns once the server takes connections; UnavailableError if it does not in time."""
        address = self.addresses.server
        try:
            grpc.channel_ready_future(self._channel(address)).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            raise unreachable(address, f"waited {seconds:g} s") from None

    def close(self) -> None:
        for channel in self._forget_channels():
            channel.close()

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
        self, method: Method[Request, Response], once: Callable[[], Response], repeat: bool
    ) -> Response:
        attempt = 1
        while True:
            try:
                return once()
            except grpc.RpcError as error:
                problem = self._exception(method, error)
            time.sleep(self._pause_after(attempt, problem, repeat))
            attempt += 1

    def _open(self, address: str) -> grpc.Channel:
        return grpc.insecure_channel(address, options=channel_options(address))


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
