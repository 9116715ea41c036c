"""The transport of the asynchronous client; `_transport` is its twin."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import grpc
import grpc.aio

from widthlab._address import Addresses, channel_options
from widthlab._errors import UnavailableError, WidthlabError
from widthlab._methods import ClientStream, Method, Request, Response, ServerStream, Unary
from widthlab._retry import Retry
from widthlab._status import from_call, unreachable
from widthlab._transport import VERSION_KEY, Guarded, Transport


class AsyncTransport:
    """One channel for each address; belongs to the event loop in which it was made."""

    def __init__(self, addresses: Addresses, retry: Retry = Retry()) -> None:
        self.addresses = addresses
        self.retry = retry
        self.server_version = ""
        self._channels: dict[str, grpc.aio.Channel] = {}
        # What a client streams is sent by gRPC's threads, which convert arrays beside the event
        # loop; and grpc.aio loses the status of a call that is refused while it is being sent.
        self._sender = Transport(addresses, retry)

    async def wait_until_ready(self, seconds: float) -> None:
        address = self.addresses.server
        try:
            await asyncio.wait_for(self._channel(address).channel_ready(), seconds)
        except TimeoutError:
            raise unreachable(address, f"waited {seconds:g} s") from None

    async def close(self) -> None:
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()
        self._sender.close()

    async def call(
        self,
        method: Unary[Request, Response],
        request: Request,
        *,
        timeout: float | None = 60,
        repeat: bool = True,
    ) -> Response:
        async def once() -> Response:
            call = self._stub(method, "unary_unary")(request, timeout=timeout)
            response = await call
            for key, value in await call.initial_metadata() or ():
                if key == VERSION_KEY:
                    self.server_version = value
            return response  # type: ignore[no-any-return]

        return await self._attempts(method, once, repeat)

    async def send(
        self,
        method: ClientStream[Request, Response],
        requests: Callable[[], Awaitable[Iterator[Request]]],
        *,
        timeout: float | None = None,
    ) -> Response:
        """Streams what `requests` yields, anew for every attempt."""

        async def once() -> Response:
            guarded = Guarded(await requests())
            call = self._sender.stub(method, "stream_unary").future(guarded, timeout=timeout)
            try:
                await _end_of(call)
                answer: Response = call.result()
                return answer
            except grpc.RpcError:
                if guarded.error is not None:
                    raise guarded.error from None
                raise
            finally:
                call.cancel()

        return await self._attempts(method, once, True)

    async def read(
        self,
        method: ServerStream[Request, Response],
        request: Request,
        *,
        timeout: float | None = None,
    ) -> AsyncIterator[Response]:
        """The answers of one stream; it is not opened again. Closing the iterator cancels it."""
        stream = self._stub(method, "unary_stream")(request, timeout=timeout)
        try:
            async for message in stream:
                yield message
        except grpc.RpcError as error:
            raise self._exception(method, error) from None
        finally:
            stream.cancel()

    async def _attempts(
        self, method: Method[Any, Any], once: Callable[[], Awaitable[Response]], repeat: bool
    ) -> Response:
        attempt = 1
        while True:
            try:
                return await once()
            except grpc.RpcError as error:
                problem = self._exception(method, error)
            if (
                not repeat
                or not isinstance(problem, UnavailableError)
                or attempt >= self.retry.attempts
            ):
                raise problem
            await asyncio.sleep(self.retry.delay_after(attempt))
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

    def _channel(self, address: str) -> grpc.aio.Channel:
        if address not in self._channels:
            self._channels[address] = grpc.aio.insecure_channel(
                address, options=channel_options(address)
            )
        return self._channels[address]

    def _stub(self, method: Method[Any, Any], kind: str) -> Any:
        channel = self._channel(self.addresses.of(method.area))
        return getattr(channel, kind)(
            method.full_path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )


async def _end_of(call: Any) -> None:
    """Waits for the end of a call of another thread."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def end(_: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(ended.set)

    call.add_done_callback(end)
    await ended.wait()
